import type { Tx } from '#api/platform/database/database.ts';

/**
 * One at a time writes to a conversation. The lock is taken before the transaction gets its id, so that the
 * order of commit, in which streams hand messages on, is the order in which they were said.
 */
export const turnLock = 'pg_advisory_xact_lock(hashtextextended($1::text, 0))';

/** Waits for its turn to write to a conversation; the first thing a transaction does. */
export async function takeTurn(tx: Tx, conversationId: string) {
  await tx.$queryRawUnsafe(`select ${turnLock} is null as taken`, conversationId);
}
