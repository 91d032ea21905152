import { useReadQuery } from '@apollo/client/react';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { storyPath } from '#web/biography/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { familyPath } from './person/address.ts';
import { sortByYear } from './person/life.ts';
import { placesPath } from './places/address.ts';
import { NameDialog } from './places/NameDialog.tsx';
import { PinDialog } from './places/PinDialog.tsx';
import { useSavePlace } from './places/use-places.ts';
import {
  missingInWords,
  type PlacesSubject,
  type StoryPlace,
  standingInWords,
  storiesAndYears,
} from './places/words.ts';
import { PlacesRouteDocument } from './places.graphql.ts';
import styles from './places.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

// The map and its outlines are large, and the list needs neither.
const PlaceMap = lazy(() => import('./places/PlaceMap.tsx').then(({ PlaceMap }) => ({ default: PlaceMap })));

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(PlacesRouteDocument, { subjectId });
}

/** The places of the stories: a map, and a list with what happened there. */
export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject || subject.deletedAt) return <Missing />;
  const places = subject.placesInStories;
  const count = places.length === 1 ? '1 place' : `${places.length} places`;
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Places</DocumentTitle>
      <p className={styles.back}>
        <Link to={familyPath(subject.id)}>Family & friends</Link>
      </p>
      <h1>Places</h1>
      {places.length === 0 ? (
        <p className="lead quiet">
          No story tells of a place yet. Places appear here when a story names one.
        </p>
      ) : (
        <>
          <p className="lead quiet">{count} in the stories</p>
          <OnMap subject={subject} />
          <List subject={subject} />
        </>
      )}
      <OffList subject={subject} />
    </main>
  );
}

function OnMap({ subject }: { subject: PlacesSubject }) {
  const places = subject.placesInStories;
  const pins = useMemo(
    () =>
      places.flatMap(({ key, name, cards, position }) =>
        position ? [{ key, name, stories: cards.length, ...position }] : [],
      ),
    [places],
  );
  const missing = missingInWords(places);
  return (
    <figure className={styles.figure}>
      {pins.length > 0 && (
        <Suspense fallback={<div className={styles.map} />}>
          <PlaceMap pins={pins} pathOf={({ name }) => placesPath(subject.id, name)} />
        </Suspense>
      )}
      <figcaption className="note">
        {missing && <p>{missing}</p>}
        {pins.length > 0 && (
          <p>
            Towns from GeoNames (CC BY 4.0), outlines from Natural Earth. A country or region has its pin in
            the middle.
          </p>
        )}
      </figcaption>
    </figure>
  );
}

function List({ subject }: { subject: PlacesSubject }) {
  const [params] = useSearchParams();
  const named = params.get('place');
  const places = subject.placesInStories;
  const open = places.find(({ name, otherNames }) => named !== null && [name, ...otherNames].includes(named));
  const heading = useRef<HTMLHeadingElement>(null);
  const openKey = open?.key;
  useEffect(() => {
    if (!openKey) return;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'center' });
  }, [openKey]);
  return (
    <ol className={`list list-open ${styles.places}`}>
      {places.map((place) => (
        <li key={place.key} aria-current={place === open ? 'true' : undefined}>
          <div>
            <h2 tabIndex={-1} ref={place === open ? heading : undefined}>
              {place.name}
            </h2>
            <p className="note">{storiesAndYears(place)}</p>
            {place.otherNames.length > 0 && <p className="note">Also called {place.otherNames.join(', ')}</p>}
            <p className="note">{standingInWords(place)}</p>
            {subject.abilities.includes('WRITE') && <Acts subject={subject} place={place} />}
          </div>
          <ul className={styles.stories}>
            {sortByYear(place.cards).map(({ id, title, status, chapter, happenedText }) => (
              <li key={id}>
                <Link className="told" to={storyPath(subject.id, { cardId: id, chapter: chapter.key })}>
                  {title}
                </Link>
                <span className="note">
                  {[happenedText, status !== 'PUBLISHED' && 'not published'].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Acts({ subject, place }: { subject: PlacesSubject; place: StoryPlace }) {
  const { name, position } = place;
  const { setListed, busy } = useSavePlace(subject.id);
  const others = subject.placesInStories.filter(({ key }) => key !== place.key).map((other) => other.name);
  return (
    <p className={styles.acts}>
      <PinDialog
        subjectId={subject.id}
        place={place}
        trigger={
          <Button
            look="text"
            small
            aria-label={`${position ? 'Correct the map' : 'Put on the map'}: ${name}`}
          >
            {position ? 'Correct the map' : 'Put on the map'}
          </Button>
        }
      />
      <NameDialog
        subjectId={subject.id}
        place={place}
        others={others}
        trigger={
          <Button look="text" small aria-label={`Correct the name: ${name}`}>
            Correct the name
          </Button>
        }
      />
      <Button
        look="text"
        small
        busy={busy}
        aria-label={`Take off the list: ${name}`}
        onClick={() => void setListed(name, false)}
      >
        Take off the list
      </Button>
    </p>
  );
}

/** The places that the family took off the list, for those who can put them back. */
function OffList({ subject: { id, placesOffList } }: { subject: PlacesSubject }) {
  const { setListed, busy } = useSavePlace(id);
  if (placesOffList.length === 0) return null;
  return (
    <section className={styles.off}>
      <h2>Taken off the list</h2>
      <ul className="list list-open">
        {placesOffList.map((name) => (
          <li key={name}>
            {name}{' '}
            <Button
              look="text"
              small
              busy={busy}
              aria-label={`Put back: ${name}`}
              onClick={() => void setListed(name, true)}
            >
              Put back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>Places</h1>
      <Skeleton what="places">
        <SkeletonBar width="14rem" />
        <div className={styles.map} />
        <SkeletonLines lines={6} />
      </Skeleton>
    </main>
  );
}
