import { type Kept, storeUtterance } from '#api/conversations/engine/store-utterance.ts';
import { openDatabase, prepared } from '#api/platform/database/database.ts';
import { answerParent } from '../child.ts';
import { latenciesOf } from '../load/latencies.ts';

/** The baseline for `say`: its one statement on the product's own pool, at this concurrency and for this long. */
export type SayLoad = { conversationIds: string[]; atOnce: number; ms: number };

openDatabase(process.env.DATABASE_URL ?? '');
let said = 0;

answerParent<SayLoad>(async ({ conversationIds, atOnce, ms }) => {
  const latencies: number[] = [];
  const started = performance.now();
  const speak = async () => {
    while (performance.now() < started + ms) {
      const conversationId = conversationIds[said++ % conversationIds.length] as string;
      const sent = performance.now();
      await storeUtterance(
        async (text, values) => (await prepared.query<Kept>({ name: 'say', text, values })).rows,
        {
          conversationId,
          text: 'My father kept a bakery on Canal Street.',
          clientMessageId: `bare-${process.pid}-${said}`,
          private: false,
          announces: false,
          reading: { spans: [] },
        },
      );
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, speak));
  const seconds = (performance.now() - started) / 1000;
  return { count: latencies.length, seconds, ...latenciesOf(latencies) };
});
