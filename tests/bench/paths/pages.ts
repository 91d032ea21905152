import { bookDocuments, messageDocuments, type PageDocument } from '../pages.ts';
import { type Contender, interleaved, type Measured, ratio } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { mark, type Row } from '../table.ts';
import type { Path } from './path.ts';
import { contendersFor, roundsOf } from './reads.ts';

const depth = 10_000;
/** A page far down costs at most this many times as much as the first, for each of its rows. */
const deeper = 1.5;

/** The pages of a book and of its reader. */
export const bookPages: Path[] = bookDocuments.map((document) => ({
  name: document.name,
  async *measure(stage) {
    const requests = await document.requests(stage.bench);
    const contenders = await contendersFor(stage, {
      at: document.floor,
      requests,
      kinds: ['strict', 'session'],
    });
    yield rowOf(document, await interleaved(contenders, roundsOf(stage)));
  },
}));

/** The writer's messages. The first page of each filter and one far down are measured in the same rounds. */
export const writerMessages: Path = {
  name: 'messages',
  async *measure(stage) {
    const documents = await messageDocuments(stage.bench, depth);
    for (let at = 0; at < documents.length; at += 2) yield* measureDepths(stage, documents.slice(at, at + 2));
  },
};

async function* measureDepths(stage: Stage, documents: readonly PageDocument[]): AsyncGenerator<Row> {
  const contenders: Contender<string>[] = [];
  for (const [at, { floor, requests }] of documents.entries()) {
    const each = await contendersFor(stage, {
      at: floor,
      requests: await requests(stage.bench),
      kinds: ['strict', 'session'],
    });
    contenders.push(...each.map((contender) => ({ ...contender, name: `${contender.name} ${at}` })));
  }
  const measured = await interleaved(contenders, roundsOf(stage));
  const of = (name: string, at: number) => measured[`${name} ${at}`] ?? [];
  for (const [at, document] of documents.entries()) {
    const [strict, session, ours] = [of('strict', at), of('session', at), of('ours', at)];
    // The first page has 50 rows, and each further one 100.
    const cost = ratio(ours, of('ours', 0), costOf) / 2;
    const note = `${cost.toFixed(2)} of the first page for each row (goal ≤ ${deeper} ${mark(cost <= deeper)})`;
    yield { ...rowOf(document, { strict, session, ours }), ...(at && { note }) };
  }
}

function rowOf(
  { name, goals }: PageDocument,
  measured: Record<'strict' | 'session' | 'ours', Measured[]>,
): Row {
  const { strict: floor, session, ours } = measured;
  const { strict: goal, session: sessionGoal, serverMs, databaseMs } = goals;
  return {
    name,
    ours,
    floor,
    session,
    by: 'throughput',
    ...(goal !== undefined && { goal }),
    ...(sessionGoal !== undefined && { sessionGoal }),
    ...(serverMs !== undefined && databaseMs !== undefined && { most: { serverMs, databaseMs } }),
  };
}

function costOf({ serverUs, databaseUs }: Measured): number {
  return serverUs + databaseUs;
}
