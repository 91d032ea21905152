import { timingSafeEqual } from 'node:crypto';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { secretBytesOf } from '#api/platform/domain-values/one-time-code.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';

/** The letters that a member can turn off, and what that sets on the membership. */
const turnedOff = {
  stories: { storyNotices: 'never' },
  remarks: { remarkNotices: false },
  'missed-calls': { missedCallNotices: false },
} satisfies Record<string, Prisma.MembershipUpdateManyMutationInput>;

type UnsubscribeChoice = keyof typeof turnedOff;

/**
 * The address that turns off one kind of letter for one membership, without signing in. It doesn't expire: a letter may
 * be opened years later, and the address can do nothing else.
 */
export function unsubscribeUrl(membershipId: string, choice: UnsubscribeChoice): string {
  const signature = signatureOf(membershipId, choice).toString('base64url');
  return `${publicUrl()}/unsubscribe/${membershipId}/${choice}/${signature}`;
}

/** The parts of such an address, as a request names them. */
export type UnsubscribeAddress = { membershipId: string; choice: string; signature: string };

/**
 * Turns off the letters that a signed address is for. Repeats change nothing. Null when the address wasn't signed by
 * this server; `subjectName` is null when the membership has ended, with all its letters.
 */
export async function unsubscribe({
  membershipId,
  choice,
  signature,
}: UnsubscribeAddress): Promise<{ subjectName: string | null } | null> {
  if (!isChoice(choice) || !isSigned(membershipId, choice, signature)) return null;
  return transaction(async (tx) => {
    const where = { id: membershipId };
    await tx.membership.updateMany({ where, data: turnedOff[choice] });
    const member = await tx.membership.findUnique({
      where,
      select: { subject: { select: { preferredName: true, deletedAt: true } } },
    });
    return { subjectName: member && !member.subject.deletedAt ? member.subject.preferredName : null };
  });
}

function isChoice(choice: string): choice is UnsubscribeChoice {
  return Object.hasOwn(turnedOff, choice);
}

function isSigned(membershipId: string, choice: UnsubscribeChoice, given: string): boolean {
  const expected = signatureOf(membershipId, choice);
  const signature = Buffer.from(given, 'base64url');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function signatureOf(membershipId: string, choice: UnsubscribeChoice): Buffer {
  return secretBytesOf('unsubscribe', `${membershipId}:${choice}`);
}
