import type { FragmentType } from '@apollo/client';
import { Link } from '#web/app/Link.tsx';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { nameBeside } from '#web/subjects/name-beside.ts';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Cameo } from '#web/ui/Cameo.tsx';
import { type CameOfIt_ConversationFragment, CameOfIt_ConversationFragmentDoc } from './CameOfIt.graphql.ts';
import styles from './conversation.module.css';

type Card = CameOfIt_ConversationFragment['cards'][number];

/** The stories that were written from a conversation, and the people in them. */
export function CameOfIt({
  conversation,
  subjectId,
  words,
}: {
  conversation: FragmentType<CameOfIt_ConversationFragment>;
  subjectId: string;
  words: PersonWords;
}) {
  const { data } = useKeptFragment({ fragment: CameOfIt_ConversationFragmentDoc, from: conversation });
  if (data.cards.length === 0) return null;
  const people = [
    ...new Map(data.cards.flatMap((card) => card.people).map((person) => [person.id, person])).values(),
  ];
  return (
    <>
      <section>
        <h2 className={`section-title ${styles.asideTitle}`}>What came of it</h2>
        <ul className={`list list-open ${styles.came}`}>
          {data.cards.map((card) => (
            <li key={card.id}>
              <Link
                className="told-title"
                style={{ viewTransitionName: `title-${card.id}` }}
                to={storyPath(subjectId, card)}
              >
                {card.title}
              </Link>
              <span className="note">
                in {card.chapter.title}
                {card.status === 'DRAFT' && ', a draft to read'}
                {card.status === 'HIDDEN' && ', hidden'}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {people.length > 0 && (
        <section>
          <h2 className={`section-title ${styles.asideTitle}`}>Who is in it</h2>
          <ul className={`list list-open ${styles.came}`}>
            {people.map((person) => (
              <li key={person.id} className="row">
                <Cameo of={person.member?.user.id ?? person.id} name={person.name} width={2.4} />
                <span>{inWords(person, words)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Formats a person as "Lourdes, sister"; a person known only by kinship is "Her mother". */
function inWords(person: { name: string; relationship: string | null }, words: PersonWords): string {
  const name = nameBeside(person, words);
  return person.relationship && name === person.name ? `${name}, ${person.relationship}` : name;
}

function storyPath(subjectId: string, { id, chapter }: Card): string {
  const search = new URLSearchParams({ cardId: id, chapter: chapter.key });
  return `/dashboard/${encodeURIComponent(subjectId)}/biography/?${search}`;
}
