import { operation } from '#tests/support/operations.ts';
import type { ListVariables } from '../floors/list.ts';
import { type Contender, interleaved, type Measured, ratio } from '../rounds.ts';
import type { Bench } from '../seed/seed.ts';
import type { Stage } from '../stage.ts';
import { mark, type Row } from '../table.ts';
import type { Path } from './path.ts';
import { contendersFor, type Read, roundsOf } from './reads.ts';

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
    const read: Read = {
      at: `/list/${name.split(' ')[0]}${depth ? '/deep' : ''}`,
      query,
      variables: { filter, first: 25, after: await cursorAt(stage.bench, filter, depth) },
      as: 'admin',
    };
    const both = await contendersFor(stage, read);
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
      floor: measured[`floor ${depth}`] ?? [],
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
  const { rows } = await db.query(
    `select id, preferred_name as name from subject where preferred_name in ('Big', 'Subject-7')`,
  );
  const idOf = (name: string): string => rows.find((row) => row.name === name).id;
  const dates = {
    dateFrom: new Date(Date.now() - 729 * 86_400_000).toISOString(),
    dateTo: new Date(Date.now() - 20 * 86_400_000).toISOString(),
  };
  return {
    unfiltered: {},
    date: dates,
    phone: { phone: '+1202' },
    subject: { subjectId: idOf('Big') },
    role: { role: 'assistant' },
    all: { ...dates, phone: '+1202', subjectId: idOf('Big'), role: 'assistant' },
  };
}

/** The cursor after this many messages, as the list itself would return it. */
async function cursorAt({ db }: Bench, filter: Filter, depth: number): Promise<string | null> {
  if (!depth) return null;
  const { rows } = await db.query(
    `select created_at, id, seq, xid::text, position::text from message
     where ($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at < $2)
       and ($3::text is null or phone like $3 || '%') and ($4::uuid is null or subject_id = $4)
       and ($5::text is null or role = $5::"MessageRole")
     order by created_at desc, id desc limit 1 offset $6`,
    [filter.dateFrom, filter.dateTo, filter.phone, filter.subjectId, filter.role, depth - 1],
  );
  const [row] = rows;
  if (!row) throw new Error(`There are no ${depth} messages of ${JSON.stringify(filter)}`);
  const key = [row.created_at.getTime(), row.id, row.seq, row.xid, row.position];
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}
