import { Link } from '#web/app/Link.tsx';
import { Marked } from './ConflictSide.tsx';
import { dayInWords } from './conflict-words.ts';
import type { ConflictInFullFragment } from './reconcile.graphql.ts';
import styles from './reconcile.module.css';

type Props = { conflict: ConflictInFullFragment; subjectId: string; name: string };

/** The texts of an unknown phone, beside the names of the book that they contain. */
export function UnknownPhone({ conflict, subjectId, name }: Props) {
  const { texts, textCount, matches, sharedPhone } = conflict;
  return (
    <div className={styles.sides}>
      <article aria-label="Texts">
        <p className={styles.title}>{textCount === 1 ? '1 text' : `${textCount || 'No'} texts`}</p>
        {textCount > texts.length && <p className="note">The latest {texts.length} are shown.</p>}
        {texts.length === 0 && <p className="note">The texts are erased. We keep them for 30 days.</p>}
        {texts.map(({ id, text, sentAt, conversationId, messageId }) => (
          <div key={id}>
            <p className={styles.told}>
              {text === null ? (
                <span className="quiet">These words are private or kept for others.</span>
              ) : (
                <q>{text}</q>
              )}
            </p>
            <p className="note">
              {conversationId ? (
                <Link
                  to={`/dashboard/${subjectId}/call-log/${conversationId}/${messageId ? `#message-${messageId}` : ''}`}
                >
                  Sent on {dayInWords(sentAt)}
                </Link>
              ) : (
                `Sent on ${dayInWords(sentAt)}`
              )}
            </p>
          </div>
        ))}
      </article>
      {sharedPhone ? (
        <SharedPhone conflict={conflict} subjectId={subjectId} />
      ) : (
        <Names matches={matches} subjectId={subjectId} name={name} />
      )}
    </div>
  );
}

/** The people who shared a phone, each of whom may have written its texts. */
function SharedPhone({
  conflict: { sharedPhone, mayBelongTo, status, choices },
  subjectId,
}: Pick<Props, 'conflict' | 'subjectId'>) {
  return (
    <article aria-label="Shared phone">
      <p className={styles.title}>{sharedPhone}</p>
      {mayBelongTo.length > 0 && <p className="note">They may have been written by:</p>}
      <ul>
        {mayBelongTo.map(({ id, preferredName }) => (
          <li key={id}>
            {id === subjectId ? (
              preferredName
            ) : (
              <Link to={`/writer/subjects/${id}/reconcile/`}>{preferredName}</Link>
            )}
          </li>
        ))}
      </ul>
      {status === 'OPEN' && (
        <p className="note">
          {choices.includes('KEEP_LEFT')
            ? 'To give them to another person, open that person’s page.'
            : 'Not everyone who may have written these texts shares their words with us. So nobody here can read them or give them to anyone: they can only be dismissed.'}
        </p>
      )}
    </article>
  );
}

/** The names of a book that the texts of an unknown phone contain. */
function Names({
  matches,
  subjectId,
  name,
}: Pick<Props, 'subjectId' | 'name'> & Pick<ConflictInFullFragment, 'matches'>) {
  const book = `/dashboard/${subjectId}/biography/`;
  return (
    <article aria-label={`${name}’s book`}>
      <p className={styles.title}>{name}’s book</p>
      {matches.length === 0 && <p className="note">They agree with {name}’s name alone.</p>}
      {matches.map(({ id, person, card, sentence, start, end }) => (
        <div key={id}>
          {person && <p className={styles.name}>{person.name}</p>}
          {sentence && (
            <p className={styles.told}>
              <Marked sentence={sentence.text} side={{ start, end }} />
            </p>
          )}
          {sentence?.sources.slice(0, 2).map(({ id: sourceId, quote, saidAt, conversationId, message }) => (
            <p key={sourceId} className="note">
              <q>{quote}</q>
              <br />
              <Link
                to={`/dashboard/${subjectId}/call-log/${conversationId}/${message ? `#message-${message.id}` : ''}`}
              >
                Said on {dayInWords(saidAt)}
              </Link>
            </p>
          ))}
          {card && (
            <p className="note">
              Story <Link to={`${book}?cardId=${card.id}`}>{card.title}</Link>
            </p>
          )}
          {person && !sentence && <p className="note">The family entered this name.</p>}
        </div>
      ))}
    </article>
  );
}
