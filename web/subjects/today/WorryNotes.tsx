import { Link } from '#web/app/Link.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SeeNote } from '#web/wellbeing/SeeNote.tsx';
import { dayInWords } from '../when.ts';
import styles from './today.module.css';
import type { Worry_SubjectFragment } from './Worry.graphql.ts';

type Note = Worry_SubjectFragment['wellbeingNotes'][number];

/** The notes that nobody has seen, each with the conversation and the form that records what was done. */
export function WorryNotes({ data, unseen }: { data: Worry_SubjectFragment; unseen: Note[] }) {
  return (
    <section className={styles.worry} aria-label={`Please get in touch with ${data.preferredName}`}>
      {unseen.map(({ id, createdAt, conversation }) => (
        <Notice
          key={id}
          kind="warn"
          title={`Something ${data.preferredName} said on ${dayInWords(createdAt, new Date(), data.timeZone)} worries us. Please get in touch.`}
        >
          <p>If there may be danger now, call your local emergency number.</p>
          <p>
            <Link
              className={buttonClass({ look: 'text' })}
              to={`/dashboard/${encodeURIComponent(data.id)}/call-log/${encodeURIComponent(conversation.id)}/`}
            >
              Open the conversation
            </Link>
          </p>
          <SeeNote id={id} />
        </Notice>
      ))}
    </section>
  );
}
