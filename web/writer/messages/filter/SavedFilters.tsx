import { useMutation, useQuery } from '@apollo/client/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { CheckField, TextField } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { type ChangeRefusal, noAnswer, problemOf, refusalIn, tell } from '../../refusal.ts';
import styles from './FilterBar.module.css';
import { type AddressFilter, addressOf, problemsOf } from './message-filter.ts';
import {
  RemoveFilterDocument,
  type SavedFilterFragment,
  SavedFiltersDocument,
  SaveFilterDocument,
} from './SavedFilters.graphql.ts';
import { addressFilterOf, daysUntilToday } from './saved-filter.ts';

/** The filters that an admin has saved: takes one, saves the present one, removes one. */
export function SavedFilters({
  filter,
  onTake,
}: {
  filter: AddressFilter;
  onTake: (filter: AddressFilter) => void;
}) {
  const { data, error, refetch } = useQuery(SavedFiltersDocument);
  const [shown, setShown] = useState<'save' | 'remove' | null>(null);
  const saved = data?.savedMessageFilters ?? [];
  const present = addressOf(filter).toString();
  const taken = present && saved.find((each) => addressOf(addressFilterOf(each)).toString() === present);
  const canBeSaved = present !== '' && Object.keys(problemsOf(filter)).length === 0;
  const close = () => setShown(null);
  const emptyInWords = data ? 'No filter is saved yet' : error ? 'They did not load' : 'Loading';
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button look="quiet">
            {taken ? taken.name : 'Saved filters'} <Icon of={ChevronDown} />
          </Button>
        }
        content={({ MenuItem, MenuGroup, MenuRule }) => (
          <>
            {saved.length === 0 && <MenuGroup label={emptyInWords} />}
            {!data && error && (
              <MenuItem onSelect={() => void refetch().catch(() => null)}>Try again</MenuItem>
            )}
            {saved.map((each) => (
              <MenuItem key={each.id} onSelect={() => onTake(addressFilterOf(each))}>
                {each.name}
              </MenuItem>
            ))}
            <MenuRule />
            <MenuItem disabled={!canBeSaved} onSelect={() => setShown('save')}>
              Save this filter
            </MenuItem>
            {saved.length > 0 && <MenuItem onSelect={() => setShown('remove')}>Remove a filter</MenuItem>}
          </>
        )}
      />
      <Dialog
        open={shown === 'remove'}
        onOpenChange={close}
        title="Saved filters"
        lead="Only you see them."
        actions={<DialogClose className="btn btn-quiet">Close</DialogClose>}
      >
        <ul className={`stack ${styles.saving}`}>
          {saved.map((each) => (
            <SavedFilter key={each.id} saved={each} />
          ))}
        </ul>
      </Dialog>
      <SaveDialog
        key={`${present} ${shown}`}
        open={shown === 'save'}
        filter={filter}
        names={saved.map(({ name }) => name)}
        onClose={close}
      />
    </>
  );
}

function SavedFilter({ saved: { id, name } }: { saved: SavedFilterFragment }) {
  const [remove, { loading }] = useMutation(RemoveFilterDocument, {
    refetchQueries: [SavedFiltersDocument],
    awaitRefetchQueries: true,
  });
  async function submit() {
    const answer = await remove({ variables: { id } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.removeMessageFilter) : noAnswer;
    if (why) tell(why);
  }
  return (
    <li className="row">
      {name}
      <Button
        look="quiet"
        small
        className="row-end"
        busy={loading}
        aria-label={`Remove ${name}`}
        onClick={() => void submit()}
      >
        Remove
      </Button>
    </li>
  );
}

function SaveDialog({
  open,
  filter,
  names,
  onClose,
}: {
  open: boolean;
  filter: AddressFilter;
  names: readonly string[];
  onClose: () => void;
}) {
  const form = useId();
  const [name, setName] = useState('');
  const [save, { loading }] = useMutation(SaveFilterDocument, { refetchQueries: [SavedFiltersDocument] });
  const days = daysUntilToday(filter);
  const { state: refusal, onSubmit } = useFormAction<ChangeRefusal | null>(async (entered) => {
    const moves = days !== null && entered.has('moves');
    const { phone, subjectId, role } = filter;
    const input = {
      name: textOf(entered, 'name'),
      ...(moves ? { lastDays: days } : { dateFrom: filter.dateFrom || null, dateTo: filter.dateTo || null }),
      ...{ phone: phone || null, subjectId: subjectId || null, role: role || null },
    };
    const answer = await save({ variables: { input } }).catch(() => null);
    const why = answer ? refusalIn(answer.data?.saveMessageFilter) : noAnswer;
    if (why) return why;
    onClose();
    void notify('success', 'The filter is saved');
    return null;
  }, null);
  const problem = problemOf(refusal, 'name') ?? refusal?.message;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Save this filter"
      lead="Only you see it."
      actions={
        <>
          <Button type="submit" form={form} busy={loading}>
            {names.includes(name.trim()) ? 'Replace the saved one' : 'Save'}
          </Button>
          <DialogClose className="btn btn-quiet">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={`stack ${styles.saving}`} onSubmit={onSubmit} noValidate>
        <TextField
          label="Name"
          name="name"
          maxLength={60}
          autoComplete="off"
          value={name}
          error={problem}
          onChange={({ target }) => setName(target.value)}
        />
        {days !== null && (
          <CheckField name="moves" defaultChecked>
            {days === 1 ? 'Always today' : `Always the last ${days} days`}
          </CheckField>
        )}
      </form>
    </Dialog>
  );
}
