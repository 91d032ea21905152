import { lazy, Suspense, useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router';
import { connection, onConnectionChange, useConnection } from './connection.ts';
import { DocumentTitle } from './DocumentTitle.tsx';
import { ErrorView } from './ErrorView.tsx';

const NotFoundView = lazy(() =>
  import('./NotFoundView.tsx').then((view) => ({ default: view.NotFoundView })),
);

/** The `ErrorBoundary` of routes: Not Found, offline or an error. The layout around it stays. */
export function Broken() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isOffline = useConnection() === 'offline';
  const [waitsForNetwork, setWaitsForNetwork] = useState(isOffline);
  if (isOffline && !waitsForNetwork) setWaitsForNetwork(true);
  // The connection is 'connecting' before it is 'online' again.
  useEffect(() => {
    if (!waitsForNetwork) return;
    const reloadOnline = () => connection() === 'online' && location.reload();
    reloadOnline();
    return onConnectionChange(reloadOnline);
  }, [waitsForNetwork]);
  if (isNotFound(error)) return <Missing />;
  const retry = () => {
    // A file that failed to load can only be fetched by reloading the page.
    if (error instanceof TypeError || isRouteErrorResponse(error)) location.reload();
    else void navigate(pathname + search + hash, { replace: true });
  };
  return (
    <>
      <DocumentTitle>{waitsForNetwork ? 'You are offline' : 'Something went wrong!'}</DocumentTitle>
      {waitsForNetwork ? <Waiting /> : <ErrorView error={error} onRetry={retry} />}
    </>
  );
}

/** Whether there is no such page, or the API has nothing of this id for the viewer. */
function isNotFound(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status === 404;
  const { errors } = error as { errors?: readonly { extensions?: { code?: unknown } }[] };
  return errors?.some(({ extensions }) => extensions?.code === 'NOT_FOUND') ?? false;
}

/** Shown instead of a page that can't load without a network. */
function Waiting() {
  return (
    <main className="wrap oops" id="main" tabIndex={-1}>
      <h1>This page needs a connection</h1>
      <p className="lead">It opens by itself once you are back online. Nothing that you wrote is lost.</p>
    </main>
  );
}

/** The page for an address that doesn't exist. */
export function Missing() {
  return (
    <>
      <DocumentTitle>Not Found</DocumentTitle>
      <Suspense>
        <NotFoundView />
      </Suspense>
    </>
  );
}
