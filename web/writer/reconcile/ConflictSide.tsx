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
      <SaidWords subjectId={subjectId} words={saidWordsOf(side, kind)} />
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

type SaidWord = {
  id: string;
  text: string;
  saidAt: string;
  conversationId?: string | null;
  messageId?: string | null;
};

/** The words that a side rests on: those of its sentence, of its whole story, or those that name its person. */
function saidWordsOf({ sentence, card, quotes }: WriterConflictSideFragment, kind: Kind): SaidWord[] {
  const ofStory = kind === 'DUPLICATE_CARDS' ? (card?.sentences.flatMap(({ sources }) => sources) ?? []) : [];
  const sources = sentence?.sources ?? ofStory;
  return [
    ...sources.map(({ quote, message, ...source }) => ({ ...source, text: quote, messageId: message?.id })),
    ...quotes,
  ].filter(
    ({ text, messageId }, at, all) =>
      text !== '' && all.findIndex((each) => each.text === text && each.messageId === messageId) === at,
  );
}

/** The number of quotations that are shown at once. */
const mostOpen = 5;

function SaidWords({ words, subjectId }: { words: readonly SaidWord[]; subjectId: string }) {
  const more = words.slice(mostOpen);
  return (
    <>
      {words.slice(0, mostOpen).map((word) => (
        <Quotation key={word.id} word={word} subjectId={subjectId} />
      ))}
      {more.length > 0 && (
        <details className="note">
          <summary>{more.length} more</summary>
          {more.map((word) => (
            <Quotation key={word.id} word={word} subjectId={subjectId} />
          ))}
        </details>
      )}
    </>
  );
}

function Quotation({
  word: { text, saidAt, conversationId, messageId },
  subjectId,
}: {
  word: SaidWord;
  subjectId: string;
}) {
  const message = messageId ? `#message-${messageId}` : '';
  return (
    <p className="note">
      <q>{text}</q>
      <br />
      {conversationId ? (
        <Link to={`/dashboard/${subjectId}/call-log/${conversationId}/${message}`}>
          Said on {dayInWords(saidAt)}
        </Link>
      ) : (
        `Said on ${dayInWords(saidAt)}`
      )}
    </p>
  );
}

/** The sentence, with the words marked that contradict the other side or that it agrees on. */
export function Marked({
  sentence,
  side: { start, end },
}: {
  sentence: string;
  side: Pick<WriterConflictSideFragment, 'start' | 'end'>;
}) {
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
