import { prepared } from '#api/platform/database/database.ts';
import { failureOf } from '#api/platform/observability/failure.ts';

/** How long an unrenewed lease lasts; then another process may answer. */
const leaseSeconds = 15;
const renewEveryMs = 5_000;

/** After this many failed tries an answer is set aside. */
const mostTries = 5;

export type Lease = {
  /** Aborts when the lease is lost because another process answers now. */
  signal: AbortSignal;
  /** The lease's value in the row, which shows whether the lease is still this holder's. */
  until: () => Date;
  /** Stops renewing the lease; the time that is left is enough to store the answer. */
  settle: () => Promise<void>;
  /** Releases the lease. With an error, the failed try is recorded. */
  release: (failure?: unknown) => Promise<void>;
};

/**
 * Takes the lease to answer a conversation. Only one process holds it at a time, and it runs out when that process
 * dies. `freeAt` says when to ask again if another process holds it; it is null when nothing waits for an answer or
 * the answer is set aside. A try is counted when it begins, so that a try during which the process died counts as
 * failed.
 */
export async function takeLease(
  conversationId: string,
): Promise<{ lease: Lease } | { lease: null; freeAt: Date | null }> {
  const { rows } = await prepared.query<{ until: Date | null; taken: boolean }>({
    name: 'take-lease',
    text: `with mine as (
        update conversation set
          answering_until = case when answer_tries < ${mostTries}
            then clock_timestamp() + interval '${leaseSeconds} seconds' end,
          answer_set_aside_at = case when answer_tries >= ${mostTries} then clock_timestamp() end,
          answer_tries = least(answer_tries + 1, ${mostTries})
        where id = $1 and awaiting_seq is not null and status = 'IN_PROGRESS' and answer_set_aside_at is null
          and (answering_until is null or answering_until < clock_timestamp())
        returning answering_until, answer_set_aside_at
      )
      select answering_until as until, true as taken from mine where answer_set_aside_at is null union all
      select answering_until, false from conversation
      where id = $1 and awaiting_seq is not null and status = 'IN_PROGRESS' and answer_set_aside_at is null
        and not exists (select from mine)`,
    values: [conversationId],
  });
  const [row] = rows;
  if (!row) return { lease: null, freeAt: null };
  // Neither taken nor held: another process took it while this statement ran.
  const until = row.until ?? new Date();
  return row.taken ? { lease: heldLease(conversationId, until) } : { lease: null, freeAt: until };
}

function heldLease(conversationId: string, since: Date): Lease {
  let until = since;
  const lost = new AbortController();
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renew();
  }, renewEveryMs);
  timer.unref();

  async function renew() {
    try {
      const { rows } = await prepared.query<{ until: Date }>({
        name: 'renew-lease',
        text: `update conversation set answering_until = clock_timestamp() + interval '${leaseSeconds} seconds'
          where id = $1 and answering_until = $2 returning answering_until as until`,
        values: [conversationId, until],
      });
      if (rows[0]) until = rows[0].until;
      else lost.abort();
    } catch {
      // The database is unavailable. If it stays so, the lease runs out and the answer is not stored.
    }
  }

  return {
    signal: lost.signal,
    until: () => until,
    async settle() {
      clearInterval(timer);
      await renewing;
    },
    async release(failure) {
      clearInterval(timer);
      await renewing;
      await prepared.query({
        name: 'release-lease',
        text: `update conversation set answering_until = null,
            answer_tries = case when $3::text is null then greatest(answer_tries - 1, 0) else answer_tries end,
            answer_failure = coalesce($3, answer_failure)
          where id = $1 and answering_until = $2`,
        values: [conversationId, until, failure === undefined ? null : failureKindOf(failure)],
      });
    },
  };
}

/** The name and code of an error, without its message. */
function failureKindOf(error: unknown): string {
  const { name, code } = failureOf(error);
  return [name, code].filter(Boolean).join(' ');
}
