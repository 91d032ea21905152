import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage title="Subjects" heading="Subjects" lead="Nobody is shown here yet.">
      <Link className={buttonClass()} to="/writer/messages/">
        Messages
      </Link>
    </PlainPage>
  );
}
