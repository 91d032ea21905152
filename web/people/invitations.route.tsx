import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Your invitations"
      heading="Open the link in your invitation"
      lead="It says whose book it is and who asks you. If you have lost it, ask them to send another."
    >
      <Link className={buttonClass()} to="/">
        Go to the first page
      </Link>
    </PlainPage>
  );
}
