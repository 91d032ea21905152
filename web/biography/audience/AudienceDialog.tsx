import { useQuery } from '@apollo/client/react';
import { type ReactElement, useId, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import type { SetAudienceInput } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Book } from '../address.ts';
import {
  type Audience_PartsFragment,
  AudienceMembersDocument,
  SetAudienceInBookDocument,
} from './Audience.graphql.ts';
import styles from './audience.module.css';
import { readersOf } from './words.ts';

type Way = 'everyone' | 'members' | 'until' | 'afterDeath';
type Problems = { field: string | null; message: string };

const notReached = 'Evertold couldn’t be reached. Nothing was changed: try again.';

/** Who an audience is set for: a story, all stories of a chapter, or a keepsake. */
type Target = { cardId: string } | { chapterId: string } | { keepsakeId: string };

function titleOf(target: Target): string {
  if ('keepsakeId' in target) return 'Who can see this keepsake';
  return 'cardId' in target ? 'Who can read this story' : 'Who can read this chapter';
}

/** Sets who may read a story or all stories of a chapter, or who may see a keepsake. */
export function AudienceDialog({
  book,
  target,
  audience,
  trigger,
}: {
  book: Pick<Book, 'id' | 'isSelf' | 'preferredName' | 'status'>;
  target: Target;
  audience: Audience_PartsFragment;
  trigger: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const { busy, problem, onSubmit } = useSaving(target, () => setOpen(false));
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title={titleOf(target)}
      lead={`${capital(readersOf(book))} can always ${'keepsakeId' in target ? 'see' : 'read'} it.`}
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            Save
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        {problem && !problem.field && <Notice kind="error" title={problem.message} />}
        <Ways book={book} audience={audience} problem={problem} />
        {'keepsakeId' in target ? (
          <p className="note">
            This covers the album, the book and everything made from it. If it belongs to a story, it is also
            hidden from those who can’t read that story.
          </p>
        ) : (
          <p className="note">
            This covers the book, its answers, and everything made from it. In the call log, the words that it
            rests on, what Evertold answered to them, and their sound are kept from the same people.
          </p>
        )}
      </form>
    </Dialog>
  );
}

function Ways({
  book,
  audience,
  problem,
}: {
  book: Pick<Book, 'id' | 'isSelf' | 'preferredName' | 'status'>;
  audience: Audience_PartsFragment;
  problem: Problems | null;
}) {
  const [way, setWay] = useState<Way>(wayOf(audience));
  const { data, loading } = useQuery(AudienceMembersDocument, { variables: { subjectId: book.id } });
  const members = (data?.subject?.members ?? []).filter(({ role }) => role !== 'OWNER');
  const named = new Set(audience.members.map(({ id }) => id));
  const choice = (value: Way) => ({
    type: 'radio' as const,
    name: 'way',
    value,
    checked: way === value,
    onChange: () => setWay(value),
  });
  return (
    <fieldset>
      <legend className="sr">Who it is for</legend>
      <CheckField {...choice('everyone')}>Everyone who can see the book</CheckField>
      <CheckField {...choice('members')} disabled={!loading && members.length === 0}>
        Only people I choose
        {!loading && members.length === 0 && (
          <span className="note"> (nobody else has joined the book yet)</span>
        )}
      </CheckField>
      {way === 'members' && (
        <fieldset className={styles.within} aria-label="People">
          {members.map(({ id, relationship, user }) => (
            <CheckField key={id} name="memberIds" value={id} defaultChecked={named.has(id)}>
              {relationship ? `${user.name}, ${relationship}` : user.name}
            </CheckField>
          ))}
          {problem?.field === 'memberIds' && <Notice kind="error" title={problem.message} />}
        </fieldset>
      )}
      <CheckField {...choice('until')}>Everyone, but only from a certain day</CheckField>
      {way === 'until' && (
        <div className={styles.within}>
          <TextField
            label="From this day"
            name="until"
            type="date"
            required
            defaultValue={audience.until ?? ''}
            error={problem?.field === 'until' ? problem.message : null}
          />
        </div>
      )}
      {book.status !== 'MEMORIAL' && (
        <CheckField {...choice('afterDeath')}>
          Everyone, but only after {book.isSelf ? 'my' : `${book.preferredName}’s`} death
          <span className="note"> (when the book is turned into a memorial)</span>
        </CheckField>
      )}
    </fieldset>
  );
}

function wayOf({ everyone, until, afterDeath }: Audience_PartsFragment): Way {
  return everyone ? 'everyone' : until ? 'until' : afterDeath ? 'afterDeath' : 'members';
}

/** The chosen audience as API input, or the problems with it. */
function readChoice(
  entered: FormData,
): Omit<SetAudienceInput, 'cardId' | 'chapterId' | 'keepsakeId'> | Problems {
  const way = textOf(entered, 'way');
  if (way === 'members') {
    const memberIds = entered.getAll('memberIds').map(String);
    return memberIds.length ? { memberIds } : { field: 'memberIds', message: 'Choose at least one person' };
  }
  if (way === 'until') {
    const until = textOf(entered, 'until');
    return until ? { until } : { field: 'until', message: 'Choose a day' };
  }
  return way === 'afterDeath' ? { afterDeath: true } : { everyone: true };
}

function useSaving(target: Target, onSaved: () => void) {
  const { state, pending, onSubmit } = useFormAction<Problems | null>(async (entered) => {
    const chosen = readChoice(entered);
    if ('message' in chosen) return chosen;
    const variables = { input: { ...target, ...chosen } };
    const { data } = await apollo
      .mutate({ mutation: SetAudienceInBookDocument, variables })
      .catch(() => ({ data: null }));
    const answer = data?.setAudience;
    if (!answer) return { field: null, message: notReached };
    if (answer.__typename === 'InvalidInput') {
      const [issue] = answer.issues;
      return { field: issue?.path ?? null, message: capital(issue?.message ?? answer.message) };
    }
    if (answer.__typename !== 'Audience') return { field: null, message: answer.message };
    await apollo.refetchQueries({ include: 'active' }).catch(() => undefined);
    onSaved();
    void notify('success', 'Saved. It holds from now on.');
    return null;
  }, null);
  return { busy: pending, problem: state, onSubmit };
}
