import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Biography"
      heading="Nothing is written yet"
      lead="The first story comes a few minutes after the first conversation."
    >
      <Link className={buttonClass()} to="/dashboard/tell-my-own-story/">
        Tell a story here
      </Link>
    </PlainPage>
  );
}
