import { useSearchParams } from 'react-router';
import { safePath } from '#web/app/addresses.ts';

/** Where one came from, kept through all pages of signing in; the dashboard when from nowhere. */
export function useReturnPath(): { returnPath: string; withReturn: (path: string) => string } {
  const [params] = useSearchParams();
  const asked = params.get('redirect');
  const returnPath = safePath(asked, '/dashboard/');
  const withReturn = (path: string) => (asked ? `${path}?redirect=${encodeURIComponent(returnPath)}` : path);
  return { returnPath, withReturn };
}
