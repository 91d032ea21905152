import { type DestinationStream, type Logger, pino } from 'pino';
import { type Failure, failureOf } from './observability/failure.ts';
import { scope } from './observability/scope.ts';

const id = (value: unknown) => fitting(value, /^[\w-]{1,64}$/);
const uuid = (value: unknown) => fitting(value, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
/** A name that we or the operator gave: of a route, an operation, a job, a model, a file. */
const name = (value: unknown) => fitting(value, /^[\w.:/()+ -]{1,160}$/);
const number = (value: unknown) => (typeof value === 'number' ? value : '?');

/** All that a line can tell, and the form it must have: what isn't listed here reaches no log. */
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

/** A line's own words stand in the code: a text that was put together may carry anything. */
type Literal<W extends string> = string extends W ? never : W;

/** Nothing but what is listed: a fact that isn't would be left out of the line in silence. */
type Listed<F> = F & { [fact in Exclude<keyof F, keyof Facts>]: never };

type Say = {
  <const W extends string, F extends Facts>(facts: Listed<F>, words: Literal<W>): void;
  <const W extends string>(words: Literal<W>): void;
};

let sink: Logger = pino({ level: 'silent' });

/**
 * Structured log lines. They carry ids, counts, codes and names that we gave: never what somebody said, a person's
 * name, an address, a phone number or a token. The request and the conversation at hand are told by themselves.
 */
export const log = {
  trace: sayAt('trace'),
  debug: sayAt('debug'),
  info: sayAt('info'),
  warn: sayAt('warn'),
  error: sayAt('error'),
  fatal: sayAt('fatal'),
};

/** Sets the level once the configuration is read; lines go to the standard output, unless told otherwise. */
export function openLog(level: string, to?: DestinationStream) {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  sink = pino(options, to ?? standardOutput());
}

type Output = ReturnType<typeof pino.destination> & { destroyed?: boolean };

let opened: Output | undefined;

/**
 * Lines of one moment go out together, as writing one takes longer than making it. Whatever is out of order does not
 * wait for others, unless some are being written; and at the end everything goes.
 */
function standardOutput(): DestinationStream {
  opened ??= pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 });
  return opened;
}

/** Not by the logger's own, which has the disk confirm each time that it has the line. */
function hurry() {
  if (opened && !opened.destroyed) opened.flush();
}

function sayAt(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'): Say {
  const urgent = level === 'warn' || level === 'error' || level === 'fatal';
  return (...given: [string] | [Facts, string]) => {
    if (!sink.isLevelEnabled(level)) return;
    const [told, words] = given.length === 1 ? [{}, given[0]] : given;
    sink[level](listed(scope()?.about, told), words);
    if (urgent) hurry();
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

/** A value of another form is something else than what the line means to tell. */
function fitting(value: unknown, form: RegExp): string {
  return typeof value === 'string' && form.test(value) ? value : '?';
}
