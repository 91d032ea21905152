import { type DestinationStream, type Logger, pino } from 'pino';
import { type Failure, failureOf } from './observability/failure.ts';
import { scope } from './observability/scope.ts';

const id = (value: unknown) => matchingOrUnknown(value, /^[\w-]{1,64}$/);
const uuid = (value: unknown) => matchingOrUnknown(value, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
/** A name chosen by us or the operator: of a route, an operation, a job, a model, a file. */
const name = (value: unknown) => matchingOrUnknown(value, /^[\w.:/()+ -]{1,160}$/);
const number = (value: unknown) => (typeof value === 'number' ? value : '?');

/** The allowed fields of a log line and their formats: other fields are dropped. */
const facts = {
  requestId: id,
  errorId: uuid,
  userId: id,
  keyId: id,
  conversationId: uuid,
  jobId: uuid,
  method: name,
  route: name,
  path: name,
  kind: name,
  operation: name,
  document: id,
  field: name,
  job: name,
  task: name,
  model: name,
  outcome: name,
  outage: name,
  why: name,
  part: name,
  migration: name,
  table: name,
  index: name,
  holder: name,
  left: number,
  file: name,
  said: name,
  role: name,
  host: name,
  port: number,
  status: number,
  characters: number,
  ms: number,
  error: failureOf,
  at: (value: unknown) => (Array.isArray(value) ? value.map(name) : '?'),
} satisfies Record<string, (value: unknown) => Told>;

type Told = string | number | Failure | string[];

export type Facts = {
  [fact in keyof typeof facts]?: fact extends 'error'
    ? unknown
    : ReturnType<(typeof facts)[fact]> | null | undefined;
};

/** The message must be a literal: a composed text could contain personal data. */
type Literal<W extends string> = string extends W ? never : W;

/** Refuses fields that are not listed, which would be dropped silently. */
type Listed<F> = F & { [fact in Exclude<keyof F, keyof Facts>]: never };

type Say = {
  <const W extends string, F extends Facts>(facts: Listed<F>, words: Literal<W>): void;
  <const W extends string>(words: Literal<W>): void;
};

let sink: Logger = pino({ level: 'silent' });

/**
 * Structured log lines. They contain ids, counts, codes and names that we chose: never messages, personal names,
 * addresses, phone numbers or tokens. The ids of the current request and conversation are added.
 */
export const log = {
  trace: sayAt('trace'),
  debug: sayAt('debug'),
  info: sayAt('info'),
  warn: sayAt('warn'),
  error: sayAt('error'),
  fatal: sayAt('fatal'),
};

/** Sets the level once the configuration is read; lines go to `to` or else to the standard output. */
export function openLog(level: string, to?: DestinationStream) {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  sink = pino(options, to ?? standardOutput());
}

type Output = ReturnType<typeof pino.destination> & { destroyed?: boolean };

let opened: Output | undefined;

/**
 * Lines are written in batches, because writing one takes longer than making it. Warnings and errors are flushed at
 * once unless a write is running; at the end, everything is flushed.
 */
function standardOutput(): DestinationStream {
  opened ??= pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 });
  return opened;
}

/** Not the logger's own flush, which syncs the disk each time. */
function flushNow() {
  if (opened && !opened.destroyed) opened.flush();
}

function sayAt(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'): Say {
  const urgent = level === 'warn' || level === 'error' || level === 'fatal';
  return (...given: [string] | [Facts, string]) => {
    if (!sink.isLevelEnabled(level)) return;
    const [fields, words] = given.length === 1 ? [{}, given[0]] : given;
    sink[level](listed(scope()?.about, fields), words);
    if (urgent) flushNow();
  };
}

function listed(...given: (object | undefined)[]): Record<string, Told | null> {
  const line: Record<string, Told | null> = {};
  for (const each of given) {
    for (const fact in each) {
      const value: unknown = each[fact as keyof typeof each];
      if (value === undefined || !Object.hasOwn(facts, fact)) continue;
      line[fact] = value === null ? null : facts[fact as keyof typeof facts](value);
    }
  }
  return line;
}

/** A value in another format is replaced, because it is not what the field means. */
function matchingOrUnknown(value: unknown, form: RegExp): string {
  return typeof value === 'string' && form.test(value) ? value : '?';
}
