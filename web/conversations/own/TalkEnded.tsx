import { Link } from '#web/app/Link.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { FlatLine } from '#web/ui/VoiceLine.tsx';
import { TalkPage } from './TalkPage.tsx';
import styles from './talk.module.css';

/** The page after the end: the state of the writing, and a link to the result. */
export function TalkEnded({
  subjectId,
  conversationId,
  writing,
  stories,
  draft,
  goodbye,
  minutes,
  onAgain,
}: {
  subjectId: string;
  conversationId: string;
  writing: 'WRITING' | 'WRITTEN' | 'WRITING_FAILED' | null;
  /** The number of stories that were written from it. */
  stories: number;
  /** A draft that was not sent. */
  draft: string;
  /** The interviewer's last words, when it ended the conversation itself. */
  goodbye: string | null;
  /** The limit, when the conversation lasted as long as it allows. */
  minutes: number | null;
  onAgain: () => void;
}) {
  const book = `/dashboard/${encodeURIComponent(subjectId)}`;
  const transcript = `${book}/call-log/${encodeURIComponent(conversationId)}/`;
  const written = writing === 'WRITTEN' && stories > 0;
  const outcome = writing === 'WRITTEN' && !written ? 'short' : (writing ?? 'none');
  return (
    <TalkPage>
      <div className={styles.start}>
        {goodbye && <p className={`lead ${styles.goodbye}`}>{goodbye}</p>}
        {minutes !== null && (
          <p className={`note ${styles.goodbye}`}>
            A conversation lasts up to {minutes} minutes. You can choose another time in your book’s settings.
          </p>
        )}
        <h1 aria-live="polite">{titles[outcome]}</h1>
        <p className="lead quiet">{leads[outcome]}</p>
        <div className={styles.line}>
          <FlatLine />
        </div>
        {draft.trim() && (
          <p className="note">
            You had begun to say: <span className="told">{draft}</span>
          </p>
        )}
        <div className={`row ${styles.do}`}>
          <Link className={buttonClass({ phoneWide: true })} to={written ? `${book}/biography/` : transcript}>
            {written ? 'Read it in the book' : 'Read what was said'}
          </Link>
          <Button look="quiet" onClick={onAgain}>
            Tell something else
          </Button>
          <Link className={buttonClass({ look: 'text' })} to={`${book}/`}>
            Go to your book
          </Link>
        </div>
      </div>
    </TalkPage>
  );
}

const titles = {
  WRITING: 'It is being written',
  WRITTEN: 'It is in the book',
  WRITING_FAILED: 'It is kept, and not written yet',
  short: 'Thank you. It is kept.',
  none: 'Thank you. It is kept.',
};

const leads = {
  WRITING: 'In a minute or two you can read it. You need not wait here.',
  WRITTEN: 'Every sentence shows the words it rests on. It is a draft until you say that it is right.',
  WRITING_FAILED:
    'Something went wrong while it was written. Every word is safe, and we try again by ourselves.',
  short: 'It is too little for a story yet. Every word is in the call log, and waits for the next time.',
  none: 'Every word is in the call log. Nothing is written from it unless you agree to that.',
};
