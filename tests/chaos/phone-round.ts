import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { expect } from 'vitest';
import { outageIn } from '#api/platform/database/outage.ts';
import { until } from '#tests/support/told.ts';
import type { PhoneMoment, Traffic } from './carrier.ts';
import type { ChangingZones } from './changing-zones.ts';
import type { House, Victim } from './house.ts';
import { drawn } from './round.ts';
import type { Carrier, Scene } from './scene.ts';
import { aTeller, type Teller } from './teller.ts';

/** The moments of a round with phones. When 'announcing', the day-before text is sent; when 'scheduling', a call is due. */
export const phoneMoments = [
  ...(['ringing', 'opening', 'listening', 'answering', 'hanging up', 'fetching'] as const),
  ...(['receiving', 'texting', 'announcing', 'scheduling'] as const),
] satisfies (PhoneMoment | 'announcing' | 'scheduling')[];
export type PhoneRoundMoment = (typeof phoneMoments)[number];

export function isPhoneMoment(moment: string): moment is PhoneRoundMoment {
  return phoneMoments.some((each) => each === moment);
}

/** How long anything in a round may take; a killed process's job waits for the end of its lease. */
const patienceMs = 180_000;

const minute = 60_000;
const day = 24 * 60 * minute;

/** People who are called when they ask for it, who text, whose call is due, and who sleep. */
export async function peopleWithPhones({ house, mail, zones: { awake, asleep } }: Scene) {
  const phone = () => `+1202555${1_000 + phones++}`;
  const [talker, texter, scheduled] = [
    await aTeller(house, mail, { phone: phone(), timeZone: awake }),
    await aTeller(house, mail, { phone: phone(), timeZone: awake }),
    await aTeller(house, mail, { phone: phone(), timeZone: awake }),
  ];
  const sleeper = await aTeller(house, mail, { phone: phone(), timeZone: asleep });
  // Long conversations by text go on over all rounds.
  await house.facts('update subject set max_questions = 60 where id = $1', [texter.subjectId]);
  // It stays day for them however long the rounds take.
  await house.facts(
    'update subject set hours_from = 8 * 60, hours_until = 21 * 60 where id = any($1::uuid[])',
    [[talker, texter, scheduled].map(({ subjectId }) => subjectId)],
  );
  // The confirmations of the consents go out at any hour, and don't count in a round.
  await until(async () => {
    const waiting = await house.facts(`select from notice where channel = 'sms' and status = 'WAITING'`);
    return waiting.length === 0;
  }, patienceMs);
  return { people: { talker, texter, scheduled, sleeper } };
}

let phones = 0;

type People = Awaited<ReturnType<typeof peopleWithPhones>>['people'];
/** `nextVictims` are killed one after another, each up to two seconds after the one before has come back. */
type Round = { moment: PhoneRoundMoment; victim: Victim; nextVictims?: readonly Victim[]; seed: number };

/**
 * Calls one person, receives texts of another, calls a third at their time and announces their call of tomorrow, while
 * a fourth sleeps at the time of their call. Something is killed at a moment that the seed chooses. Then checks that
 * every heard word is stored once, that everything ends, and that nobody is called or texted twice or out of hours.
 */
