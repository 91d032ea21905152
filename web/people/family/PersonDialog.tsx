import { useQuery } from '@apollo/client/react';
import { type ReactElement, useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import { edtfFromWords } from '#web/biography/story-dates.ts';
import { nameAndRelationship } from '#web/subjects/name-beside.ts';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { SelectField, TextField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { FamilyPeople_SubjectFragment } from './FamilyPeople.graphql.ts';
import styles from './lists.module.css';
import { MergePreview } from './MergePreview.tsx';
import { LinkableMembersDocument } from './SavePerson.graphql.ts';
import { type PersonProblems, usePeople } from './use-people.ts';

type Person = FamilyPeople_SubjectFragment['people']['edges'][number]['node'];
export type EditedPerson = Pick<
  Person,
  'id' | 'name' | 'relationship' | 'aliases' | 'living' | 'bornText' | 'diedText' | 'member'
>;

/** The life dates as entered, by field; those that didn’t change are left out. */
function datesOf(entered: FormData, person: EditedPerson | undefined) {
  const known = { born: person?.bornText ?? '', died: person?.diedText ?? '' };
  const dates: { born?: string; died?: string } = {};
  const problems: Record<string, string> = {};
  for (const field of ['born', 'died'] as const) {
    const words = textOf(entered, field).trim();
    const date = words ? edtfFromWords(words) : '';
    if (words === known[field]) continue;
    if (date === null) problems[field] = 'Write it as “9 March 1941”, “1941” or “about 1940”';
    else dates[field] = date;
  }
  return { dates, problems };
}

const livingWords = { unknown: 'Not known', yes: 'Yes', no: 'No' };

/** Adds a person to a book, or edits one. */
export function PersonDialog({
  subjectId,
  person,
  trigger,
}: {
  subjectId: string;
  /** Without a person, a new one is added. */
  person?: EditedPerson;
  trigger: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  const form = useId();
  const { savePerson, busy } = usePeople(subjectId);
  const { data } = useQuery(LinkableMembersDocument, { variables: { subjectId }, skip: !open });
  const members = data?.subject?.members ?? [];
  const { state: problems, onSubmit } = useFormAction<PersonProblems | null>(async (entered) => {
    const living = textOf(entered, 'living');
    const { dates, problems: wrong } = datesOf(entered, person);
    if (Object.keys(wrong).length > 0) return { fields: wrong, notice: null };
    const found = await savePerson({
      ...(person && { id: person.id }),
      name: textOf(entered, 'name'),
      relation: textOf(entered, 'relation'),
      aliases: textOf(entered, 'aliases')
        .split(',')
        .map((alias) => alias.trim())
        .filter(Boolean),
      living: living === 'unknown' ? null : living === 'yes',
      ...(members.length > 0 && { userId: textOf(entered, 'userId') || null }),
      ...dates,
    });
    if (!found) setOpen(false);
    return found;
  }, null);
  const living = person?.living == null ? 'unknown' : person.living ? 'yes' : 'no';
  const { fields = {}, notice = null } = problems ?? {};
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={trigger}
      title={person ? `Correct ${person.name}` : 'Add a person'}
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            {person ? 'Save' : 'Add person'}
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        {notice && <Notice kind="error" title={notice} />}
        <TextField
          label="Name"
          name="name"
          required
          maxLength={120}
          defaultValue={person?.name}
          error={fields.name}
        />
        <TextField
          label="Relation"
          name="relation"
          maxLength={80}
          defaultValue={person?.relationship ?? ''}
          hint="What they are to the person whom the book is about: husband, sister, neighbour, best friend."
          error={fields.relation}
        />
        <TextField
          label="Other names"
          name="aliases"
          defaultValue={person?.aliases.join(', ')}
          hint="A nickname, a name before a marriage. Put a comma between two."
          error={fields.aliases}
        />
        <SelectField label="Living" name="living" defaultValue={living}>
          {Object.entries(livingWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Born"
          name="born"
          defaultValue={person?.bornText ?? ''}
          hint="As far as you know. The year alone is fine."
          error={fields.born}
        />
        <TextField
          label="Died"
          name="died"
          defaultValue={person?.diedText ?? ''}
          hint="Leave it empty if it isn’t known."
          error={fields.died}
        />
        {members.length > 0 && (
          <SelectField
            label="Is one of the members"
            name="userId"
            defaultValue={person?.member?.user.id ?? ''}
            hint="If this person has joined the book."
            error={fields.userId}
          >
            <option value="">No</option>
            {members.map(({ id, user }) => (
              <option key={id} value={user.id}>
                {user.name}
              </option>
            ))}
          </SelectField>
        )}
      </form>
    </Dialog>
  );
}

/** Merges two people, after showing the result. */
export function MergeDialog({
  subjectId,
  person,
  words,
  others,
  trigger,
}: {
  subjectId: string;
  person: Person;
  words: PersonWords;
  others: readonly Person[];
  trigger: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  const [otherId, setOtherId] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const form = useId();
  const { mergePeople, busy } = usePeople(subjectId);
  const other = others.find(({ id }) => id === otherId);
  const { onSubmit } = useFormAction(async () => {
    if (!other) return setProblem('Choose who this is too');
    const found = await mergePeople(person, other.id);
    setProblem(found);
    if (!found) setOpen(false);
  }, undefined);
  const choose = (id: string) => {
    setOtherId(id);
    setProblem(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) choose('');
      }}
      trigger={trigger}
      title={`${person.name} is the same person as…`}
      lead="The two become one person, with the stories of both. You can undo it."
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            Merge
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={onSubmit} noValidate>
        <SelectField
          label="The same person"
          name="other"
          value={otherId}
          onChange={(event) => choose(event.target.value)}
          error={other ? null : problem}
        >
          <option value="">Choose somebody</option>
          {others.map((each) => (
            <option key={each.id} value={each.id}>
              {nameAndRelationship(each, words)}
            </option>
          ))}
        </SelectField>
        <div aria-live="polite">
          {other && <MergePreview subjectId={subjectId} person={person} other={other} />}
        </div>
        {other && problem && <Notice kind="error" title={problem} />}
      </form>
    </Dialog>
  );
}
