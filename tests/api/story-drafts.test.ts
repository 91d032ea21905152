import { describe, expect, test } from 'vitest';
import { eraseOldDrafts } from '#api/biography/service/story-drafts.ts';
import { db } from '#api/platform/database/database.ts';
import { account, viewerOf } from '#tests/support/account.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { type Answer, type Person, speaking, succeeded } from '#tests/support/person.ts';
import { endWorkers } from '#tests/support/text-workers.ts';
import { cardsOf, stories, told } from '#tests/support/told.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();
useClock();

const reading = `query ($subjectId: ID!, $cardId: ID) { storyDraft(subjectId: $subjectId, cardId: $cardId) {
  version title happened place chapterKey text { paragraph text sources } base { number title body } } }`;
const saving = `mutation ($input: SaveStoryDraftInput!) { saveStoryDraft(input: $input) {
  __typename ... on SavedStoryDraft { version } ... on UserError { code path message }
  ... on DraftChanged { draft { version title } } } }`;
const discarding = `mutation ($subjectId: ID!, $cardId: ID, $version: Int!) {
  discardStoryDraft(subjectId: $subjectId, cardId: $cardId, version: $version) {
    __typename ... on UserError { code path } ... on DraftChanged { draft { version title } } } }`;

const byHand = (text: string) => [{ paragraph: 0, text, sources: [] }];

async function aStory({ subject, editor }: Family): Promise<{ card: Answer; said: string[] }> {
  const { said } = await told(subject.id, [stories.bakery]);
  const [card] = await cardsOf(editor, subject.id);
  return { card, said };
}

async function read(person: Person, subjectId: string, cardId?: string): Promise<Answer> {
  return (await person.gql(reading, { subjectId, cardId })).storyDraft;
}

async function save(person: Person, input: object): Promise<Answer> {
  return (await person.gql(saving, { input })).saveStoryDraft;
}

/** The whole text of a story as a draft, each sentence with its sources. */
function runsOf({ sentences }: Answer) {
  return sentences.map(({ paragraph, text, sources }: Answer) => ({
    paragraph,
    text: `${text} `,
    sources: sources.map(({ id }: Answer) => id),
  }));
}

