import { useQuery } from '@apollo/client/react';
import { Link } from '#web/app/Link.tsx';
import { kindWords } from '#web/keepsakes/keepsake.ts';
import { Button } from '#web/ui/Button.tsx';
import { storyPath } from '../address.ts';
import { AudienceDialog } from './AudienceDialog.tsx';
import styles from './audience.module.css';
import { HeldBackDocument, type HeldBackQuery } from './held-back.graphql.ts';
import { audienceInWords } from './words.ts';

type Subject = NonNullable<HeldBackQuery['subject']>;
type Part = Subject['limitedParts'][number];

/** The stories, chapters and keepsakes that not everyone sees, with for whom they are. */
export function HeldBack({ subjectId }: { subjectId: string }) {
  const { data, error } = useQuery(HeldBackDocument, {
    variables: { subjectId },
    fetchPolicy: 'cache-and-network',
  });
  const subject = data?.subject;
  if (!subject)
    return <p className="quiet">{error ? 'The list did not load. Open this page again.' : 'One moment…'}</p>;
  if (subject.limitedParts.length === 0) {
    return (
      <p className="note">
        Nothing. You can hold back a story or a chapter with “Who can read this” beside it, and a keepsake
        with “Who can see this” below it.
      </p>
    );
  }
  return (
    <ul className={styles.held}>
      {subject.limitedParts.map((part) => (
        <One key={part.id} part={part} subject={subject} />
      ))}
    </ul>
  );
}

function One({ part, subject }: { part: Part; subject: Subject }) {
  const shown = shownAs(part, subject.id);
  if (!shown) return null;
  const { title, what, to, target } = shown;
  return (
    <li>
      <p>
        <Link className="told" to={to}>
          {title}
        </Link>
        <br />
        <span className="note">
          {what}. {audienceInWords(part.audience, subject)}
        </span>
      </p>
      <AudienceDialog
        book={subject}
        target={target}
        audience={part.audience}
        trigger={
          <Button look="text" small aria-label={`Change who can see ${title}`}>
            Change
          </Button>
        }
      />
    </li>
  );
}

function shownAs({ card, chapter, keepsake }: Part, subjectId: string) {
  if (card) {
    const { id: cardId, title } = card;
    const to = storyPath(subjectId, { cardId, chapter: card.chapter.key });
    return { title, what: 'Story', to, target: { cardId } };
  }
  if (chapter) {
    const { id: chapterId, key, title } = chapter;
    return { title, what: 'Chapter', to: storyPath(subjectId, { chapter: key }), target: { chapterId } };
  }
  if (!keepsake) return null;
  const { id: keepsakeId, kind, title, description } = keepsake;
  const to = `/dashboard/${encodeURIComponent(subjectId)}/keepsakes/`;
  return {
    title: title ?? description ?? `${kindWords[kind]} without a title`,
    what: kindWords[kind],
    to,
    target: { keepsakeId },
  };
}
