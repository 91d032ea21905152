import { operation } from '#tests/support/operations.ts';
import type { GraphqlRequest } from '../documents.ts';
import type { HttpLoad } from '../load/http.ts';
import { type Reader, readersOf, sentBy } from '../pages.ts';
import { type Contender, interleaved, type Run } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import type { Path } from './path.ts';
import { answerTheSame } from './same.ts';

const connections = 8;

/** The floors of a read: without a look-up of the session (`strict`), or with it. */
export type FloorKind = 'strict' | 'session';

/** The servers that answer a read, after checking that their responses to every request are the same. */
export async function contendersFor<Kind extends FloorKind>(
  { ours, floor, client, options }: Stage,
  { at, requests, kinds }: { at: string; requests: readonly GraphqlRequest[]; kinds: readonly Kind[] },
): Promise<Contender<Kind | 'ours'>[]> {
  const own = `${ours.url}/graphql`;
  const baselines = kinds.map((name) => ({ name, pid: floor.pid, url: `${floor.url}/${name}/${at}` }));
  for (const request of requests)
    await answerTheSame(
      request,
      own,
      baselines.map(({ url }) => url),
    );
  return [...baselines, { name: 'ours' as const, pid: ours.pid, url: own }].map(({ name, pid, url }) => ({
    name,
    pid,
    run: () =>
      client.ask<Run>({ url, requests: [...requests], connections, ms: options.ms } satisfies HttpLoad),
  }));
}

/** A document of the contract, read by 200 users in turn. */
function readPath(name: string, at: string, goal: number, variablesOf: (reader: Reader) => object): Path {
  return {
    name,
    async *measure(stage) {
      const query = operation(at === 'home' ? 'SubjectHome' : 'Transcript');
      const readers = await readersOf(stage.bench);
      const requests = readers.map((reader) =>
        sentBy(reader, { body: { query, variables: variablesOf(reader) }, headers: {} }),
      );
      const contenders = await contendersFor(stage, { at, requests, kinds: ['strict'] });
      const { ours, strict } = await interleaved(contenders, roundsOf(stage));
      yield { name, ours, floor: strict, by: 'throughput', goal };
    },
  };
}

export function roundsOf({ options, bench, client }: Stage) {
  return { rounds: options.rounds, databasePid: bench.databasePid, clientPid: client.pid };
}

export const home = readPath('home of a subject', 'home', 0.35, ({ subjectId: id }) => ({ id }));

export const transcript = readPath('script of 100 messages', 'transcript', 0.6, ({ conversationId: id }) => ({
  id,
  first: 100,
}));
