import { operation } from '#tests/support/operations.ts';
import { startChild } from '../child.ts';
import type { SayLoad } from '../floors/say.ts';
import type { HttpLoad } from '../load/http.ts';
import { interleaved, type Measured, type Run, ratio } from '../rounds.ts';
import { cookieOf } from '../seed/seed.ts';
import type { Stage } from '../stage.ts';
import { mark } from '../table.ts';
import type { Path } from './path.ts';
import { roundsOf } from './reads.ts';
import { freshTalks, lengthen, type Talk, talks } from './talks.ts';

const atOnce = 32;
const words = 'My father kept a bakery on Canal Street, and the oven was lit at three.';

/** The lengths of talks in which saying something costs about the same. */
const lengths = [200, 2_000] as const;
const talksOfEach = 32;
const mostOfShorter = 1.2;

/** Stores messages; the interviewer's responses are left to another process here. */
export const say: Path = {
  name: 'say',
  async *measure(stage) {
    const { bench } = stage;
    const spoken = await talks(bench);
    const lengthened = lengths.map((length, at) => ({
      length,
      ids: spoken.slice(at * talksOfEach, (at + 1) * talksOfEach).map(({ id }) => id),
    }));
    const short = spoken.slice(lengths.length * talksOfEach);
    await freshTalks(bench, { answeredElsewhere: true });
    for (const each of lengthened) await lengthen(bench, each);
    const floor = await startFloor(stage);
    try {
      const measured = await interleaved<'floor' | 'ours' | 'at 200' | 'at 2000'>(
        [
          floor.contender(short),
          { name: 'ours', ...ours(stage, short) },
          { name: 'at 200', ...ours(stage, spoken.slice(0, talksOfEach)) },
          { name: 'at 2000', ...ours(stage, spoken.slice(talksOfEach, 2 * talksOfEach)) },
        ],
        {
          ...roundsOf(stage),
          before: () => freshTalks(bench, { answeredElsewhere: true, lengthened }),
        },
      );
      const row = { by: 'throughput', floor: measured.floor } as const;
      yield { name: `say, ${atOnce} at once`, ...row, ours: measured.ours, goal: 0.7 };
      yield { name: 'say, after 200 messages', ...row, ours: measured['at 200'] };
      const cost = ratio(measured['at 2000'], measured['at 200'], costOf);
      const note = `${cost.toFixed(2)} of that after 200 (goal ≤ ${mostOfShorter} ${mark(cost <= mostOfShorter)})`;
      yield { name: 'say, after 2,000 messages', ...row, ours: measured['at 2000'], note };
    } finally {
      await floor.stop();
      await freshTalks(bench, { answeredElsewhere: false });
    }
  },
};

/** The same, but the built-in interviewer responds each time. */
export const turns: Path = {
  name: 'turns',
  async *measure(stage) {
    const { bench } = stage;
    const spoken = await talks(bench);
    const floor = await startFloor(stage);
    try {
      const measured = await interleaved<'floor' | 'ours'>(
        [floor.contender(spoken), { name: 'ours', ...ours(stage, spoken) }],
        { ...roundsOf(stage), before: () => freshTalks(bench, { answeredElsewhere: false }) },
      );
      yield { name: 'turns: say, and the answer', by: 'throughput', ...measured };
    } finally {
      await floor.stop();
      await freshTalks(bench, { answeredElsewhere: false });
    }
  },
};

async function startFloor({ bench, options: { ms } }: Stage) {
  const { ask, pid, stop } = await startChild('./floors/say.ts', { DATABASE_URL: bench.url });
  return {
    stop,
    contender: (spoken: readonly Talk[]) => ({
      name: 'floor' as const,
      pid,
      run: () => ask<Run>({ conversationIds: spoken.map(({ id }) => id), atOnce, ms } satisfies SayLoad),
    }),
  };
}

function ours({ ours, client, options: { ms } }: Stage, spoken: readonly Talk[]) {
  const load = { url: `${ours.url}/graphql`, requests: spoken.map(requestOf), connections: atOnce, ms };
  return { pid: ours.pid, run: () => client.ask<Run>(load satisfies HttpLoad) };
}

function costOf({ serverUs, databaseUs }: Measured): number {
  return serverUs + databaseUs;
}

/** `{n}` becomes a new number each time, so that the server doesn't treat the message as a repetition. */
export function requestOf({ id, heldBy }: Talk) {
  const input = { conversationId: id, text: words, clientMessageId: 'said-{n}' };
  return {
    body: { query: operation('Say'), variables: { input } },
    headers: { cookie: cookieOf(heldBy) },
  };
}