export async function aPhoneRound(
  { moment, victim, nextVictims = [], seed }: Round,
  { house, carrier, people, zones }: Scene & { people: People },
): Promise<void> {
  const { talker, texter, scheduled, sleeper } = people;
  await nextDue(scheduled.subjectId);
  const before = await carrier.traffic();
  const waits = drawn(seed, 2) === 0;
  const lead = () =>
    carrier.order({ do: 'lead', way: { publicUrl: house.origin(), url: house.url(), waits } });
  await lead();
  const words = [`My father baked ${seed} loaves on that day.`, `We counted ${seed} steps up to the bell.`];
  await carrier.order({ do: 'hold', holder: { phone: talker.phone, picksUp: true, words } });
  await carrier.order({
    do: 'hold',
    holder: { phone: scheduled.phone, picksUp: true, words: words.slice(1) },
  });
  const texts = [`The pond froze ${seed} nights in a row`, `and my brother lost ${seed} marbles on it.`];

  const victims = [victim, ...nextVictims];
  const kill = async () => {
    for (const [at, each] of victims.entries()) {
      await after(drawn(seed + 7 + at, at === 0 ? 300 : 2_000));
      await house.kill(each);
      await house.recover(each);
      await lead();
    }
  };
  const killing = comes(moment, people, carrier, before).then(kill);
  killing.catch(() => {});
  await begin(talker);
  for (const [at, text] of texts.entries())
    await carrier.order({ do: 'text', id: `SM${seed}-${at}`, from: texter.phone, text });
  const dueAt = await schedule(house, scheduled, zones, zones.awake);
  await schedule(house, sleeper, zones, zones.asleep);
  await killing;
  await repeatUntilPlaced(house, scheduled, dueAt);

  await settled(house, carrier, people, before);
  const traffic = since(before, await carrier.traffic());
  const mayLose = victims.some((each) => ['server', 'web', 'all'].includes(each));
  await expectWordsOnce(house, talker, traffic, mayLose);
  await expectWordsOnce(house, scheduled, traffic, mayLose);
  await expectTextsOnce(house, texter, traffic);
  await expectCalledOnce(house, people, traffic, dueAt);
  await expectNoRecordingLeft(house, people, await carrier.traffic());
  expect(house.lines().filter((line) => /unhandled|uncaught|"msg":"defect"|^\s+at /i.test(line))).toEqual([]);
  for (const { defects } of Object.values(people)) expect(defects).toEqual([]);
}

/** What went over the carrier since an earlier moment. */
function since(before: Traffic, now: Traffic): Traffic {
  return {
    moments: now.moments.slice(before.moments.length),
    calls: now.calls.slice(before.calls.length),
    placed: now.placed.slice(before.placed.length),
    recordings: now.recordings.slice(before.recordings.length),
    sent: now.sent.slice(before.sent.length),
    received: now.received.slice(before.received.length),
  };
}

/** Resolves when the moment has come. */
function comes(moment: PhoneRoundMoment, people: People, carrier: Carrier, before: Traffic): Promise<void> {
  const phones: Record<PhoneRoundMoment, string> = {
    ...{ ringing: people.talker.phone, opening: people.talker.phone, listening: people.talker.phone },
    ...{ answering: people.talker.phone, 'hanging up': people.talker.phone, fetching: people.talker.phone },
    ...{ receiving: people.texter.phone, texting: people.texter.phone },
    ...{ announcing: people.scheduled.phone, scheduling: people.scheduled.phone },
  };
  const kind = { announcing: 'texting', scheduling: 'ringing' }[moment as string] ?? moment;
  return until(async () => {
    const { moments } = since(before, await carrier.traffic());
    return moments.some((each) => each.moment === kind && each.phone === phones[moment]);
  }, patienceMs);
}

const beginning =
  'mutation ($input: BeginConversationInput!) { beginConversation(input: $input) { __typename ... on UserError { message } } }';

async function begin({ ask, subjectId }: Teller) {
  const begun = await ask(beginning, { input: { subjectId, channel: 'PHONE' } }, randomUUID());
  expect(begun).toEqual({ __typename: 'Conversation' });
}

/** The times at which each subject was called; each time is called once. */
const dueBefore = new Map<string, number>();

/**
 * The first minute of the last two for which a subject was not called. Rounds that are faster than minutes wait for it;
 * slow ones have the rest of a quarter of an hour, in which a due call is placed.
 */
async function nextDue(subjectId: string): Promise<number> {
  for (;;) {
    const now = Math.floor(Date.now() / minute) * minute;
    const due = Math.max(now - 2 * minute, (dueBefore.get(subjectId) ?? 0) + minute);
    if (due <= now) return due;
    await after(due - Date.now());
  }
}

/** Lets a call be due now and announces another for tomorrow; returns the time for which it is due. */
async function schedule(
  house: House,
  { subjectId }: Teller,
  { timeIn }: ChangingZones,
  timeZone: string,
): Promise<Date> {
  const due = await nextDue(subjectId);
  dueBefore.set(subjectId, due);
  const times = [due, due + day].map((at) => timeIn(timeZone, at));
  await insist(house, 'delete from call_time where subject_id = $1::uuid', [subjectId]);
  for (const { weekday, minute } of times) {
    const values = [subjectId, weekday, minute];
    await insist(
      house,
      'insert into call_time (id, subject_id, weekday, minute) values (gen_random_uuid(), $1::uuid, $2, $3) on conflict do nothing',
      values,
    );
  }
  await run(house, 'calls.placeDue');
  await run(house, 'calls.announce');
  return new Date(due);
}

