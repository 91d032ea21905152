import { useState } from 'react';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { wordsFor } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { personPath } from '../person/address.ts';
import type { FamilyPeople_SubjectFragment } from './FamilyPeople.graphql.ts';
import styles from './FamilyTree.module.css';
import { generationTitle } from './generations.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { storiesInWords } from './roles.ts';
import {
  familyTree,
  memberLike,
  namesInWords,
  relationshipOf,
  relativesOf,
  type Siblings,
  sideBySide,
  type TreeRow,
} from './tree.ts';
import { usePeople } from './use-people.ts';

type Person = FamilyPeople_SubjectFragment['people']['edges'][number]['node'];

/**
 * The family by generation, joined by the line, and below it other families, and for those who write the book the people
 * of whom nobody has said how they are related.
 */
export function FamilyTree({ subject }: { subject: FamilyPeople_SubjectFragment }) {
  const people = subject.people.edges.map(({ node }) => node);
  const { rows, families, unrelated } = familyTree(people, subject);
  const byId = new Map(people.map((person) => [person.id, person]));
  const words = wordsFor(subject);
  const name = subject.isSelf ? 'You' : subject.preferredName;
  const hasFamily = rows.some(({ groups }) => groups.length > 0);
  const toRelate = subject.abilities.includes('WRITE')
    ? unrelated.toSorted((a, b) => b.cards.length - a.cards.length)
    : [];
  if (!hasFamily && families.length === 0 && toRelate.length === 0) return null;
  return (
    <div className={styles.trees}>
      {hasFamily && (
        <section className={styles.tree} aria-label={`${subject.preferredName}’s family`}>
          {rows.map(({ generation, groups }) => (
            <section className={styles.generation} key={generation}>
              <h2>
                {generationTitle(
                  {
                    generation,
                    people: groups
                      .flatMap((group) => group.people)
                      .map((person) => ({ relationship: relationshipOf(person) })),
                  },
                  words.their,
                  name,
                )}
              </h2>
              <Row row={{ generation, groups }} subject={subject} byId={byId} withSelf={generation === 0} />
            </section>
          ))}
        </section>
      )}
      {families.map((family) => (
        <OtherFamily key={firstOf(family)?.id} rows={family} subject={subject} byId={byId} />
      ))}
      {toRelate.length > 0 && <Unrelated people={toRelate} subject={subject} />}
    </div>
  );
}

const atFirst = 6;

/** The people in the stories who are not in the tree, because nobody has said what they are to the subject. */
function Unrelated({
  people,
  subject,
}: {
  people: readonly Person[];
  subject: FamilyPeople_SubjectFragment;
}) {
  const [all, setAll] = useState(false);
  return (
    <section className={styles.unrelated} aria-labelledby="unrelated">
      <h2 id="unrelated">Not in the family tree yet</h2>
      <p className="quiet">
        The stories don’t say how these people are related to {subject.isSelf ? 'you' : subject.preferredName}
        . Add what you know: husband, sister, friend.
      </p>
      <ul className="list list-open">
        {(all ? people : people.slice(0, atFirst)).map((person) => (
          <UnrelatedPerson key={person.id} person={person} subject={subject} />
        ))}
      </ul>
      {!all && people.length > atFirst && (
        <Button look="text" onClick={() => setAll(true)}>
          Show all {people.length} without a relation
        </Button>
      )}
    </section>
  );
}

function UnrelatedPerson({ person, subject }: { person: Person; subject: FamilyPeople_SubjectFragment }) {
  const { savePerson, busy } = usePeople(subject.id);
  const { id, name } = person;
  const everybody = subject.people.edges.map(({ node }) => node);
  const member = memberLike(person, everybody, subject.members, subject);

  async function linkTo(userId: string) {
    const problems = await savePerson({ id, name, userId });
    if (!problems) return;
    const body = problems.notice ?? Object.values(problems.fields)[0];
    await notify('error', 'Nothing was changed', { ...(body && { body }) });
  }
  return (
    <li>
      <Cameo of={person.member?.user.id ?? id} name={name} width={2.8} />
      <Link to={personPath(subject.id, id)}>
        <b>{name}</b>
      </Link>
      <PersonDialog
        subjectId={subject.id}
        person={person}
        trigger={
          <Button look="text" small aria-label={`Add relation of ${name}`}>
            Add relation
          </Button>
        }
      />
      {member && (
        <p className="note">
          {member.user.name} ({member.relationship}) reads this book.{' '}
          <Button look="text" small busy={busy} onClick={() => void linkTo(member.user.id)}>
            This is {member.user.name}
          </Button>
        </p>
      )}
    </li>
  );
}