describe('A draft of a story', () => {
  test('is read by its author on every device, with the revision that it changes, and by nobody else', async () => {
    const family = await aFamily();
    const { subject, owner, editor, self, viewer, stranger, admin } = family;
    const { card } = await aStory(family);
    const draft = { title: 'The ro', text: byHand('He got up at three, they s') };

    const kept = await save(editor, { subjectId: subject.id, cardId: card.id, baseRevision: 1, ...draft });

    expect(kept).toEqual({ __typename: 'SavedStoryDraft', version: expect.any(Number) });
    expect(await read(editor, subject.id, card.id)).toEqual({
      ...{ version: kept.version, ...draft, happened: null, place: null, chapterKey: null },
      base: { number: 1, title: card.title, body: card.body },
    });
    for (const other of [owner, self]) expect(await read(other, subject.id, card.id)).toBeNull();
    for (const other of [viewer, stranger, admin]) {
      const { errors } = await other.ask(reading, { subjectId: subject.id, cardId: card.id });
      expect(errors?.[0]?.extensions?.code).toMatch(/FORBIDDEN|NOT_FOUND/);
    }
    const { cookie } = await account(
      '/admin/impersonate-user',
      { userId: editor.id },
      { cookie: admin.cookie ?? '' },
    );
    expect(await viewerOf(cookie)).toMatchObject({ userId: editor.id });
    expect(await read({ ...editor, ...speaking(cookie) }, subject.id, card.id)).toBeNull();
  });

  test('of a new story belongs to its book and its author', async () => {
    const { subject, editor, owner } = await aFamily();
    const other = await aFamily();
    await save(editor, { subjectId: subject.id, title: 'A', chapterKey: 'love', happened: 'around' });
    await save(owner, { subjectId: subject.id, title: 'B' });

    expect(await read(editor, subject.id)).toMatchObject({
      ...{ title: 'A', chapterKey: 'love', happened: 'around', base: null },
    });
    expect(await read(owner, subject.id)).toMatchObject({ title: 'B' });
    const foreign = { subjectId: other.subject.id, title: 'C' };
    expect(await save(editor, foreign)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of a story of another book, or one that is not for its author, is refused', async () => {
    const [family, other] = [await aFamily(), await aFamily()];
    const [{ card }, { card: foreign }] = [await aStory(family), await aStory(other)];
    const { subject, editor, owner } = family;
    const base = { subjectId: subject.id, baseRevision: 1, title: 'Mine' };

    expect(await save(editor, { ...base, cardId: foreign.id })).toMatchObject({
      ...{ code: 'NOT_FOUND', path: ['cardId'] },
    });
    succeeded(await save(editor, { ...base, cardId: card.id }));
    const toOwners = 'mutation ($input: SetAudienceInput!) { setAudience(input: $input) { __typename } }';
    await owner.gql(toOwners, { input: { cardId: card.id, afterDeath: true } });
    expect(await read(editor, subject.id, card.id)).toBeNull();
    expect(await save(editor, { ...base, cardId: card.id, version: 1 })).toMatchObject({ code: 'NOT_FOUND' });
  });

  test.each([
    ['title', { title: 'x'.repeat(161) }],
    ['text', { text: byHand('x'.repeat(40_001)) }],
    ['text', { text: [20_001, 20_000].map((length) => byHand('x'.repeat(length))[0]) }],
    ['text', { text: byHand('Nothing\u0000.') }],
    ['baseRevision', { baseRevision: 1 }],
  ])('with a wrong %s is refused, and nothing is stored', async (path, wrong) => {
    const { subject, editor } = await aFamily();

    const refused = await save(editor, { subjectId: subject.id, ...wrong });

    expect(refused).toMatchObject({ __typename: 'InvalidInput', code: 'BAD_REQUEST' });
    expect(refused.path[0]).toBe(path);
    expect(await read(editor, subject.id)).toBeNull();
  });

  test('that another device changed meanwhile is returned, and not overwritten', async () => {
    const { subject, editor } = await aFamily();
    const put = (title: string, version?: number) => save(editor, { subjectId: subject.id, title, version });
    const { version: first } = await put('One');
    const { version: second } = await put('Two', first);
    expect(second).toBe(first + 1);
    const now = { version: second, title: 'Two' };
    const changed = { __typename: 'DraftChanged', code: 'CONFLICT', draft: now };

    expect(await put('Late', first)).toMatchObject(changed);
    expect(await put('Begun twice')).toMatchObject(changed);
    const { discardStoryDraft } = await editor.gql(discarding, { subjectId: subject.id, version: first });
    expect(discardStoryDraft).toMatchObject(changed);
    expect(await read(editor, subject.id)).toMatchObject(now);
  });

  test('is not changed or erased by a device that still has an earlier, discarded one', async () => {
    const { subject, editor } = await aFamily();
    const put = (title: string, version?: number) => save(editor, { subjectId: subject.id, title, version });
    const discard = async (version: number) =>
      (await editor.gql(discarding, { subjectId: subject.id, version })).discardStoryDraft;
    const { version: stale } = await put('Old');
    expect(await discard(stale)).toMatchObject({ __typename: 'DiscardedStoryDraft' });
    const { version } = await put('New');

    const changed = { __typename: 'DraftChanged', draft: { version, title: 'New' } };
    expect(await put('Old again', stale)).toMatchObject(changed);
    expect(await discard(stale)).toMatchObject(changed);
    const input = { subjectId: subject.id, title: 'Saved', body: 'So it was.', draftVersion: stale };
    succeeded(await editor.gql('SaveCard', { input }));
    expect(await read(editor, subject.id)).toMatchObject({ version, title: 'New' });
  });

  test('stored by many requests at once has the words of one of them', async () => {
    const { subject, editor } = await aFamily();
    const put = (version?: number) =>
      Promise.all(
        [1, 2, 3, 4, 5].map((at) => save(editor, { subjectId: subject.id, title: `Title ${at}`, version })),
      );

    const first = await put();
    const { version } = await read(editor, subject.id);
    for (const answers of [first, await put(version)]) {
      const kept = answers.filter(({ __typename }) => __typename === 'SavedStoryDraft');
      expect(kept).toHaveLength(1);
      expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(4);
    }
    expect(await db.storyDraft.count({ where: { subjectId: subject.id } })).toBe(1);
  });
});

describe('A draft is erased', () => {
  test('when it is saved, but not when another version or another person’s story is saved', async () => {
    const family = await aFamily();
    const { subject, editor, owner } = family;
    const { card } = await aStory(family);
    const draft = { subjectId: subject.id, cardId: card.id, baseRevision: 1, title: 'Rolls' };
    const { version } = await save(editor, draft);
    const saveCard = async (by: Person, baseRevision: number, draftVersion: number) =>
      succeeded(
        await by.gql('SaveCard', {
          input: {
            ...{ id: card.id, subjectId: subject.id, title: 'Rolls', body: card.body },
            ...{ baseRevision, draftVersion },
          },
        }),
      );

    await saveCard(owner, 1, version);
    await saveCard(editor, 2, version + 1);
    expect(await read(editor, subject.id, card.id)).toMatchObject({ version });
    await saveCard(editor, 3, version);
    expect(await read(editor, subject.id, card.id)).toBeNull();
    expect(await save(editor, { ...draft, version })).toMatchObject({
      ...{ __typename: 'DraftChanged', draft: null },
    });
  });

  test('when it is discarded, also twice', async () => {
    const { subject, editor } = await aFamily();
    const { version } = await save(editor, { subjectId: subject.id, title: 'Rolls' });

    for (let times = 0; times < 2; times++) {
      const { discardStoryDraft } = await editor.gql(discarding, { subjectId: subject.id, version });
      expect(discardStoryDraft.__typename).toBe('DiscardedStoryDraft');
    }
    expect(await db.storyDraft.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('when its author may only read the book, or has left it', async () => {
    const { subject, owner, editor, self } = await aFamily();
    const { members } = (await owner.gql('FamilyFriends', { subjectId: subject.id })).subject;
    const { id } = members.find(({ user }: Answer) => user.id === editor.id);
    const drafts = () => db.storyDraft.count({ where: { subjectId: subject.id } });
    for (const by of [editor, self]) succeeded(await save(by, { subjectId: subject.id, title: 'Rolls' }));

    succeeded(await owner.gql('SetMemberRole', { id, role: 'VIEWER' }));
    expect(await drafts()).toBe(1);
    succeeded(await owner.gql('SetMemberRole', { id, role: 'EDITOR' }));
    expect(await read(editor, subject.id)).toBeNull();
    succeeded(await save(editor, { subjectId: subject.id, title: 'Rolls' }));
    succeeded(await owner.gql('RemoveMember', { id }));

    expect(await drafts()).toBe(1);
    const { errors } = await editor.ask(reading, { subjectId: subject.id });
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  test('with its story', async () => {
    const family = await aFamily();
    const { card } = await aStory(family);
    const { subject, editor } = family;
    succeeded(
      await save(editor, { subjectId: subject.id, cardId: card.id, baseRevision: 1, title: 'Rolls' }),
    );

    await db.card.delete({ where: { id: card.id } });

    expect(await db.storyDraft.count({ where: { subjectId: subject.id } })).toBe(0);
  });

  test('30 days after its last change', async () => {
    const { subject, editor, owner } = await aFamily();
    succeeded(await save(editor, { subjectId: subject.id, title: 'Rolls' }));
    const { version } = await save(owner, { subjectId: subject.id, title: 'Rolls' });

    later(29 * day);
    succeeded(await save(owner, { subjectId: subject.id, title: 'Warm rolls', version }));
    await eraseOldDrafts();
    expect(await read(editor, subject.id)).not.toBeNull();
    later(31 * day);
    await eraseOldDrafts();

    expect(await read(editor, subject.id)).toBeNull();
    expect(await read(owner, subject.id)).toMatchObject({ title: 'Warm rolls' });
  });
});

describe('Words that became private after a draft was stored', () => {
  test('are not in the draft, neither with their source nor typed again, even if it is stored again', async () => {
    const family = await aFamily();
    const { subject, editor } = family;
    const { card } = await aStory(family);
    const { said } = await told(subject.id, [stories.bakeryAgain]);
    const withSources = `query ($id: ID!) { card(id: $id) { revision sentences { paragraph text sources { id } } } }`;
    const { card: now } = await editor.gql(withSources, card);
    expect(now.revision).toBe(2);
    const typed = 'She was seven. Half of the street came with blankets, I am told. It was cold.';
    const draft = {
      ...{ subjectId: subject.id, cardId: card.id, baseRevision: 2, place: 'Half of the street came' },
      text: [...runsOf(now), { paragraph: 9, text: typed, sources: [] }],
    };
    const { version } = await save(editor, draft);
    expect(JSON.stringify(await read(editor, subject.id, card.id))).toMatch(/blankets and coal.*blankets, I/);

    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));

    const readable = async () => {
      const { base, text, ...lines } = await read(editor, subject.id, card.id);
      const words = text.map((run: Answer) => run.text).join('');
      expect(JSON.stringify({ base, lines, words })).not.toMatch(/blankets|street came/);
      return words;
    };
    const rest = await readable();
    expect(rest).toContain('cinnamon');
    expect(rest).toContain('She was seven. It was cold.');
    succeeded(await save(editor, { ...draft, version }));
    expect(await readable()).toBe(rest);
  });

  test('are not read while nobody can say which they are, and the draft stays as it was', async () => {
    const family = await aFamily();
    const { subject, editor } = family;
    const { card, said } = await aStory(family);
    await told(subject.id, [stories.bakeryAgain]);
    const typed = 'My own words about the bakery stay as I have typed them here. '.repeat(12);
    const draft = { subjectId: subject.id, cardId: card.id, baseRevision: 1, text: byHand(typed) };
    const { version } = await save(editor, draft);
    succeeded(await editor.gql('SetMessagePrivate', { id: said[0], private: true }));

    const stop = await endWorkers();
    const refused = await editor.ask(reading, { subjectId: subject.id, cardId: card.id }).finally(stop);

    expect(refused.data?.storyDraft ?? null).toBeNull();
    expect(refused.errors?.[0]?.extensions?.code).toBe('SERVICE_UNAVAILABLE');
    expect(await read(editor, subject.id, card.id)).toMatchObject({ version, text: byHand(typed) });
  });
});
