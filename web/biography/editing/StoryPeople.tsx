import { useQuery } from '@apollo/client/react';
import { useEffect, useId, useRef, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import { type PersonToChoose, readEverybody } from '#web/people/read-everybody.ts';
import { nameAndRelationship, nameBeside } from '#web/subjects/name-beside.ts';
import { wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import type { Book } from '../address.ts';
import styles from './edit.module.css';
import {
  AddNewPersonDocument,
  SetPersonInStoryDocument,
  StoryPeopleDocument,
  type StoryPeopleQuery,
} from './story-people.graphql.ts';

type Person = NonNullable<StoryPeopleQuery['card']>['people'][number];

const notReached = 'Evertold couldn’t be reached. Nothing was changed: try again.';
const somebodyNew = 'NEW';

/** The people in a story, whom the family can take out or add. Each change is saved at once. */
export function StoryPeople({ book, cardId }: { book: Book; cardId: string }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const words = wordsFor(book);
  const { data } = useQuery(StoryPeopleDocument, { variables: { cardId }, fetchPolicy: 'cache-and-network' });
  const people = data?.card?.people ?? [];
  const [chosen, setChosen] = useState('');
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { known, readAgain } = useKnownPeople(book.id);
  const isIn = new Set(people.map((person) => person.id));
  const others = known.filter((person) => !isIn.has(person.id));

  /** Returns why it could not be saved. */
  async function set(personId: string, isIn: boolean): Promise<string | null> {
    const { data } = await apollo
      .mutate({ mutation: SetPersonInStoryDocument, variables: { cardId, personId, isIn } })
      .catch(() => ({ data: null }));
    const answer = data?.setPersonInStory;
    return answer?.__typename === 'Card' ? null : (answer?.message ?? notReached);
  }

  async function takeOut(person: Person) {
    const wrong = await set(person.id, false);
    if (wrong) return notify('error', wrong);
    heading.current?.focus();
    const putBack = async () => {
      const wrong = await set(person.id, true);
      if (wrong) await notify('error', wrong);
    };
    return notify('success', `${person.name} is not in this story any more`, {
      action: { label: 'Undo', onClick: () => void putBack() },
    });
  }

  async function addChosen(): Promise<string | null> {
    if (chosen !== somebodyNew) return chosen ? set(chosen, true) : 'Choose a person first.';
    if (!name.trim()) return 'Write the name first.';
    const { data } = await apollo
      .mutate({
        mutation: AddNewPersonDocument,
        variables: { input: { subjectId: book.id, name: name.trim() } },
      })
      .catch(() => ({ data: null }));
    const answer = data?.savePerson;
    if (answer?.__typename !== 'Person') return answer?.message ?? notReached;
    readAgain();
    // They are in the book now: trying again must not add them a second time.
    setChosen(answer.id);
    return set(answer.id, true);
  }

  async function add() {
    setBusy(true);
    const wrong = await addChosen();
    setProblem(wrong);
    setBusy(false);
    if (wrong) return;
    setChosen('');
    setName('');
  }

  const isNew = chosen === somebodyNew;
  return (
    <section className={styles.part} aria-labelledby={`${id}h`}>
      <h2 id={`${id}h`} ref={heading} tabIndex={-1}>
        In this story
      </h2>
      <p className="note">Changes to people are saved at once, and the writer keeps to them.</p>
      {people.length > 0 && (
        <ul className="list">
          {people.map((person) => (
            <li key={person.id} className="row">
              <span>{nameBeside(person, words)}</span>
              <Button
                look="text"
                small
                className="row-end"
                aria-label={`Take out: ${person.name}`}
                onClick={() => void takeOut(person)}
              >
                Take out
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && people.length === 0 && <p className="quiet">Nobody yet.</p>}
      <div className={styles.addPerson}>
        <SelectField
          label="Add a person"
          value={chosen}
          error={isNew ? null : problem}
          onChange={({ target }) => {
            setChosen(target.value);
            setProblem(null);
          }}
        >
          <option value="">Choose</option>
          <option value={somebodyNew}>Somebody new</option>
          {others.map((person) => (
            <option key={person.id} value={person.id}>
              {nameAndRelationship(person, words)}
            </option>
          ))}
        </SelectField>
        {isNew && (
          <TextField
            label="Name"
            maxLength={120}
            value={name}
            error={problem}
            onChange={({ target }) => {
              setName(target.value);
              setProblem(null);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter would save the story.
              event.preventDefault();
              void add();
            }}
          />
        )}
        <Button look="quiet" busy={busy} onClick={() => void add()}>
          Add to the story
        </Button>
      </div>
    </section>
  );
}

/** All people of a book. */
function useKnownPeople(subjectId: string) {
  const [known, setKnown] = useState<PersonToChoose[]>([]);
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `readAgain` changes the number of times
  useEffect(() => {
    let isOver = false;
    // Where they couldn't be read, the people of the story can be taken out all the same.
    void readEverybody(subjectId).then((people) => people && !isOver && setKnown(people));
    return () => {
      isOver = true;
    };
  }, [subjectId, times]);
  return { known, readAgain: () => setTimes((times) => times + 1) };
}
