import { useReadQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { storyPath } from '#web/biography/address.ts';
import { nameBeside } from '#web/subjects/name-beside.ts';
import { capital, wordsFor } from '#web/subjects/person-words.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { PersonDialog } from './family/PersonDialog.tsx';
import { roleWords, storiesInWords } from './family/roles.ts';
import { relationshipOf } from './family/tree.ts';
import { familyPath, personPath } from './person/address.ts';
import { followPerson } from './person/follow-person.ts';
import { Keepsakes } from './person/Keepsakes.tsx';
import { companionsOf, lifeInWords, sortByYear } from './person/life.ts';
import { Relatives } from './person/Relatives.tsx';
import { PersonRouteDocument, type PersonRouteQuery } from './person.graphql.ts';
import styles from './person.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

type Subject = NonNullable<PersonRouteQuery['subject']>;
type Person = NonNullable<Subject['person']>;

export function loader({ params: { subjectId = '', personId = '' } }: LoaderFunctionArgs) {
  return preload(PersonRouteDocument, { subjectId, id: personId });
}

/** One of the people in the stories: who they are, and where they appear. */
export function Component() {
  const { subjectId, personId } = useParams();
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  const isSeen = !!subject && !subject.deletedAt;
  // Also while the person isn't shown: they may be shown again.
  useEffect(
    () => (isSeen && subjectId && personId ? followPerson(subjectId, personId) : undefined),
    [isSeen, subjectId, personId],
  );
  const [shownId, setShownId] = useState<string | null>(null);
  if (subject?.person && subject.person.id !== shownId) setShownId(subject.person.id);
  if (!subject || subject.deletedAt) return <Missing />;
  if (!subject.person) return shownId === personId ? <Gone subjectId={subject.id} /> : <Missing />;
  const { person } = subject;
  const name = nameBeside(person, wordsFor(subject));
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>{name}</DocumentTitle>
      <p className={styles.back}>
        <Link to={familyPath(subject.id)}>Family & friends</Link>
      </p>
      <Head subject={subject} person={person} name={name} />
      <div className={styles.columns}>
        <Stories subjectId={subject.id} person={person} name={name} />
        <div className={styles.aside}>
          <Relatives
            subjectId={subject.id}
            words={wordsFor(subject)}
            person={person}
            name={within(name, person)}
            mayWrite={subject.abilities.includes('WRITE')}
          />
          <Companions subject={subject} person={person} />
        </div>
      </div>
      {person.keepsakes.length > 0 && <Keepsakes subjectId={subject.id} keepsakes={person.keepsakes} />}
    </main>
  );
}

/** A name within a sentence: “her mother”, where only the kinship is known. */
function within(name: string, person: Person): string {
  return name === person.name ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/**
 * Shown when the person was merged with another one, or may not be seen any more, while their page is open. It doesn’t
 * name them, because what the reader may not know any more may be the name itself.
 */
function Gone({ subjectId }: { subjectId: string }) {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Family & friends</DocumentTitle>
      <h1>This person isn’t shown here any more</h1>
      <p>
        <Link className={buttonClass({ look: 'quiet' })} to={familyPath(subjectId)}>
          Go to Family & friends
        </Link>
      </p>
    </main>
  );
}

function Head({ subject, person, name }: { subject: Subject; person: Person; name: string }) {
  const { id, aliases, member } = person;
  const relationship = relationshipOf(person);
  const hasRelation = relationship && relationship.toLowerCase() !== person.name.toLowerCase();
  const { their } = wordsFor(subject);
  // A relation such as “Gideon’s wife” already says whose relative they are.
  const relation =
    hasRelation && (/^\p{Lu}/u.test(relationship) ? relationship : `${capital(their)} ${relationship}`);
  const facts = [relation, lifeInWords(person)].filter(Boolean);
  return (
    <header className={styles.head}>
      <Cameo of={member?.user.id ?? id} name={person.name} width={6} />
      <div>
        <h1>{name}</h1>
        {facts.length > 0 && <p className="lead quiet">{facts.join(', ')}</p>}
        {aliases.length > 0 && <p>Also called {aliases.join(', ')}</p>}
        {member && (
          <p>
            {member.user.name} reads this book ({roleWords[member.role]})
          </p>
        )}
        {subject.abilities.includes('WRITE') && (
          <p className={styles.acts}>
            <PersonDialog
              subjectId={subject.id}
              person={person}
              trigger={
                <Button look="quiet" small aria-label={`Correct ${person.name}`}>
                  Correct
                </Button>
              }
            />
          </p>
        )}
      </div>
    </header>
  );
}

function Stories({ subjectId, person, name }: { subjectId: string; person: Person; name: string }) {
  const stories = sortByYear(person.cards);
  return (
    <section aria-label="In the stories">
      <h2 className={styles.title}>In the stories</h2>
      {stories.length === 0 ? (
        <p className="quiet">No story that you can read tells of {within(name, person)} yet.</p>
      ) : (
        <ol className={`list list-open ${styles.stories}`}>
          {stories.map(({ id, title, status, chapter, happenedText }) => (
            <li key={id}>
              <Link className="told" to={storyPath(subjectId, { cardId: id, chapter: chapter.key })}>
                {title}
              </Link>
              <p className="note">
                {[chapter.title, happenedText, status !== 'PUBLISHED' && 'not published']
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The people who appear in the same stories. */
function Companions({ subject, person }: { subject: Subject; person: Person }) {
  const companions = companionsOf(person);
  const words = wordsFor(subject);
  if (companions.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>In the same stories</h2>
      <ul className={`list list-open ${styles.companions}`}>
        {companions.map(({ person: other, stories }) => {
          const shown = nameBeside(other, words);
          return (
            <li key={other.id}>
              <Link to={personPath(subject.id, other.id)}>
                <Cameo of={other.id} name={other.name} width={2.8} />
                <span>
                  <b>{shown}</b>
                  <br />
                  <span className="note">
                    {[shown === other.name && other.relationship, storiesInWords(stories)]
                      .filter(Boolean)
                      .join(', ')}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <Skeleton what="this person">
        <SkeletonBar width="14rem" />
        <div className={styles.columns}>
          <SkeletonLines lines={7} />
          <SkeletonLines lines={4} />
        </div>
      </Skeleton>
    </main>
  );
}
