import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="New agent prompt"
      heading="The built-in interviewer asks"
      lead="Prompts of your own cannot be made yet."
    >
      <Link className={buttonClass()} to="/writer/agent-prompts/">
        Agent prompts
      </Link>
    </PlainPage>
  );
}
