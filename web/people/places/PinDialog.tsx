import { useQuery } from '@apollo/client/react';
import { type ReactElement, useDeferredValue, useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PlaceCandidatesDocument } from '../places.graphql.ts';
import styles from '../places.module.css';
import { useSavePlace } from './use-places.ts';
import type { StoryPlace } from './words.ts';

/** Chooses where a place lies, takes it off the map, or lets its name decide again. */
export function PinDialog({
  subjectId,
  place,
  trigger,
}: {
  subjectId: string;
  place: StoryPlace;
  trigger: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const { savePlace, busy } = useSavePlace(subjectId);
  const { name, standing, position } = place;
  const isDecided = standing === 'CHOSEN' || standing === 'TAKEN_OFF';

  async function change(input: { candidate?: string; onMap?: boolean }, done: string) {
    const problem = await savePlace({ name, ...input });
    if (problem) return problem;
    setOpen(false);
    void notify('success', done);
    return null;
  }
  const { state: problem, onSubmit } = useFormAction<string | null>(async (entered) => {
    const candidate = textOf(entered, 'candidate');
    if (!candidate) return 'Choose one of the places, or look for another one';
    return change({ candidate }, `${name} is on the map`);
  }, null);
  async function saveDecision(onMap: boolean) {
    const refused = await change(
      { onMap },
      onMap ? `${name} follows its name again` : `${name} is off the map`,
    );
    if (refused) void notify('error', refused);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title={`Where is ${name}?`}
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            Put on the map
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        {problem && <Notice kind="error" title={problem} />}
        <Choices subjectId={subjectId} place={place} />
        {(position || isDecided) && (
          <p className={styles.acts}>
            {position && (
              <Button look="text" small busy={busy} onClick={() => void saveDecision(false)}>
                Take off the map
              </Button>
            )}
            {isDecided && (
              <Button look="text" small busy={busy} onClick={() => void saveDecision(true)}>
                Use its name alone
              </Button>
            )}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** The candidates of a place, and a search for others. */
function Choices({ subjectId, place }: { subjectId: string; place: StoryPlace }) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const isSearching = search.length > 2;
  const { data, previousData } = useQuery(PlaceCandidatesDocument, {
    variables: { subjectId, search },
    skip: !isSearching,
  });
  const found = (isSearching && (data ?? previousData)?.subject?.placeCandidates) || [];
  const choices = [...new Map([...found, ...place.candidates].map((each) => [each.key, each])).values()];
  return (
    <>
      <TextField
        label="Look for a town, region or country"
        value={text}
        maxLength={160}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        hint="For a street or a farm, choose its town. A comma narrows it: Bergen, Norway."
      />
      <p className="sr" role="status">
        {isSearching &&
          data &&
          (found.length > 0
            ? `${found.length} ${found.length === 1 ? 'place' : 'places'} found`
            : 'No place found')}
      </p>
      {choices.length > 0 ? (
        <fieldset className={styles.choices}>
          <legend>{place.candidates.length > 0 ? 'It may be' : 'Found'}</legend>
          {choices.map(({ key, label }) => (
            <label className="check" key={key}>
              <input
                type="radio"
                name="candidate"
                value={key}
                defaultChecked={label === place.position?.label}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        isSearching &&
        data && <p className="quiet">No town, region or country of that name is in our list.</p>
      )}
    </>
  );
}
