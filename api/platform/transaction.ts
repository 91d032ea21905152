import { db, type Tx } from './database/database.ts';
import { bus } from './events/bus.ts';

/** Collects the topics to wake once everything is committed. */
export type Wake = (topic: string, data?: unknown) => void;

/**
 * One use case, one transaction: all of it happens or none. Those who follow are woken after the commit,
 * never before.
 */
export async function transaction<T>(work: (tx: Tx, wake: Wake) => Promise<T>): Promise<T> {
  const wakes: [string, unknown][] = [];
  const result = await db.$transaction((tx) => work(tx, (topic, data) => wakes.push([topic, data])));
  for (const [topic, data] of wakes) bus.publish(topic, data);
  return result;
}
