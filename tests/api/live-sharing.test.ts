import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { schema } from '#api/schema.ts';
import { type Counted, countAnswers } from '#tests/support/answers.ts';
import type { Person } from '#tests/support/person.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import type { Watcher } from '#tests/support/watch.ts';
import { aFamily, aPerson, type Family, join, useServer } from '#tests/support/world.ts';

useServer();

const said = `subscription ($filter: MessageFilter) {
  messageAdded(filter: $filter) { node { seq text private phone subject { preferredName } } }
}`;
const asViewer = `subscription ($filter: MessageFilter) {
  messageAdded(filter: $filter) { node { text subject { myRole myRelationship } } }
}`;

describe('The answer to an event', () => {
  let family: Family;
  let talk: Talk;
  let answers: Counted;
  let streams: Watcher[];
  beforeAll(async () => {
    family = await aFamily();
  });
  beforeEach(async () => {
    talk = await aTalk(family.self, family.subject.id, { channel: 'PHONE' });
    answers = countAnswers();
    streams = [];
  });
  afterEach(async () => {
    answers.stop();
    await Promise.all(streams.map((stream) => stream.end()));
    await talk.answered();
    await talk.end();
  });

  async function follow(person: Person, document = said, filter: object = {}): Promise<Watcher> {
    const stream = await person.watch(document, { filter: { subjectId: family.subject.id, ...filter } });
    streams.push(stream);
    return stream;
  }
  async function nodeOf(stream: Watcher) {
    return (await stream.next()).messageAdded.node;
  }

  test('is made once for fifty sockets with the same rights, whoever their users are', async () => {
    const other = await aPerson('Edith');
    await join(family.owner, family.subject.id, other, 'EDITOR', 'niece');
    const filter = { role: 'user' };
    for (let at = 0; at < 50; at++) await follow(at % 2 ? family.editor : other, said, filter);

    await talk.say('My father kept a bakery.');
    const nodes = await Promise.all(streams.map(nodeOf));

    expect(new Set(nodes.map(({ text }) => text))).toEqual(new Set(['My father kept a bakery.']));
    expect(answers.count()).toBe(1);
  });

  test('is made separately for different rights: the phone and private words differ', async () => {
    const people = ['owner', 'editor', 'self', 'admin'] as const;
    const by = { role: 'user' };
    for (const name of people) await follow(family[name], said, by);

    await talk.say('The oven was lit at three.');
    const opened = await Promise.all(streams.map(nodeOf));
    await talk.say('Off the record: I never liked the priest.');

    const seen: Record<string, unknown[]> = {};
    for (const [at, name] of people.entries()) {
      const [open, secret] = [opened[at], await nodeOf(streams[at] as Watcher)];
      expect(open.text).toBe('The oven was lit at three.');
      expect(secret.private).toBe(true);
      seen[name] = [open.phone, secret.text];
    }
    const { phone } = family.subject;
    expect(seen).toEqual({
      owner: [phone, null],
      editor: [null, null],
      self: [phone, 'Off the record: I never liked the priest.'],
      admin: [phone, null],
    });
    expect(answers.count()).toBe(2 * people.length);
  });

  test('follows rights that change between two events', async () => {
    const { members } = (await family.owner.gql('FamilyFriends', { subjectId: family.subject.id })).subject;
    const { id } = members.find((member: { user: { id: string } }) => member.user.id === family.editor.id);
    const by = { role: 'user' };
    const [changing, staying] = [await follow(family.editor, said, by), await follow(family.owner, said, by)];
    const phones = async () => [(await nodeOf(changing)).phone, (await nodeOf(staying)).phone];
    const { phone } = family.subject;

    await talk.say('As an editor.');
    expect(await phones()).toEqual([null, phone]);
    await family.owner.gql('SetMemberRole', { id, role: 'OWNER' });
    await talk.say('As an owner.');
    expect(await phones()).toEqual([phone, phone]);
    await family.owner.gql('SetMemberRole', { id, role: 'EDITOR' });
    await talk.say('As an editor again.');
    expect(await phones()).toEqual([null, phone]);
  });

  test('is never shared if it depends on the user', async () => {
    const filter = { role: 'user' };
    const [owner, editor] = [
      await follow(family.owner, asViewer, filter),
      await follow(family.editor, asViewer, filter),
    ];

    await talk.say('My mother sang in the choir.');

    expect(await nodeOf(owner)).toMatchObject({ subject: { myRole: 'OWNER', myRelationship: 'daughter' } });
    expect(await nodeOf(editor)).toMatchObject({ subject: { myRole: 'EDITOR', myRelationship: 'son' } });
    expect(answers.count()).toBe(2);
  });

  test('is never shared with a user who reads only because they hold the conversation', async () => {
    await db.subject.update({ where: { id: family.subject.id }, data: { sharing: false } });
    await talk.end();
    talk = await aTalk(family.editor, family.subject.id, { together: true });
    const filter = { conversationId: talk.id, role: 'user' };
    const [holder, self] = [
      await follow(family.editor, said, filter),
      await follow(family.self, said, filter),
    ];

    await talk.say('We lived above it.');

    expect((await nodeOf(holder)).text).toBe('We lived above it.');
    expect((await nodeOf(self)).text).toBe('We lived above it.');
    expect(answers.count()).toBe(2);
    await db.subject.update({ where: { id: family.subject.id }, data: { sharing: true } });
  });
});

describe('The shared fields of a type', () => {
  test('are its own fields, and none that depends on the user', () => {
    const shared = Object.values(schema.getTypeMap()).flatMap((type) => {
      const fields = 'getFields' in type ? Object.keys(type.getFields()) : [];
      const { sharedFields = [] } = type.extensions as { sharedFields?: string[] };
      expect(fields).toEqual(expect.arrayContaining(sharedFields));
      return sharedFields.map((field) => `${type.name}.${field}`);
    });

    expect(shared).toContain('Message.text');
    expect(
      shared.filter((name) => /\.(my[A-Z]|abilities|isSelf|live|email|cards|messages)/.test(name)),
    ).toEqual([]);
  });
});
