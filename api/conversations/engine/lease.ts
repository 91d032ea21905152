import { prepared } from '#api/platform/database/database.ts';
import { failureOf } from '#api/platform/observability/failure.ts';

/** How long an answerer that shows no sign of life is waited for. */
const leaseSeconds = 15;
const renewEveryMs = 5_000;

/** An answer that was begun so often and did not come about is set aside. */
const mostTries = 5;

export type Lease = {
  /** Aborts when the lease was lost: another answers now. */
  signal: AbortSignal;
  /** Its value in the row, by which the holder knows that it is still theirs. */
  until: () => Date;
  /** Renews it no more: what is left of it is enough to keep the answer. */
  settle: () => Promise<void>;
  /** Gives it back. With an error: the answer did not come about, which is noted. */
  release: (failure?: unknown) => Promise<void>;
};

/**
 * Takes on answering a conversation: one answerer at a time among all processes, and the lease of one that
 * died runs out. `freeAt` says when to ask again, if somebody else holds it; null when nothing is awaited, or the answer
 * is set aside. A try counts from its beginning: one that its process did not survive has failed.
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
  // Not taken and nobody's: somebody else took it as this was asked.
  const until = row.until ?? new Date();
  return row.taken ? { lease: held(conversationId, until) } : { lease: null, freeAt: until };
}

function held(conversationId: string, since: Date): Lease {
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
      // The database is away: if it stays away, the lease runs out, and the answer is not kept.
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
        values: [conversationId, until, failure === undefined ? null : kindOf(failure)],
      });
    },
  };
}

/** Of what kind an error is, without its words. */
function kindOf(error: unknown): string {
  const { name, code } = failureOf(error);
  return [name, code].filter(Boolean).join(' ');
}
