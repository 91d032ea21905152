import { useMutation } from '@apollo/client/react';
import { type RefObject, useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { bookNameOf, capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { eventWords } from './event-words.ts';
import type { PermissionsBook } from './MakeKeyDialog.tsx';
import styles from './permissions.module.css';
import { MakeWebhookDocument, type WebhookRow_WebhookFragment as Webhook } from './Webhooks.graphql.ts';

type Problem = { at: 'url' | null; words: string } | null;

/** Creates a webhook: its URL, events and books. */
export function MakeWebhookDialog({
  books,
  onMade,
  trigger,
  finalFocus,
}: {
  books: readonly PermissionsBook[];
  onMade: (made: { webhook: Webhook; secret: string }) => void;
  trigger: RefObject<HTMLButtonElement | null>;
  finalFocus: () => HTMLElement | true;
}) {
  const [open, setOpen] = useState(false);
  const [narrow, setNarrow] = useState(true);
  const form = useId();
  const [make, { loading }] = useMutation(MakeWebhookDocument);
  const isNarrow = narrow && books.length > 0;

  const { state: problem, onSubmit } = useFormAction<Problem>(async (entered) => {
    const url = textOf(entered, 'url').trim();
    const events = entered.getAll('event').map(String);
    const subjectIds = entered.getAll('book').map(String);
    if (!url) return { at: 'url', words: 'Enter where the program listens' };
    if (events.length === 0) return { at: null, words: 'Choose what the program is told' };
    if (isNarrow && subjectIds.length === 0) return { at: null, words: 'Choose a book, or all books' };
    const variables = { input: { url, events, ...(isNarrow && { subjectIds }) } };
    const { data, error } = await make({ variables }).catch((failed: Error) => ({
      data: null,
      error: failed,
    }));
    const answer = data?.createWebhook;
    if (!answer) return { at: null, words: reasonOf(error) };
    if (answer.__typename === 'InvalidInput') {
      const [issue] = answer.issues;
      const words = capital(issue?.message ?? answer.message);
      return { at: issue?.path === 'url' ? 'url' : null, words };
    }
    if (answer.__typename !== 'CreateWebhookSuccess') return { at: null, words: answer.message };
    setOpen(false);
    onMade({ webhook: answer.webhook, secret: answer.secret });
    return null;
  }, null);

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" ref={trigger}>
          Make a webhook
        </Button>
      }
      finalFocus={finalFocus}
      title="Make a webhook"
      lead="The program is told that something happened, and where to look. What was said or written it fetches with a key."
      actions={
        <>
          <Button type="submit" form={form} busy={loading}>
            Make the webhook
          </Button>
          <DialogClose className="btn btn-quiet">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TextField
          label="Where does it listen?"
          hint="An address that begins with https://"
          name="url"
          type="url"
          inputMode="url"
          maxLength={2000}
          autoComplete="off"
          required
          error={problem?.at === 'url' && problem.words}
        />
        <fieldset className={styles.choices}>
          <legend>What it is told</legend>
          {eventWords.map(({ event, words, hint }) => (
            <CheckField key={event} name="event" value={event}>
              {words}
              {hint && (
                <>
                  <br />
                  <span className="note">{hint}</span>
                </>
              )}
            </CheckField>
          ))}
        </fieldset>
        {books.length > 0 && (
          <fieldset className={styles.choices}>
            <legend>In which books</legend>
            <CheckField type="radio" name="which" checked={narrow} onChange={() => setNarrow(true)}>
              Only in these
            </CheckField>
            {narrow && (
              <div className={styles.books}>
                {books.map((book) => (
                  <CheckField key={book.id} name="book" value={book.id} defaultChecked={books.length === 1}>
                    {bookNameOf(book)}
                  </CheckField>
                ))}
              </div>
            )}
            <CheckField type="radio" name="which" checked={!narrow} onChange={() => setNarrow(false)}>
              In all that I see, now and later
            </CheckField>
          </fieldset>
        )}
        {problem?.at === null && <Notice kind="error" title={problem.words} />}
      </form>
    </Dialog>
  );
}

function reasonOf(error: unknown): string {
  const { errors = [] } = (error ?? {}) as { errors?: readonly { extensions?: { code?: string } }[] };
  if (errors.some(({ extensions }) => extensions?.code === 'FORBIDDEN')) {
    return 'In one of these books you don’t see all of this yourself. Choose less, or fewer books.';
  }
  return 'The connection broke before Evertold answered. If a webhook was made, it stands in the list: delete it, and make another.';
}
