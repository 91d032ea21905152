import { useSearchParams } from 'react-router';
import { safePath } from '#web/app/addresses.ts';

/** The path to return to after signing in, carried through all sign-in pages; the dashboard by default. */
export function useReturnPath(): { returnPath: string; withReturn: (path: string) => string } {
  const [params] = useSearchParams();
  const asked = params.get('redirect');
  const returnPath = safePath(asked, '/dashboard/');
  const withReturn = (path: string) => (asked ? `${path}?redirect=${encodeURIComponent(returnPath)}` : path);
  return { returnPath, withReturn };
}
