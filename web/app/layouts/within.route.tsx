import { Outlet } from 'react-router';

/** Inside a frame: a page that fails, or does not come, takes the frame around it with it no more. */
export function Component() {
  return <Outlet />;
}

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
