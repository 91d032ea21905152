import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { Cameo } from '#web/ui/Cameo.tsx';
import { wordsFor } from '../person-words.ts';
import { type Lately_SubjectFragment, Lately_SubjectFragmentDoc } from './Lately.graphql.ts';
import styles from './today.module.css';

type Event = Lately_SubjectFragment['activity'][number];

/** The family's recent activity; nothing when there is none. */
export function Lately({ subject }: { subject: FragmentType<Lately_SubjectFragment> }) {
  const { data } = useKeptFragment({ fragment: Lately_SubjectFragmentDoc, from: subject });
  if (data.activity.length === 0) return null;
  return (
    <section>
      <h2 className="section-title">Lately</h2>
      <ul className={`list list-open ${styles.lately}`}>
        {newestOfEach(data.activity).map((event) => (
          <li key={event.id}>
            <Cameo {...doerOf(event, data)} width={2.4} />
            <p>
              <Deed event={event} subject={data} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The person who did it: the subject for a conversation, otherwise the actor. */
function doerOf({ kind, actor }: Event, subject: Lately_SubjectFragment) {
  if (kind === 'conversation-ended' || (kind === 'keepsake-added' && !actor)) {
    return { of: subject.selfUserId ?? subject.id, name: subject.fullName, photo: subject.photo?.url };
  }
  return { of: actor?.id ?? 'evertold', name: actor?.name ?? 'Evertold', photo: actor?.image };
}

const most = 5;

/** Drops repetitions of the same activity. */
function newestOfEach(events: readonly Event[]): Event[] {
  const deed = (event?: Event) => event && [event.kind, event.actor?.id, event.card?.id].join(' ');
  return events.filter((event, i) => deed(event) !== deed(events[i - 1])).slice(0, most);
}

function Deed({ event, subject }: { event: Event; subject: Lately_SubjectFragment }) {
  const { kind, actor, card } = event;
  const words = wordsFor(subject);
  const who = <b>{actor?.name.split(/\s/)[0] ?? 'Evertold'}</b>;
  const story: ReactNode = card ? (
    <Link to={`/dashboard/${encodeURIComponent(subject.id)}/biography/?cardId=${card.id}`}>{card.title}</Link>
  ) : (
    'a story'
  );
  switch (kind) {
    case 'story-written':
      return (
        <>
          {who} wrote {story} down.
        </>
      );
    case 'story-published':
      return (
        <>
          {who} put {story} in the book.
        </>
      );
    case 'story-edited':
      return (
        <>
          {who} changed {story}.
        </>
      );
    case 'question-asked':
      return (
        <>
          {who} asked {words.them} a question.
        </>
      );
    case 'keepsake-added':
      return <>{actor ? who : <b>{subject.isSelf ? 'You' : subject.preferredName}</b>} added a keepsake.</>;
    case 'member-joined':
      return <>{who} reads the book now.</>;
    default:
      return (
        <>
          <b>{subject.isSelf ? 'You' : subject.preferredName}</b> told something new.
        </>
      );
  }
}