/** Runs the jobs of each minute until a due call is placed, since a run that was killed isn't repeated. */
async function repeatUntilPlaced(house: House, { subjectId }: Teller, dueAt: Date) {
  await until(async () => {
    try {
      await run(house, 'calls.placeDue');
      await run(house, 'calls.announce');
      const placed = 'select from call where subject_id = $1::uuid and scheduled_for = $2';
      if ((await house.facts(placed, [subjectId, dueAt])).length) return true;
    } catch (error) {
      if (!outageIn(error)) throw error;
    }
    await after(1_000);
    return false;
  }, patienceMs);
}

/** Runs a scheduled job before its minute. */
function run(house: House, name: string) {
  return insist(
    house,
    `insert into jobs.job (name, data, retry_limit, expire_seconds, heartbeat_seconds)
      select name, '{}', retry_limit, expire_seconds, heartbeat_seconds from jobs.queue where name = $1
        and not exists (select from jobs.job where name = $1 and state = 'created')`,
    [name],
  );
}

/** Repeats a statement while the database can't be reached. */
async function insist(house: House, sql: string, values: unknown[]) {
  for (const deadline = Date.now() + patienceMs; ; await after(100)) {
    try {
      return await house.facts(sql, values);
    } catch (error) {
      if (!outageIn(error) || Date.now() > deadline) throw error;
    }
  }
}

