import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Today"
      heading="The line is quiet"
      lead="When somebody tells something, it is shown here while it is said."
    >
      <Link className={buttonClass()} to="/dashboard/tell-my-own-story/">
        Tell a story here
      </Link>
    </PlainPage>
  );
}
