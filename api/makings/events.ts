import type { Wake } from '#api/platform/database/transaction.ts';
import { topics } from '#api/platform/events/topics.ts';

/** Notifies the followers of a making. */
export function makingChanged(wake: Wake, id: string): void {
  wake(topics.making(id));
}
