import { useMutation } from '@apollo/client/react';
import { type RefObject, useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { bookNameOf, capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { type KeyRow_ApiKeyFragment as Key, MakeKeyDocument } from './Keys.graphql.ts';
import styles from './permissions.module.css';
import { scopeWords } from './scope-words.ts';

export type PermissionsBook = { id: string; preferredName: string; isSelf: boolean };

const unnamed = 'Say who the key is for';

/** Creates an API key: its name, scopes, books and expiry. */
export function MakeKeyDialog({
  books,
  onMade,
  trigger,
  finalFocus,
}: {
  books: readonly PermissionsBook[];
  onMade: (made: { key: Key; secret: string }) => void;
  trigger: RefObject<HTMLButtonElement | null>;
  finalFocus: () => HTMLElement | true;
}) {
  const [open, setOpen] = useState(false);
  const [narrow, setNarrow] = useState(true);
  const form = useId();
  const [make, { loading }] = useMutation(MakeKeyDocument);

  const { state: problem, onSubmit } = useFormAction<string | null>(async (entered) => {
    const name = textOf(entered, 'name').trim();
    const scopes = entered.getAll('scope').map(String);
    const subjectIds = entered.getAll('book').map(String);
    if (!name) return unnamed;
    if (scopes.length === 0) return 'Choose what the key may do';
    if (narrow && books.length > 0 && subjectIds.length === 0) return 'Choose a book, or all books';
    const input = {
      ...{ name, scopes, expiresInDays: Number(textOf(entered, 'days')) },
      ...(narrow && books.length > 0 && { subjectIds }),
    };
    const { data } = await make({ variables: { input } }).catch(() => ({ data: null }));
    const answer = data?.createApiKey;
    if (!answer)
      return 'The connection broke before Evertold answered. If a key was made, it stands in the list: revoke it, and make another.';
    if (answer.__typename === 'InvalidInput') return capital(answer.issues[0]?.message ?? answer.message);
    if (answer.__typename !== 'CreateApiKeySuccess') return answer.message;
    setOpen(false);
    onMade({ key: answer.apiKey, secret: answer.secret });
    return null;
  }, null);

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" ref={trigger}>
          Make a key
        </Button>
      }
      finalFocus={finalFocus}
      title="Make a key"
      lead="Anyone who has it sees what you see, within what you choose here. You can end it at any time."
      actions={
        <>
          <Button type="submit" form={form} busy={loading}>
            Make the key
          </Button>
          <DialogClose className="btn btn-quiet">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TextField
          label="Who is it for?"
          name="name"
          maxLength={60}
          autoComplete="off"
          required
          error={problem === unnamed && problem}
        />
        <fieldset className={styles.choices}>
          <legend>What it may do</legend>
          {scopeWords.map(({ scope, words, hint }) => (
            <CheckField key={scope} name="scope" value={scope}>
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
        <SelectField label="For how long" name="days" defaultValue="365">
          <option value="30">30 days</option>
          <option value="90">90 days</option>
          <option value="365">A year</option>
          <option value="730">Two years</option>
        </SelectField>
        {problem && problem !== unnamed && <Notice kind="error" title={problem} />}
      </form>
    </Dialog>
  );
}