/** Resolves when no call or text is going on any more. What would take minutes is made to look that old. */
async function settled(house: House, carrier: Carrier, people: People, before: Traffic) {
  const ids = Object.values(people).map(({ subjectId }) => subjectId);
  let left: object[] = [];
  await until(async () => {
    try {
      const { calls, received } = since(before, await carrier.traffic());
      if (calls.some(({ isOver }) => !isOver) || received.some(({ isTaken }) => isTaken === null))
        return false;
      left = await house.facts(unsettled, [ids]);
      if (left.length) await hurry(house, ids);
      await after(1_000);
      return left.length === 0;
    } catch (error) {
      if (outageIn(error)) return false;
      throw error;
    }
  }, patienceMs).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(left)}`);
  });
}

const unsettled = `
  select 'conversation' as what, id::text, channel::text || ' ' || status::text as state from conversation
    where subject_id = any($1::uuid[]) and (status = 'RINGING' or status = 'IN_PROGRESS' and channel = 'PHONE'
      or awaiting_seq is not null)
  union all select 'text', id::text, '' from inbound_text
    where subject_id = any($1::uuid[]) and tells and told_at is null
  union all select 'notice', id::text, status::text from notice where channel = 'sms' and status = 'WAITING'
    and subject_id = any($1::uuid[]) and subject_id <> (($1::uuid[])[4])
  union all select 'recording', conversation_id::text, status::text from call_recording
    where subject_id = any($1::uuid[]) and (status not in ('KEPT', 'NOT_KEPT') or removed_at is null)
  union all select 'job', id::text, name || ' ' || state::text from jobs.job
    where state < 'completed' and (name like 'calls.%' or name like 'texts.%' or name like 'recordings.%')
      and name not in ('calls.endLeft', 'texts.tellWaiting', 'recordings.askForLost')`;

/** As if eleven minutes had passed for calls and recordings that are over at the carrier, and one for texts. */
async function hurry(house: House, ids: readonly string[]) {
  await house.facts(
    `update call set dropped_at = dropped_at - interval '11 minutes', dialled_at = dialled_at - interval '6 minutes'
      where subject_id = any($1::uuid[]) and conversation_id in
        (select id from conversation where status in ('RINGING', 'IN_PROGRESS'))
        and not exists (select from jobs.job where name = 'calls.dial' and state < 'completed'
          and data->>'conversationId' = conversation_id::text)`,
    [ids],
  );
  await house.facts(
    `update conversation set last_heard_at = last_heard_at - interval '1 minute'
      where subject_id = any($1::uuid[]) and channel = 'SMS' and awaiting_seq is not null`,
    [ids],
  );
  await house.facts(
    `update conversation set ended_at = ended_at - interval '11 minutes' where id in (select conversation_id
      from call_recording where subject_id = any($1::uuid[]) and status in ('AGREED', 'RECORDING'))`,
    [ids],
  );
  for (const name of [
    'calls.endLeft',
    'conversations.answerWaiting',
    'texts.tellWaiting',
    'recordings.askForLost',
  ])
    await run(house, name);
}

type Row = { id: string; seq: number; role: string; text: string };

async function rowsOf(house: House, voiceUrl: string): Promise<Row[]> {
  return house.facts<Row>(
    `select m.id::text, m.seq, m.role, m.text from message m where m.conversation_id = $1::uuid order by m.seq`,
    [idIn(voiceUrl)],
  );
}

const idIn = (voiceUrl: string) => new URL(voiceUrl).searchParams.get('call') ?? '';

/** What a person said on the phone is stored in order, each once; only what no server acknowledged may be missing. */
async function expectWordsOnce(house: House, { phone }: Teller, traffic: Traffic, mayLose: boolean) {
  for (const [at, { to, said }] of traffic.calls.entries()) {
    if (to !== phone) continue;
    const rows = await rowsOf(house, traffic.placed[at]?.voiceUrl ?? '');
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, n) => n + 1));
    const stored = rows.filter(({ role }) => role === 'user').map(({ text }) => text);
    const inDoubt = said.filter(({ outcome }) => outcome !== 'answered').map(({ words }) => words);
    const isStored = (words: string) => stored.includes(words);
    const expected = said
      .map(({ words }) => words)
      .filter((words) => !(mayLose && inDoubt.includes(words)) || isStored(words));
    expect(stored, JSON.stringify({ said, rows })).toEqual(expected);
  }
}

/** Every text that the server took is stored once, and every answer was sent once. */
async function expectTextsOnce(house: House, { subjectId, phone }: Teller, { received, sent }: Traffic) {
  const rows = await house.facts<Row>(
    `select m.id::text, m.seq, m.role, m.text from message m join conversation c on c.id = m.conversation_id
      where c.subject_id = $1::uuid and c.channel = 'SMS' order by m.created_at, m.seq`,
    [subjectId],
  );
  for (const { text, isTaken, id } of received) {
    const count = rows.filter((row) => row.role === 'user' && row.text === text).length;
    expect([id, count <= 1, count === 1 || !isTaken]).toEqual([id, true, true]);
  }
  const own = sent.filter(({ to }) => to === phone).map(({ text }) => text);
  expect(own.filter((text, at) => own.indexOf(text) !== at)).toEqual([]);
  const asked = rows.filter(({ role }) => role === 'assistant').slice(-own.length);
  if (own.length)
    for (const { text } of asked) expect(own.filter((each) => each.includes(text))).toHaveLength(1);
}

/** Each call was dialled once, the due one once for its time, and nobody was called or texted at night. */
async function expectCalledOnce(
  house: House,
  { talker, scheduled, sleeper }: People,
  { placed, sent }: Traffic,
  dueAt: Date,
) {
  const addresses = placed.map(({ voiceUrl }) => voiceUrl);
  expect(new Set(addresses).size, addresses.join()).toBe(addresses.length);
  expect(placed.filter(({ to }) => to === talker.phone)).toHaveLength(1);
  const due = await house.facts<{ id: string }>(
    'select conversation_id::text as id from call where subject_id = $1::uuid and scheduled_for = $2',
    [scheduled.subjectId, dueAt],
  );
  const dialled = placed.filter(({ voiceUrl }) => due.some(({ id }) => id === idIn(voiceUrl)));
  expect([due.length, dialled.length]).toEqual([1, 1]);
  const announced = sent.filter(({ to }) => to === scheduled.phone).map(({ text }) => text);
  expect(announced.filter((text, at) => announced.indexOf(text) !== at)).toEqual([]);
  expect(announced.length).toBeGreaterThan(0);
  expect([...placed, ...sent].filter(({ to }) => to === sleeper.phone)).toEqual([]);
}

/** The carrier has no recording that we fetched or may not have. */
async function expectNoRecordingLeft(house: House, people: People, { recordings }: Traffic) {
  expect(recordings.filter(({ isDeleted }) => !isDeleted)).toEqual([]);
  const kept = await house.facts(
    `select from recording where subject_id = any($1::uuid[]) group by conversation_id having count(*) > 1`,
    [Object.values(people).map(({ subjectId }) => subjectId)],
  );
  expect(kept).toEqual([]);
}
