// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { askAhead, forgetAnswers, questionsId } from '#web/app/ahead.ts';
import { apiFetch } from '#web/app/api-fetch.ts';

const book = '01a201e2-f8b4-71fa-89ae-9fce1c77ba3d';
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

afterEach(() => {
  forgetAnswers();
  vi.restoreAllMocks();
});

describe('What is asked ahead of the script', () => {
  test('is asked of the book in the address, and answers the same question once', async () => {
    const server = open(`/dashboard/${book}/`);
    expect(server).toHaveBeenCalledExactlyOnceWith('/graphql', expect.objectContaining({ body: asked }));
    expect([await ask(), await ask()]).toEqual(['1', '2']);
  });

  test('is asked again when it got no answer', async () => {
    open(`/dashboard/${book}/`, { lost: 1 });
    expect(await ask()).toBe('2');
  });

  test('answers nobody once the first page was there', async () => {
    open(`/dashboard/${book}/`);
    forgetAnswers();
    expect(await ask()).toBe('2');
  });

  test('is not asked where there is no book', () => {
    expect(open('/dashboard/somewhere/')).not.toHaveBeenCalled();
  });
});
