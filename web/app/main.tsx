import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { signInPath } from './addresses.ts';
import { dropPrefetchedResponses } from './ahead.ts';
import { takeOverSession } from './api-fetch.ts';
import './focus-stays.ts';
import { setPreloadRoutes } from './intent.ts';
import { notify } from './notify.ts';
import { preloadErrorEvent } from './page.ts';
import { addRoutes, routes, routesAround } from './router.tsx';
import { sessionEndEvent } from './signed-in-hint.ts';

const root = document.getElementById('root') as HTMLElement;
/** True when the root holds a prerendered page; false when it holds only an inert frame, which is then replaced. */
const prerendered = root.querySelector(':scope > :not([inert])') !== null;

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

/** Resolves once the first page has loaded what it needs; until then the page or frame from the HTML stays on screen. */
function routerReady(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  return new Promise((done) => {
    if (router.state.initialized) return done();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      done();
    });
  });
}

/** Hydrates or renders the page, in small steps, so that the browser can respond to input between them. */
export async function start(): Promise<void> {
  watchForFailedPages();
  await takeOverSession();
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addRoutes });
  setPreloadRoutes(routesAround);
  window.addEventListener(sessionEndEvent, () => {
    // A navigation that is under way (for example to sign-out) must not be held back by the page that it leaves.
    const { pathname, search } = router.state.navigation.location ?? router.state.location;
    const guarded = /^\/(dashboard|settings|onboarding|how-it-works|writer)(\/|$)/.test(pathname);
    if (guarded) void router.navigate(signInPath(pathname + search), { replace: true });
  });
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  await routerReady(router);
  if (prerendered) startTransition(() => void hydrateRoot(root, app));
  else {
    dropPrefetchedResponses();
    const title = document.querySelector('head > title');
    startTransition(() =>
      createRoot(root).render(
        <>
          {app}
          <OnceShown act={() => title?.remove()} />
        </>,
      ),
    );
  }
}

/** Acts once the page has a title of its own, so that the tab is never without one. */
function OnceShown({ act }: { act: () => void }) {
  useLayoutEffect(act, [act]);
  return null;
}
