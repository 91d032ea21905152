import { type ComponentType, createElement, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import type { LazyRouteFunction, LoaderFunction, RouteObject } from 'react-router';
import { pendingAfterMs, pendingForMs } from './Pending.tsx';

/** What a `*.route.tsx` file exports. */
export interface PageModule {
  Component: ComponentType;
  /** The page while its data come. */
  Loading?: ComponentType;
  ErrorBoundary?: ComponentType;
  loader?: LoaderFunction;
  handle?: PageHandle;
}

/** What a page says of itself before it is opened. */
export interface PageHandle {
  /** Its loader does something: it runs for whoever goes there, and not for who only points at the link. */
  acts?: boolean;
}

type RouteParts = Pick<PageModule, 'ErrorBoundary' | 'loader' | 'handle'> & { Component: ComponentType };

export const preloadErrorEvent = 'evertold:preload-error';

/**
 * A route's `lazy`: loads its file once. A file that does not come raises `evertold:preload-error` on the window
 * and is asked for again the next time.
 */
export function page(load: () => Promise<PageModule>): LazyRouteFunction<RouteObject> {
  let coming: Promise<RouteParts> | null = null;
  return () => {
    coming ??= load().then(routeParts, (error: unknown) => {
      coming = null;
      return raisePreloadError(error);
    });
    return coming;
  };
}

/** Tells the window that a file of the web app did not come, and throws it on. */
export function raisePreloadError(error: unknown): never {
  window.dispatchEvent(new CustomEvent(preloadErrorEvent, { detail: { error } }));
  throw error;
}

function routeParts({ Component, Loading, ErrorBoundary, loader, handle }: PageModule): RouteParts {
  return {
    Component: Loading ? withLoading(Component, Loading) : Component,
    ...(ErrorBoundary && { ErrorBoundary }),
    ...(loader && { loader: patient(loader) }),
    ...(handle !== undefined && { handle }),
  };
}

const readiness = new WeakMap<object, Promise<unknown>>();

/** Says when something that a loader answers (a query on its way) can be shown without a skeleton. */
export function readyWhen<T extends object>(answer: T, ready: Promise<unknown>): T {
  readiness.set(
    answer,
    ready.catch(() => undefined), // the page itself meets the error when it reads
  );
  return answer;
}

/** When that is. */
export async function readyOf(answer: object): Promise<void> {
  await readiness.get(answer);
}

/** Lets the browser draw and hear whoever acts before more is done, where it offers that. */
async function pause(): Promise<void> {
  await globalThis.scheduler?.yield?.();
}

/** Stays on the page one comes from while the next one's data are about to come, for as long as waiting is not shown. */
function patient(loader: LoaderFunction): LoaderFunction {
  return async (args, context) => {
    await pause();
    const answer = await loader(args, context);
    const parts = typeof answer === 'object' && answer !== null ? [answer, ...Object.values(answer)] : [];
    const waits = parts.flatMap((part) => (typeof part === 'object' && part && readiness.get(part)) || []);
    if (waits.length > 0 && document.querySelector('main')) {
      await Promise.race([Promise.all(waits), new Promise((done) => setTimeout(done, pendingAfterMs))]);
      await pause();
    }
    return answer;
  };
}

/** When the skeleton came on screen, and how long it still stays. */
interface Frame {
  shownAt: number | null;
  rest: Promise<void> | null;
}

/** Puts the skeleton around the page; once seen, it stays long enough to be read as one. */
function withLoading(Component: ComponentType, Loading: ComponentType): ComponentType {
  return function Page() {
    const [frame] = useState<Frame>(() => ({ shownAt: null, rest: null }));
    return createElement(
      Suspense,
      { fallback: createElement(Shown, { frame }, createElement(Loading)) },
      createElement(Held, { frame }, createElement(Component)),
    );
  };
}

function Shown({ frame, children }: { frame: Frame; children?: ReactNode }) {
  useEffect(() => {
    frame.shownAt ??= performance.now();
  }, [frame]);
  return children;
}

function Held({ frame, children }: { frame: Frame; children?: ReactNode }) {
  if (frame.shownAt !== null) {
    const left = frame.shownAt + pendingForMs - performance.now();
    if (left > 0) frame.rest ??= new Promise((done) => setTimeout(done, left));
    if (left > 0 && frame.rest) use(frame.rest);
  }
  return children;
}
