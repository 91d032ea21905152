import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import { aFamily, type Family, giveConsents, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

describe('A wish for privacy', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aFamily();
  });
  const privates = async (talk: Talk) =>
    (await talk.transcript(family.self)).map((message) => [message.role, message.private]);

  test.each([
    'Keep that between us.',
    'That was off the record.',
    'Please don’t tell anyone what I just said.',
  ])('after the story, “%s”, makes itself, the story and both answers private', async (wish) => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father kept a bakery in Galway.');
    await talk.say('My sister had a child before she was married.');

    await talk.say(wish);

    expect(await privates(talk)).toEqual([
      ['assistant', false],
      ['user', false],
      ['assistant', false],
      ['user', true],
      ['assistant', true],
      ['user', true],
      ['assistant', true],
    ]);
    await talk.end();
  });

  test('that contains the story makes itself and the answer private, and the next words are readable again', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say(
      'My sister had a child before she was married and the nuns took it away from her in Dublin. Off the record, that is, all of it.',
    );
    await talk.say('My mother washed for the whole street and sang while she did it.');

    const [, first, second, third, fourth] = await privates(talk);
    expect([first, second]).toEqual([
      ['user', true],
      ['assistant', true],
    ]);
    expect([third, fourth]).toEqual([
      ['user', false],
      ['assistant', false],
    ]);
    await talk.end();
  });

  test('before the story in the same message makes that message and the answer private, and nothing before', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father kept a bakery in Galway.');

    await talk.say('Off the record: I never liked the priest.');
    await talk.say('My mother washed for the whole street and sang while she did it.');

    expect((await privates(talk)).slice(1)).toEqual([
      ['user', false],
      ['assistant', false],
      ['user', true],
      ['assistant', true],
      ['user', false],
      ['assistant', false],
    ]);
    await talk.end();
  });

  test('announced before the story makes the story private too', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    await talk.say('What I’m going to tell you now is just between us.');
    await talk.say('My sister had a child before she was married.');

    expect((await privates(talk)).slice(1)).toEqual([
      ['user', true],
      ['assistant', true],
      ['user', true],
      ['assistant', true],
    ]);
    await talk.end();
  });

  test('hides the words from everyone but the subject: owner, editor, viewer, search and the admins’ view', async () => {
    await db.subject.update({ where: { id: family.subject.id }, data: { viewersReadTranscripts: true } });
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My sister Assumpta had a child before she was married.');
    await talk.say('Keep that between us.');

    for (const reader of [family.owner, family.editor, family.viewer, family.admin]) {
      const texts = (await talk.transcript(reader)).slice(1).map((message) => message.text);
      expect(texts).toEqual([null, null, null, null]);
      const { messages } = await reader.gql('WriterMessages', { filter: { conversationId: talk.id } });
      expect(JSON.stringify(messages)).not.toContain('Assumpta');
      const { subject } = await reader.gql('CallLog', { subjectId: family.subject.id, search: 'Assumpta' });
      expect(subject.conversations.edges).toEqual([]);
    }
    expect(JSON.stringify(await talk.transcript(family.self))).toContain('Assumpta');
    await talk.end();
  });

  test('by hand can be made by the family, but only the subject can make the words readable again', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('My sister had a child before she was married.');
    const set = (person: Family['owner'], isPrivate: boolean) =>
      person.gql('SetMessagePrivate', { id: said.id, private: isPrivate });

    await expect(set(family.viewer, true)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await set(family.stranger, true)).setMessagePrivate).toMatchObject({ __typename: 'NotFound' });
    expect(succeeded(await set(family.editor, true))).toEqual({ id: said.id, private: true });
    expect((await talk.last()).private).toBe(true);

    await expect(set(family.owner, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(set(family.admin, false)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(succeeded(await set(family.self, false)).private).toBe(false);
    expect((await talk.transcript(family.owner)).map(({ text }) => text)).toContain(said.text);
    await talk.end();
  });

  test('lets an admin reveal the words for a reason, which is recorded in the audit log', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('Off the record: I never liked the priest.');
    const reveal = `mutation ($id: ID!, $reason: String!) {
      revealMessage(id: $id, reason: $reason) { ... on RevealedMessage { text } ... on UserError { code path } }
    }`;

    const vague = await family.admin.gql(reveal, { id: said.id, reason: 'because' });
    expect(vague.revealMessage).toEqual({ code: 'BAD_REQUEST', path: ['reason'] });
    await expect(
      family.owner.gql(reveal, { id: said.id, reason: 'I would like to know.' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });

    const { revealMessage } = await family.admin.gql(reveal, {
      id: said.id,
      reason: 'The subject asked us to.',
    });
    expect(revealMessage).toEqual({ text: 'Off the record: I never liked the priest.' });
    const audited = await db.auditEvent.findMany({
      where: { action: 'message.revealed', targetId: said.id },
    });
    expect(audited).toMatchObject([{ actorId: family.admin.id }]);
    // Apart from the entry, which stays when the book is erased.
    expect(await db.auditNote.findMany({ where: { eventId: audited[0]?.id ?? '' } })).toMatchObject([
      { subjectId: family.subject.id, text: 'The subject asked us to.' },
    ]);
    await talk.end();
  });

  test('can’t be overridden by an admin without sharing or after deletion, and only private messages can be revealed', async () => {
    const { admin, self, owner, subject } = await aFamily();
    const talk = await aTalk(self, subject.id);
    const open = await talk.say('My father kept a bakery in Galway and we lived above it.');
    const said = await talk.say('Off the record: I never liked the priest.');
    const reveal = `mutation ($id: ID!) { revealMessage(id: $id, reason: "The subject asked us to.") { __typename } }`;
    const revealed = async (id: string) => {
      const filter = { conversationId: talk.id };
      const list = `query ($filter: MessageFilter) { messages(filter: $filter) { edges { node { id revealable } } } }`;
      const { messages } = await admin.gql(list, { filter });
      const { node } = messages.edges.find((edge: { node: { id: string } }) => edge.node.id === id);
      return [(await admin.gql(reveal, { id })).revealMessage.__typename, node.revealable];
    };

    expect(await revealed(said.id)).toEqual(['RevealedMessage', true]);
    expect(await revealed(open.id)).toEqual(['NotFound', false]);
    succeeded(await owner.gql('WithdrawConsent', { input: { subjectId: subject.id, kinds: ['SHARING'] } }));
    for (const { id } of [said, open]) expect(await revealed(id)).toEqual(['NotFound', false]);
    await giveConsents(self, subject.id, ['SHARING']);
    succeeded(await owner.gql('DeleteSubject', { id: subject.id }));
    expect(await revealed(said.id)).toEqual(['NotFound', false]);
    expect(await db.auditEvent.count({ where: { action: 'message.revealed', subjectId: subject.id } })).toBe(
      1,
    );
  });
});
