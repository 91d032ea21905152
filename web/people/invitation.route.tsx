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
      title="An invitation"
      heading="Somebody asks you into a book"
      lead="Sign in with the address the invitation was sent to."
    >
      <Link className={buttonClass()} to={signInPath(pathname)}>
        Sign in
      </Link>
    </PlainPage>
  );
}
