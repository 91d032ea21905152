import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Your settings"
      heading="Your account"
      lead="Your name, password and devices. A new password is sent by mail."
    >
      <Link className={buttonClass()} to="/forgot-password">
        Have a new password sent
      </Link>
      <Link className={buttonClass({ look: 'quiet' })} to="/sign-out">
        Sign out
      </Link>
    </PlainPage>
  );
}
