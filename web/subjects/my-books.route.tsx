import { redirect } from 'react-router';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

/** "The dashboard", without saying whose: one is asked whose stories to keep. */
export function loader() {
  return redirect('/onboarding/');
}

export function Component() {
  return null;
}
