import { operation } from '#tests/support/operations.ts';
import { startChild } from '../child.ts';
import type { SayLoad } from '../floors/say.ts';
import type { HttpLoad } from '../load/http.ts';
import { interleaved, type Run } from '../rounds.ts';
import { cookieOf } from '../seed/seed.ts';
import type { Stage } from '../stage.ts';
import type { Path } from './path.ts';
import { roundsOf } from './reads.ts';
import { freshTalks, type Talk, talks } from './talks.ts';

const atOnce = 32;
const words = 'My father kept a bakery on Canal Street, and the oven was lit at three.';

/** Stores messages; the interviewer's responses are left to another process here. */
export const say: Path = {
  name: 'say',
  async *measure(stage) {
    yield { name: `say, ${atOnce} at once`, by: 'throughput', goal: 0.7, ...(await measured(stage, true)) };
  },
};

/** The same, but the built-in interviewer responds each time. */
export const turns: Path = {
  name: 'turns',
  async *measure(stage) {
    yield { name: 'turns: say, and the answer', by: 'throughput', ...(await measured(stage, false)) };
  },
};

async function measured(stage: Stage, answeredElsewhere: boolean) {
  const { bench, ours, client, options } = stage;
  const floor = await startChild('./floors/say.ts', { DATABASE_URL: bench.url });
  const { ms } = options;
  const spoken = await talks(bench);
  const conversationIds = spoken.map(({ id }) => id);
  const requests = spoken.map(requestOf);
  const fresh = () => freshTalks(bench, { answeredElsewhere });
  try {
    return await interleaved<'floor' | 'ours'>(
      [
        {
          name: 'floor',
          pid: floor.pid,
          run: () => floor.ask<Run>({ conversationIds, atOnce, ms } satisfies SayLoad),
        },
        {
          name: 'ours',
          pid: ours.pid,
          run: () =>
            client.ask<Run>({
              url: `${ours.url}/graphql`,
              requests,
              connections: atOnce,
              ms,
            } satisfies HttpLoad),
        },
      ],
      { ...roundsOf(stage), before: fresh },
    );
  } finally {
    await floor.stop();
    await freshTalks(bench, { answeredElsewhere: false });
  }
}

/** `$n` becomes a new number each time, so that the server doesn't treat the message as a repetition. */
export function requestOf({ id, heldBy }: Talk) {
  const input = { conversationId: id, text: words, clientMessageId: 'said-$n' };
  return {
    body: { query: operation('Say'), variables: { input } },
    headers: { cookie: cookieOf(heldBy) },
  };
}
