import { useMutation } from '@apollo/client/react';
import { useId, useRef, useState } from 'react';
import { authClient } from '#web/app/auth.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { endSession } from '#web/app/session.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import styles from '../AccountLayout.module.css';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { noAnswer, type Refusal, refused } from '../refusals.ts';
import { DecideBooksDocument, type SettingsPartsFragment } from '../settings.graphql.ts';

type Book = SettingsPartsFragment['booksOwnedAlone'][number];

interface Answer {
  refusal: Refusal | null;
  fields?: Record<string, string>;
}

/** Deletes the account, after asking what should happen to each of its books. */
export function DeleteAccount({
  userId,
  books,
  ways,
}: {
  userId: string;
  books: readonly Book[];
  ways: SettingsPartsFragment['signInWays'];
}) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const wantsMail = useRef(false);
  const [decide] = useMutation(DecideBooksDocument);
  const hasPassword = ways.some(({ providerId }) => providerId === 'credential');
  const { state, pending, onSubmit } = useFormAction<Answer>(leave, { refusal: null });

  async function leave(entered: FormData): Promise<Answer> {
    const byMail = wantsMail.current;
    wantsMail.current = false;
    const password = textOf(entered, 'password');
    const fields: Record<string, string> = {};
    for (const { id } of books) if (!textOf(entered, id)) fields[id] = 'Say what becomes of it';
    if (!byMail && hasPassword && !password) fields.password = 'Enter your password';
    if (Object.keys(fields).length) return { refusal: null, fields };

    const decided = books.map(({ id }) => {
      const newOwner = textOf(entered, id);
      return { subjectId: id, handTo: newOwner === deletedChoice ? null : newOwner };
    });
    const { data } = await decide({ variables: { books: decided } }).catch(() => ({ data: null }));
    if (!data) return { refusal: noAnswer };
    if (data.decideBooks.__typename !== 'User') return { refusal: { title: data.decideBooks.message } };
    const withPassword = hasPassword && !byMail;
    const refusal = await refused(() =>
      authClient.deleteUser(withPassword ? { password } : { callbackURL: deletedPath }),
    );
    if (refusal) return { refusal };
    setOpen(false);
    if (!withPassword) {
      void notify('info', 'Check your mail', { body: 'With the click there your account is deleted.' });
      return { refusal: null };
    }
    endSession();
    location.assign(deletedPath); // a full page load, since nothing of the account is left to show
    return { refusal: null };
  }

  return (
    <>
      <p className={`quiet ${styles.lead}`}>{whatGoes(books)}</p>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        trigger={<Button look="danger">Delete my account</Button>}
        title="Delete your account?"
        lead="It does not come back. What you wrote in other people’s books stays there, without your name."
        actions={
          <>
            <Button type="submit" look="danger" form={form} busy={pending}>
              Delete my account
            </Button>
            <DialogClose className="btn btn-quiet">Stay</DialogClose>
          </>
        }
      >
        <form id={form} className={`stack ${styles.ask}`} onSubmit={onSubmit} noValidate>
          <RefusalNotice refusal={state.refusal} />
          {books.map((book) => (
            <SelectField
              key={book.id}
              label={bookNameOf(book)}
              name={book.id}
              defaultValue={book.successor?.user.id ?? ''}
              hint={book.successor ? `${book.successor.user.name} is named as successor.` : undefined}
              error={state.fields?.[book.id]}
            >
              <option value="" disabled>
                Choose what becomes of it
              </option>
              {book.members
                .filter(({ user }) => user.id !== userId)
                .map(({ user }) => (
                  <option key={user.id} value={user.id}>
                    Hand it to {user.name}
                  </option>
                ))}
              <option value={deletedChoice}>Delete it, with 30 days to undo</option>
            </SelectField>
          ))}
          {hasPassword ? (
            <>
              <TextField
                label="Your password"
                name="password"
                type="password"
                autoComplete="current-password"
                error={state.fields?.password}
              />
              <Button
                look="text"
                small
                onClick={({ currentTarget }) => {
                  // Not a submit button: Enter in the password field would press it.
                  wantsMail.current = true;
                  currentTarget.form?.requestSubmit();
                }}
              >
                Send me a mail instead
              </Button>
            </>
          ) : (
            <p className="note">We send you a mail. With the click there your account is deleted.</p>
          )}
        </form>
      </Dialog>
    </>
  );
}

/** The value for "delete the book" in place of a new owner. */
const deletedChoice = 'deleted';

/** The page that confirms the deletion and clears cached data. */
const deletedPath = '/sign-out?account=deleted';

function whatGoes(books: readonly Book[]): string {
  if (books.length === 0)
    return 'No book has you as its only owner. What you wrote in other people’s books stays.';
  const handed = books.flatMap((book) =>
    book.successor ? [`${book.successor.user.name} takes over ${nameOf(book)}, as the named successor.`] : [],
  );
  const alone = books.filter(({ successor }) => !successor).map(nameOf);
  const [it, is] = alone.length === 1 ? ['it', 'it is'] : ['each', 'they are'];
  const gone = alone.length
    ? [
        `You own ${new Intl.ListFormat('en-GB').format(alone)}. Hand ${it} to someone first, or ${is} deleted too, with 30 days to undo.`,
      ]
    : [];
  return [...handed, ...gone].join(' ');
}

function nameOf(book: Book): string {
  const name = bookNameOf(book);
  return name === 'Your book' ? 'your book' : name;
}
