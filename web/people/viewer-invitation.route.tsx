import { useLocation } from 'react-router';
import { signInPath } from '#web/app/addresses.ts';
import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  const { pathname } = useLocation();
  return (
    <PlainPage
      title="An invitation to read"
      heading="Somebody shares a book with you"
      lead="Sign in to read it."
    >
      <Link className={buttonClass()} to={signInPath(pathname)}>
        Sign in
      </Link>
    </PlainPage>
  );
}
