import { type ComponentProps, useContext, useEffect, useRef } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  matchRoutes,
  type RouteObject,
  Link as RouterLink,
  NavLink as RouterNavLink,
  useHref,
} from 'react-router';

/** Somebody who points at a link this long means it. */
export const intentAfterMs = 50;

type Router = NonNullable<React.ContextType<typeof DataRouterContext>>['router'];

/** Loads what the page at `href` needs: its files, then its data. Never throws; redirects wait for the visit. */
export async function preloadPage(routes: RouteObject[], href: string): Promise<void> {
  const url = new URL(href, location.href);
  if (url.origin !== location.origin) return;
  const matches = matchRoutes(routes, url) ?? [];
  await Promise.allSettled(
    matches.map(async ({ route, params }) => {
      const parts = typeof route.lazy === 'function' ? await route.lazy() : route;
      if (typeof parts.loader !== 'function') return;
      const request = new Request(url);
      await parts.loader({ request, params, url, pattern: route.path ?? '', context: new Map() } as never);
    }),
  );
}

function useIntent(to: ComponentProps<typeof RouterLink>['to']) {
  const router: Router | undefined = useContext(DataRouterContext)?.router;
  const href = useHref(to);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const begin = () => {
    clearTimeout(timer.current);
    if (router) timer.current = setTimeout(() => void preloadPage(router.routes, href), intentAfterMs);
  };
  const end = () => clearTimeout(timer.current);
  return { onMouseEnter: begin, onFocus: begin, onTouchStart: begin, onMouseLeave: end, onBlur: end };
}

/** A link to a page of ours: it loads the page on intent, and crosses over by a view transition. */
export function Link({ to, ...rest }: ComponentProps<typeof RouterLink>) {
  return <RouterLink to={to} viewTransition {...useIntent(to)} {...rest} />;
}

/** The same, in a navigation: it carries `aria-current` while one is there. */
export function NavLink({ to, ...rest }: ComponentProps<typeof RouterNavLink>) {
  return <RouterNavLink to={to} viewTransition {...useIntent(to)} {...rest} />;
}
