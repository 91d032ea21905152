import { operation } from '#tests/support/operations.ts';
import type { HttpLoad } from '../load/http.ts';
import { type Contender, interleaved, type Run } from '../rounds.ts';
import { cookieOf } from '../seed/seed.ts';
import type { Stage } from '../stage.ts';
import type { Path } from './path.ts';
import { answerTheSame } from './same.ts';

const connections = 8;

export type Read = {
  /** The path at the baseline server. */
  at: string;
  query: string;
  /** The variables for both servers. */
  variables: object;
  as: string;
};

/** The two servers that answer a read, after checking that their responses are the same. */
export async function contendersFor(
  { ours, floor, client, options }: Stage,
  { at, query, variables, as }: Read,
): Promise<[Contender<'floor'>, Contender<'ours'>]> {
  const request = { body: { query, variables }, headers: { cookie: cookieOf(as) } };
  const urls = { ours: `${ours.url}/graphql`, floor: `${floor.url}${at}` };
  await answerTheSame({ url: urls.ours, ...request }, { url: urls.floor, ...request });
  const busy = (url: string) => () =>
    client.ask<Run>({ url, requests: [request], connections, ms: options.ms } satisfies HttpLoad);
  return [
    { name: 'floor', pid: floor.pid, run: busy(urls.floor) },
    { name: 'ours', pid: ours.pid, run: busy(urls.ours) },
  ];
}

function readPath(name: string, goal: number | undefined, readOf: (stage: Stage) => Promise<Read>): Path {
  return {
    name,
    async *measure(stage) {
      const contenders = await contendersFor(stage, await readOf(stage));
      const measured = await interleaved<'floor' | 'ours'>(contenders, roundsOf(stage));
      yield { name, ...measured, by: 'throughput', ...(goal !== undefined && { goal }) };
    },
  };
}

export function roundsOf({ options, bench, client }: Stage) {
  return { rounds: options.rounds, databasePid: bench.databasePid, clientPid: client.pid };
}

export const home = readPath('home of a subject', 0.35, async ({ bench }) => {
  const { rows } = await bench.db.query(`select id from subject where preferred_name = 'Talk-0'`);
  return { at: '/home', query: operation('SubjectHome'), variables: { id: rows[0].id }, as: 'speaker-0' };
});

export const transcript = readPath('transcript of 100 messages', 0.6, async ({ bench }) => {
  const { rows } = await bench.db.query(
    `select c.id from conversation c join subject s on s.id = c.subject_id
     where s.preferred_name = 'Big' and c.status = 'COMPLETED' order by c.started_at limit 1 offset 5000`,
  );
  const variables = { id: rows[0].id, first: 100 };
  return { at: '/transcript', query: operation('Transcript'), variables, as: 'family-0' };
});

export const me = readPath('me { id }', undefined, async () => {
  const variables = { token: 'token-of-speaker-0' };
  return { at: '/me', query: '{ me { id } }', variables, as: 'speaker-0' };
});
