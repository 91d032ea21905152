import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage title="Today" heading="What is going on" lead="Messages stream in under Messages.">
      <Link className={buttonClass()} to="/writer/messages/">
        Messages
      </Link>
    </PlainPage>
  );
}
