import { useQueryRefHandlers, useReadQuery } from '@apollo/client/react';
import { useEffect, useRef, useState, useTransition } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Missing } from '#web/app/errors.tsx';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { preload } from '#web/app/preload.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Skeleton, SkeletonBar, SkeletonLines } from '#web/ui/Skeleton.tsx';
import { FlatLine } from '#web/ui/VoiceLine.tsx';
import { AddButtons, DropZone } from './AddFiles.tsx';
import { Album } from './Album.tsx';
import { followKeepsakes } from './follow-keepsakes.ts';
import { isPicture, type Keepsake, type KeepsakesSubject, refetchKeepsakes } from './keepsake.ts';
import { KeepsakesDocument, type KeepsakesQuery, type KeepsakesQueryVariables } from './keepsakes.graphql.ts';
import styles from './keepsakes.module.css';
import { Plate } from './Plate.tsx';
import { Sendings } from './Sendings.tsx';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export function loader({ params: { subjectId = '' } }: LoaderFunctionArgs) {
  return preload<KeepsakesQuery, KeepsakesQueryVariables>(KeepsakesDocument, { subjectId });
}

/** The photos, letters and recordings of a book: to look at, add and describe. */
export function Component() {
  const queryRef = useLoaderData<typeof loader>();
  const { subject } = useReadQuery(queryRef).data;
  const { fetchMore } = useQueryRefHandlers(queryRef);
  // In a transition, because the page would show its skeleton while it waits for more.
  const [isLoading, startTransition] = useTransition();
  const loading = useRef<string | null>(null);
  const followed = subject && !subject.deletedAt ? subject.id : null;
  useEffect(
    () => (followed ? followKeepsakes(followed, () => refetchKeepsakes(followed)) : undefined),
    [followed],
  );
  if (!subject || subject.deletedAt) return <Missing />;
  const keepsakes = subject.keepsakes.edges.map(({ node }) => node);
  const { hasNextPage, endCursor } = subject.keepsakes.pageInfo;
  const mayAdd = subject.abilities.includes('WRITE');
  const olderAfter = hasNextPage ? (endCursor ?? null) : null;
  function showMore() {
    if (loading.current === olderAfter) return;
    loading.current = olderAfter;
    startTransition(async () => {
      await fetchMore({ variables: { after: olderAfter } }).catch(() =>
        notify('error', 'The older keepsakes couldn’t be loaded. Try again.'),
      );
      if (loading.current === olderAfter) loading.current = null;
    });
  }
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <DocumentTitle>Keepsakes</DocumentTitle>
      <header className={`row ${styles.head}`}>
        <div>
          <h1>Keepsakes</h1>
          {keepsakes.length > 0 && <p className="lead quiet">Things that belong to the stories</p>}
        </div>
        {mayAdd && (
          <div className={`row ${styles.add}`}>
            <Link
              className={`${buttonClass({ look: 'quiet' })} only-desk`}
              to={`/dashboard/${encodeURIComponent(subject.id)}/biography/make/`}
            >
              Make a book from them
            </Link>
            <AddButtons subjectId={subject.id} />
          </div>
        )}
      </header>
      {mayAdd && <Sendings subjectId={subject.id} />}
      {keepsakes.length === 0 ? (
        <Empty subject={subject} mayAdd={mayAdd} />
      ) : (
        <Wall
          keepsakes={keepsakes}
          subject={subject}
          olderAfter={olderAfter}
          isLoading={isLoading}
          onOlder={showMore}
        />
      )}
      {hasNextPage && (
        <p>
          <Button look="quiet" busy={isLoading} onClick={showMore}>
            Show older keepsakes
          </Button>
        </p>
      )}
      {mayAdd && <DropZone subjectId={subject.id} />}
    </main>
  );
}

/** The album loads older keepsakes when this many pictures or fewer are left. */
const fewLeft = 3;
/** It loads this many pages without a picture in a row, until the reader moves on. */
const mostPages = 5;

function Wall({
  keepsakes,
  subject,
  olderAfter,
  isLoading,
  onOlder,
}: {
  keepsakes: readonly Keepsake[];
  subject: KeepsakesSubject;
  /** Where the older ones begin; null when all are here. */
  olderAfter: string | null;
  isLoading: boolean;
  onOlder: () => void;
}) {
  const [chosen, setChosen] = useState({ id: '', at: 0 });
  const [isOpen, setOpen] = useState(false);
  const openers = useRef(new Map<string, HTMLButtonElement | null>());
  const pictures = keepsakes.filter(isPicture);
  const found = pictures.findIndex(({ id }) => id === chosen.id);
  const isGone = isOpen && found < 0;
  // Where it was, the focus goes to the next one.
  const shown = found < 0 ? Math.min(chosen.at, pictures.length - 1) : found;
  const choose = (at: number) => setChosen({ id: pictures[at]?.id ?? '', at });
  useEffect(() => {
    if (!isGone) return;
    setOpen(false);
    void notify('info', 'This picture isn’t shown here any more.');
  }, [isGone]);
  const loadOlder = useRef(onOlder);
  useEffect(() => {
    loadOlder.current = onOlder;
  });
  const loaded = useRef({ at: '', pages: 0 });
  const nearsEnd = isOpen && shown >= pictures.length - fewLeft;
  const here = `${shown} of ${pictures.length}`;
  // Again after each page, because it may have no pictures.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed page is tried again at the next picture
  useEffect(() => {
    if (!nearsEnd || olderAfter === null) return;
    if (loaded.current.at !== here) loaded.current = { at: here, pages: 0 };
    if (loaded.current.pages++ < mostPages) loadOlder.current();
  }, [nearsEnd, olderAfter, shown]);
  return (
    <>
      <ul className={styles.wall}>
        {keepsakes.map((keepsake) => (
          <Plate
            key={keepsake.id}
            keepsake={keepsake}
            subject={subject}
            openerRef={(opener) => {
              openers.current.set(keepsake.id, opener);
            }}
            onOpen={() => {
              choose(pictures.indexOf(keepsake));
              setOpen(true);
            }}
          />
        ))}
      </ul>
      <Album
        pictures={pictures}
        subjectId={subject.id}
        at={shown}
        isOpen={isOpen && !isGone}
        onMove={choose}
        onOlder={olderAfter === null ? null : onOlder}
        isLoading={isLoading}
        onClose={() => setOpen(false)}
        finalFocus={() => openers.current.get(pictures[shown]?.id ?? '') ?? true}
      />
    </>
  );
}

function Empty({ subject, mayAdd }: { subject: KeepsakesSubject; mayAdd: boolean }) {
  const book = bookNameOf(subject).replace(/^Your/, 'your');
  return (
    <>
      <div className={styles.flat}>
        <FlatLine />
      </div>
      <h2>No keepsakes yet</h2>
      <p className={`lead quiet ${styles.words}`}>
        {mayAdd
          ? `Add the photos, letters, recipes and recordings that belong to ${book}: choose them, drop them here, or paste them.`
          : `The photos, letters and recordings of ${book} appear here, each with the story it belongs to.`}
      </p>
      {!mayAdd && (
        <p className="row">
          <Link
            className={buttonClass({ look: 'quiet' })}
            to={`/dashboard/${encodeURIComponent(subject.id)}/biography/`}
          >
            Read the book
          </Link>
        </p>
      )}
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
