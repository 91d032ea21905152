import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { correct } from '#tests/support/correcting.ts';
import { succeeded } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

describe('Beginning a conversation', () => {
  let family: Family;
  beforeAll(async () => {
    family = await aFamily();
  });

  test('makes the interviewer say the first words', async () => {
    const talk = await aTalk(family.self, family.subject.id);

    const [opening, ...more] = await talk.transcript();

    expect(opening).toMatchObject({ role: 'assistant', private: false });
    expect(opening?.text).toMatch(/computer/i);
    expect(more).toEqual([]);
    await talk.end();
  });

  test('returns the live conversation, even with two concurrent requests', async () => {
    const begun = await Promise.all([
      aTalk(family.self, family.subject.id),
      aTalk(family.owner, family.subject.id, { together: true }),
      aTalk(family.self, family.subject.id),
    ]);

    expect(new Set(begun.map((talk) => talk.id)).size).toBe(1);
    const again = await aTalk(family.self, family.subject.id);
    expect(again.id).toBe(begun[0]?.id);
    expect(await again.transcript()).toHaveLength(1);
    await again.end();
  });

  test('needs the family at the subject’s side: only the subject talks alone', async () => {
    const input = { subjectId: family.subject.id, channel: 'WEB' };

    const { beginConversation } = await family.editor.gql('BeginConversation', { input });

    expect(beginConversation).toMatchObject({ __typename: 'InvalidInput', path: ['together'] });
  });

  test('stores the member who holds it', async () => {
    const talk = await aTalk(family.editor, family.subject.id, { together: true });

    const { conversation } = await family.owner.gql(
      'query ($id: ID!) { conversation(id: $id) { together heldBy { name } messageCount } }',
      { id: talk.id },
    );

    expect(conversation).toEqual({ together: true, heldBy: { name: 'Ed Rourke' }, messageCount: 1 });
    await talk.end();
  });

  test('is refused to viewers and admins, and finds nobody for strangers', async () => {
    const input = { subjectId: family.subject.id, channel: 'WEB', together: true };

    await expect(family.viewer.gql('BeginConversation', { input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(family.admin.gql('BeginConversation', { input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(family.nobody.gql('BeginConversation', { input })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const { beginConversation } = await family.stranger.gql('BeginConversation', { input });
    expect(beginConversation).toMatchObject({ __typename: 'NotFound' });
  });

  test('by phone is refused with a reason where no phone service is configured', async () => {
    const { beginConversation } = await family.self.gql(
      `mutation ($input: BeginConversationInput!) {
        beginConversation(input: $input) { __typename ... on UserError { message } }
      }`,
      { input: { subjectId: family.subject.id, channel: 'PHONE' } },
    );

    expect(beginConversation).toEqual({
      __typename: 'WrongState',
      message: 'No phone service is set up here, so nobody can be called',
    });
  });

  test('by text is refused where no text service is configured', async () => {
    const { beginConversation } = await family.editor.gql(
      `mutation ($input: BeginConversationInput!) {
        beginConversation(input: $input) { __typename ... on UserError { message } }
      }`,
      { input: { subjectId: family.subject.id, channel: 'SMS' } },
    );

    expect(beginConversation).toEqual({
      __typename: 'WrongState',
      message: 'No text service is set up here, so nobody can be texted',
    });
  });

  test('is refused in a memorial', async () => {
    const late = await aFamily();
    succeeded(await late.self.gql('UpdateSubject', { input: { id: late.subject.id, status: 'MEMORIAL' } }));

    const { beginConversation } = await late.self.gql('BeginConversation', {
      input: { subjectId: late.subject.id, channel: 'WEB' },
    });

    expect(beginConversation).toMatchObject({ __typename: 'WrongState', code: 'CONFLICT' });
  });
});

describe('A conversation held together, when nothing is shared', () => {
  test('can be read by the member who holds it while it is live, and otherwise only by the subject', async () => {
    const family = await aFamily({ consents: [] });
    const talk = await aTalk(family.owner, family.subject.id, { together: true });
    await talk.say('We had a dog called Patch.');

    expect((await talk.transcript()).map((message) => message.text)).toContain('We had a dog called Patch.');
    for (const other of [family.editor, family.viewer, family.admin, family.stranger]) {
      expect((await other.gql('Transcript', { id: talk.id })).conversation).toBeNull();
    }
    const live = 'query ($id: ID!) { subject(id: $id) { liveConversation { id } } }';
    const liveFor = async (person: typeof family.owner) =>
      (await person.gql(live, { id: family.subject.id })).subject.liveConversation;
    expect(await liveFor(family.owner)).toEqual({ id: talk.id });
    expect(await liveFor(family.editor)).toBeNull();
    expect(await liveFor(family.viewer)).toBeNull();
    await talk.end();
    expect(await liveFor(family.owner)).toBeNull();

    const { conversation } = await family.owner.gql('Transcript', { id: talk.id });
    expect(conversation.messages.edges).toEqual([]);
    const own = await family.self.gql('Transcript', { id: talk.id });
    expect(own.conversation.messages.edges.length).toBeGreaterThan(2);
  });
});

describe('Ending a conversation', () => {
  test('works once, and starts the writer if the subject consented', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father kept a bakery in Galway and we lived above it.');

    const first = await talk.end();
    const again = await talk.end();

    expect(first).toMatchObject({ status: 'COMPLETED', endedAt: expect.any(String) });
    expect(again.endedAt).toBe(first.endedAt);
    const { writing, endReason } = await db.conversation.findUniqueOrThrow({ where: { id: talk.id } });
    expect(endReason).toBe('ENDED_BY_HAND');
    expect(['WRITING', 'WRITTEN']).toContain(writing);
  });

  test('writes nothing without that consent, or when nothing was said', async () => {
    const family = await aFamily({ consents: ['SHARING'] });
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('My father kept a bakery in Galway.');
    await talk.end();
    const silent = await aTalk((await aFamily()).self, undefined);
    await silent.end();

    for (const { id } of [talk, silent]) {
      expect((await db.conversation.findUniqueOrThrow({ where: { id } })).writing).toBeNull();
    }
  });
});

type Page = {
  edges: { node: { id: string } }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
};

describe('The call log', () => {
  test('can be searched by what was said, and is empty for those who may not read it', async () => {
    const family = await aFamily();
    const bakery = await aTalk(family.self, family.subject.id);
    await bakery.say('My father kept a bakery in Galway.');
    await bakery.end();
    const boats = await aTalk(family.self, family.subject.id);
    await boats.say('My uncle built boats at the harbour.');
    await boats.end();

    const found = async (person = family.owner, search?: string) => {
      const { subject } = await person.gql('CallLog', { subjectId: family.subject.id, search });
      return subject.conversations.edges.map(({ node }: { node: { id: string } }) => node.id);
    };

    expect(await found()).toEqual([boats.id, bakery.id]);
    expect(await found(family.owner, 'bakery galw')).toEqual([bakery.id]);
    expect(await found(family.owner, 'harbour bakery')).toEqual([]);
    expect(await found(family.owner, '???')).toEqual([]);
    expect(await found(family.viewer)).toEqual([]);
  });

  test('shows missed calls among the others, by when they happened, on pages that skip and repeat nothing', async () => {
    const { owner, subject } = await aFamily();
    const at = (day: number) => new Date(Date.UTC(2026, 9, day, 14));
    const made: { id: string; day: number }[] = [];
    /** A call of a day of October; nobody took it unless it was completed. */
    async function call(day: number, status: 'COMPLETED' | 'MISSED' | 'FAILED' | 'CANCELLED') {
      const isTaken = status === 'COMPLETED';
      const times = { startedAt: isTaken ? at(day) : null, endedAt: at(day) };
      const { id } = await db.conversation.create({
        data: { subjectId: subject.id, channel: 'PHONE', status, ...times },
      });
      made.push({ id, day });
    }
    await call(3, 'COMPLETED');
    await call(9, 'COMPLETED');
    await call(5, 'MISSED');
    await call(1, 'FAILED');
    await call(7, 'CANCELLED');
    await call(4, 'MISSED');
    await call(6, 'COMPLETED');
    const live = await db.conversation.create({
      data: { subjectId: subject.id, channel: 'PHONE', status: 'RINGING' },
    });

    const ids: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page: { subject: { conversations: Page } } = await owner.gql('CallLog', {
        ...{ subjectId: subject.id, first: 3, after },
      });
      const { edges, pageInfo } = page.subject.conversations;
      ids.push(...edges.map(({ node }) => node.id));
      [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }

    const expected = made.toSorted((a, b) => b.day - a.day).map(({ id }) => id);
    expect(ids).toEqual([live.id, ...expected]);
  });

  test.each(['en', 'es'])(
    'is searched with and without accents, in what was said, titles and summaries: %s',
    async (language) => {
      const [family, another] = [await aFamily(), await aFamily()];
      const ids: string[] = [];
      for (const { self, subject } of [family, another]) {
        await db.subject.update({ where: { id: subject.id }, data: { language } });
        const talk = await aTalk(self, subject.id);
        await talk.say('José was a niño in Zürich. Ramon drove there, and the band played ran\u0303a songs.');
        await talk.end();
        ids.push(talk.id);
      }
      const [own = ''] = ids;

      const found = async (search: string) => {
        const { subject } = await family.owner.gql('CallLog', { subjectId: family.subject.id, search });
        return subject.conversations.edges.map(({ node }: { node: { id: string } }) => node.id);
      };

      for (const written of [
        'jose',
        'José',
        'JOSÉ',
        'nino zurich',
        'niño',
        'nin\u0303o',
        'zür',
        'Ramón',
        'raña',
      ])
        expect(await found(written), written).toEqual([own]);
      expect(await found('ninos')).toEqual([]);

      await db.conversation.update({
        where: { id: own },
        data: { title: 'La MUÑECA', summary: 'El corazón' },
      });
      for (const written of ['muneca', 'muñeca la', 'corazon', 'CORAZÓN el'])
        expect(await found(written), written).toEqual([own]);
      expect(await found('muneca corazon')).toEqual([]);
    },
  );

  test('is searched by corrected words, with and without accents', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('Hosay baked bread.');
    await correct(family.editor, said.id, 'José baked bread.');
    await talk.end();

    const found = async (search: string) => {
      const { subject } = await family.owner.gql('CallLog', { subjectId: family.subject.id, search });
      return subject.conversations.edges.length;
    };
    for (const written of ['jose', 'José']) expect(await found(written), written).toBe(1);
  });
});

describe('A correction', () => {
  test('shows the corrected words and keeps the original ones', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say('We lived in Gallway.');
    const correct = `mutation ($id: ID!, $text: String!) {
      correctMessage(id: $id, text: $text) { __typename ... on Message { text originalText } ... on UserError { path } }
    }`;

    const { correctMessage } = await family.editor.gql(correct, { id: said.id, text: 'We lived in Galway.' });

    expect(correctMessage).toMatchObject({
      text: 'We lived in Galway.',
      originalText: 'We lived in Gallway.',
    });
    const stranger = await family.stranger.gql(correct, { id: said.id, text: 'No.' });
    expect(stranger.correctMessage.__typename).toBe('NotFound');
    const own = (await talk.transcript())[0];
    const refused = await family.editor.gql(correct, { id: own?.id, text: 'No.' });
    expect(refused.correctMessage).toMatchObject({ __typename: 'InvalidInput', path: ['id'] });
    await talk.end();
  });
});
