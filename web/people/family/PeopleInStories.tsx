import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { nameBeside } from '#web/subjects/name-beside.ts';
import { type PersonWords, wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { personPath } from '../person/address.ts';
import { lifeInWords } from '../person/life.ts';
import type { FamilyPeople_SubjectFragment } from './FamilyPeople.graphql.ts';
import styles from './lists.module.css';
import { MergeDialog, PersonDialog } from './PersonDialog.tsx';
import { storiesInWords } from './roles.ts';
import { relationshipOf } from './tree.ts';
import { usePeople } from './use-people.ts';

type Person = FamilyPeople_SubjectFragment['people']['edges'][number]['node'];

const atFirst = 6;

/** The people who appear in the stories, and where. */
export function PeopleInStories({ subject }: { subject: FamilyPeople_SubjectFragment }) {
  const [all, setAll] = useState(false);
  const words = wordsFor(subject);
  const mayWrite = subject.abilities.includes('WRITE');
  const people = subject.people.edges
    .map(({ node }) => node)
    .sort((a, b) => b.cards.length - a.cards.length || a.name.localeCompare(b.name));
  return (
    <section>
      <div className="row">
        <h2 className={styles.title}>In the stories</h2>
        {mayWrite && (
          <span className="row-end">
            <PersonDialog
              subjectId={subject.id}
              trigger={
                <Button look="quiet" small>
                  Add a person
                </Button>
              }
            />
          </span>
        )}
      </div>
      {people.length === 0 ? (
        <p className="quiet">
          {mayWrite
            ? 'Nobody is named yet. People appear here when a story tells of them.'
            : 'Nobody is listed here yet.'}
        </p>
      ) : (
        <ul className={`list list-open ${styles.people}`}>
          {people.map((person, i) => (
            <li key={person.id} hidden={!all && i >= atFirst}>
              <PersonRow
                person={person}
                subjectId={subject.id}
                words={words}
                others={mayWrite ? people.filter(({ id }) => id !== person.id) : null}
              />
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

function PersonRow({
  person,
  subjectId,
  words,
  others,
}: {
  person: Person;
  subjectId: string;
  words: PersonWords;
  /** The other people, for merging; null for readers, who can't change anything. */
  others: readonly Person[] | null;
}) {
  const { id, name, aliases, cards, member } = person;
  const relationship = relationshipOf(person);
  const kin = relationship?.toLowerCase() === name.toLowerCase() ? null : relationship;
  const facts = [kin, lifeInWords(person), storiesInWords(cards.length), member && 'reads the book'];
  return (
    <>
      <Cameo of={member?.user.id ?? id} name={name} width={2.8} />
      <div>
        <p>
          <Link to={personPath(subjectId, id)}>
            <b>{nameBeside(person, words)}</b>
          </Link>
          <br />
          <span className="note">{facts.filter(Boolean).join(', ')}</span>
          {aliases.length > 0 && (
            <>
              <br />
              <span className="note">Also called {aliases.join(', ')}</span>
            </>
          )}
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
        {others && <PersonActs person={person} subjectId={subjectId} words={words} others={others} />}
      </div>
    </>
  );
}

function PersonActs({
  person,
  subjectId,
  words,
  others,
}: {
  person: Person;
  subjectId: string;
  words: PersonWords;
  others: readonly Person[];
}) {
  const { undoMerge, busy } = usePeople(subjectId);
  return (
    <p className="row">
      <PersonDialog
        subjectId={subjectId}
        person={person}
        trigger={
          <button type="button" className="btn btn-text btn-s" aria-label={`Correct ${person.name}`}>
            Correct
          </button>
        }
      />
      {others.length > 0 && (
        <MergeDialog
          subjectId={subjectId}
          person={person}
          words={words}
          others={others}
          trigger={
            <button
              type="button"
              className="btn btn-text btn-s"
              aria-label={`Same person as… ${person.name}`}
            >
              Same person as…
            </button>
          }
        />
      )}
      {person.isMerged && (
        <Button
          look="text"
          small
          busy={busy}
          aria-label={`Undo merge: ${person.name}`}
          onClick={() => void undoMerge(person.id, person.mergedId)}
        >
          Undo merge
        </Button>
      )}
    </p>
  );
}