const firstOf = (rows: readonly TreeRow<Person>[]) => rows[0]?.groups[0]?.people[0];

/** A family in the stories without a known tie to the subject. */
function OtherFamily({
  rows,
  subject,
  byId,
}: {
  rows: readonly TreeRow<Person>[];
  subject: FamilyPeople_SubjectFragment;
  byId: ReadonlyMap<string, Person>;
}) {
  const title = `The family of ${firstOf(rows)?.name}`;
  return (
    <section className={styles.tree} aria-label={title}>
      {rows.map((row, i) => (
        <div className={styles.generation} key={row.generation}>
          {i === 0 && <h2>{title}</h2>}
          <Row row={row} subject={subject} byId={byId} />
        </div>
      ))}
    </section>
  );
}

function Row({
  row: { groups },
  subject,
  byId,
  withSelf = false,
}: {
  row: TreeRow<Person>;
  subject: FamilyPeople_SubjectFragment;
  byId: ReadonlyMap<string, Person>;
  withSelf?: boolean;
}) {
  const { id, selfUserId, fullName, preferredName, isSelf, photo } = subject;
  const loose = groups.filter(({ parents }) => parents.length === 0);
  return (
    <>
      {(withSelf || loose.length > 0) && (
        <ul>
          {withSelf && (
            <li className={styles.self}>
              <Cameo of={selfUserId ?? id} name={fullName} photo={photo?.url} width={6} />
              <b>{isSelf ? 'You' : preferredName}</b>
            </li>
          )}
          {loose.map((group) => (
            <People key="loose" group={group} subjectId={id} byId={byId} />
          ))}
        </ul>
      )}
      {groups.length > loose.length && (
        <div className={styles.groups}>
          {groups
            .filter(({ parents }) => parents.length > 0)
            .map((group) => (
              <div className={styles.group} key={group.parents.map((parent) => parent.id).join()}>
                <h3>Children of {namesInWords(group.parents)}</h3>
                <ul>
                  <People group={group} subjectId={id} byId={byId} />
                </ul>
              </div>
            ))}
        </div>
      )}
    </>
  );
}

function People({
  group: { parents, people },
  subjectId,
  byId,
}: {
  group: Siblings<Person>;
  subjectId: string;
  byId: ReadonlyMap<string, Person>;
}) {
  const one = (person: Person) => (
    <One
      key={person.id}
      subjectId={subjectId}
      person={person}
      partners={relativesOf(person, 'PARTNER', byId)}
      // Siblings in a row of siblings need no words.
      siblings={parents.length > 0 ? [] : relativesOf(person, 'SIBLING', byId)}
    />
  );
  return sideBySide(people).map((together) => {
    const [first] = together;
    if (!first || together.length === 1) return together.map(one);
    return (
      <li key={first.id} className={styles.couple}>
        <ul>{together.map(one)}</ul>
      </li>
    );
  });
}

function One({
  subjectId,
  person,
  partners,
  siblings,
}: {
  subjectId: string;
  person: Person;
  partners: readonly Person[];
  siblings: readonly Person[];
}) {
  const { id, name, cards, member } = person;
  const relationship = relationshipOf(person);
  return (
    <li>
      <Link to={personPath(subjectId, id)}>
        <Cameo of={member?.user.id ?? id} name={name} width={4.25} />
        <b>{name}</b>
        {relationship && relationship.toLowerCase() !== name.toLowerCase() && (
          <span className="note">{relationship}</span>
        )}
        {partners.length > 0 && <span className="note">partner of {namesInWords(partners)}</span>}
        {siblings.length > 0 && <span className="note">sibling of {namesInWords(siblings)}</span>}
        <span className="note">{storiesInWords(cards.length)}</span>
      </Link>
    </li>
  );
}
