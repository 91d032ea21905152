import { Link } from '#web/app/Link.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { DeskPage } from '../DeskPage.tsx';
import { InForce } from './InForce.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <DeskPage title="A new agent prompt" lead="Prompts of your own cannot be made yet.">
      <InForce />
      <p className="row">
        <Link className={buttonClass({ look: 'quiet' })} to="/writer/agent-prompts/">
          Agent prompts
        </Link>
      </p>
    </DeskPage>
  );
}
