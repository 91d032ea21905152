import { type ReactElement, useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Field.tsx';
import styles from '../places.module.css';
import { useSavePlace } from './use-places.ts';
import type { StoryPlace } from './words.ts';

/** Renames a place, or merges it with another one; the words of the stories stay. */
export function NameDialog({
  subjectId,
  place,
  others,
  trigger,
}: {
  subjectId: string;
  place: StoryPlace;
  /** The names of the other places. */
  others: readonly string[];
  trigger: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const list = useId();
  const { savePlace, busy } = useSavePlace(subjectId);
  const { name, otherNames } = place;
  const { state: problem, onSubmit } = useFormAction<string | null>(async (entered) => {
    const calledAs = textOf(entered, 'calledAs').trim();
    if (!calledAs) return 'Enter a name';
    if (calledAs === name) {
      setOpen(false);
      return null;
    }
    const refused = await savePlace({ name, calledAs });
    if (refused) return refused;
    setOpen(false);
    void notify(
      'success',
      others.includes(calledAs) ? `Merged: ${calledAs}` : `It is called ${calledAs} now`,
      {
        action: { label: 'Undo', onClick: () => void separateName(name) },
      },
    );
    return null;
  }, null);

  async function separateName(spelling: string) {
    const refused = await savePlace({ name: spelling, calledAs: null });
    if (refused) return notify('error', refused);
    setOpen(false);
    return notify('success', `${spelling} is a place of its own again`);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title={`What is ${name} called?`}
      lead="The stories keep their own words."
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            Save name
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <TextField
          label="Name"
          name="calledAs"
          required
          maxLength={160}
          list={list}
          autoComplete="off"
          defaultValue={name}
          hint="With the name of another place of the stories, the two become one."
          error={problem}
        />
        <datalist id={list}>
          {others.map((other) => (
            <option key={other} value={other} />
          ))}
        </datalist>
        {otherNames.length > 0 && (
          <ul className={styles.spellings}>
            {otherNames.map((spelling) => (
              <li key={spelling}>
                <span>Also {spelling}</span>
                <Button
                  look="text"
                  small
                  busy={busy}
                  aria-label={`Undo merge: ${spelling}`}
                  onClick={() => void separateName(spelling)}
                >
                  Undo merge
                </Button>
              </li>
            ))}
          </ul>
        )}
      </form>
    </Dialog>
  );
}
