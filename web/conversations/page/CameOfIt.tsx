import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Link } from '#web/app/Link.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { type CameOfIt_ConversationFragment, CameOfIt_ConversationFragmentDoc } from './CameOfIt.graphql.ts';
import styles from './conversation.module.css';

type Card = CameOfIt_ConversationFragment['cards'][number];

/** The stories that a conversation became, and who is in them. */
export function CameOfIt({
  conversation,
  subjectId,
}: {
  conversation: FragmentType<CameOfIt_ConversationFragment>;
  subjectId: string;
}) {
  const { data } = useSuspenseFragment({ fragment: CameOfIt_ConversationFragmentDoc, from: conversation });
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
            {people.map(({ id, name, relationship }) => (
              <li key={id} className="row">
                <Cameo name={name} width={2.4} />
                <span>{relationship ? `${name}, ${relationship}` : name}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function storyPath(subjectId: string, { id, chapter }: Card): string {
  const search = new URLSearchParams({ cardId: id, chapter: chapter.key });
  return `/dashboard/${encodeURIComponent(subjectId)}/biography/?${search}`;
}
