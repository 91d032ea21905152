import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { Link } from '#web/app/Link.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { dayInWords } from '../when.ts';
import styles from './today.module.css';
import { type Worry_SubjectFragment, Worry_SubjectFragmentDoc } from './Worry.graphql.ts';

// Loaded lazily, because most visits don't need the form.
const SeeNote = lazy(async () => ({ default: (await import('#web/wellbeing/SeeNote.tsx')).SeeNote }));

/** For owners: words of crisis that were said, until somebody records what was done. */
export function Worry({ subject }: { subject: FragmentType<Worry_SubjectFragment> }) {
  const { data } = useSuspenseFragment({
    fragment: Worry_SubjectFragmentDoc,
    fragmentName: 'Worry_subject',
    from: subject,
  });
  const unseen = data.wellbeingNotes.filter(({ seenAt }) => seenAt === null);
  if (unseen.length === 0) return null;
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
          <Suspense fallback={null}>
            <SeeNote id={id} />
          </Suspense>
        </Notice>
      ))}
    </section>
  );
}
