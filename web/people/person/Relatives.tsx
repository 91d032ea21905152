import { type ReactElement, useId, useState } from 'react';
import { textOf, useFormAction } from '#web/app/form-action.ts';
import type { RelativeKind } from '#web/app/generated/schema-types.ts';
import { Link } from '#web/app/Link.tsx';
import { nameAndRelationship, nameBeside } from '#web/subjects/name-beside.ts';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button } from '#web/ui/Button.tsx';
import { Cameo } from '#web/ui/Cameo.tsx';
import { Dialog, DialogClose } from '#web/ui/Dialog.tsx';
import { SelectField } from '#web/ui/Field.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import form from '../family/lists.module.css';
import styles from '../person.module.css';
import { type PersonToChoose, readEverybody } from '../read-everybody.ts';
import { personPath } from './address.ts';
import type { Relatives_PersonFragment } from './Relatives.graphql.ts';
import { type Relative, useRelatives } from './use-relatives.ts';

type Person = { id: string; name: string } & Relatives_PersonFragment;

const kinds: Record<RelativeKind, { words: string; title: string }> = {
  PARENT: { words: 'Mother or father', title: 'Parents' },
  PARTNER: { words: 'Husband, wife or partner', title: 'Partner' },
  SIBLING: { words: 'Brother or sister', title: 'Brothers and sisters' },
  CHILD: { words: 'Son or daughter', title: 'Children' },
};
const inOrder = Object.keys(kinds) as RelativeKind[];

/** The relatives of a person in the stories; nothing where none is known and the reader can't add one. */
export function Relatives({
  subjectId,
  words,
  person,
  name,
  mayWrite,
}: {
  subjectId: string;
  /** Of the subject. */
  words: PersonWords;
  person: Person;
  /** The person within a sentence: “her mother”, “Lourdes”. */
  name: string;
  mayWrite: boolean;
}) {
  if (person.relatives.length === 0 && !mayWrite) return null;
  return (
    <section aria-label="Relatives">
      <h2 className={styles.title}>Relatives</h2>
      {person.relatives.length === 0 && (
        <p className="quiet">Nobody in the stories is known to be related to {name} yet.</p>
      )}
      {inOrder.map((kind) => {
        const relatives = person.relatives.filter((relative) => relative.kind === kind);
        if (relatives.length === 0) return null;
        return (
          <div className={styles.kin} key={kind}>
            <h3 className="note">{kinds[kind].title}</h3>
            <ul className="list list-open">
              {relatives.map((relative) => (
                <Row
                  key={relative.relationId}
                  subjectId={subjectId}
                  words={words}
                  person={person}
                  relative={relative}
                  mayWrite={mayWrite}
                />
              ))}
            </ul>
          </div>
        );
      })}
      {mayWrite && (
        <p className={styles.acts}>
          <RelativeDialog
            subjectId={subjectId}
            words={words}
            person={person}
            trigger={
              <Button look="quiet" small>
                Add a relative
              </Button>
            }
          />
        </p>
      )}
    </section>
  );
}

function Row({
  subjectId,
  words,
  person,
  relative,
  mayWrite,
}: {
  subjectId: string;
  words: PersonWords;
  person: Person;
  relative: Relative;
  mayWrite: boolean;
}) {
  const { removeRelative, busy } = useRelatives(person);
  const { id, name } = relative.person;
  const shown = nameBeside(relative.person, words);
  return (
    <li>
      <Link className={styles.relative} to={personPath(subjectId, id)}>
        <Cameo of={id} name={name} width={2.8} />
        <b>{shown}</b>
      </Link>
      {mayWrite && (
        <p className="row">
          <RelativeDialog
            subjectId={subjectId}
            words={words}
            person={person}
            relative={relative}
            trigger={
              <button type="button" className="btn btn-text btn-s" aria-label={`Change relation: ${shown}`}>
                Change
              </button>
            }
          />
          <Button
            look="text"
            small
            busy={busy}
            aria-label={`Remove relative: ${shown}`}
            onClick={() => void removeRelative(relative)}
          >
            Remove
          </Button>
        </p>
      )}
    </li>
  );
}

/** Adds a relative, or changes what one is to the person. */
function RelativeDialog({
  subjectId,
  words,
  person,
  relative,
  trigger,
}: {
  subjectId: string;
  words: PersonWords;
  person: Person;
  relative?: Relative;
  trigger: ReactElement;
}) {
  const [open, setOpen] = useState(false);
  const [others, setOthers] = useState<PersonToChoose[] | null>(null);
  const [missing, setMissing] = useState(false);
  const formId = useId();
  const { saveRelative, busy } = useRelatives(person);
  const { state: problem, onSubmit } = useFormAction<string | null>(async (entered) => {
    const relativeId = relative?.person.id ?? textOf(entered, 'relative');
    const kind = inOrder.find((each) => each === textOf(entered, 'kind'));
    if (!relativeId) return 'Choose somebody';
    if (!kind) return 'Choose what they are';
    const refused = await saveRelative(relativeId, kind, relative?.relationId);
    if (!refused) setOpen(false);
    return refused;
  }, null);

  async function onOpenChange(opens: boolean) {
    setOpen(opens);
    if (!opens || relative) return;
    const known = new Set([person.id, ...person.relatives.map((each) => each.person.id)]);
    const all = await readEverybody(subjectId);
    setMissing(!all);
    setOthers(all?.filter(({ id }) => !known.has(id)) ?? null);
  }

  const isEmpty = !relative && others?.length === 0;
  return (
    <Dialog
      open={open}
      onOpenChange={(opens) => void onOpenChange(opens)}
      trigger={trigger}
      title={relative ? `${relative.person.name} and ${person.name}` : `Add a relative of ${person.name}`}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy} disabled={isEmpty}>
            {relative ? 'Save' : 'Add relative'}
          </Button>
          <DialogClose className="btn btn-text">Cancel</DialogClose>
        </>
      }
    >
      <form id={formId} className={form.form} onSubmit={onSubmit} noValidate>
        {problem && <Notice kind="error" title={problem} />}
        {missing && <Notice kind="error" title="The people in the stories couldn’t be loaded: try again." />}
        {isEmpty && (
          <p className="quiet">Nobody else is in the stories. Add them under Family & friends first.</p>
        )}
        {!relative && !isEmpty && (
          <SelectField label="Who" name="relative" defaultValue="">
            <option value="">{others ? 'Choose somebody' : 'Loading…'}</option>
            {others?.map((other) => (
              <option key={other.id} value={other.id}>
                {nameAndRelationship(other, words)}
              </option>
            ))}
          </SelectField>
        )}
        {!isEmpty && (
          <SelectField
            label={`${relative ? `${relative.person.name} is` : 'Who they are to'} ${person.name}${relative ? '’s' : ''}`}
            name="kind"
            defaultValue={relative?.kind ?? ''}
          >
            {!relative && <option value="">Choose</option>}
            {inOrder.map((kind) => (
              <option key={kind} value={kind}>
                {kinds[kind].words}
              </option>
            ))}
          </SelectField>
        )}
      </form>
    </Dialog>
  );
}
