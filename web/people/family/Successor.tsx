import type { FragmentType } from '@apollo/client';
import { type FormEvent, useState } from 'react';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { useKeptFragment } from '#web/app/use-kept-fragment.ts';
import { bookNameOf } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { type Successor_SubjectFragment, Successor_SubjectFragmentDoc } from './Successor.graphql.ts';
import { useSuccessor } from './use-successor.ts';

/** The choice of the member who takes over when the last owner has died, or their account is deleted. */
export function Successor({
  subject: from,
  className,
}: {
  subject: FragmentType<Successor_SubjectFragment>;
  className: string | undefined;
}) {
  const { data } = useKeptFragment({ fragment: Successor_SubjectFragmentDoc, from });
  const { setSuccessor, busy } = useSuccessor(data.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const { selfUserId, successor, isSelf, members } = data;
  const named = successor?.id ?? '';
  const to = members.find(({ id }) => id === chosen) ?? null;
  const isChanged = chosen !== null && chosen !== named;
  useUnsavedChanges(isChanged);
  // Nobody can name themself, and owners have the book already.
  const candidates = members.filter(
    ({ role, user }) => role !== 'OWNER' && !(isSelf && user.id === selfUserId),
  );
  const book = isSelf ? 'your book' : bookNameOf(data);
  const without =
    selfUserId && !isSelf
      ? `Without a successor, ${data.preferredName} becomes the owner when the account is deleted.`
      : 'Without a successor, the book is deleted with the account, with 30 days to undo.';

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!busy && (await setSuccessor(to))) setChosen(null);
  }
  if (candidates.length === 0)
    return (
      <p className="quiet">
        You can name a successor, who becomes the owner of {book} when the account of its last owner is
        deleted, and can tell us when they have died. Invite somebody to the book first.
      </p>
    );
  return (
    <form className={className} onSubmit={(event) => void save(event)}>
      <SelectField
        label="Successor"
        hint={`Becomes the owner of ${book} when the account of its last owner is deleted, and can tell us when they have died. ${without}`}
        value={chosen ?? named}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">Nobody</option>
        {candidates.map(({ id, user }) => (
          <option key={id} value={id}>
            {user.name}
          </option>
        ))}
      </SelectField>
      {isChanged && (
        <>
          {to && <p className="note">We send {to.user.name} an email that says so.</p>}
          <div className="row">
            <Button type="submit" busy={busy}>
              Save successor
            </Button>
            <Button look="text" onClick={() => setChosen(null)}>
              Cancel
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
