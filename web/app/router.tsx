import type { RouteObject } from 'react-router';
import { Broken, Missing } from './errors.tsx';
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

const nowhere: RouteObject = { path: '*', Component: Missing };

/** The part of all other addresses that this one is of: a part is loaded once somebody goes there. */
async function partOf(path: string): Promise<{ more: RouteObject[]; desk?: RouteObject[] }> {
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

/** Adds the addresses around one that is not public, once it is asked for: whoever only reads loads no list of them. */
export async function addRoutes({
  path,
  patch,
}: {
  path: string;
  patch: (routeId: string | null, children: RouteObject[]) => void;
}): Promise<void> {
  const { more, desk } = await partOf(path);
  patch(frame, [...more, nowhere]);
  if (desk) patch(more[0]?.id ?? null, desk);
}

/** Every address around this one, to look ahead in. */
export async function routesAround(path: string): Promise<RouteObject[]> {
  const { more, desk } = await partOf(path);
  return [...routes, ...more, ...(desk ? [{ ...more[0], children: desk } as RouteObject] : [])];
}
