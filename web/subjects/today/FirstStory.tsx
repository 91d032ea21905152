import { Link } from '#web/app/Link.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { FlatLine } from '#web/ui/VoiceLine.tsx';
import { capital, wordsFor } from '../person-words.ts';
import styles from './today.module.css';

/** Shown in place of the newest story before there is one: what comes next, when, and one thing to do now. */
export function FirstStory({
  subject,
}: {
  subject: {
    id: string;
    preferredName: string;
    pronouns?: string | null | undefined;
    isSelf: boolean;
    status: string;
    abilities: readonly string[];
  };
}) {
  const words = wordsFor(subject);
  const isMemorial = subject.status === 'MEMORIAL';
  const heard = `${words.their} stories appear here a few minutes after each conversation, in ${words.their} own words.`;
  return (
    <div className={styles.first}>
      <div className={styles.flat}>
        <FlatLine />
      </div>
      <h3>{isMemorial ? 'No stories yet' : 'The first story is still to come'}</h3>
      <p className="lead quiet">
        {isMemorial ? `What the family remembers of ${subject.preferredName} appears here.` : capital(heard)}
      </p>
      {subject.isSelf ? (
        <Link className={buttonClass({ look: 'quiet' })} to="/dashboard/tell-my-own-story/">
          Tell something now
        </Link>
      ) : (
        subject.abilities.includes('INVITE_VIEWER') && (
          <Link
            className={buttonClass({ look: 'quiet' })}
            to={`/dashboard/${encodeURIComponent(subject.id)}/family-friends/`}
          >
            Invite family
          </Link>
        )
      )}
    </div>
  );
}
