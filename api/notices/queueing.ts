import type { Tx } from '#api/platform/database/database.ts';
import { enqueue, queued } from '#api/platform/jobs.ts';
import { sendLetter, sendText } from './jobs.ts';
import { priorityOf } from './kinds.ts';

type Queued = { id: string; channel: string; kind: string; subjectId?: string | null };

/** Queues the sending of a notice with the priority of its kind. */
export async function queueNotice(tx: Tx, { id, channel, kind, subjectId = null }: Queued) {
  const job = channel === 'sms' ? sendText : sendLetter;
  await enqueue(tx, job, { noticeId: id }, { priority: priorityOf(kind), subjectId, takesTurns: false });
}

/** The ids of all notices that are queued. */
export async function queuedNotices(): Promise<Set<string | undefined>> {
  const inputs = await queued([sendLetter, sendText]);
  return new Set(inputs.map((input) => (input as { noticeId?: string }).noticeId));
}
