// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { dropPrefetchedResponses, questionsId, sendPrefetchedQueries } from '#web/app/ahead.ts';
import { apiFetch } from '#web/app/api-fetch.ts';
import { leadSizes } from '#web/ui/picture-sizes.ts';

const book = '01a201e2-f8b4-71fa-89ae-9fce1c77ba3d';
const second = '01a201e2-f8b4-71fa-89ae-9fce1c77ba3e';
const asked = `{"variables":{"id":"${book}"}}`;

/** Opens a page at this path with one prefetched query; the responses are numbered. */
function open(path: string, { lost = 0 } = {}) {
  history.replaceState(null, '', path);
  const question = { headers: { 'content-type': 'application/json' }, body: '{"variables":{"id":"{id}"}}' };
  document.body.innerHTML = `<script type="application/json" id="${questionsId}">${JSON.stringify([question])}</script>`;
  let count = 0;
  const server = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    count += 1;
    if (count <= lost) throw new TypeError('Failed to fetch');
    return new Response(String(count));
  });
  sendPrefetchedQueries();
  return server;
}
const ask = async () => (await apiFetch('/graphql', { method: 'POST', body: asked })).text();

/** Opens a page at this path that also prefetches a story; every response contains this book. */
function openTelling(path: string, subject: object) {
  history.replaceState(null, '', path);
  const bodies = ['{"variables":{"id":"{id}"}}', '{"variables":{"card":"{cardId}"}}'];
  const questions = bodies.map((body) => ({
    headers: {},
    body,
    callFiles: ['/call.js', '/call.css'],
    laterFiles: ['/live.js'],
  }));
  document.body.innerHTML = `<script type="application/json" id="${questionsId}">${JSON.stringify(questions)}</script>`;
  const server = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ data: { subject } }));
  sendPrefetchedQueries();
  return () => server.mock.calls.map(([, init]) => String(init?.body));
}
const ofStory = (cardId: string) => `{"variables":{"card":"${cardId}"}}`;

afterEach(() => {
  dropPrefetchedResponses();
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

describe('Prefetched queries', () => {
  test('a prefetched query is sent for the book in the address, and its response is used once', async () => {
    const server = open(`/dashboard/${book}/`);
    expect(server).toHaveBeenCalledExactlyOnceWith('/graphql', expect.objectContaining({ body: asked }));
    expect([await ask(), await ask()]).toEqual(['1', '2']);
  });

  test('a prefetched query without a response is sent again', async () => {
    open(`/dashboard/${book}/`, { lost: 1 });
    expect(await ask()).toBe('2');
  });

  test('prefetched responses are dropped once the first page has loaded', async () => {
    open(`/dashboard/${book}/`);
    dropPrefetchedResponses();
    expect(await ask()).toBe('2');
  });

  test('no query is prefetched at an address without a book', () => {
    expect(open('/dashboard/somewhere/')).not.toHaveBeenCalled();
  });

  test('the Biography’s first story is prefetched before its chapters are handed to the script', async () => {
    const chapters = [{ cards: [] }, { cards: [{ id: 'first' }, { id: second }] }];
    const bodies = openTelling(`/dashboard/${book}/biography/`, { chapters });
    await ask();
    await apiFetch('/graphql', { method: 'POST', body: ofStory('first') });
    expect(bodies()).toEqual([asked, ofStory('first')]);
  });

  test('only the story that the address names is prefetched', async () => {
    const chapters = [{ cards: [{ id: 'first' }] }];
    const bodies = openTelling(`/dashboard/${book}/biography/?cardId=${second}`, { chapters });
    expect(bodies()).toEqual([asked, ofStory(second)]);
    await ask();
    expect(bodies()).toHaveLength(2);
  });

  test('no story is prefetched for a card id that is not a UUID', () => {
    const named = encodeURIComponent('x"},"variables":{"id":"another');
    const bodies = openTelling(`/dashboard/${book}/biography/?cardId=${named}`, { chapters: [] });
    expect(bodies()).toEqual([asked]);
  });

  test('no story is prefetched when the address names a chapter', async () => {
    const bodies = openTelling(`/dashboard/${book}/biography/?chapter=HOME`, {
      chapters: [{ cards: [{ id: 'first' }] }],
    });
    await ask();
    expect(bodies()).toEqual([asked]);
  });

  test('the picture of Today’s first visible story is preloaded in the sizes that the page uses', async () => {
    const story = (status: string, url: string) => ({
      node: { status, pictures: [{ url, width: 800, height: 600 }] },
    });
    openTelling(`/dashboard/${book}/`, {
      cards: { edges: [story('HIDDEN', '/hidden'), story('PUBLISHED', '/shown')] },
    });
    await ask();
    const links = [...document.head.querySelectorAll('link')];
    expect(links.map(({ outerHTML }) => outerHTML).join()).toContain('/shown');
    expect(links.map(({ rel }) => rel)).toEqual(['preload', 'modulepreload']);
    expect(links[0]).toMatchObject({
      rel: 'preload',
      imageSrcset: '/shown?width=480 480w, /shown?width=600 600w, /shown?width=720 720w, /shown 800w',
      imageSizes: leadSizes,
    });
  });

  test.each([
    [
      'a running call preloads the files that draw it and those that follow it',
      { id: 'call' },
      ['/call.js', '/call.css', '/live.js'],
    ],
    ['without a running call only the files that follow calls are preloaded', null, ['/live.js']],
  ])('%s', async (_, liveConversation, links) => {
    openTelling(`/dashboard/${book}/`, { liveConversation });
    await ask();
    expect([...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual(
      links,
    );
  });
});
