// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { openDraftStore, type StoringOutcome } from '#web/biography/editing/draft-store.ts';
import type { StoryChanges } from '#web/biography/editing/writing.ts';

const story = { subjectId: 's', cardId: null };
const nothing = { title: '', text: [], happened: '', place: '', chapterKey: 'love' };

function titled(title: string): StoryChanges {
  return { base: { revision: null, writing: nothing }, writing: { ...nothing, title } };
}

/** A server with one draft, whose first answers can get lost on the way. */
function aServer() {
  const server = { title: '', version: 0, losesAnswers: 0 };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    const { input } = JSON.parse(String(init?.body)).variables;
    const isCurrent = (input.version ?? 0) === server.version;
    if (isCurrent) Object.assign(server, { title: input.title, version: server.version + 1 });
    if (server.losesAnswers-- > 0) throw new TypeError('Failed to fetch');
    const { title, version } = server;
    const lines = { title, happened: null, place: null, chapterKey: null, text: null, base: null };
    const draft = { __typename: 'StoryDraft', id: 'd', version, ...lines, updatedAt: '2026-11-01T12:00:00Z' };
    const refusal = { code: 'CONFLICT', message: 'Changed', path: ['version'] };
    const saveStoryDraft = isCurrent
      ? { __typename: 'SavedStoryDraft', id: 'd', version }
      : { __typename: 'DraftChanged', draft, ...refusal };
    return Response.json({ data: { saveStoryDraft } });
  });
  return server;
}

function aStore() {
  const outcomes: StoringOutcome[] = [];
  const store = openDraftStore(story, null, (outcome) => outcomes.push(outcome));
  const put = async (title: string) => {
    const before = outcomes.length;
    store.put(titled(title));
    await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(before));
    return outcomes.at(-1);
  };
  return { store, put };
}

afterEach(() => void vi.restoreAllMocks());

test('a draft whose first answer was lost is kept when it is sent again', async () => {
  const server = aServer();
  server.losesAnswers = 1;
  const { store, put } = aStore();
  expect(await put('Rolls')).toEqual({ kind: 'LOST' });
  expect(server.title).toBe('Rolls');

  expect(await put('Rolls')).toMatchObject({ kind: 'KEPT', id: 'd', version: 1 });
  expect(store.version()).toBe(1);
});

test('words that were typed after the lost answer are stored on top of it', async () => {
  const server = aServer();
  server.losesAnswers = 2;
  const { put } = aStore();
  await put('Rolls');
  await put('Warm rolls');

  expect(await put('Warm rolls of Tomas')).toMatchObject({ kind: 'KEPT', version: 2 });
  expect(server.title).toBe('Warm rolls of Tomas');
});

test('a draft that another device stored is not overwritten', async () => {
  const server = aServer();
  Object.assign(server, { title: 'Theirs', version: 4 });
  const { store, put } = aStore();

  expect(await put('Mine')).toMatchObject({ kind: 'CHANGED', draft: { title: 'Theirs', version: 4 } });
  expect(server.title).toBe('Theirs');
  expect(store.version()).toBeNull();
});
