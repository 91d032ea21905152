import { operation } from '#tests/support/operations.ts';
import type { ListVariables } from '../floors/list.ts';
import { cursorAt, sentBy } from '../pages.ts';
import { type Contender, interleaved, type Measured, ratio } from '../rounds.ts';
import type { Bench } from '../seed/seed.ts';
import type { Stage } from '../stage.ts';
import { mark, type Row } from '../table.ts';
import type { Path } from './path.ts';
import { contendersFor, roundsOf } from './reads.ts';

type Filter = ListVariables['filter'];

/** The number of rows before the page; combined filters match fewer than a million. */
const depths = [0, 10_000, 1_000_000];
const deepestOfAll = 500_000;
const query = operation('WriterMessages');
const goals = { first: 0.7, deep: 1.5 };

/** The writer's list of two million messages, with each of its filters. */
export const list: Path = {
  name: 'list',
  async *measure(stage) {
    for (const [name, filter] of Object.entries(await filtersOf(stage.bench)))
      yield* measureList(stage, name, filter);
  },
};

/** Measures all depths of a filter in the same rounds, so that a deep page can be compared with the first one. */
async function* measureList(stage: Stage, name: string, filter: Filter): AsyncGenerator<Row> {
  const contenders: Contender<string>[] = [];
  const pages = depths.map((depth) => (name === 'all' ? Math.min(depth, deepestOfAll) : depth));
  for (const depth of pages) {
    const variables = { filter, first: 25, after: await cursorAt(stage.bench, filter, depth) };
    const request = sentBy({ name: 'admin', userId: '' }, { body: { query, variables }, headers: {} });
    const at = `list/${name}${depth ? '/deep' : ''}`;
    const both = await contendersFor(stage, { at, requests: [request], kinds: ['strict'] });
    contenders.push(...both.map((each) => ({ ...each, name: `${each.name} ${depth}` })));
  }
  const measured = await interleaved(contenders, roundsOf(stage));
  const first = measured['ours 0'] ?? [];
  for (const depth of pages) {
    const ours = measured[`ours ${depth}`] ?? [];
    const deeper = ratio(ours, first, costOf);
    yield {
      name: `list: ${name}${depth ? `, ${depth.toLocaleString('en')} deep` : ''}`,
      ours,
      floor: measured[`strict ${depth}`] ?? [],
      by: 'throughput',
      // The goal applies to filtered lists. Without a filter the baseline has nothing to plan.
      ...(name !== 'unfiltered' && { goal: goals.first }),
      ...(depth && {
        note: `${deeper.toFixed(2)} of page 1${depth === 10_000 ? ` (goal ≤ ${goals.deep} ${mark(deeper <= goals.deep)})` : ''}`,
      }),
    };
  }
}

function costOf({ serverUs, databaseUs }: Measured): number {
  return serverUs + databaseUs;
}

async function filtersOf({ db }: Bench): Promise<Record<string, Filter>> {
  const { rows } = await db.query<{ id: string }>(`select id from subject where preferred_name = 'Big'`);
  const subjectId = rows[0]?.id ?? '';
  const dates = {
    dateFrom: new Date(Date.now() - 729 * 86_400_000).toISOString(),
    dateTo: new Date(Date.now() - 20 * 86_400_000).toISOString(),
  };
  return {
    unfiltered: {},
    date: dates,
    phone: { phone: '+1202' },
    subject: { subjectId },
    role: { role: 'assistant' },
    all: { ...dates, phone: '+1202', subjectId, role: 'assistant' },
  };
}
