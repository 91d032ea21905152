import { Link } from '#web/app/Link.tsx';
import { bookNameOf, wordsFor } from '#web/subjects/person-words.ts';
import { useBegin } from '#web/subjects/today/use-line.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { StepHeading } from '../OnboardingLayout.tsx';
import type { OnboardingSubject } from '../subject.ts';
import styles from './steps.module.css';

/** The book is ready: open it, or start a conversation at once. */
export function DoneStep({ subject }: { subject: OnboardingSubject }) {
  const { name } = wordsFor(subject);
  const begin = useBegin(subject);
  const book = `/dashboard/${encodeURIComponent(subject.id)}/`;
  return (
    <>
      <StepHeading
        step="DONE"
        lead={
          subject.isSelf
            ? 'You can tell the first thing now, or whenever you like.'
            : `If ${name} is with you, you can begin together now, here in the browser.`
        }
      >
        {bookNameOf(subject)} is ready
      </StepHeading>
      <div className={styles.end}>
        <Link className={buttonClass({ phoneWide: true })} to={book}>
          Open the book
        </Link>
        {subject.isSelf ? (
          <Link className={buttonClass({ look: 'quiet' })} to="/dashboard/tell-my-own-story/">
            Tell something now
          </Link>
        ) : (
          <Button look="quiet" busy={begin.busy} onClick={() => void begin.start()}>
            Begin together
          </Button>
        )}
      </div>
    </>
  );
}
