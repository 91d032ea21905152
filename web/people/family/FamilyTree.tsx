import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Link } from '#web/app/Link.tsx';
import { wordsFor } from '#web/subjects/person-words.ts';
import { Cameo } from '#web/ui/Cameo.tsx';
import { type FamilyTree_SubjectFragment, FamilyTree_SubjectFragmentDoc } from './FamilyTree.graphql.ts';
import styles from './FamilyTree.module.css';
import { byGeneration, type Generation, generationTitle } from './generations.ts';
import { storiesInWords } from './roles.ts';

type Person = FamilyTree_SubjectFragment['people']['edges'][number]['node'];

/** The family by generations, joined by the line; empty when no relationship is known. */
export function FamilyTree({ subject: from }: { subject: FragmentType<FamilyTree_SubjectFragment> }) {
  const { data: subject } = useSuspenseFragment({ fragment: FamilyTree_SubjectFragmentDoc, from });
  const { rows } = byGeneration(subject.people.edges.map(({ node }) => node));
  const words = wordsFor(subject);
  if (rows.every(({ people }) => people.length === 0)) return null;
  return (
    <section className={styles.tree} aria-label={`${subject.preferredName}’s family`}>
      {rows.map((row) => (
        <Row key={row.generation} row={row} subject={subject} their={words.their} />
      ))}
    </section>
  );
}

function Row({
  row: { generation, people },
  subject,
  their,
}: {
  row: Generation<Person>;
  subject: FamilyTree_SubjectFragment;
  their: string;
}) {
  const { fullName, preferredName, isSelf, photo } = subject;
  return (
    <section className={styles.generation}>
      <h2>{generationTitle({ generation, people }, their, isSelf ? 'You' : preferredName)}</h2>
      <ul>
        {generation === 0 && (
          <li className={styles.self}>
            <Cameo name={fullName} photo={photo?.url} width={6} />
            <b>{isSelf ? 'You' : preferredName}</b>
          </li>
        )}
        {people.map(({ id, name, relationship, cards }) => (
          <li key={id}>
            <Link to={{ hash: `person-${id}` }} viewTransition={false} replace>
              <Cameo name={name} width={4.25} />
              <b>{name}</b>
              {relationship?.toLowerCase() !== name.toLowerCase() && (
                <span className="note">{relationship}</span>
              )}
              <span className="note">{storiesInWords(cards.length)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
