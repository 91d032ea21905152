import { pool } from './database/database.ts';
import { clock } from './domain-values/clock.ts';
import { log } from './log.ts';

/** The task of a model call; 'tune' is a trial by an admin. */
export type ModelTask = 'interview' | 'write' | 'tune';

/** The tokens of one call, as the model's server reports them. */
export type CallTokens = { input: number; output: number };

type Call = {
  task: ModelTask;
  model: string;
  /** The subject; null for a trial. */
  subjectId: string | null;
  isFailed: boolean;
  latencyMs: number;
  /** Null when the server didn't say, or the answer was cut short. */
  tokens: CallTokens | null;
};

type Use = { quarter: Date } & Pick<Call, 'task' | 'model' | 'subjectId'> &
  Record<'calls' | 'failed' | 'latencyMs' | 'counted' | 'inputTokens' | 'outputTokens', number>;

const quarterMs = 15 * 60_000;
/** How long a process adds up calls before it stores them. */
const storeAfterMs = 2_000;

let waiting = new Map<string, Use>();
let timer: NodeJS.Timeout | null = null;

/**
 * Adds a model call to the totals of its quarter of an hour, and to those of its subject in the month. They are stored
 * within two seconds.
 */
export function countModelCall({ task, model, subjectId, isFailed, latencyMs, tokens }: Call): void {
  const quarter = new Date(Math.floor(Date.now() / quarterMs) * quarterMs);
  const zero = { calls: 0, failed: 0, latencyMs: 0, counted: 0, inputTokens: 0, outputTokens: 0 };
  add({
    ...{ ...zero, quarter, task, model, subjectId, calls: 1, failed: isFailed ? 1 : 0 },
    latencyMs: Math.round(latencyMs),
    ...(tokens && { counted: 1, inputTokens: tokens.input, outputTokens: tokens.output }),
  });
}

function add(use: Use) {
  const key = `${use.quarter.getTime()} ${use.task} ${use.subjectId} ${use.model}`;
  const before = waiting.get(key);
  if (!before) waiting.set(key, use);
  else
    for (const field of ['calls', 'failed', 'latencyMs', 'counted', 'inputTokens', 'outputTokens'] as const)
      before[field] += use[field];
  timer ??= setTimeout(() => void storeModelUse(), storeAfterMs).unref();
}

/** Stores the calls added up so far; after a failure, tries again two seconds later. */
export async function storeModelUse(): Promise<void> {
  if (timer) clearTimeout(timer);
  timer = null;
  const uses = [...waiting.values()];
  waiting = new Map();
  if (!uses.length) return;
  try {
    await pool.query(statement, [JSON.stringify(uses)]);
  } catch (error) {
    log.warn({ error }, 'model use could not be stored: trying again');
    for (const use of uses) add(use);
  }
}

/** How long the totals are kept: a year and a month, so that a month can be compared with the one a year before. */
export const modelUseKeptDays = 400;

/** Erases totals older than that. */
export async function eraseOldModelUse(): Promise<void> {
  const before = new Date(clock.now().getTime() - modelUseKeptDays * 24 * 3_600_000);
  await pool.query('delete from model_use where quarter < $1', [before]);
  await pool.query(
    `delete from subject_model_use where month < date_trunc('month', $1::timestamptz at time zone 'UTC')::date`,
    [before],
  );
}

const statement = `
  with use as materialized (
    select u.*, case when price.known then u.counted else 0 end as priced,
      case when price.known
        then (u."inputTokens" * m.input_price_per_million + u."outputTokens" * m.output_price_per_million) / 1000000
        else 0 end as cost_usd
    from jsonb_to_recordset($1::jsonb) as u (
      quarter timestamptz, task text, model text, "subjectId" uuid, calls int, failed int, "latencyMs" int, counted int,
      "inputTokens" int, "outputTokens" int
    )
    left join model m on m.name = u.model
    cross join lateral (
      select coalesce(m.input_price_per_million is not null and m.output_price_per_million is not null, false) as known
    ) price
  ), of_subjects as (
    insert into subject_model_use (subject_id, month, task, model, calls, failed, input_tokens, output_tokens, priced, cost_usd)
    select "subjectId", date_trunc('month', quarter at time zone 'UTC')::date, task, model, sum(calls), sum(failed),
      sum("inputTokens"), sum("outputTokens"), sum(priced), sum(cost_usd)
    from use
    where exists (select from subject s where s.id = "subjectId")
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (subject_id, month, task, model) do update set
      calls = subject_model_use.calls + excluded.calls,
      failed = subject_model_use.failed + excluded.failed,
      input_tokens = subject_model_use.input_tokens + excluded.input_tokens,
      output_tokens = subject_model_use.output_tokens + excluded.output_tokens,
      priced = subject_model_use.priced + excluded.priced,
      cost_usd = subject_model_use.cost_usd + excluded.cost_usd
  )
  insert into model_use (quarter, task, model, calls, failed, latency_ms, counted, input_tokens, output_tokens, priced, cost_usd)
  select quarter, task, model, sum(calls), sum(failed), sum("latencyMs"), sum(counted), sum("inputTokens"),
    sum("outputTokens"), sum(priced), sum(cost_usd)
  from use
  group by 1, 2, 3
  order by 1, 2, 3
  on conflict (quarter, task, model) do update set
    calls = model_use.calls + excluded.calls,
    failed = model_use.failed + excluded.failed,
    latency_ms = model_use.latency_ms + excluded.latency_ms,
    counted = model_use.counted + excluded.counted,
    input_tokens = model_use.input_tokens + excluded.input_tokens,
    output_tokens = model_use.output_tokens + excluded.output_tokens,
    priced = model_use.priced + excluded.priced,
    cost_usd = model_use.cost_usd + excluded.cost_usd`;
