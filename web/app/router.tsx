import type { RouteObject } from 'react-router';
import { Broken, Missing } from './errors.tsx';
import { RootLayout } from './layouts/RootLayout.tsx';
import { page, raisePreloadError } from './page.ts';

const frame = 'frame';

/** Shows an error outside any page inside the root layout. */
function BrokenFrame() {
  return (
    <RootLayout>
      <Broken />
    </RootLayout>
  );
}

/** The public pages that most visitors open first; `web/prerender.ts` renders them to HTML. */
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

const notFoundRoute: RouteObject = { path: '*', Component: Missing };

/** Loads the group of routes that this path belongs to. */
async function routesOf(path: string): Promise<{ more: RouteObject[]; desk?: RouteObject[] }> {
  const [, place = ''] = path.split('/');
  try {
    if (place === 'writer') {
      const [{ insideRoutes }, { deskRoutes }] = await Promise.all([
        import('./inside-routes.tsx'),
        import('./desk-routes.tsx'),
      ]);
      return { more: [insideRoutes], desk: deskRoutes };
    }
    if (/^(dashboard|settings|onboarding|how-it-works)$/.test(place)) {
      return { more: [(await import('./inside-routes.tsx')).insideRoutes] };
    }
    return { more: (await import('./open-routes.tsx')).openRoutes };
  } catch (error) {
    return raisePreloadError(error);
  }
}

/** Adds the routes for a non-public path on demand, so that visitors of public pages don't load the route lists. */
export async function addRoutes({
  path,
  patch,
}: {
  path: string;
  patch: (routeId: string | null, children: RouteObject[]) => void;
}): Promise<void> {
  const { more, desk } = await routesOf(path);
  patch(frame, [...more, notFoundRoute]);
  if (desk) patch(more[0]?.id ?? null, desk);
}

/** All routes around this path, for preloading. */
export async function routesAround(path: string): Promise<RouteObject[]> {
  const { more, desk } = await routesOf(path);
  return [...routes, ...more, ...(desk ? [{ ...more[0], children: desk } as RouteObject] : [])];
}
