import type { FragmentType } from '@apollo/client';
import Plus from 'lucide-react/icons/plus';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { wordsFor } from '../person-words.ts';
import { AskDialog } from './AskDialog.tsx';
import { type Questions_SubjectFragment, Questions_SubjectFragmentDoc } from './Questions.graphql.ts';
import styles from './today.module.css';

/** The family's questions that have not been asked yet. */
export function Questions({ subject }: { subject: FragmentType<Questions_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Questions_SubjectFragmentDoc, from: subject });
  const words = wordsFor(data);
  const mayAsk = data.abilities.includes('ASK') && data.status !== 'MEMORIAL';
  // The server returns the newest first; of two with the same position the older is asked first.
  const waiting = data.questions.edges
    .map(({ node }) => node)
    .filter(({ status }) => status === 'QUEUED')
    .reverse()
    .sort((a, b) => a.position - b.position);
  // Before the consent nothing is asked, and the button for the consent is the main one.
  const waitsForConsent = data.status === 'DRAFT' || data.status === 'AWAITING_CONSENT';
  const any = data.questions.edges.length > 0;
  if (!mayAsk && !any) return null;
  return (
    <section>
      <h2 className="section-title">Waiting to be asked</h2>
      {waiting.length === 0 ? (
        <p className={`quiet ${styles.asks}`}>
          Nothing yet. What your family wants to know is asked before anything else.
        </p>
      ) : (
        <ul className={`list list-open ${styles.asks}`}>
          {waiting.map(({ id, text, askedBy }, i) => (
            <li key={id}>
              <span className="told">{text}</span>
              <br />
              <span className="note">
                {[askedBy && `${firstName(askedBy.name)} asks`, i === 0 && 'It comes next']
                  .filter(Boolean)
                  .join('. ')}
                {i === 0 && '.'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {any && (
        <p className={styles.asks}>
          <Link to={`/dashboard/${encodeURIComponent(data.id)}/questions/`}>
            See all questions and answers
          </Link>
        </p>
      )}
      {mayAsk && (
        <AskDialog
          subjectId={data.id}
          words={words}
          trigger={
            <Button look={waitsForConsent ? 'quiet' : 'main'}>
              <Icon of={Plus} /> {data.isSelf ? 'Ask me something' : `Ask ${words.them} something`}
            </Button>
          }
        />
      )}
    </section>
  );
}

function firstName(name: string): string {
  return name.split(/\s/)[0] ?? name;
}
