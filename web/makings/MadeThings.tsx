import { useMutation } from '@apollo/client/react';
import { Suspense, useEffect, useState } from 'react';
import { later } from '#web/app/later.ts';
import { followLive } from '#web/app/live.ts';
import { notify } from '#web/app/notify.ts';
import { dayInWords } from '#web/subjects/when.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { CancelThingDocument, type MadeThingFragment, ThingChangedDocument } from './makings.graphql.ts';
import styles from './makings.module.css';
import { sizeInWords } from './size.ts';

type Made = MadeThingFragment;

/** The PDF viewer is larger than the rest of this page, so it is loaded only when a book is opened. */
const pages = later(() => import('./BookPages.tsx'));

/** What the user had made, newest first, including what is in progress. */
export function MadeThings({ makings }: { makings: readonly Made[] }) {
  if (!makings.length) return null;
  return (
    <section className={styles.made} aria-labelledby="made-things">
      <h2 id="made-things">What you made</h2>
      <ul className="list">
        {makings.map((making) => (
          <MadeThing key={making.id} making={making} />
        ))}
      </ul>
    </section>
  );
}

const names = {
  BOOK_PDF: 'Printed book',
  BOOK_EPUB: 'E-book',
  QUOTE_CARD: 'Quote card',
  HIGHLIGHT: 'Voice highlight',
};

function MadeThing({ making }: { making: Made }) {
  const { id, kind, status, title, url } = making;
  const isInHand = status === 'QUEUED' || status === 'WORKING';
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isInHand) return;
    // Events are written into the cache, from which this list is read.
    return followLive({
      document: ThingChangedDocument,
      variables: { id },
      cursorOf: () => null,
      onEvent: () => undefined,
    });
  }, [id, isInHand]);
  return (
    <li className={styles.thing}>
      <div>
        <h3>{title}</h3>
        <p className="note">{`${names[kind]}, ${dayInWords(making.createdAt)}`}</p>
        <MakingState making={making} />
      </div>
      <div className={`row ${styles.acts}`}>
        {isInHand && <Cancel id={id} />}
        {url && kind === 'BOOK_PDF' && (
          <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close it' : 'Look through it'}
          </Button>
        )}
        {url && (
          <a className={buttonClass()} href={url} download={making.fileName}>
            Download
          </a>
        )}
      </div>
      {url && kind === 'QUOTE_CARD' && (
        <img className={styles.card} src={url} width={1080} height={1080} alt={`Quote card of “${title}”`} />
      )}
      {url && kind === 'HIGHLIGHT' && (
        // biome-ignore lint/a11y/useMediaCaption: its words are the sentences that were chosen
        <audio controls preload="none" src={url} aria-label={title} />
      )}
      {url && isOpen && (
        <Suspense fallback={<p className="quiet">Opening the book…</p>}>
          <Pages url={url} title={title} />
        </Suspense>
      )}
    </li>
  );
}

function Pages(props: { url: string; title: string }) {
  const { BookPages } = pages.read();
  return <BookPages {...props} />;
}

/** The progress or result of a making. */
function MakingState({
  making: { status, progress, bytes, pages, picturesLeftOut, problem, expiresAt, title },
}: {
  making: Made;
}) {
  if (status === 'QUEUED' || status === 'WORKING') {
    return (
      <p className={styles.progress}>
        <progress max={100} value={progress} aria-label={`How far “${title}” is`} />
        <span className="note">{status === 'QUEUED' ? 'Waiting for its turn' : 'Being made'}</span>
      </p>
    );
  }
  if (status === 'CANCELLED') return <p className="note">{problem ?? 'You cancelled it.'}</p>;
  if (status === 'FAILED') return <p className="field-error">{problem ?? 'It could not be made.'}</p>;
  if (status === 'EXPIRED')
    return <p className="note">{problem ?? 'It’s no longer kept. Make it again when you need it.'}</p>;
  const size = bytes ? sizeInWords(bytes) : '';
  const extent = [pages ? `${pages} pages` : '', size].filter(Boolean).join(', ');
  return (
    <>
      <p className="note">
        {extent}
        {expiresAt && `. Only you can download it, until ${dayInWords(expiresAt)}.`}
      </p>
      {picturesLeftOut > 0 && <p className="note">{leftOutInWords(picturesLeftOut)}</p>}
    </>
  );
}

function leftOutInWords(count: number): string {
  const pictures = count === 1 ? '1 picture is' : `${count} pictures are`;
  return `${pictures} not in it. A book has room for 100 pictures, and some files can’t be printed.`;
}

function Cancel({ id }: { id: string }) {
  const [cancel, { loading }] = useMutation(CancelThingDocument);
  async function stop() {
    const { data } = await cancel({ variables: { id } }).catch(() => ({ data: null }));
    if (data?.cancelMaking.__typename === 'Making') return;
    void notify('error', 'It was not cancelled', { body: data?.cancelMaking.message ?? 'Try again.' });
  }
  return (
    <Button look="quiet" busy={loading} onClick={() => void stop()}>
      Cancel
    </Button>
  );
}
