import type { Tx } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/ids.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { sendNotice } from './jobs.ts';
import { kinds, type NoticeData, type NoticeKind } from './kinds.ts';

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

/**
 * Writes a notice and queues its sending in the caller's transaction: it leaves the house if, and only if, what
 * caused it is committed, and once however often it is asked for.
 */
export async function notify<K extends NoticeKind>(tx: Tx, { data, ...notice }: NewNotice<K>) {
  const id = newId();
  const { count } = await tx.notice.createMany({
    data: [{ id, ...notice, data: kinds[notice.kind].data.parse(data) }],
    skipDuplicates: true,
  });
  if (count) await enqueue(tx, sendNotice, { noticeId: id });
}
