import { useSearchParams } from 'react-router';
import { safePath } from '#web/app/addresses.ts';

/** The path to return to after signing in, carried through all sign-in pages; the dashboard by default. */
export function useReturnPath(): { returnPath: string; withReturn: (path: string) => string } {
  const [params] = useSearchParams();
  const requested = params.get('redirect');
  const returnPath = safePath(requested, '/dashboard/');
  const withReturn = (path: string) =>
    requested ? `${path}?redirect=${encodeURIComponent(returnPath)}` : path;
  return { returnPath, withReturn };
}
