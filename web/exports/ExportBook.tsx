import type { FragmentType } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { useEffect } from 'react';
import type { MakingKind } from '#web/app/generated/schema-types.ts';
import { followLive } from '#web/app/live.ts';
import { notify } from '#web/app/notify.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { sizeInWords } from '#web/makings/size.ts';
import { dayInWords } from '#web/subjects/when.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import {
  CancelExportDocument,
  type ExportBook_SubjectFragment,
  ExportBook_SubjectFragmentDoc,
  ExportEverythingDocument,
  ExportedFileChangedDocument,
  type ExportedFileFragment,
} from './ExportBook.graphql.ts';
import styles from './exports.module.css';

/** Exports everything of a book as one file for download. */
export function ExportBook({ subject }: { subject: FragmentType<ExportBook_SubjectFragment> }) {
  const { data } = useKeptFragment({
    fragment: ExportBook_SubjectFragmentDoc,
    fragmentName: 'ExportBook_subject',
    from: subject,
  });
  const { id: subjectId, isSelf, preferredName, exports } = data;
  const [ask, { loading }] = useMutation(ExportEverythingDocument);
  const isInHand = exports.some(({ status }) => status === 'QUEUED' || status === 'WORKING');

  async function request() {
    const { data: answered } = await ask({
      variables: { subjectId },
      update(cache, { data: made }) {
        if (made?.requestExport.__typename !== 'Export') return;
        const asked = made.requestExport;
        cache.modify({
          id: cache.identify({ __typename: 'Subject', id: subjectId }) ?? '',
          fields: {
            exports: (before, { toReference }) =>
              [toReference(asked), ...(before as readonly unknown[])] as never,
          },
        });
      },
    }).catch(() => ({ data: null }));
    if (answered?.requestExport.__typename === 'Export') return;
    void notify('error', 'Nothing was begun', { body: answered?.requestExport.message ?? 'Try again.' });
  }
  return (
    <div className={styles.exports}>
      <p className="quiet">
        The stories, conversations, pictures, consents and the printed book, in one ZIP file. It opens in any
        browser, without Evertold.{' '}
        {isSelf
          ? 'What you keep private is in it too: it is for you alone.'
          : `What ${preferredName} keeps private is not in it.`}
      </p>
      <p className="quiet">
        Another Evertold can make a book of it again, if the file has at most 32 GB and the conversations have
        at most 50,000 messages.
      </p>
      <div className="row">
        <Button look="quiet" busy={loading || isInHand} onClick={() => void request()}>
          {isInHand ? 'Preparing the file…' : 'Export everything'}
        </Button>
      </div>
      {exports.length > 0 && (
        <ul className="list">
          {exports.map((file) => (
            <ExportedFile key={file.id} file={file} />
          ))}
        </ul>
      )}
    </div>
  );
}

function ExportedFile({ file }: { file: ExportedFileFragment }) {
  const { id, status, url, createdAt } = file;
  const isInHand = status === 'QUEUED' || status === 'WORKING';
  useEffect(() => {
    if (!isInHand) return;
    // Events are written into the cache, from which this list is read.
    return followLive({
      document: ExportedFileChangedDocument,
      variables: { id },
      cursorOf: () => null,
      onEvent: () => undefined,
    });
  }, [id, isInHand]);
  return (
    <li className={styles.file}>
      <div>
        <b>{dayInWords(createdAt)}</b>
        <ExportState file={file} />
      </div>
      {isInHand && <Cancel id={id} />}
      {url && (
        <a className={buttonClass()} href={url} download>
          Download
        </a>
      )}
    </li>
  );
}

/** The progress or result of an export. */
function ExportState({
  file: { status, progress, bytes, booksLeftOut, problem, expiresAt },
}: {
  file: ExportedFileFragment;
}) {
  if (status === 'QUEUED' || status === 'WORKING') {
    return (
      <p className={styles.progress}>
        <progress max={100} value={progress} aria-label="How far the file is" />
        <span className="note">You can leave this page. We’ll email you when it’s ready.</span>
      </p>
    );
  }
  if (status === 'CANCELLED') return <p className="note">{problem ?? 'You cancelled it.'}</p>;
  if (status === 'FAILED') return <p className="field-error">{problem ?? 'It could not be made.'}</p>;
  if (status === 'EXPIRED')
    return (
      <p className="note">{problem ?? 'It’s no longer kept. Export everything again when you need it.'}</p>
    );
  const size = bytes ? `${sizeInWords(bytes)}. ` : '';
  return (
    <>
      <p className="note">{`${size}Only you can download it, until ${dayInWords(expiresAt ?? '')}.`}</p>
      {booksLeftOut.length > 0 && (
        <p className="note">
          {`Without the ${booksLeftOut.map((kind) => bookNames[kind]).join(' and the ')}: the book is too large to be made in one piece. Make it from the stories, with fewer chapters.`}
        </p>
      )}
    </>
  );
}

const bookNames: Partial<Record<MakingKind, string>> = { BOOK_PDF: 'printed book', BOOK_EPUB: 'e-book' };

function Cancel({ id }: { id: string }) {
  const [cancel, { loading }] = useMutation(CancelExportDocument);
  async function stop() {
    const { data } = await cancel({ variables: { id } }).catch(() => ({ data: null }));
    if (data?.cancelExport.__typename === 'Export') return;
    void notify('error', 'It was not cancelled', { body: data?.cancelExport.message ?? 'Try again.' });
  }
  return (
    <Button look="quiet" busy={loading} onClick={() => void stop()}>
      Cancel
    </Button>
  );
}
