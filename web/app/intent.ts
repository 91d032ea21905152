import { useEffect, useRef } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import type { PageHandle } from './page.ts';

/** Pointing at a link for this long counts as the intent to open it. */
export const intentAfterMs = 50;

let routesAround: (path: string) => Promise<RouteObject[]> = async () => [];

/** Sets the routes in which preloading looks up a link's page. */
export function setPreloadRoutes(routes: typeof routesAround): void {
  routesAround = routes;
}

/**
 * Loads the files and then the data of the page at `href`. Never throws. Redirects, and loaders with side effects
 * (`handle.acts`), wait for the visit itself.
 */
export async function preloadPage(href: string): Promise<void> {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin) return;
  const routes = await routesAround(url.pathname).catch(() => []);
  await Promise.allSettled(
    (matchRoutes(routes, url) ?? []).map(async ({ route, params }) => {
      const parts = typeof route.lazy === 'function' ? await route.lazy() : route;
      if (typeof parts.loader !== 'function' || (parts.handle as PageHandle | undefined)?.acts) return;
      // Our loaders read only `request` and `params` of their arguments.
      await parts.loader({ request: new Request(url), params } as Parameters<typeof parts.loader>[0]);
    }),
  );
}

/** Starts and cancels the preload timer for `href`. */
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
