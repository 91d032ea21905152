import { randomUUID } from 'node:crypto';
import { db } from '#api/platform/database/database.ts';
import { type Person, succeeded } from './person.ts';
import { aTake, sendTake } from './sound.ts';
import { aTalk, type Talk } from './talk.ts';
import { until, workDone } from './told.ts';
import { aFamily, type Family } from './world.ts';

export const bread = 'We baked the bread at four in the morning. My father carried it to the harbour.';
export const secret = 'My brother Emil ran away to sea that winter, and nobody was told where he went.';

const sayRecorded = `mutation ($input: SayInput!) {
  say(input: $input) { __typename ... on Message { id private } ... on UserError { message } }
}`;

/** Says something, and tells where it is heard in a take. */
export async function sayInto(
  person: Person,
  talk: Talk,
  take: string,
  text: string,
  seconds: [number, number],
) {
  const [startMs, endMs] = [seconds[0] * 1000, seconds[1] * 1000];
  const recorded = { takeId: take, startMs, endMs };
  const input = { conversationId: talk.id, text, clientMessageId: randomUUID(), recorded };
  const said = succeeded(await person.gql(sayRecorded, { input }));
  await talk.answered();
  return said as { id: string };
}

export type Recorded = Family & { talk: Talk; open: { id: string }; closed: { id: string } };

/** A talk of a minute: the bread at 10 to 20 s, a secret at 30 to 40 s. */
export async function aRecordedTalk(): Promise<Recorded> {
  const family = await aFamily();
  const talk = await aTalk(family.self, family.subject.id);
  const take = randomUUID();
  await sendTake(family.self, talk.id, { take, content: await aTake(60) });
  const open = await sayInto(family.self, talk, take, bread, [10, 20]);
  const closed = await sayInto(family.self, talk, take, secret, [30, 40]);
  succeeded(await family.self.gql('SetMessagePrivate', { id: closed.id, private: true }));
  await talk.end();
  await talk.written();
  await workDone();
  await until(
    async () =>
      (await db.recording.count({ where: { conversationId: talk.id, durationMs: { not: null } } })) > 0,
  );
  return { ...family, talk, open, closed };
}

/** Publishes every story of a book. */
export async function publish({ owner, subject }: Pick<Family, 'owner' | 'subject'>): Promise<void> {
  for (const { id } of await db.card.findMany({ where: { subjectId: subject.id } }))
    succeeded(await owner.gql('SetCardStatus', { id, status: 'PUBLISHED' }));
}
