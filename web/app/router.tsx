import type { RouteObject } from 'react-router';
import { Broken } from './errors.tsx';
import { RootLayout } from './layouts/RootLayout.tsx';
import { page, raisePreloadError } from './page.ts';

const frame = 'frame';

/** What goes wrong outside any page still has the frame around it. */
function BrokenFrame() {
  return (
    <RootLayout>
      <Broken />
    </RootLayout>
  );
}

/** The public pages, which `web/prerender.ts` makes readable before any script runs. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: RootLayout,
    ErrorBoundary: BrokenFrame,
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

async function loadMore(): Promise<RouteObject[]> {
  const { moreRoutes } = await import('./more-routes.tsx').catch(raisePreloadError);
  return moreRoutes;
}

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
