import { useMutation } from '@apollo/client/react';
import { Link } from '#web/app/Link.tsx';
import { notify } from '#web/app/notify.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import {
  type BroughtBookFragment,
  CancelBookImportDocument,
  ImportBookDocument,
} from './bring-a-book.graphql.ts';
import styles from './bring-a-book.module.css';

/** The state or the result of the latest import. */
export function BroughtBook({ book }: { book: BroughtBookFragment }) {
  const { id, status, progress, problem, subject } = book;
  if (status === 'QUEUED' || status === 'WORKING') {
    return (
      <div className={styles.state}>
        <p role="status">
          <b>The book is being brought here.</b> You can leave this page. We’ll email you when the book is
          here.
        </p>
        <progress className={styles.progress} max={100} value={progress} aria-label="How far the book is" />
        <Cancel id={id} />
      </div>
    );
  }
  if (status === 'FAILED') {
    return (
      <div className={styles.state}>
        <Notice kind="error" title="The book was not brought here">
          <p>{problem} Nothing of it was kept here.</p>
        </Notice>
        <TryAgain id={id} />
      </div>
    );
  }
  if (status === 'CANCELLED') return <Notice title="You cancelled it. Nothing of the book was kept here." />;
  if (!subject) return null;
  return (
    <div className={styles.state}>
      <Notice kind="ok" title={`${subject.preferredName}’s book is here`}>
        <WhatDiffers book={book} subject={subject} />
      </Notice>
      <Link className={buttonClass()} to={`/dashboard/${encodeURIComponent(subject.id)}/`}>
        Open {subject.preferredName}’s book
      </Link>
    </div>
  );
}

/** How the book differs from the one that it came from. */
function WhatDiffers({
  book: { soundsLeft, soundsHeld, versionsLeft, filesMissing, onlyForOwner },
  subject: { id, preferredName, abilities },
}: {
  book: BroughtBookFragment;
  subject: NonNullable<BroughtBookFragment['subject']>;
}) {
  return (
    <ul className={styles.comes}>
      {!abilities.includes('READ_TRANSCRIPTS') && (
        <li>
          What {preferredName} told stays closed until {preferredName} agrees here to share it.{' '}
          <Link to={`/dashboard/${encodeURIComponent(id)}/settings/`}>Open the settings</Link>
        </li>
      )}
      {soundsHeld > 0 && (
        <li>
          {counted(soundsHeld, 'recording')} came along, and nobody hears {soundsHeld === 1 ? 'it' : 'them'}{' '}
          until {preferredName} agrees here to be recorded.
        </li>
      )}
      {soundsLeft > 0 && <li>{counted(soundsLeft, 'recording')} did not come along.</li>}
      {versionsLeft > 0 && (
        <li>
          {counted(versionsLeft, 'old version')} of stories did not come along, because an export has room for
          the newest ones only.
        </li>
      )}
      {filesMissing > 0 && <li>{counted(filesMissing, 'keepsake')} had no file, and did not come along.</li>}
      {onlyForOwner > 0 && (
        <li>
          {counted(onlyForOwner, 'story, chapter or keepsake', 'stories, chapters and keepsakes')} can be read
          by nobody else for now, because the members did not come along. You can choose anew who reads them.
        </li>
      )}
      <li>Nobody is called, texted or recorded until {preferredName} agrees here.</li>
    </ul>
  );
}

function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}

function Cancel({ id }: { id: string }) {
  const [cancel, { loading }] = useMutation(CancelBookImportDocument);
  async function stop() {
    const { data } = await cancel({ variables: { id } }).catch(() => ({ data: null }));
    if (data?.cancelBookImport.__typename === 'BookImport') return;
    void notify('error', 'It was not cancelled', { body: data?.cancelBookImport.message ?? 'Try again.' });
  }
  return (
    <div className="row">
      <Button look="quiet" busy={loading} onClick={() => void stop()}>
        Cancel
      </Button>
    </div>
  );
}

/** Tries the same file again while it is kept, for a day. */
function TryAgain({ id }: { id: string }) {
  const [ask, { loading }] = useMutation(ImportBookDocument);
  async function tryAgain() {
    const { data } = await ask({ variables: { uploadId: id } }).catch(() => ({ data: null }));
    const answer = data?.importBook;
    if (answer?.__typename === 'BookImport') return;
    const body =
      answer?.__typename === 'NotFound' ? 'The file is no longer kept. Choose it again.' : answer?.message;
    void notify('error', 'Nothing was begun', { body: body ?? 'Try again.' });
  }
  return (
    <div className="row">
      <Button look="quiet" busy={loading} onClick={() => void tryAgain()}>
        Try the same file again
      </Button>
    </div>
  );
}
