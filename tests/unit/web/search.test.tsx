// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createBrowserRouter, type LoaderFunctionArgs, RouterProvider, useLoaderData } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Link } from '#web/app/Link.tsx';
import { Search } from '#web/writer/Search.tsx';

/** The search texts requested, and a promise that the responses wait for. */
let asked: string[];
let answering: Promise<void>;
let router: ReturnType<typeof createBrowserRouter>;

beforeEach(async () => {
  // Only timeouts are faked; going back takes the browser's real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked = [];
  answering = Promise.resolve();
  history.replaceState(null, '', '/people?search=rourke');
  router = createBrowserRouter([
    { path: '/people', loader: find, Component: People, HydrateFallback: () => null },
    { path: '/books', loader: () => answering.then(() => null), Component: () => <p>All the books</p> },
  ]);
  render(<RouterProvider router={router} />);
  await shown('People like rourke');
  await act(() => router.navigate('/people'));
  await shown('People like nobody else');
});
afterEach(() => {
  cleanup();
  router.dispose();
  vi.useRealTimers();
});

async function find({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams.get('search') ?? 'nobody else';
  asked.push(search);
  await answering;
  return search;
}

function People() {
  return (
    <>
      <Search label="Find" hint="A part of the name" />
      <p>People like {useLoaderData<typeof find>()}</p>
      <Link to="/books" viewTransition={false}>
        Books
      </Link>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Find');
const type = (words: string) => fireEvent.change(field(), { target: { value: words } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function shown(words: string) {
  await pass(0);
  screen.getByText(words);
}

/** Holds responses back until the returned function is called. */
function hold(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  answering = promise;
  return () => act(async () => resolve());
}

/** Goes back or forward; `then` runs at the moment of the popstate event. */
async function go(delta: -1 | 1, then = () => {}) {
  const gone = new Promise<void>((done) => addEventListener('popstate', () => done(), { once: true }));
  addEventListener('popstate', then, { once: true });
  await act(async () => {
    history.go(delta);
    await gone;
  });
}

test('Going back while typing shows the earlier search, although the typed text was about to be searched', async () => {
  type('nora');
  await pass(299);
  const letGo = hold();
  await go(-1, () => vi.advanceTimersByTime(1));
  await pass(1000);
  expect([asked.at(-1), location.search]).toEqual(['rourke', '?search=rourke']);

  await letGo();
  await shown('People like rourke');
  await pass(1000);
  expect([field().value, location.search, asked.at(-1)]).toEqual(['rourke', '?search=rourke', 'rourke']);
});

test('Going forward while typing shows the search there, even when it is for the same text', async () => {
  type('rourke');
  await pass(300);
  await shown('People like rourke');
  await go(-1);
  type('nora');
  await go(1);
  await pass(1000);
  expect([field().value, location.search, asked.includes('nora')]).toEqual([
    'rourke',
    '?search=rourke',
    false,
  ]);
});

test('Following a link while typing opens its page, however long that takes', async () => {
  type('nora');
  const letGo = hold();
  fireEvent.click(screen.getByText('Books'));
  await pass(1000);
  await letGo();

  await shown('All the books');
  expect(asked).not.toContain('nora');
});
