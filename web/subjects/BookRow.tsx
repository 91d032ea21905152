import type { FragmentType } from '@apollo/client';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Cameo } from '#web/ui/Cameo.tsx';
import { State, type StateTone } from '#web/ui/Notice.tsx';
import { type BookRow_SubjectFragment, BookRow_SubjectFragmentDoc } from './BookRow.graphql.ts';
import styles from './my-books.module.css';
import { bookNameOf } from './person-words.ts';

type Status = BookRow_SubjectFragment['status'];

const states: Record<Status, { tone: StateTone; open?: boolean; words: string }> = {
  DRAFT: { tone: 'off', open: true, words: 'Not asked yet' },
  AWAITING_CONSENT: { tone: 'warn', open: true, words: 'Waiting for a yes' },
  ACTIVE: { tone: 'ok', words: 'Being told' },
  PAUSED: { tone: 'off', open: true, words: 'Paused' },
  MEMORIAL: { tone: 'pencil', words: 'Kept by the family' },
  DELETED: { tone: 'error', words: 'Deleted, and kept for 30 days' },
};

const roles = {
  OWNER: 'You keep it',
  EDITOR: 'You write in it',
  VIEWER: 'You read along',
  SUBJECT: 'It is about you',
};

/** A row that links to one book. */
export function BookRow({ subject }: { subject: FragmentType<BookRow_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: BookRow_SubjectFragmentDoc, from: subject });
  const { tone, open, words } = states[data.status];
  return (
    <li className={styles.book}>
      <Cameo of={data.selfUserId ?? data.id} name={data.fullName} photo={data.photo?.url} width={4} />
      <div>
        <h2>
          <Link to={`/dashboard/${encodeURIComponent(data.id)}/`}>{bookNameOf(data)}</Link>
        </h2>
        <p className="quiet">
          {[data.fullName, data.isSelf ? roles.SUBJECT : data.myRole && roles[data.myRole]]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <State tone={tone} {...(open && { open })}>
        {words}
      </State>
    </li>
  );
}
