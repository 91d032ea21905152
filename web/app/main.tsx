import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { signInPath } from './addresses.ts';
import { forgetAnswers } from './ahead.ts';
import { arrive } from './api-fetch.ts';
import './focus-stays.ts';
import { lookAheadIn } from './intent.ts';
import { notify } from './notify.ts';
import { preloadErrorEvent } from './page.ts';
import { addRoutes, routes, routesAround } from './router.tsx';
import { sessionEndEvent } from './signed-in-hint.ts';

const root = document.getElementById('root') as HTMLElement;
/** What stands there is the page itself; or only its frame, in whose place the page comes. */
const prerendered = root.querySelector(':scope > :not([inert])') !== null;

/** A prerendered page is hydrated with its own code, which therefore has to be there first. */
async function loadFirstPage(): Promise<void> {
  const lazyOnes = (matchRoutes(routes, location) ?? []).map(({ route }) => route as RouteObject);
  await Promise.all(
    lazyOnes.map(async (route) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

function watchForFailedPages(): void {
  window.addEventListener('vite:preloadError', (event) => {
    window.dispatchEvent(
      new CustomEvent(preloadErrorEvent, { detail: { error: (event as { payload?: unknown }).payload } }),
    );
  });
  window.addEventListener(preloadErrorEvent, () => {
    void notify('error', 'The page did not load', {
      id: 'preload-error',
      body: 'Nothing is lost. It may be the connection, or a new version of Evertold.',
      action: { label: 'Load it again', onClick: () => location.reload() },
      stays: true,
    });
  });
}

/** Once the first page has what it needs to be drawn: until then the frame that came with the page stands there. */
function arrived(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((done) => {
    if (router.state.initialized) return done();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      done();
    });
  });
}

/** Makes the page work, or makes it. Drawn in small steps: between any two of them the browser answers whoever acts. */
export async function start(): Promise<void> {
  watchForFailedPages();
  await arrive();
  if (prerendered) await loadFirstPage();
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addRoutes });
  lookAheadIn(routesAround);
  window.addEventListener(sessionEndEvent, () => {
    // Whoever is on their way (signing out, say) is not held back for the sake of the page that they leave.
    const { pathname, search } = router.state.navigation.location ?? router.state.location;
    const guarded = /^\/(dashboard|settings|onboarding|how-it-works|writer)(\/|$)/.test(pathname);
    if (guarded) void router.navigate(signInPath(pathname + search), { replace: true });
  });
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  if (prerendered) startTransition(() => void hydrateRoot(root, app));
  else {
    await arrived(router);
    forgetAnswers();
    document.querySelector('head > title')?.remove(); // each page brings its own
    startTransition(() => createRoot(root).render(app));
  }
}
