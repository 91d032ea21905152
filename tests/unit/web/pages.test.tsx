// @vitest-environment jsdom
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Broken, Missing } from '#web/app/errors.tsx';
import { setPreloadRoutes } from '#web/app/intent.ts';
import { Link } from '#web/app/Link.tsx';
import { RootLayout } from '#web/app/layouts/RootLayout.tsx';
import { type PageModule, page, preloadErrorEvent, readyWhen } from '#web/app/page.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';

// Generous, because the machine may be busy.
configure({ asyncUtilTimeout: 15_000 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function open(children: RouteObject[], Frame: ComponentType = Outlet) {
  const router = createMemoryRouter([{ Component: Frame, HydrateFallback: () => null, children }]);
  render(<RouterProvider router={router} />);
  return router;
}

function First() {
  return (
    <main id="main" tabIndex={-1}>
      <h1>First</h1>
      <Link to="/next" viewTransition={false}>
        Next
      </Link>
    </main>
  );
}

/** Opens a page with a link to the page that `load` returns. */
function openFirst(load: () => Promise<PageModule>) {
  const routes = [
    { index: true, Component: First },
    { path: 'next', lazy: page(load) },
  ];
  setPreloadRoutes(async () => routes);
  open(routes);
}

/** The heading of the page shown. */
const title = () => screen.getByRole('heading', { level: 1 }).textContent;
/** The text announced to screen readers. */
const announced = () => document.querySelector('.sr[role=status]')?.textContent;

describe('Pointing at a link', () => {
  test('pointing at a link loads its page and data after 50 ms, and not before', async () => {
    const loader = vi.fn(() => null);
    const load = vi.fn(async (): Promise<PageModule> => ({ Component: () => <h1>Next</h1>, loader }));
    openFirst(load);

    fireEvent.mouseEnter(screen.getByText('Next'));
    await pass(49);
    expect(load).not.toHaveBeenCalled();
    await pass(1);
    expect(load).toHaveBeenCalledTimes(1);
    expect(loader).toHaveBeenCalledTimes(1);
  });

  test('pointing at a link does not run a loader with side effects', async () => {
    const loader = vi.fn(() => null);
    const load = vi.fn(
      async (): Promise<PageModule> => ({
        Component: () => <h1>You are signed out</h1>,
        loader,
        handle: { acts: true },
      }),
    );
    openFirst(load);

    fireEvent.mouseEnter(screen.getByText('Next'));
    fireEvent.focus(screen.getByText('Next'));
    await pass(1000);
    expect(load).toHaveBeenCalledTimes(1);
    expect(loader).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Next'));
    await pass(0);
    expect([title(), loader.mock.calls.length]).toEqual(['You are signed out', 1]);
  });

  test('pointing at a link for less than 50 ms loads nothing', async () => {
    const load = vi.fn(async (): Promise<PageModule> => ({ Component: () => null }));
    openFirst(load);

    fireEvent.mouseEnter(screen.getByText('Next'));
    await pass(30);
    fireEvent.mouseLeave(screen.getByText('Next'));
    await pass(1000);
    expect(load).not.toHaveBeenCalled();
  });
});

describe('A page that fails to load', () => {
  test('a page that fails to load raises a preload error, and is requested again the next time', async () => {
    const raised = vi.fn();
    window.addEventListener(preloadErrorEvent, raised);
    const load = vi.fn(async (): Promise<PageModule> => ({ Component: () => <h1>There</h1> }));
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const lazy = page(load);

    await expect(lazy()).rejects.toThrow('Failed to fetch');
    expect(raised).toHaveBeenCalledTimes(1);
    await expect(lazy()).resolves.toHaveProperty('Component');
    await lazy();
    expect(load).toHaveBeenCalledTimes(2);
    window.removeEventListener(preloadErrorEvent, raised);
  });
});

describe('A slow page', () => {
  test('the pending state is shown after 1000 ms, for at least 500 ms', async () => {
    let arrive: (module: PageModule) => void = () => undefined;
    const load = () =>
      new Promise<PageModule>((done) => {
        arrive = done;
      });
    open(
      [
        { index: true, Component: First },
        { path: 'next', lazy: page(load) },
      ],
      RootLayout,
    );

    fireEvent.click(screen.getByText('Next'));
    await pass(999);
    expect([title(), announced()]).toEqual(['First', '']);
    await pass(1);
    expect([title(), announced()]).toEqual(['First', 'Opening the page']);

    arrive({ Component: () => <h1>Second</h1> });
    await pass(499);
    expect(announced()).toBe('Opening the page');
    await pass(1);
    expect([title(), announced()]).toEqual(['Second', '']);
  });

  test('the current page stays while the next one’s data are loading', async () => {
    let ready: (value: unknown) => void = () => undefined;
    const loader = () =>
      readyWhen(
        {},
        new Promise((done) => {
          ready = done;
        }),
      );
    const next: PageModule = { Component: () => <h1>Second</h1>, Loading: () => <p>Opening</p>, loader };
    open([
      { index: true, Component: First },
      { path: 'next', lazy: page(async () => next) },
    ]);

    fireEvent.click(screen.getByText('Next'));
    await pass(900);
    expect(title()).toBe('First');
    ready(null);
    await pass(0);
    expect(title()).toBe('Second');
  });
});

describe('Unsaved changes', () => {
  function Edit() {
    useUnsavedChanges(true);
    return <First />;
  }
  const pages = [
    { index: true, Component: Edit },
    { path: 'next', Component: () => <h1>Second</h1> },
  ];

  test('leaving a page with unsaved changes asks in the fixed words', async () => {
    vi.useRealTimers();
    open(pages, RootLayout);
    fireEvent.click(screen.getByText('Next'));
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure you want to leave?' });
    expect(question.textContent).toContain('Your changes may not be saved.');

    fireEvent.click(screen.getByText('Stay here'));
    expect(screen.getByText('First').tagName).toBe('H1');
    fireEvent.click(screen.getByText('Next'));
    fireEvent.click(await screen.findByText('Leave'));
    await screen.findByText('Second');
  });

  test('the browser asks before it closes a page with unsaved changes', () => {
    open(pages, RootLayout);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);

    expect(closing.defaultPrevented).toBe(true);
  });
});

describe('An error', () => {
  function Failing(): ReactNode {
    throw new Error('The ink ran out');
  }

  test('an error’s details are shown on request, and hidden again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open([{ index: true, Component: Failing, ErrorBoundary: Broken }]);

    expect(title()).toBe('Something went wrong!');
    const details = screen.getByLabelText('Error details');
    expect(details.hidden).toBe(true);
    fireEvent.click(screen.getByText('Show Error'));
    expect(details.hidden).toBe(false);
    expect(details.textContent).toContain('The ink ran out');
    fireEvent.click(screen.getByText('Hide Error'));
    expect(details.hidden).toBe(true);
  });

  test('an address that does not exist shows "Not Found"', async () => {
    vi.useRealTimers();
    open([{ path: '*', Component: Missing }]);

    await screen.findByText('Not Found');
  });
});
