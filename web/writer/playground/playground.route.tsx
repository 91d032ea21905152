import { Link } from '#web/app/Link.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { DeskPage } from '../DeskPage.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function Component() {
  return (
    <DeskPage title="Playground" lead="The interviewer is tried by talking with it.">
      <h2>Today</h2>
      <p>
        A conversation about yourself, in the browser, is held by the same interviewer that calls. It makes a
        book of your own, which only you and whom you invite can read.
      </p>
      <p className="row">
        <Link className={buttonClass({ look: 'quiet' })} to="/dashboard/tell-my-own-story/">
          Talk with the interviewer
        </Link>
      </p>
      <h2>What will be here</h2>
      <p>
        A prompt, a model and what was said, up to four side by side, with time and cost; the same recorded
        conversations again with a new version, and what it changed.
      </p>
    </DeskPage>
  );
}
