import { z } from 'zod';
import { mustBeProven } from '#api/accounts/policy.ts';
import { writeUnwritten } from '#api/biography/pipeline/write-unwritten.ts';
import { eraseWriting } from '#api/biography/privacy.ts';
import { eraseTold } from '#api/conversations/service/erase-told.ts';
import type { ConsentKind, ConsentVia } from '#api/generated/prisma/enums.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import { sixDigits } from '#api/platform/domain-values/one-time-code.ts';
import { phoneNumber } from '#api/platform/domain-values/phone.ts';
import { InvalidInput, NotFound, WrongState } from '#api/platform/errors.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { confirmForBook } from './confirming.ts';
import { PhoneCodeNeeded } from './errors.ts';
import { assertGivenBySubject, isProven, proofFrom, takeProof } from './given-back.ts';
import {
  type Consent,
  enter,
  type LockedSubject,
  lockSubject,
  newestConsents,
  phoneKinds,
  settle,
} from './ledger.ts';
import { tellOfConsent } from './notices.ts';
import { inForce, wordingInForce } from './wordings.ts';

const kind = z.enum(['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING']);

/** People sign as they like; the ledger keeps it as it was typed. */
const signature = line(120).refine((name) => /\p{L}/u.test(name), 'must be your name, in letters');

const GiveConsent = z.object({
  subjectId: z.string(),
  grants: z
    .array(z.object({ kind, wordingVersion: z.int(), phone: phoneNumber().nullish() }))
    .min(1, 'must name at least one consent')
    .max(10, 'must be at most 10'),
  inPerson: z.object({ typedName: signature }).nullish(),
  code: sixDigits().nullish(),
});

const WithdrawConsent = z
  .object({
    subjectId: z.string(),
    kinds: z.array(kind).min(1, 'must name at least one consent').max(10, 'must be at most 10'),
    phone: phoneNumber().nullish(),
    eraseWriting: z.boolean().nullish(),
  })
  .refine((input) => !input.eraseWriting || input.kinds.includes('AI_WRITING'), {
    path: ['eraseWriting'],
    message: 'goes with AI_WRITING only',
  });

/**
 * Records the subject's consent, in their own account or in person on a family member's device, whose account is then
 * stored as the helper. Giving the same consent again adds nothing to the ledger. Calls, texts and recordings need a
 * code from the phone itself unless the account has verified it. Throws `ProofNeeded`, `PhoneCodeNeeded`,
 * `CodeRefused`.
 */
export async function giveConsent(viewer: Viewer, origin: Origin, input: z.input<typeof GiveConsent>) {
  mustBeProven(viewer, 'BOOKS');
  const { subjectId, grants, inPerson, code } = parse(GiveConsent, input);
  const proof = code ? await proofFrom(viewer, subjectId, code) : null;
  return transaction(async (tx, wake) => {
    const subject = await lockSubject(tx, subjectId);
    if (!subject || subject.status === 'DELETED') throw new NotFound('Subject', ['subjectId']);
    await mustStill(tx, viewer, inPerson ? 'CONVERSE' : 'GIVE_CONSENT', subjectId);
    if (subject.status === 'MEMORIAL') throw new WrongState('Nobody can agree for them any more');
    const helped = subject.selfUserId !== viewer.userId;
    if (proof) await takeProof(tx, subject, proof);

    const newest = await newestConsents(subjectId, tx);
    const entered: { kind: ConsentKind; entryId: string }[] = [];
    for (const [at, grant] of grants.entries()) {
      const phone = phoneOfGrant(subject, grant, at);
      if (!inForce(grant.kind, grant.wordingVersion)) {
        const message = `must be the wording in force, ${wordingInForce(grant.kind).version}`;
        throw new InvalidInput([{ path: `grants.${at}.wordingVersion`, message }]);
      }
      if (helped) await assertGivenBySubject(tx, subject, grant.kind, proof !== null);
      const proven = proof !== null || (!helped && (await isProven(tx, viewer.userId, phone)));
      if (phone && phoneKinds.includes(grant.kind) && !proven && !saidStop(newest, grant.kind, phone)) {
        throw new PhoneCodeNeeded('Enter the code that we text to this phone: it agrees for itself');
      }
      if (saidStop(newest, grant.kind, phone) && !proven) {
        const message = 'said stop: a text with START from it takes that back';
        throw new InvalidInput([{ path: `grants.${at}.phone`, message }]);
      }
      const entry = { kind: grant.kind, phone, wordingVersion: grant.wordingVersion };
      if (entered.some((other) => other.kind === grant.kind) || isAlreadyGranted(newest, entry)) continue;
      const entryId = await enter(
        tx,
        subjectId,
        { ...entry, status: 'GRANTED', via: 'WEB' },
        {
          origin,
          actorId: helped ? subject.selfUserId : viewer.userId,
          helperId: helped ? viewer.userId : null,
          typedName: inPerson?.typedName,
        },
      );
      entered.push({ kind: grant.kind, entryId });
      if (grant.kind === 'SMS' && phone)
        await confirmForBook(tx, subjectId, { phone, status: 'GRANTED', entryId });
    }

    if (entered.length) {
      const kinds = entered.map((entry) => entry.kind);
      await settle(tx, wake, subject);
      if (kinds.includes('AI_WRITING')) await writeUnwritten(tx, wake, subjectId);
      await audit(tx, viewer, 'consent.given', { subjectId, detail: { kinds, inPerson: !!inPerson } });
      await tellOfConsent(tx, subject, 'GRANTED', entered);
    }
    return { subjectId };
  });
}

