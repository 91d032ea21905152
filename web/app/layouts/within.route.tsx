import { Outlet } from 'react-router';

/** A boundary inside a layout: when a page fails to load or render, the layout around it stays. */
export function Component() {
  return <Outlet />;
}

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
