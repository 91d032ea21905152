import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { openPools } from '#api/platform/database/database.ts';
import { log } from '#api/platform/log.ts';
import { version } from './version.ts';

/** Gauges that are read on demand: each value with its labels. */
export type Measure = {
  name: string;
  help: string;
  labels: readonly string[];
  read: () => Promise<readonly { labels: Record<string, string>; value: number }[]>;
};

/** How long a reading is reused, and its timeout. */
const readEveryMs = 5_000;
const readWithinMs = 2_000;

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const callBuckets = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120];

/** The counters of this server; `openMetrics` resets them. */
export let metrics = counters();

/** Resets the counters, and reads `measures` at each scrape. */
export function openMetrics({ role }: { role: string }, measures: readonly Measure[]) {
  metrics = counters();
  const { registry } = metrics;
  gauge(registry, 'build_info', 'What runs: always 1', ['version', 'node', 'role']).set(
    { version, node: process.versions.node, role },
    1,
  );
  for (const measure of measures) addMeasure(registry, measure);
  processMetrics();
}

/** All metrics in Prometheus' format. */
export async function exposition(): Promise<{ type: string; text: string }> {
  const registries = [metrics.registry, processMetrics()];
  const texts = await Promise.all(registries.map((registry) => registry.metrics()));
  return { type: metrics.registry.contentType, text: texts.join('\n') };
}

function counters() {
  const registry = new Registry();
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `evertold_${name}`, help, labelNames, registers: [registry] });
  const seconds = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name: `evertold_${name}_seconds`, help, labelNames, buckets, registers: [registry] });
  connections(registry);
  return {
    registry,
    requests: counter('http_requests_total', 'Answered requests', ['route', 'operation', 'code']),
    requestSeconds: seconds(
      'http_request_duration',
      'From a request’s first line to the end of its answer',
      ['route', 'operation'],
      requestBuckets,
    ),
    refusedConnections: counter(
      'connections_refused_total',
      'Turned away before there was a request: upgrades, and what could not be read as one',
      ['reason'],
    ),
    operationErrors: counter('operation_errors_total', 'Errors of operations', ['operation', 'code']),
    defects: counter('defects_total', 'Errors that were masked: each has an id in the log', []),
    socketOperations: counter('socket_operations_total', 'Begun over sockets', ['kind', 'operation']),
    sockets: gauge(registry, 'sockets', 'Open sockets', []),
    subscriptions: gauge(registry, 'subscriptions', 'Open subscriptions', ['field']),
    eventLag: seconds(
      'event_lag',
      'From the making of a row to its delivery to those who follow',
      [],
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    ),
    modelCalls: seconds(
      'model_call_duration',
      'Calls of language models',
      ['task', 'model', 'outcome'],
      callBuckets,
    ),
    modelFallbacks: counter('model_fallbacks_total', 'No model answered; what is built in did', ['task']),
    jobRuns: seconds(
      'job_run_duration',
      'Runs of jobs',
      ['job', 'outcome'],
      [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900],
    ),
    mails: counter('mails_total', 'Letters handed on', ['kind', 'outcome']),
    texts: counter('texts_total', 'Texts handed on', ['kind', 'outcome']),
    capsReached: counter(
      'caps_reached_total',
      'Times that something was not sent because as much as may had gone to a country, or to everybody',
      ['cap'],
    ),
    unreadMeasures: counter(
      'measures_unread_total',
      'Times that something was to be told which could not be read in the database: its numbers were left out',
      ['measure'],
    ),
  };
}

function gauge(registry: Registry, name: string, help: string, labelNames: readonly string[]) {
  return new Gauge({ name: `evertold_${name}`, help, labelNames: [...labelNames], registers: [registry] });
}

function connections(registry: Registry) {
  new Gauge({
    name: 'evertold_database_connections',
    help: 'Of each pool: all, those that rest, and who waits for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [name, { totalCount, idleCount, waitingCount }] of openPools()) {
        this.set({ pool: name, state: 'total' }, totalCount);
        this.set({ pool: name, state: 'idle' }, idleCount);
        this.set({ pool: name, state: 'waiting' }, waitingCount);
      }
    },
  });
}

/**
 * A measure that can't be read is left out and counted, because a missing number would look like zero; the others are
 * still returned. Concurrent scrapes share one reading.
 */
function addMeasure(registry: Registry, { name, help, labels, read }: Measure) {
  const { unreadMeasures } = metrics;
  unreadMeasures.inc({ measure: name }, 0);
  let known: { at: number; values: ReturnType<Measure['read']> } | null = null;
  new Gauge({
    name: `evertold_${name}`,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const now = performance.now();
      if (!known || now - known.at > readEveryMs) known = { at: now, values: read() };
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error('Too late')), readWithinMs);
      try {
        const values = await Promise.race([known.values, late.promise]);
        this.reset();
        for (const { labels: of, value } of values) this.set(of, value);
      } catch (error) {
        this.reset();
        // Without labels, the gauge would show zero, as if nothing waited.
        if (labels.length === 0) this.remove();
        unreadMeasures.inc({ measure: name });
        log.warn({ error, part: name }, 'a measure could not be read');
      } finally {
        clearTimeout(timer);
      }
    },
  });
}

let processRegistry: Registry | null = null;

/** The process metrics: registered once, because they listen to the garbage collector. */
function processMetrics(): Registry {
  if (processRegistry) return processRegistry;
  processRegistry = new Registry();
  collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: 20 });
  return processRegistry;
}
