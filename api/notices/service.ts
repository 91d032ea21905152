import type { Prisma } from '#api/generated/prisma/client.ts';
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
  /** The same key again is the same notice: it is written and sent once. Names no address. */
  dedupeKey: string;
  subjectId?: string | null;
};

export type NewText<K extends TextKind> = {
  kind: K;
  /** One phone, E.164. */
  recipient: string;
  data: TextData<K>;
  /** The same key again is the same text: it is written and sent once. Names no phone. */
  dedupeKey: string;
  subjectId?: string | null;
  /** Where its reader lives, or may live; needed for those that go by day only. */
  timeZones?: readonly string[];
};

/**
 * Writes a notice and queues its sending in the caller's transaction: it leaves the house if, and only if, what
 * caused it is committed, and once however often it is asked for.
 */
export async function notify<K extends NoticeKind>(tx: Tx, { data, ...notice }: NewNotice<K>) {
  await queue(tx, { ...notice, data: kinds[notice.kind].data.parse(data) });
}

/**
 * The same for a text. One that is not for any hour waits for the day where its reader lives; whether they agreed
 * to it was asked by the caller.
 */
export async function notifyByText<K extends TextKind>(tx: Tx, { data, timeZones, ...notice }: NewText<K>) {
  const { anyHour, data: known } = textKinds[notice.kind];
  if (!anyHour && !timeZones?.length)
    throw new Error(`A text of this kind needs a time zone: ${notice.kind}`);
  const timeZone = anyHour ? null : (timeZones?.join(' ') ?? null);
  await queue(tx, { ...notice, channel: 'sms', timeZone, data: known.parse(data) });
}

/**
 * Takes back what waits to be texted to a phone, all of it or what is of one book or kind, but for what it was told it
 * would get at any hour. Gives how many of them nobody had tried to send: of the others one can't know.
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
  if (count) await queueNotice(tx, { id, channel: notice.channel, kind: notice.kind });
}
