import type { Wake } from '#api/platform/database/transaction.ts';
import { topics } from '#api/platform/events/topics.ts';

/** Tells those who watch a making that it changed. */
export function makingChanged(wake: Wake, id: string): void {
  wake(topics.making(id));
}
