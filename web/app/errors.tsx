import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router';
import { DocumentTitle } from './DocumentTitle.tsx';
import { ErrorView } from './ErrorView.tsx';

const NotFoundView = lazy(() =>
  import('./NotFoundView.tsx').then((view) => ({ default: view.NotFoundView })),
);

/** A route's `ErrorBoundary`: nothing here, or something went wrong. The frame around it stays. */
export function Broken() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 404) return <Missing />;
  const retry = () => {
    // A file that did not come can only be had by loading the page again.
    if (error instanceof TypeError || isRouteErrorResponse(error)) location.reload();
    else void navigate(pathname + search + hash, { replace: true });
  };
  return (
    <>
      <DocumentTitle>Something went wrong!</DocumentTitle>
      <ErrorView error={error} onRetry={retry} />
    </>
  );
}

/** The page for an address where there is nothing. */
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
