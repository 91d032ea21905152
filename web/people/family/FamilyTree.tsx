import { Link } from '#web/app/Link.tsx';
import { wordsFor } from '#web/subjects/person-words.ts';
import { Cameo } from '#web/ui/Cameo.tsx';
import { personPath } from '../person/address.ts';
import type { FamilyPeople_SubjectFragment } from './FamilyPeople.graphql.ts';
import styles from './FamilyTree.module.css';
import { byGeneration, type Generation, generationTitle } from './generations.ts';
import { storiesInWords } from './roles.ts';

type Person = FamilyPeople_SubjectFragment['people']['edges'][number]['node'];

/** The family by generation, joined by the line; empty when no relationship is known. */
export function FamilyTree({ subject }: { subject: FamilyPeople_SubjectFragment }) {
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
  subject: FamilyPeople_SubjectFragment;
  their: string;
}) {
  const { id, selfUserId, fullName, preferredName, isSelf, photo } = subject;
  return (
    <section className={styles.generation}>
      <h2>{generationTitle({ generation, people }, their, isSelf ? 'You' : preferredName)}</h2>
      <ul>
        {generation === 0 && (
          <li className={styles.self}>
            <Cameo of={selfUserId ?? id} name={fullName} photo={photo?.url} width={6} />
            <b>{isSelf ? 'You' : preferredName}</b>
          </li>
        )}
        {people.map(({ id, name, relationship, cards, member }) => (
          <li key={id}>
            <Link to={personPath(subject.id, id)}>
              <Cameo of={member?.user.id ?? id} name={name} width={4.25} />
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
