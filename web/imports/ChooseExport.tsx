import { useMutation } from '@apollo/client/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type RunningUpload, uploadFile } from '#web/app/upload.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckField, Field } from '#web/ui/Field.tsx';
import { ImportBookDocument } from './bring-a-book.graphql.ts';
import styles from './bring-a-book.module.css';

/** The largest file that the server takes. */
const mostBytes = 32_000_000_000;

/** The file that is being sent, and how much of it has arrived. */
type Sending = { bytes: number; sent: number; isOffline: boolean };

/** Chooses the file, says whose book it is, and sends it. */
export function ChooseExport({ onAsked }: { onAsked: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [isSelf, setSelf] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const upload = useRef<RunningUpload | null>(null);
  const [ask] = useMutation(ImportBookDocument);
  useEffect(() => () => upload.current?.abort(), []);

  function refuse(why: string): void {
    setSending(null);
    setProblem(why);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (file && file.size <= mostBytes) send(file);
    else
      setProblem(
        file ? 'The file is larger than 32 GB, which is the most we take.' : 'Choose the file first.',
      );
  }

  function send(file: File): void {
    const { size: bytes } = file;
    setProblem(null);
    setSending({ bytes, sent: 0, isOffline: false });
    upload.current = uploadFile(file, {
      metadata: { becomes: 'book' },
      fingerprint: `book ${file.name} ${bytes} ${file.lastModified}`,
      onProgress: (sent) => setSending({ bytes, sent, isOffline: false }),
      onOffline: () => setSending((now) => now && { ...now, isOffline: true }),
      onRefused: refuse,
      onSent: (uploadId) => void bring(uploadId),
    });
  }

  async function bring(uploadId: string): Promise<void> {
    const { data } = await ask({ variables: { uploadId, isSelf } }).catch(() => ({ data: null }));
    if (data?.importBook.__typename !== 'BookImport') {
      return refuse(data?.importBook.message ?? 'Evertold couldn’t be reached. Try again.');
    }
    setSending(null);
    onAsked();
  }

  function cancel(): void {
    upload.current?.abort(true);
    setSending(null);
  }

  if (sending) {
    const { bytes, sent, isOffline } = sending;
    return (
      <div className={styles.state}>
        <p role="status">
          {isOffline ? (
            'The connection is lost. It continues when it is back.'
          ) : (
            <>
              <b>The file is being sent.</b> Keep this page open until it is here.
            </>
          )}
        </p>
        <progress className={styles.progress} max={bytes} value={sent} aria-label="Sending the file" />
        <div className="row">
          <Button look="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <Field
        label="The file with everything of the book"
        hint="A ZIP file of at most 32 GB. “Export everything” in the settings of the book makes it."
        error={problem}
      >
        {(control) => (
          <input
            className="input"
            type="file"
            accept=".zip,application/zip"
            onChange={({ target }) => {
              setFile(target.files?.[0] ?? null);
              setProblem(null);
            }}
            {...control}
          />
        )}
      </Field>
      <CheckField checked={isSelf} onChange={({ target }) => setSelf(target.checked)}>
        This book is about me
      </CheckField>
      <div>
        <p>
          <b>What comes along</b>
        </p>
        <ul className={styles.comes}>
          <li>
            Stories with their earlier versions, conversations, people, places, questions, photos, films and
            letters come along, and what the family wrote about the stories.
          </li>
          <li>What is private stays private, and what others could not read stays closed to them.</li>
          <li>
            Recordings of conversations, and others whose words are in the book, come along if the person last
            agreed to be recorded. Nobody hears them until the person agrees here. In a memorial they are
            heard as the person left it.
          </li>
          <li>Other recordings come along like photos, and are heard at once by those who see them.</li>
          <li>The phone, members, gifts and links don’t come along.</li>
          <li>
            What was agreed to elsewhere is kept as history. Nobody is called, texted or recorded until the
            person agrees here.
          </li>
        </ul>
      </div>
      <div className="row">
        <Button type="submit">Bring this book</Button>
      </div>
    </form>
  );
}
