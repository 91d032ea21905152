import type { Tx } from '#api/platform/database/database.ts';

/**
 * Serializes the writes to a conversation. The lock is taken before the transaction gets its id, so that the commit
 * order, in which streams deliver messages, is the order in which they were said.
 */
export const turnLock = 'pg_advisory_xact_lock(hashtextextended($1::text, 0))';

/** Waits for the lock on a conversation. It must be the first statement of a transaction. */
export async function takeTurn(tx: Tx, conversationId: string) {
  await tx.$queryRawUnsafe(`select ${turnLock} is null as taken`, conversationId);
}
