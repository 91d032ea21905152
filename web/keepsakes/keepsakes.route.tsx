import { useReadQuery } from '@apollo/client/react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { preload } from '#web/app/preload.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { pictureSizes } from '#web/ui/picture-sizes.ts';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { FlatLine } from '#web/ui/VoiceLine.tsx';
import { KeepsakesDocument, type KeepsakesQuery } from './keepsakes.graphql.ts';
import styles from './keepsakes.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload(KeepsakesDocument, { id: subjectId });
}

type Subject = NonNullable<KeepsakesQuery['subject']>;
type Chapter = Subject['chapters'][number];
type Card = Chapter['cards'][number];

/** The pictures that belong to the stories. */
export function Component() {
  const { subject } = useReadQuery(useLoaderData<typeof loader>()).data;
  if (!subject || subject.deletedAt) return <Missing />;
  const hung = subject.chapters.flatMap((chapter) =>
    chapter.cards.flatMap((card) => card.pictures.map((picture) => ({ picture, card, chapter }))),
  );
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Keepsakes</DocumentTitle>
      <h1>Keepsakes</h1>
      {hung.length === 0 ? (
        <Empty subject={subject} />
      ) : (
        <>
          <p className="lead quiet">Photos and things from the stories</p>
          <ul className={styles.wall}>
            {hung.map(({ picture, card, chapter }) => (
              <Plate
                key={picture.id + card.id}
                picture={picture}
                card={card}
                chapter={chapter}
                subjectId={subject.id}
              />
            ))}
          </ul>
        </>
      )}
    </main>
  );
}

function Plate({
  picture: { url, caption, width, height },
  card,
  chapter,
  subjectId,
}: {
  picture: Card['pictures'][number];
  card: Card;
  chapter: Chapter;
  subjectId: string;
}) {
  const wide = width && height && width > height * 1.6;
  return (
    <li className={wide ? styles.wide : undefined}>
      <figure className="plate">
        <img
          {...pictureSizes(
            { url, width, height },
            wide ? '(max-width: 720px) 100vw, 33rem' : '(max-width: 720px) 50vw, 20rem',
          )}
          alt={caption ?? `A picture with the story “${card.title}”`}
          loading="lazy"
        />
        <figcaption>
          {caption && (
            <>
              {caption}
              <br />
            </>
          )}
          <Link
            className="told"
            to={`/dashboard/${subjectId}/biography/?chapter=${encodeURIComponent(chapter.key)}&cardId=${card.id}`}
          >
            {card.title}
          </Link>
        </figcaption>
      </figure>
    </li>
  );
}

function Empty({ subject }: { subject: Subject }) {
  return (
    <>
      <div className={styles.flat}>
        <FlatLine />
      </div>
      <h2>No pictures yet</h2>
      <p className={`lead quiet ${styles.words}`}>
        The pictures of {bookNameOf(subject).replace(/^Your/, 'your')} appear here, each with the story it
        belongs to. Pictures can’t be added yet.
      </p>
      <p className="row">
        <Link className={buttonClass({ look: 'quiet' })} to={`/dashboard/${subject.id}/biography/`}>
          Read the book
        </Link>
      </p>
    </>
  );
}

export function Loading() {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <h1>Keepsakes</h1>
      <Skeleton what="the keepsakes">
        <SkeletonBar height="12rem" />
        <SkeletonLines />
      </Skeleton>
    </main>
  );
}
