import type { RouteObject } from 'react-router';
import { Broken } from './errors.tsx';
import { RootLayout } from './layouts/RootLayout.tsx';
import { page } from './page.ts';

const frame = 'frame';

/** The public pages, which `web/prerender.ts` makes readable before any script runs. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: RootLayout,
    HydrateFallback: () => null,
    children: [
      {
        id: frame,
        ErrorBoundary: Broken,
        children: [
          { index: true, lazy: page(() => import('#web/cover/home.route.tsx')) },
          { path: 'about', lazy: page(() => import('#web/cover/about.route.tsx')) },
          { path: 'tos', lazy: page(() => import('#web/cover/tos.route.tsx')) },
          { path: 'privacy', lazy: page(() => import('#web/cover/privacy.route.tsx')) },
          { path: 'sms-opt-in', lazy: page(() => import('#web/consent/sms-opt-in.route.tsx')) },
        ],
      },
    ],
  },
];

const loadMore = () => import('./more-routes.tsx').then(({ moreRoutes }) => moreRoutes);

/** Adds all other addresses, once one is asked for that is not public: whoever only reads does not load their list. */
export async function addRoutes({
  patch,
}: {
  patch: (routeId: string | null, children: RouteObject[]) => void;
}): Promise<void> {
  patch(frame, await loadMore());
}

/** Every address of the web app, to look ahead in. */
export async function everyRoute(): Promise<RouteObject[]> {
  return [...routes, ...(await loadMore())];
}
