import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Permissions"
      heading="What you have agreed to"
      lead="Every yes and no is kept with its wording, and can be taken back by saying so."
    >
      <Link className={buttonClass()} to="/sms-opt-in/">
        Text messages
      </Link>
    </PlainPage>
  );
}
