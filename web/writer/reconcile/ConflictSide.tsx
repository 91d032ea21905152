import { Link } from '#web/app/Link.tsx';
import { dayInWords } from './conflict-words.ts';
import type { ConflictInFullFragment, WriterConflictSideFragment } from './reconcile.graphql.ts';
import styles from './reconcile.module.css';

type Kind = ConflictInFullFragment['kind'];

/** One side of a conflict: its statement, the source words and where they are. */
export function ConflictSide({
  side,
  title,
  kind,
  subjectId,
}: {
  side: WriterConflictSideFragment;
  title: string;
  kind: Kind;
  subjectId: string;
}) {
  const { label, card, person, sentence } = side;
  const book = `/dashboard/${subjectId}/biography/`;
  return (
    <article aria-label={title}>
      <p className={styles.title}>{title}</p>
      <p className={kind === 'DUPLICATE_CARDS' || kind === 'SOURCE_GONE' ? styles.name : styles.value}>
        {label}
      </p>
      {sentence && (
        <p className={styles.told}>
          <Marked sentence={sentence.text} side={side} />
        </p>
      )}
      {kind === 'DUPLICATE_CARDS' && card && <p className={styles.told}>{excerpt(card.body)}</p>}
      {sentence?.sources.map(({ id, quote, saidAt, conversationId }) => (
        <p className="note" key={id}>
          <q>{quote}</q>
          <br />
          {conversationId ? (
            <Link to={`/dashboard/${subjectId}/call-log/${conversationId}/`}>
              Said on {dayInWords(saidAt)}
            </Link>
          ) : (
            `Said on ${dayInWords(saidAt)}`
          )}
        </p>
      ))}
      {sentence && sentence.sources.length === 0 && (
        <p className="note">It rests on nothing that was said.</p>
      )}
      {card && (
        <p className="note">
          Story <Link to={`${book}?cardId=${card.id}`}>{card.title}</Link>
          {card.happenedText && `, ${card.happenedText}`}
        </p>
      )}
      {person && (
        <>
          {person.aliases.length > 0 && <p className="note">Also called {person.aliases.join(', ')}</p>}
          <p className="note">
            {person.cards.length === 0
              ? 'In no story yet'
              : `In ${person.cards.length === 1 ? '1 story' : `${person.cards.length} stories`}: `}
            {person.cards.slice(0, 5).map(({ id, title: cardTitle }, at) => (
              <span key={id}>
                {at > 0 && ', '}
                <Link to={`${book}?cardId=${id}`}>{cardTitle}</Link>
              </span>
            ))}
          </p>
        </>
      )}
    </article>
  );
}

/** The sentence, with the words marked that contradict the other side. */
function Marked({ sentence, side: { start, end } }: { sentence: string; side: WriterConflictSideFragment }) {
  if (start === null || end === null || start === undefined || end === undefined) return sentence;
  return (
    <>
      {sentence.slice(0, start)}
      <mark className={styles.mark}>{sentence.slice(start, end)}</mark>
      {sentence.slice(end)}
    </>
  );
}

const mostOfBody = 600;

function excerpt(body: string): string {
  return body.length > mostOfBody ? `${body.slice(0, mostOfBody).replace(/\s+\S*$/, '')}…` : body;
}
