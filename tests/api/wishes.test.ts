import { beforeAll, describe, expect, test } from 'vitest';
import { eraseDeletedWords } from '#api/conversations/service/erase-deleted.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import { db } from '#api/platform/database/database.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();
useClock();

let family: Family;
beforeAll(async () => {
  family = await aFamily();
});

const said = async (talk: Talk) =>
  (await talk.transcript(family.self)).filter((message) => message.role === 'user');
const privates = async (talk: Talk) => (await said(talk)).map((message) => message.private);

/** Words of which the reading can't be sure whether they tell of danger. */
const MAY_BE_DANGER = 'The nights are long and I think of the river.';

/** What of a message the writer may print. */
async function toldOf(id: string): Promise<string> {
  const { text, reading } = await db.message.findUniqueOrThrow({ where: { id } });
  return toldText(text, reading as UtteranceReading);
}

describe('What a person wishes for their words', () => {
  test('applies to the earlier story that it names, past other answers', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My brother Frank took money from the till at the bakery for a year and nobody noticed.');
    await talk.say('We lived in two rooms above the shop with a stove that smoked.');

    await talk.say('What I told you about Frank, please keep that between us.');

    expect(await privates(talk)).toEqual([true, false, true]);
    await talk.end();
  });

  test('applies to a theme from then on, and to nothing else', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('Anything I say about my divorce must stay private.');
    expect((await talk.last()).text).toContain('stays private');

    await talk.say('My mother baked bread on Saturdays for the whole street.');
    await talk.say('After the divorce I moved into a room behind the station.');
    await talk.end();
    const next = await aTalk(family.self, family.subject.id);
    await next.say('The divorce took two years and cost me the house.');

    expect(await privates(talk)).toEqual([true, false, true]);
    expect(await privates(next)).toEqual([true]);
    await next.end();
    await db.privateTheme.deleteMany();
  });

  test('keeps words that may speak of danger out of the book until the person wants them in', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    const { id } = await talk.say(MAY_BE_DANGER);
    expect((await talk.last()).text).toContain('leave it out of your book');
    expect(await toldOf(id)).toBe('');

    await talk.say('My brother Frank kept bees behind the church.');
    expect(await toldOf(id)).toBe('');
    await talk.end();

    const next = await aTalk(family.self, family.subject.id);
    const again = await next.say(MAY_BE_DANGER);
    await next.say('I’m fine. You can put that in the book.');

    expect(await toldOf(again.id)).toBe(MAY_BE_DANGER);
    expect(await toldOf(id)).toBe('');
    await next.end();
  });

  test('deletes words: nobody else reads them, the person can undo it, and they are erased after 30 days', async () => {
    const { self, owner, admin, subject } = family;
    const talk = await aTalk(self, subject.id);
    await talk.say('My uncle Bertram was sent to prison for burning down his own barn.');
    const wish = await talk.say('Please delete that.');
    expect((await talk.last()).text).toContain('taken that out');
    await talk.end();

    const fields =
      'query ($id: ID!) { conversation(id: $id) { messages(first: 9) { edges { node { id text deletedAt } } } } }';
    const read = async (reader: typeof self) =>
      (await reader.gql(fields, { id: talk.id })).conversation.messages.edges.map(
        ({ node }: { node: { text: string | null; deletedAt: string | null } }) => node,
      );
    const story = (await said(talk))[0];
    for (const reader of [owner, admin])
      expect((await read(reader)).find(({ id }: { id: string }) => id === story?.id)).toMatchObject({
        text: null,
        deletedAt: null,
      });
    const own = (await read(self)).find(({ id }: { id: string }) => id === story?.id);
    expect(own).toMatchObject({ text: expect.stringContaining('Bertram'), deletedAt: expect.any(String) });

    succeeded(await self.gql('SetMessagePrivate', { id: wish.id, private: false }));
    later(29 * day);
    await eraseDeletedWords();
    expect(await db.message.findUniqueOrThrow({ where: { id: story?.id ?? '' } })).toMatchObject({
      text: expect.stringContaining('Bertram'),
    });
    later(31 * day);
    await eraseDeletedWords();
    expect(await db.message.findUniqueOrThrow({ where: { id: story?.id ?? '' } })).toMatchObject({
      text: '',
    });
    expect(await db.message.findUniqueOrThrow({ where: { id: wish.id } })).toMatchObject({
      text: 'Please delete that.',
    });
  });

  test('withdraws only the recording consent when only the recording is meant', async () => {
    const other = await aFamily();
    const talk = await aTalk(other.self, other.subject.id);

    await talk.say('I don’t want to be recorded any more.');

    const { subject } = await other.self.gql(
      'query ($id: ID!) { subject(id: $id) { consents { kind status } } }',
      { id: other.subject.id },
    );
    const withdrawn = subject.consents.filter(({ status }: { status: string }) => status === 'WITHDRAWN');
    expect(withdrawn.map(({ kind }: { kind: string }) => kind)).toEqual(['RECORDING']);
    expect((await talk.last()).text).toContain('No sound is kept');
    await talk.end();
  });
});

describe('Words of crisis', () => {
  test('are reported to the owner, and are neither in the book nor in search', async () => {
    const other = await aFamily();
    const talk = await aTalk(other.self, other.subject.id);
    await talk.say(
      'We kept bees behind the chapel at Tullamore, forty hives of them, and my father sold the honey in blue jars at the market every Saturday in summer. I don’t want to live any more.',
    );
    expect((await talk.last()).text).toMatch(/911|emergency/);
    await talk.end();
    await talk.written();

    expect(await db.wellbeingNote.count({ where: { subjectId: other.subject.id } })).toBe(1);
    const { subject } = await other.owner.gql(
      `query ($id: ID!) { subject(id: $id) {
        chapters { cards { title body sentences { text } } }
        conversations(first: 5, search: "live any more") { edges { node { id title summary } } }
      } }`,
      { id: other.subject.id },
    );
    expect(JSON.stringify(subject.chapters)).toContain('forty hives');
    expect(JSON.stringify(subject)).not.toContain('any more');
    expect(subject.conversations.edges).toEqual([]);
  });
});
