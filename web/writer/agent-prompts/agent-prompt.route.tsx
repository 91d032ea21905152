import { Link } from '#web/app/Link.tsx';
import { PlainPage } from '#web/app/PlainPage.tsx';
import { buttonClass } from '#web/ui/Button.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <PlainPage
      title="Agent prompt"
      heading="The built-in interviewer asks"
      lead="There is no prompt of this number."
    >
      <Link className={buttonClass()} to="/writer/agent-prompts/">
        Agent prompts
      </Link>
    </PlainPage>
  );
}
