import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Playground"
      heading="Talk with the interviewer"
      lead="A conversation with oneself shows how it asks."
    >
      <Link className={buttonClass()} to="/dashboard/tell-my-own-story/">
        Tell my own story
      </Link>
    </PlainPage>
  );
}
