import { createHash } from 'node:crypto';
import { WrongState } from '#api/platform/errors.ts';
import { bus } from '#api/platform/events/bus.ts';
import { type Once, scope } from '#api/platform/observability/scope.ts';
import { db, type Tx } from './database.ts';

/** Collects the topics to wake once everything is committed. */
export type Wake = (topic: string, data?: unknown) => void;

/**
 * One use case, one transaction: all of it happens or none. Those who follow are woken after the commit,
 * never before. In a change that is done once, what an earlier run committed is given again.
 */
export async function transaction<T>(work: (tx: Tx, wake: Wake) => Promise<T>): Promise<T> {
  const wakes: [string, unknown][] = [];
  const once = scope()?.once;
  const of = once ? nameOf(work) : '';
  const before = once?.done.shift();
  if (before) {
    // The server is another one by now, or things have changed so much that it goes another way.
    if (before.of !== of) throw new WrongState('What was done before is not what is to be done now');
    return before.made as T;
  }
  const result = await db.$transaction(async (tx) => {
    const made = await work(tx, (topic, data) => wakes.push([topic, data]));
    if (once) await noteDone(tx, once, { of, made });
    return made;
  });
  for (const [topic, data] of wakes) bus.publish(topic, data);
  return result;
}

/** Says in the transaction itself that it was done; whose turn it no longer is does nothing. */
async function noteDone(tx: Tx, { id, runId, close }: Once, step: Parameters<Once['close']>[0]) {
  const { count } = await tx.idempotentAnswer.updateMany({
    where: { id, runId },
    data: { done: true, steps: { push: [close(step) ?? ''] } },
  });
  if (count === 0) throw new WrongState('This is being done by another request');
}

function nameOf(work: (...given: never[]) => unknown): string {
  return createHash('sha256').update(String(work)).digest('base64').slice(0, 16);
}
