import { useState } from 'react';
import { useLocation } from 'react-router';
import { Link } from '#web/app/Link.tsx';
import { nameBeside, type PersonWords, wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import type { FamilyPeople_SubjectFragment } from './FamilyPeople.graphql.ts';
import styles from './lists.module.css';
import { storiesInWords } from './roles.ts';

type Person = FamilyPeople_SubjectFragment['people']['edges'][number]['node'];

const atFirst = 6;

/** Everybody who appears in the stories, and where. */
export function PeopleInStories({ subject }: { subject: FamilyPeople_SubjectFragment }) {
  const [asked, setAll] = useState(false);
  // Whoever comes from the tree to somebody sees everybody.
  const all = useLocation().hash.startsWith('#person-') || asked;
  const words = wordsFor(subject);
  const people = subject.people.edges
    .map(({ node }) => node)
    .sort((a, b) => b.cards.length - a.cards.length || a.name.localeCompare(b.name));
  return (
    <section>
      <h2 className={styles.title}>In the stories</h2>
      {people.length === 0 ? (
        <p className="quiet">Nobody is named yet. Whoever a story tells of appears here, with where.</p>
      ) : (
        <ul className={`list list-open ${styles.people}`}>
          {people.map((person, i) => (
            <li key={person.id} id={`person-${person.id}`} hidden={!all && i >= atFirst}>
              <PersonRow person={person} subjectId={subject.id} words={words} />
            </li>
          ))}
        </ul>
      )}
      {!all && people.length > atFirst && (
        <Button look="text" onClick={() => setAll(true)}>
          All {people.length} people
        </Button>
      )}
    </section>
  );
}

function PersonRow({ person, subjectId, words }: { person: Person; subjectId: string; words: PersonWords }) {
  const { id, name, relationship, cards, member } = person;
  const kin = relationship?.toLowerCase() === name.toLowerCase() ? null : relationship;
  const facts = [kin, storiesInWords(cards.length), member && 'reads the book'];
  return (
    <>
      <Cameo of={member?.user.id ?? id} name={name} width={2.8} />
      <div>
        <p>
          <b>{nameBeside(person, words)}</b>
          <br />
          <span className="note">{facts.filter(Boolean).join(', ')}</span>
        </p>
        {cards.length > 0 && (
          <details>
            <summary className="note">
              In which stories<span className="sr"> {name} appears</span>
            </summary>
            <ul className={styles.stories}>
              {cards.map(({ id, title, chapter }) => (
                <li key={id}>
                  <Link
                    className="told"
                    to={`/dashboard/${subjectId}/biography/?chapter=${encodeURIComponent(chapter.key)}&cardId=${id}`}
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </>
  );
}
