import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Options } from './options.ts';
import { bookDocuments, messageDocuments, type PageDocument } from './pages.ts';
import { type Bench, benchFolder, openBench } from './seed/seed.ts';
import { startOurs } from './stage.ts';

/** Settings that log every statement with its times and its plan as JSON. */
const logged = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'statements.log',
  log_truncate_on_rotation: 'on',
  log_min_duration_statement: '0',
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
};
const logFile = path.join(benchFolder, 'postgres/log/statements.json');
/** A document is sent so often before it is looked at: its statements are prepared and its function compiled by then. */
const before = 30;

type Entry = { application_name?: string; message: string };

/** Prints the statements that the server sends for one request of each page, with their times and plans. */
export async function tellPlans(options: Options, say: (line: string) => void) {
  await withSettings(options, logged, say, async (bench) => {
    const ours = await startOurs(bench);
    try {
      for (const document of [...bookDocuments, ...(await messageDocuments(bench, 10_000))]) {
        if (options.only && !options.only.some((name) => document.name.startsWith(name))) continue;
        say(`\n=== ${document.name}`);
        for (const text of await statementsOf(bench, document, `${ours.url}/graphql`)) say(text);
      }
    } finally {
      await ours.stop();
    }
  });
}

/** Runs the work on a database with these settings, which need a restart, and resets them. */
async function withSettings(
  { messages }: Options,
  settings: Record<string, string>,
  say: (line: string) => void,
  work: (bench: Bench) => Promise<void>,
) {
  const set = async (each: (name: string, value: string) => string) => {
    const bench = await openBench(messages, say);
    // A module's settings are known only where it is loaded.
    await bench.db.query(`load 'auto_explain'`);
    for (const [name, value] of Object.entries(settings)) await bench.db.query(each(name, value));
    await bench.stop();
  };
  await set((name, value) => `alter system set ${name} = '${value}'`);
  const bench = await openBench(messages, say);
  try {
    await work(bench);
  } finally {
    await bench.stop();
    await set((name) => `alter system reset ${name}`);
  }
}

async function statementsOf(bench: Bench, { requests }: PageDocument, url: string): Promise<string[]> {
  const [request] = await requests(bench);
  if (!request) return [];
  const { headers, body } = request;
  const ask = () => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  for (let sent = 0; sent < before; sent++) await (await ask()).text();
  const start = await logSoFar(bench);
  await (await ask()).text();
  const entries = (await logSoFar(bench)).slice(start.length);
  return entries
    .filter(({ application_name = '' }) => application_name.startsWith('evertold'))
    .map(({ message }) => message);
}

/** The log up to now: the collector writes it a moment later, so that a statement of ours is waited for. */
async function logSoFar({ db }: Bench): Promise<Entry[]> {
  const mark = randomUUID();
  await db.query(`select '${mark}'`);
  for (;;) {
    const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
    if (lines.some((line) => line.includes(mark))) return lines.map((line) => JSON.parse(line) as Entry);
    await sleep(50);
  }
}
