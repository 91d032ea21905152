import { useEffect, useRef } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import type { PageHandle } from './page.ts';

/** Somebody who points at a link this long means it. */
export const intentAfterMs = 50;

let routesAround: (path: string) => Promise<RouteObject[]> = async () => [];

/** Says where to look ahead in. */
export function lookAheadIn(routes: typeof routesAround): void {
  routesAround = routes;
}

/**
 * Loads what the page at `href` needs: its files, then its data. Never throws; redirects wait for the visit, and so
 * does what opening the page does.
 */
export async function preloadPage(href: string): Promise<void> {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin) return;
  const routes = await routesAround(url.pathname).catch(() => []);
  await Promise.allSettled(
    (matchRoutes(routes, url) ?? []).map(async ({ route, params }) => {
      const parts = typeof route.lazy === 'function' ? await route.lazy() : route;
      if (typeof parts.loader !== 'function' || (parts.handle as PageHandle | undefined)?.acts) return;
      // What a loader of ours reads of its arguments: the address and its parameters.
      await parts.loader({ request: new Request(url), params } as Parameters<typeof parts.loader>[0]);
    }),
  );
}

/** Begins and ends the intent to visit `href`. */
export function useIntent(href: string): { begin: () => void; end: () => void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => clearTimeout(timer.current);
  const begin = () => {
    end();
    timer.current = setTimeout(() => void preloadPage(href), intentAfterMs);
  };
  return { begin, end };
}
