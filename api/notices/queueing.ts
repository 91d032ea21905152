import type { Tx } from '#api/platform/database/database.ts';
import { enqueue, queued } from '#api/platform/jobs.ts';
import { sendLetter, sendText } from './jobs.ts';
import { priorityOf } from './kinds.ts';

/** Queues the sending of a notice with the priority of its kind. */
export async function queueNotice(tx: Tx, { id, ...of }: { id: string; channel: string; kind: string }) {
  const job = of.channel === 'sms' ? sendText : sendLetter;
  await enqueue(tx, job, { noticeId: id }, { priority: priorityOf(of.kind) });
}

/** The ids of all notices that are queued. */
export async function queuedNotices(): Promise<Set<string | undefined>> {
  const inputs = await queued([sendLetter, sendText]);
  return new Set(inputs.map((input) => (input as { noticeId?: string }).noticeId));
}
