import { type ComponentType, createElement, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import type { LazyRouteFunction, LoaderFunction, RouteObject } from 'react-router';
import { pendingAfterMs, pendingForMs } from './Pending.tsx';

/** The exports of a `*.route.tsx` file. */
export interface PageModule {
  Component: ComponentType;
  /** Shown while the page's data load. */
  Loading?: ComponentType;
  ErrorBoundary?: ComponentType;
  loader?: LoaderFunction;
  handle?: PageHandle;
}

/** Facts about a page that are known before it is opened. */
export interface PageHandle {
  /** The loader has side effects, so it runs on a visit and never as a preload. */
  acts?: boolean;
}

type RouteParts = Pick<PageModule, 'ErrorBoundary' | 'loader' | 'handle'> & { Component: ComponentType };

export const preloadErrorEvent = 'evertold:preload-error';

/**
 * A route's `lazy` function: loads the file once. When loading fails it dispatches `evertold:preload-error` on the
 * window, and the next call tries again.
 */
export function page(load: () => Promise<PageModule>): LazyRouteFunction<RouteObject> {
  let loading: Promise<RouteParts> | null = null;
  return () => {
    loading ??= load().then(routeParts, (error: unknown) => {
      loading = null;
      return raisePreloadError(error);
    });
    return loading;
  };
}

/** Dispatches the preload error event on the window and rethrows the error. */
export function raisePreloadError(error: unknown): never {
  window.dispatchEvent(new CustomEvent(preloadErrorEvent, { detail: { error } }));
  throw error;
}

function routeParts({ Component, Loading, ErrorBoundary, loader, handle }: PageModule): RouteParts {
  return {
    Component: Loading ? withLoading(Component, Loading) : Component,
    ...(ErrorBoundary && { ErrorBoundary }),
    ...(loader && { loader: waitForData(loader) }),
    ...(handle !== undefined && { handle }),
  };
}

const readiness = new WeakMap<object, Promise<unknown>>();

/** Registers when a loader's result (for example a running query) can be shown without a skeleton. */
export function readyWhen<T extends object>(answer: T, ready: Promise<unknown>): T {
  readiness.set(
    answer,
    ready.catch(() => undefined), // the page itself throws the error when it reads
  );
  return answer;
}

/** Resolves when the result of a loader is ready, as registered by `readyWhen`. */
export async function readyOf(answer: object): Promise<void> {
  await readiness.get(answer);
}

/** Lets the browser draw and handle input before more work is done, where `scheduler.yield` is supported. */
async function yieldToBrowser(): Promise<void> {
  await globalThis.scheduler?.yield?.();
}

/** Stays on the current page while the next page's data load, at most until the pending state would be shown. */
function waitForData(loader: LoaderFunction): LoaderFunction {
  return async (args, context) => {
    await yieldToBrowser();
    const answer = await loader(args, context);
    const parts = typeof answer === 'object' && answer !== null ? [answer, ...Object.values(answer)] : [];
    const waits = parts.flatMap((part) => (typeof part === 'object' && part && readiness.get(part)) || []);
    if (waits.length > 0 && document.querySelector('main')) {
      await Promise.race([Promise.all(waits), new Promise((done) => setTimeout(done, pendingAfterMs))]);
      await yieldToBrowser();
    }
    return answer;
  };
}

/** When the skeleton was first shown, and the promise that keeps it for the rest of its minimum time. */
interface Frame {
  shownAt: number | null;
  rest: Promise<void> | null;
}

/** Wraps the page in a Suspense boundary with its skeleton, which stays for a minimum time once it is shown. */
function withLoading(Component: ComponentType, Loading: ComponentType): ComponentType {
  return function Page() {
    const [frame] = useState<Frame>(() => ({ shownAt: null, rest: null }));
    return createElement(
      Suspense,
      {
        fallback: createElement(
          NoteShown,
          { frame },
          createElement('title', null, 'Evertold'), // the page's own title is known once its data have loaded
          createElement(Loading),
        ),
      },
      createElement(KeepSkeleton, { frame }, createElement(Component)),
    );
  };
}

function NoteShown({ frame, children }: { frame: Frame; children?: ReactNode }) {
  useEffect(() => {
    frame.shownAt ??= performance.now();
  }, [frame]);
  return children;
}

function KeepSkeleton({ frame, children }: { frame: Frame; children?: ReactNode }) {
  if (frame.shownAt !== null) {
    const left = frame.shownAt + pendingForMs - performance.now();
    if (left > 0) frame.rest ??= new Promise((done) => setTimeout(done, left));
    if (left > 0 && frame.rest) use(frame.rest);
  }
  return children;
}
