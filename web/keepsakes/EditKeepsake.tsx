import { useMutation, useQuery } from '@apollo/client/react';
import { useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { edtfFromWords } from '#web/biography/story-dates.ts';
import { type PersonToChoose, readEverybody } from '#web/people/read-everybody.ts';
import { capital } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import {
  type Keepsake,
  type KeepsakesSubject,
  kindsFor,
  kindWords,
  nameOf,
  refetchKeepsakes,
} from './keepsake.ts';
import {
  DeleteKeepsakeDocument,
  KeepsakeChoicesDocument,
  RestoreKeepsakeDocument,
  SaveKeepsakeDocument,
} from './keepsakes.graphql.ts';
import styles from './keepsakes.module.css';

interface Problems {
  fields: Record<string, string>;
  notice: string | null;
}

const notReached = 'Evertold couldn’t be reached. Nothing was changed: try again.';

/** Edits what a keepsake is and which story it belongs to, or deletes it. */
export function EditKeepsake({ keepsake, subject }: { keepsake: Keepsake; subject: KeepsakesSubject }) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const { save, remove, busy } = useChanges(subject.id, keepsake);
  const { data } = useQuery(KeepsakeChoicesDocument, {
    variables: { subjectId: subject.id },
    skip: !open,
  });
  // Null until they are read: who is in the keepsake is left as it is then.
  const [everybody, setEverybody] = useState<PersonToChoose[] | null>(null);

  async function onOpenChange(opens: boolean) {
    setOpen(opens);
    if (opens) setEverybody(await readEverybody(subject.id));
  }

  const { state, onSubmit } = useFormAction<Problems | null>(async (entered) => {
    const when = textOf(entered, 'happened').trim();
    const happened = when ? edtfFromWords(when) : '';
    if (happened === null) {
      return {
        fields: { happened: 'Write it as “June 1963”, “summer of 1952” or “about 1950”' },
        notice: null,
      };
    }
    const problems = await save({
      ...{ title: textOf(entered, 'title'), description: textOf(entered, 'description') },
      // A date that the user left unchanged is not sent, so that its original wording stays.
      ...(when !== (keepsake.happenedText ?? '') && { happened }),
      kind: textOf(entered, 'kind') as Keepsake['kind'],
      ...(data?.subject && { cardId: textOf(entered, 'cardId') || null }),
      ...(everybody && { personIds: entered.getAll('personId').map(String) }),
    });
    if (!problems) setOpen(false);
    return problems;
  }, null);
  const { fields = {}, notice = null } = state ?? {};
  const edit = keepsake.title || keepsake.description ? 'Edit' : 'Say what this is';
  const kinds = kindsFor(keepsake.media.contentType);
  const isAskedAbout = !subject.isSelf && subject.status !== 'MEMORIAL';
  return (
    <Dialog
      open={open}
      onOpenChange={(opens) => void onOpenChange(opens)}
      trigger={
        <Button look="text" small aria-label={`${edit}: ${nameOf(keepsake)}`}>
          {edit}
        </Button>
      }
      title="What is this?"
      lead={
        isAskedAbout
          ? `What the family adds and describes, Evertold asks ${subject.preferredName} about in one of the next conversations.`
          : undefined
      }
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            Save
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
          <Button
            look="text"
            className={styles.delete}
            onClick={() => {
              setOpen(false);
              void remove();
            }}
          >
            Delete keepsake
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        {notice && <Notice kind="error" title={notice} />}
        <TextField
          label="Title"
          name="title"
          maxLength={160}
          defaultValue={keepsake.title ?? ''}
          hint="For example: Two girls on a pier"
          error={fields.title}
        />
        <TextAreaField
          label="Description"
          name="description"
          maxLength={2000}
          rows={3}
          defaultValue={keepsake.description ?? ''}
          error={fields.description}
        />
        <TextField
          label="When"
          name="happened"
          defaultValue={keepsake.happenedText ?? ''}
          hint="As well as you know it: June 1963, summer of 1952, about 1950"
          error={fields.happened}
        />
        {kinds.length > 1 ? (
          <SelectField label="Kind" name="kind" defaultValue={keepsake.kind}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindWords[kind]}
              </option>
            ))}
          </SelectField>
        ) : (
          <input type="hidden" name="kind" value={keepsake.kind} />
        )}
        {data?.subject && (
          <SelectField
            label="Belongs to the story"
            name="cardId"
            defaultValue={keepsake.card?.id ?? ''}
            error={fields.cardId}
          >
            <option value="">None</option>
            {data.subject.chapters
              .filter(({ cards }) => cards.length > 0)
              .map((chapter) => (
                <optgroup key={chapter.id} label={chapter.title}>
                  {chapter.cards.map((card) => (
                    <option key={card.id} value={card.id}>
                      {card.title}
                    </option>
                  ))}
                </optgroup>
              ))}
          </SelectField>
        )}
        {everybody && everybody.length > 0 && (
          <fieldset className={styles.people}>
            <legend>Who is in it</legend>
            {everybody.map((person) => (
              <CheckField
                key={person.id}
                name="personId"
                value={person.id}
                defaultChecked={keepsake.people.some(({ id }) => id === person.id)}
              >
                {person.name}
              </CheckField>
            ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  );
}

interface Changes {
  title: string;
  description: string;
  happened?: string;
  kind: Keepsake['kind'];
  cardId?: string | null;
  personIds?: string[];
}

function useChanges(subjectId: string, keepsake: Keepsake) {
  const { id } = keepsake;
  const [saveIt, saving] = useMutation(SaveKeepsakeDocument);
  const [deleteIt, deleting] = useMutation(DeleteKeepsakeDocument);
  const [restoreIt] = useMutation(RestoreKeepsakeDocument);

  async function save(changes: Changes): Promise<Problems | null> {
    const variables = { input: { id, ...changes } };
    const { data } = await saveIt({ variables }).catch(() => ({ data: null }));
    const answer = data?.saveKeepsake;
    if (!answer) return { fields: {}, notice: notReached };
    if (answer.__typename === 'InvalidInput') {
      const issues = answer.issues.map(({ path, message }) => [path.split('.')[0] ?? '', capital(message)]);
      return { fields: Object.fromEntries(issues), notice: null };
    }
    return answer.__typename === 'Keepsake' ? null : { fields: {}, notice: answer.message };
  }

  async function remove(): Promise<void> {
    const { data } = await deleteIt({ variables: { id } }).catch(() => ({ data: null }));
    const answer = data?.deleteKeepsake;
    if (answer?.__typename !== 'Keepsake') return notify('error', answer?.message ?? notReached);
    await refetchKeepsakes(subjectId);
    await notify('success', `Deleted: ${nameOf(keepsake)}`, {
      action: { label: 'Undo', onClick: () => void restore() },
    });
  }

  async function restore(): Promise<void> {
    const { data } = await restoreIt({ variables: { id } }).catch(() => ({ data: null }));
    const answer = data?.restoreKeepsake;
    if (answer?.__typename !== 'Keepsake') return notify('error', answer?.message ?? notReached);
    await refetchKeepsakes(subjectId);
    return notify('success', `It is back: ${nameOf(keepsake)}`);
  }

  return { save, remove, busy: saving.loading || deleting.loading };
}
