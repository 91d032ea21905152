import { WrongState } from '#api/platform/errors.ts';
import { bus } from '#api/platform/events/bus.ts';
import { scope } from '#api/platform/watching/scope.ts';
import { db, type Tx } from './database.ts';

/** Collects the topics to wake once everything is committed. */
export type Wake = (topic: string, data?: unknown) => void;

/**
 * One use case, one transaction: all of it happens or none. Those who follow are woken after the commit,
 * never before.
 */
export async function transaction<T>(work: (tx: Tx, wake: Wake) => Promise<T>): Promise<T> {
  const wakes: [string, unknown][] = [];
  const once = scope()?.once;
  const result = await db.$transaction(async (tx) => {
    const made = await work(tx, (topic, data) => wakes.push([topic, data]));
    if (once) await noteDone(tx, once);
    return made;
  });
  for (const [topic, data] of wakes) bus.publish(topic, data);
  return result;
}

/** Says in the transaction itself that it was done; whose turn it no longer is does nothing. */
async function noteDone(tx: Tx, { id, runId }: { id: string; runId: string }): Promise<void> {
  const { count } = await tx.idempotentAnswer.updateMany({ where: { id, runId }, data: { done: true } });
  if (count === 0) throw new WrongState('This is being done by another request');
}
