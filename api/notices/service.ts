import { languageOfAccount } from '#api/accounts/language.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Language } from '#api/language/languages.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { kinds, type NoticeData, type NoticeKind, type TextData, type TextKind, textKinds } from './kinds.ts';
import { queueNotice } from './queueing.ts';

export type NewNotice<K extends NoticeKind> = {
  kind: K;
  channel: 'mail';
  /** One address. */
  recipient: string;
  data: NoticeData<K>;
  /** Notices with the same key are written and sent once. Must not contain an address. */
  dedupeKey: string;
  subjectId?: string | null;
  /** The language of its words; without it, that of the account with this address, or English. */
  language?: Language | null;
  /** When to send it, at least an hour from now: it is queued within five minutes after this. */
  notBefore?: Date;
};

export type NewText<K extends TextKind> = {
  kind: K;
  /** One phone, E.164. */
  recipient: string;
  data: TextData<K>;
  /** Texts with the same key are written and sent once. Must not contain a phone. */
  dedupeKey: string;
  subjectId?: string | null;
  /** The recipient's possible time zones; required for daytime texts. */
  timeZones?: readonly string[];
};

/**
 * Writes a notice and queues its sending in the caller's transaction: it is sent only if that is committed, and only
 * once.
 */
export async function notify<K extends NoticeKind>(
  tx: Tx,
  { data, language, notBefore, ...notice }: NewNotice<K>,
) {
  const readersLanguage = language ?? (await languageOfAccount(tx, { email: notice.recipient })) ?? 'en';
  const written = {
    ...notice,
    data: {
      ...kinds[notice.kind].data.parse(data),
      ...(readersLanguage !== 'en' && { language: readersLanguage }),
    },
  };
  if (!notBefore) return queue(tx, written);
  // `notices.resumeWaiting` queues it then.
  await tx.notice.createMany({
    data: [{ id: newId(), ...written, claimedUntil: notBefore }],
    skipDuplicates: true,
  });
}

/** The same for a text. A daytime text waits for the recipient's day; the caller has checked the consent. */
export async function notifyByText<K extends TextKind>(tx: Tx, { data, timeZones, ...notice }: NewText<K>) {
  const { anyHour, data: known } = textKinds[notice.kind];
  if (!anyHour && !timeZones?.length)
    throw new Error(`A text of this kind needs a time zone: ${notice.kind}`);
  const timeZone = anyHour ? null : (timeZones?.join(' ') ?? null);
  await queue(tx, { ...notice, channel: 'sms', timeZone, data: known.parse(data) });
}

/**
 * Cancels waiting texts to a phone, all or those of a subject or kind, except texts for any hour. Returns the number of
 * those that were never tried, because the others may have been sent.
 */
export async function cancelTexts(
  tx: Tx,
  recipient: string,
  of: { subjectId?: string; kind?: TextKind } = {},
): Promise<number> {
  const where = { ...of, channel: 'sms', recipient, status: 'WAITING', timeZone: { not: null } } as const;
  const { count } = await tx.notice.deleteMany({ where: { ...where, attempts: 0 } });
  await tx.notice.deleteMany({ where });
  return count;
}

async function queue(tx: Tx, notice: Omit<Prisma.NoticeCreateManyInput, 'id'>) {
  const id = newId();
  const { count } = await tx.notice.createMany({ data: [{ id, ...notice }], skipDuplicates: true });
  if (count) await queueNotice(tx, { id, ...notice });
}
