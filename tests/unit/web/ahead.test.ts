// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { askAhead, forgetAnswers, questionsId } from '#web/app/ahead.ts';
import { apiFetch } from '#web/app/api-fetch.ts';
import { leadSizes } from '#web/ui/picture-sizes.ts';

const book = '01a201e2-f8b4-71fa-89ae-9fce1c77ba3d';
const second = '01a201e2-f8b4-71fa-89ae-9fce1c77ba3e';
const asked = `{"variables":{"id":"${book}"}}`;

/** A page of this address, with a question in it; answers are numbered. */
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
  askAhead();
  return server;
}
const ask = async () => (await apiFetch('/graphql', { method: 'POST', body: asked })).text();

/** A page of this address, which asks for a story too; every answer is this book. */
function openTelling(path: string, subject: object) {
  history.replaceState(null, '', path);
  const bodies = ['{"variables":{"id":"{id}"}}', '{"variables":{"card":"{cardId}"}}'];
  const questions = bodies.map((body) => ({
    headers: {},
    body,
    ofCall: ['/call.js', '/call.css'],
    soon: ['/live.js'],
  }));
  document.body.innerHTML = `<script type="application/json" id="${questionsId}">${JSON.stringify(questions)}</script>`;
  const server = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ data: { subject } }));
  askAhead();
  return () => server.mock.calls.map(([, init]) => String(init?.body));
}
const ofStory = (cardId: string) => `{"variables":{"card":"${cardId}"}}`;

afterEach(() => {
  forgetAnswers();
  document.head.replaceChildren();
  vi.restoreAllMocks();
});

describe('A query sent before the script', () => {
  test('is sent for the subject in the address, and answers the same query once', async () => {
    const server = open(`/dashboard/${book}/`);
    expect(server).toHaveBeenCalledExactlyOnceWith('/graphql', expect.objectContaining({ body: asked }));
    expect([await ask(), await ask()]).toEqual(['1', '2']);
  });

  test('is sent again when it got no answer', async () => {
    open(`/dashboard/${book}/`, { lost: 1 });
    expect(await ask()).toBe('2');
  });

  test('answers no query after the first page was shown', async () => {
    open(`/dashboard/${book}/`);
    forgetAnswers();
    expect(await ask()).toBe('2');
  });

  test('is not sent without a subject', () => {
    expect(open('/dashboard/somewhere/')).not.toHaveBeenCalled();
  });

  test('also requests the story at which the Biography opens, together with its chapters', async () => {
    const chapters = [{ cards: [] }, { cards: [{ id: 'first' }, { id: second }] }];
    const bodies = openTelling(`/dashboard/${book}/biography/`, { chapters });
    await ask();
    await apiFetch('/graphql', { method: 'POST', body: ofStory('first') });
    expect(bodies()).toEqual([asked, ofStory('first')]);
  });

  test('requests only the story in the address', async () => {
    const chapters = [{ cards: [{ id: 'first' }] }];
    const bodies = openTelling(`/dashboard/${book}/biography/?cardId=${second}`, { chapters });
    expect(bodies()).toEqual([asked, ofStory(second)]);
    await ask();
    expect(bodies()).toHaveLength(2);
  });

  test('ignores anything in the address that is no story id', () => {
    const named = encodeURIComponent('x"},"variables":{"id":"another');
    const bodies = openTelling(`/dashboard/${book}/biography/?cardId=${named}`, { chapters: [] });
    expect(bodies()).toEqual([asked]);
  });

  test('requests no story when the address names a chapter', async () => {
    const bodies = openTelling(`/dashboard/${book}/biography/?chapter=HOME`, {
      chapters: [{ cards: [{ id: 'first' }] }],
    });
    await ask();
    expect(bodies()).toEqual([asked]);
  });

  test('preloads the picture of Today’s first story as the page does, and none of a hidden story', async () => {
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
    ['has what draws it fetched while a call goes on', { id: 'call' }, ['/call.js', '/call.css', '/live.js']],
    ['has only what hears of one fetched while none does', null, ['/live.js']],
  ])('%s', async (_, liveConversation, links) => {
    openTelling(`/dashboard/${book}/`, { liveConversation });
    await ask();
    expect([...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual(
      links,
    );
  });
});
