import { pool } from './database/database.ts';
import { clock } from './domain-values/clock.ts';
import { lowestIdAt, newIdAt } from './domain-values/ids.ts';
import { log } from './log.ts';
import { failureOf } from './observability/failure.ts';

/** The task of a model call; 'tune' is a trial by an admin. */
export type ModelTask = 'interview' | 'write' | 'tune';

/** 'unfit': the answer can't be used. 'late': it timed out. 'interrupted': the caller no longer needs it. */
export type CallOutcome = 'answered' | 'unfit' | 'empty' | 'late' | 'failed' | 'interrupted';

/** The tokens of one call, as the model's server reports them. */
export type CallTokens = { input: number; output: number };

/** What is known of a call besides its outcome. */
export type CallDetails = {
  /** Null when the server didn't say, or the answer was cut short. */
  tokens?: CallTokens | null;
  firstTokenMs?: number | null;
  /** The model's name as its server reported it. */
  modelVersion?: string | null;
  error?: unknown;
};

type Call = CallDetails & {
  task: ModelTask;
  model: string;
  /** The subject; null for a trial. */
  subjectId: string | null;
  outcome: CallOutcome;
  latencyMs: number;
};

/** Whether a call gave no usable answer. */
export function isFailedCall(outcome: CallOutcome): boolean {
  return outcome !== 'answered' && outcome !== 'interrupted';
}

type Use = { quarter: Date } & Pick<Call, 'task' | 'model' | 'subjectId'> &
  Record<'calls' | 'failed' | 'latencyMs' | 'counted' | 'inputTokens' | 'outputTokens', number>;

const quarterMs = 15 * 60_000;
/** How long a process adds up calls before it stores them. */
const storeAfterMs = 2_000;

/** The maximum of single calls that wait for an unreachable database; later ones are only added up. */
const mostWaiting = 10_000;

type SingleCall = Pick<Call, 'task' | 'model' | 'subjectId' | 'outcome' | 'latencyMs'> & {
  id: string;
  at: Date;
  failed: boolean;
  modelVersion: string | null;
  errorKind: string | null;
} & Record<'firstTokenMs' | 'inputTokens' | 'outputTokens', number | null>;

let waiting = new Map<string, Use>();
let waitingCalls: SingleCall[] = [];
let timer: NodeJS.Timeout | null = null;

/**
 * Records a model call, and adds it to the totals of its quarter of an hour and to those of its subject in the month.
 * They are stored within two seconds.
 */
export function recordModelCall(call: Call): void {
  const { task, model, subjectId, outcome, tokens = null, firstTokenMs = null, modelVersion, error } = call;
  const at = new Date();
  const failed = isFailedCall(outcome);
  const latencyMs = Math.round(call.latencyMs);
  if (waitingCalls.length < mostWaiting)
    waitingCalls.push({
      ...{ id: newIdAt(at), at, task, model, subjectId, outcome, failed, latencyMs },
      modelVersion: nameIn(modelVersion),
      errorKind: failed && error !== undefined ? errorKindOf(error) : null,
      firstTokenMs: firstTokenMs === null ? null : Math.round(firstTokenMs),
      ...{ inputTokens: tokens?.input ?? null, outputTokens: tokens?.output ?? null },
    });
  const quarter = new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);
  const zero = { calls: 0, failed: 0, latencyMs: 0, counted: 0, inputTokens: 0, outputTokens: 0 };
  add({
    ...{ ...zero, quarter, task, model, subjectId, calls: 1, failed: failed ? 1 : 0, latencyMs },
    ...(tokens && { counted: 1, inputTokens: tokens.input, outputTokens: tokens.output }),
  });
}

/** Accepts only what can be the name of a model: a server could answer anything. */
function nameIn(modelVersion: string | null | undefined): string | null {
  return modelVersion && /^[\w.:/@+-]{1,200}$/.test(modelVersion) ? modelVersion : null;
}

/** The HTTP status, else the code, else the name of an error or its cause. Never its message. */
function errorKindOf(error: unknown): string {
  const { code, name, cause } = failureOf(error);
  return code ?? cause?.code ?? cause?.cause?.code ?? cause?.name ?? name;
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
  const calls = waitingCalls;
  waiting = new Map();
  waitingCalls = [];
  if (!uses.length) return;
  try {
    await pool.query(statement, [JSON.stringify(uses), JSON.stringify(calls)]);
  } catch (error) {
    log.warn({ error }, 'model use could not be stored: trying again');
    for (const use of uses) add(use);
    waitingCalls = [...calls, ...waitingCalls].slice(0, mostWaiting);
  }
}

/** How long the totals are kept: a year and a month, so that a month can be compared with the one a year before. */
export const modelUseKeptDays = 400;

/** How long single calls are kept. */
const modelCallsKeptDays = 30;

/** Rows per delete statement, so that none takes long. */
const atATime = 10_000;

/** Erases single calls and totals that are older. */
export async function eraseOldModelUse(signal?: AbortSignal): Promise<void> {
  const oldest = lowestIdAt(new Date(clock.now().getTime() - modelCallsKeptDays * 24 * 3_600_000));
  let erased = atATime;
  while (erased === atATime && !signal?.aborted) {
    const { rowCount } = await pool.query(
      `delete from model_call where id in (select id from model_call where id < $1 order by id limit ${atATime})`,
      [oldest],
    );
    erased = rowCount ?? 0;
  }
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
  ), single as (
    insert into model_call (id, at, task, model, model_version, subject_id, outcome, failed, error_kind, first_token_ms,
      latency_ms, input_tokens, output_tokens, cost_usd)
    select c.id, c.at, c.task, c.model, c."modelVersion", s.id, c.outcome, c.failed, c."errorKind", c."firstTokenMs",
      c."latencyMs", c."inputTokens", c."outputTokens",
      (c."inputTokens" * m.input_price_per_million + c."outputTokens" * m.output_price_per_million) / 1000000
    from jsonb_to_recordset($2::jsonb) as c (
      id uuid, at timestamptz, task text, model text, "modelVersion" text, "subjectId" uuid, outcome text, failed boolean,
      "errorKind" text, "firstTokenMs" int, "latencyMs" int, "inputTokens" int, "outputTokens" int
    )
    left join model m on m.name = c.model
    left join subject s on s.id = c."subjectId"
    on conflict (id) do nothing
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
