import { timingSafeEqual } from 'node:crypto';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { secretBytesOf } from '#api/platform/domain-values/one-time-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

/** The letters that a member can turn off, and what that sets on the membership. */
const turnedOff = {
  stories: { storyNotices: 'never' },
  remarks: { remarkNotices: false },
  'missed-calls': { missedCallNotices: false },
} satisfies Record<string, Prisma.MembershipUpdateManyMutationInput>;

/** The letters that others have sent to somebody: invitations and gifts. They need no account to turn them off. */
const fromOthers = 'from-others';

/** Turns the letters of `fromOthers` on again. */
const fromOthersAgain = 'from-others-again';

type UnsubscribeChoice = keyof typeof turnedOff | typeof fromOthers | typeof fromOthersAgain;

/**
 * The address that turns off one kind of letter for one membership, without signing in. It doesn't expire: a letter may
 * be opened years later, and the address can do nothing else.
 */
export function unsubscribeUrl(membershipId: string, choice: keyof typeof turnedOff): string {
  return signedUrl(membershipId, choice);
}

/** The same for all letters that others have sent to an email address, which it names only by its keyed hash. */
export function unsubscribeUrlFor(email: string): string {
  return signedUrl(hashOf(email), fromOthers);
}

/** Whether the reader of an address wants no letters that others have sent to it. */
export async function wantsNoLetters(email: string, tx: Tx = db): Promise<boolean> {
  return (await tx.unwantedLetters.count({ where: { addressHash: hashOf(email) } })) > 0;
}

/** Keyed, so that nobody can tell from a log or the database whether an address is among them. */
function hashOf(email: string): string {
  return secretBytesOf('unwanted-letters', email.trim().toLowerCase()).toString('base64url');
}

function signedUrl(readerId: string, choice: UnsubscribeChoice): string {
  return `${publicUrl()}${signedPath(readerId, choice)}`;
}

function signedPath(readerId: string, choice: UnsubscribeChoice): string {
  const signature = signatureOf(readerId, choice).toString('base64url');
  return `/unsubscribe/${readerId}/${choice}/${signature}`;
}

/** The parts of such an address, as a request names them. `readerId` is a membership, or the hash of an email address. */
export type UnsubscribeAddress = { readerId: string; choice: string; signature: string };

/** `again` is the path to which a POST turns the letters on again; null where that is done in the settings. */
type Unsubscribed = { subjectName: string | null; again: string | null };

/**
 * Turns off the letters that a signed address is for, or on again. Repeats change nothing. Null when the address wasn't
 * signed by this server; `subjectName` is null when the letters are of no book, or the membership has ended with all its
 * letters.
 */
export async function unsubscribe({
  readerId,
  choice,
  signature,
}: UnsubscribeAddress): Promise<Unsubscribed | null> {
  if (!isChoice(choice) || !isSigned(readerId, choice, signature)) return null;
  return transaction(async (tx) => {
    if (choice === fromOthers) {
      await tx.unwantedLetters.createMany({ data: [{ addressHash: readerId }], skipDuplicates: true });
      return { subjectName: null, again: signedPath(readerId, fromOthersAgain) };
    }
    if (choice === fromOthersAgain) {
      await tx.unwantedLetters.deleteMany({ where: { addressHash: readerId } });
      return { subjectName: null, again: null };
    }
    const where = { id: readerId };
    await tx.membership.updateMany({ where, data: turnedOff[choice] });
    const member = await tx.membership.findUnique({
      where,
      select: { subject: { select: { preferredName: true, deletedAt: true } } },
    });
    const subject = member?.subject;
    return { subjectName: subject && !subject.deletedAt ? subject.preferredName : null, again: null };
  });
}

function isChoice(choice: string): choice is UnsubscribeChoice {
  return choice === fromOthers || choice === fromOthersAgain || Object.hasOwn(turnedOff, choice);
}

function isSigned(readerId: string, choice: UnsubscribeChoice, given: string): boolean {
  const expected = signatureOf(readerId, choice);
  const signature = Buffer.from(given, 'base64url');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function signatureOf(readerId: string, choice: UnsubscribeChoice): Buffer {
  return secretBytesOf('unsubscribe', `${readerId}:${choice}`);
}
