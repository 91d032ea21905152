import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '#tests/support/told.ts';
import type { House, Victim } from './house.ts';
import type { Taken } from './mail-server.ts';
import type { Scene } from './scene.ts';
import type { stories } from './stories.ts';
import type { aTeller } from './teller.ts';

/** A pseudo-random number from the seed, from 0 to below `limit`. */
export function drawn(seed: number, limit: number): number {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0;
  state = Math.imul(state ^ (state >>> 16), 0x45d9f3b) >>> 0;
  return ((state ^ (state >>> 16)) >>> 0) % limit;
}

type Round = { moment: Moment; victim: Victim; seed: number; story: (typeof stories)[number] };

export const moments = ['talking', 'writing', 'sending'] as const;
export type Moment = (typeof moments)[number];

/**
 * Tells a story, gets answers, has it written and invites a reader; something is killed at a moment that the seed
 * chooses. Then checks that everything acknowledged is stored once and that the conversation has gone on.
 */
export async function aRound(
  { moment, victim, seed, story: { text, mark } }: Round,
  { house, mail, model, teller }: Scene & { teller: Awaited<ReturnType<typeof aTeller>> },
): Promise<void> {
  const delay = drawn(seed, 400);
  // Waits until all earlier notices are sent, so that they don't count in this round.
  await settled(house);
  const before = mail.taken.length;
  let diedAt = 0;
  const kill = async () => {
    await after(delay);
    await house.kill(victim);
    if (sends(victim)) diedAt = Date.now();
    await house.recover(victim);
  };

  const conversation = await teller.begin();
  await teller.answered(conversation);
  const spoken = model.spoken();
  const first = await teller.say(conversation, text);
  if (moment === 'talking') {
    // An answer without the model comes at once.
    const speaks = async () =>
      model.spoken() > spoken || (await teller.turnsOf(conversation)).at(-1)?.role === 'assistant';
    await until(speaks, 60_000);
    await kill();
  }
  await teller.answered(conversation);
  const second = await teller.say(conversation, 'Then we baked until noon.');
  await teller.answered(conversation);

  await teller.end(conversation);
  if (moment === 'writing') await kill();
  const reader = await teller.invite();
  if (moment === 'sending') await kill();

  const turns = await teller.turnsOf(conversation);
  expect(turns.map(({ seq }) => seq)).toEqual(turns.map((_, at) => at + 1));
  expect(turns.filter(({ role }) => role === 'user').map(({ id }) => id)).toEqual([first.id, second.id]);
  const book = (await teller.written(conversation)).join('\n');
  expect(book.split(mark)).toHaveLength(2);
  await until(async () => mail.to(reader).length > 0, 120_000);
  await settled(house);
  expect(new Set(mail.to(reader).map(({ messageId }) => messageId)).size).toBe(1);
  expect(doubled(mail.taken, before, diedAt)).toEqual([]);
  const runs = await house.facts('select 1 from writer_run where ok and conversation_id = $1', [
    conversation,
  ]);
  expect(runs).toHaveLength(1);
  expect(teller.defects).toEqual([]);
  expect(house.lines().filter((line) => /unhandled|uncaught|^\s+at /i.test(line))).toEqual([]);
}

/** Whether killing the victim also kills the process that sends letters. */
const sends = (victim: Victim) => victim === 'server' || victim === 'worker' || victim === 'all';

/**
 * The letters that were sent too often since then. A letter may be sent once, and once more with the same id only if
 * the sender died while sending it, because then nobody can know whether it was sent.
 */
function doubled(taken: readonly Taken[], from: number, diedAt: number): string[] {
  const copies = Map.groupBy(taken, ({ messageId }) => messageId);
  const since = new Set(taken.slice(from).map(({ messageId }) => messageId));
  return [...since].flatMap((messageId) => {
    const [first, ...again] = copies.get(messageId) ?? [];
    const inHand = first && taken.indexOf(first) >= from && first.begunAt <= diedAt;
    return again.length > (inHand ? 1 : 0) ? [`${first?.to}, ${again.length + 1} times`] : [];
  });
}

function settled(house: House): Promise<void> {
  return until(async () => (await unsettled(house)).length === 0, 120_000);
}

/** Notices, answers and jobs that still wait or are leased. */
async function unsettled(house: House) {
  return house.facts(
    `select id::text from notice where status <> 'SENT' union all
      select id::text from conversation where awaiting_seq is not null or answering_until > now() union all
      select id::text from jobs.job where state <> 'completed'
        and name in ('notices.send', 'notices.sendText', 'biography.write')`,
  );
}
