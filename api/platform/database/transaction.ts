import { createHash } from 'node:crypto';
import { WrongState } from '#api/platform/errors.ts';
import { bus } from '#api/platform/events/bus.ts';
import { type Once, scope } from '#api/platform/observability/scope.ts';
import { db, type Tx } from './database.ts';

/** Collects the topics to publish after the commit. */
export type Wake = (topic: string, data?: unknown) => void;

/**
 * Runs a use case in one transaction. Subscribers are woken only after the commit. In an idempotent change, a step that
 * an earlier run committed is replayed instead. `limits` are its own timeouts, in milliseconds.
 */
export async function transaction<T>(
  work: (tx: Tx, wake: Wake) => Promise<T>,
  limits?: { timeout: number; maxWait: number },
): Promise<T> {
  const wakes: [string, unknown][] = [];
  const once = scope()?.once;
  const of = once ? nameOf(work) : '';
  const before = once?.done.shift();
  if (before) {
    // The server's version or the data has changed, so that the run takes another path.
    if (before.of !== of) throw new WrongState('What was done before is not what is to be done now');
    return before.made as T;
  }
  const result = await db.$transaction(async (tx) => {
    const made = await work(tx, (topic, data) => wakes.push([topic, data]));
    if (once) await noteDone(tx, once, { of, made });
    return made;
  }, limits);
  for (const [topic, data] of wakes) bus.publish(topic, data);
  return result;
}

/** Records the step in its own transaction; fails when another request has taken over. */
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