/**
 * Withdraws consents at once, for the subject, an owner or the team. Consents that were not given are not changed.
 */
export async function withdrawConsent(
  viewer: Viewer,
  origin: Origin,
  input: z.input<typeof WithdrawConsent>,
) {
  const data = parse(WithdrawConsent, input);
  await transaction((tx, wake) =>
    withdrawWithin(tx, wake, { ...data, via: 'WEB', viewer, evidence: { actorId: viewer.userId, origin } }),
  );
  return { subjectId: data.subjectId };
}

export type Withdrawal = {
  subjectId: string;
  kinds: readonly ConsentKind[];
  /** Only for this phone; by default for every phone for which it was given. */
  phone?: string | null;
  /** With AI_WRITING: also erases what was written. */
  eraseWriting?: boolean | null;
  via: ConsentVia;
  /** Null when the subject withdrew in a call or a text. */
  viewer: Viewer | null;
  evidence: { actorId?: string | null; messageId?: string | null; origin?: Origin | null };
};

/**
 * Withdraws consents within the caller's transaction, whether by a click, by text or by voice. Returns the withdrawn
 * kinds.
 */
export async function withdrawWithin(tx: Tx, wake: Wake, withdrawal: Withdrawal): Promise<ConsentKind[]> {
  const { subjectId, kinds, phone, via, viewer, evidence } = withdrawal;
  const subject = await lockSubject(tx, subjectId);
  if (!subject) throw new NotFound('Subject', ['subjectId']);
  if (viewer) await mustStill(tx, viewer, 'WITHDRAW_CONSENT', subjectId);
  const granted = (await newestConsents(subjectId, tx)).filter(
    (consent) =>
      consent.status === 'GRANTED' &&
      kinds.includes(consent.kind) &&
      (!phone || !phoneKinds.includes(consent.kind) || consent.phone === phone),
  );
  const entered: { kind: ConsentKind; entryId: string }[] = [];
  for (const { kind, phone, wordingVersion } of granted) {
    const entry = { kind, phone, wordingVersion, via, status: 'WITHDRAWN' as const };
    const entryId = await enter(tx, subjectId, entry, evidence);
    entered.push({ kind, entryId });
    if (kind === 'SMS' && phone) await confirmForBook(tx, subjectId, { phone, status: 'WITHDRAWN', entryId });
  }
  if (withdrawal.eraseWriting) await eraseTold(tx, wake, subjectId, () => eraseWriting(tx, wake, subjectId));
  if (entered.length || withdrawal.eraseWriting) {
    const detail = { kinds: entered.map((entry) => entry.kind), via, erased: !!withdrawal.eraseWriting };
    await audit(tx, viewer, 'consent.withdrawn', { subjectId, detail });
  }
  if (entered.length) {
    await settle(tx, wake, subject);
    await tellOfConsent(tx, subject, 'WITHDRAWN', entered);
  }
  return entered.map((entry) => entry.kind);
}

/** The current consents of a subject, in the order of kinds. */
export async function consents(subjectId: string): Promise<Consent[]> {
  return newestConsents(subjectId);
}

function phoneOfGrant(
  subject: LockedSubject,
  { kind, phone }: { kind: ConsentKind; phone?: string | null },
  at: number,
): string | null {
  if (!phoneKinds.includes(kind)) return null;
  if (subject.phone === null) {
    throw new InvalidInput([{ path: `grants.${at}.phone`, message: 'needs a phone: enter one first' }]);
  }
  if (phone && phone !== subject.phone) {
    throw new InvalidInput([{ path: `grants.${at}.phone`, message: 'must be the subject’s own phone' }]);
  }
  return subject.phone;
}

/** Whether the newest entry on texts that this book knows is a stop from the phone itself. */
function saidStop(newest: readonly Consent[], kind: ConsentKind, phone: string | null): boolean {
  const own = kind === 'SMS' && newest.find((consent) => consent.kind === kind && consent.phone === phone);
  return !!own && own.status === 'WITHDRAWN' && own.via !== 'WEB';
}

function isAlreadyGranted(
  newest: readonly Consent[],
  entry: Pick<Consent, 'kind' | 'phone' | 'wordingVersion'>,
) {
  return newest.some(
    (consent) =>
      consent.status === 'GRANTED' &&
      consent.kind === entry.kind &&
      consent.phone === entry.phone &&
      consent.wordingVersion === entry.wordingVersion,
  );
}
