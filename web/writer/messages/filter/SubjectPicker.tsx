import { Combobox } from '@base-ui/react/combobox';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { Field } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './FilterBar.module.css';
import { FindSubjectsDocument, PickedSubjectDocument } from './SubjectPicker.graphql.ts';

interface Choice {
  id: string;
  name: string;
}

/** The pause in typing after which the search starts. */
const restMs = 200;
const most = 8;

/** Picks a subject by a part of the name or phone number. */
export function SubjectPicker({
  subjectId,
  onPick,
  none = 'any',
}: {
  subjectId: string;
  onPick: (subjectId: string) => void;
  /** Shown while no subject is picked. */
  none?: string;
}) {
  const [picked, setPicked] = useState<Choice | null>(null);
  const [found, setFound] = useState<{ choices: Choice[]; state: 'idle' | 'looking' | 'failed' }>({
    choices: [],
    state: 'idle',
  });
  const place = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastQuery = useRef('');
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    let unmounted = false;
    void nameOf(subjectId).then((choice) => unmounted || setPicked(choice));
    return () => {
      unmounted = true;
    };
  }, [subjectId]);

  function search(text: string) {
    lastQuery.current = text;
    clearTimeout(timer.current);
    // While searching, only choices that still match stay pickable, and they keep their position.
    setFound(({ choices }) => ({ choices: choices.filter(({ name }) => has(name, text)), state: 'looking' }));
    timer.current = setTimeout(async () => {
      const more = await subjectsLike(text).catch(() => null);
      if (lastQuery.current !== text) return;
      setFound(({ choices }) => ({
        choices: withMore(choices, more ?? []),
        state: more ? 'idle' : 'failed',
      }));
    }, restMs);
  }

  return (
    <Combobox.Root<Choice>
      items={found.choices}
      filter={null}
      value={picked}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(one, other) => one.id === other.id}
      onOpenChange={(open) => {
        if (!open) return;
        setFound({ choices: [], state: 'looking' });
        search('');
      }}
      onInputValueChange={(text, { reason }) => reason === 'input-change' && search(text)}
      onValueChange={(choice) => {
        setPicked(choice);
        onPick(choice?.id ?? '');
      }}
    >
      <Field label="Subject">
        {(control) => (
          <div className={styles.picker} ref={place}>
            <Combobox.Trigger className={`input ${styles.picked}`} {...control}>
              <Combobox.Value placeholder={<span className={styles.any}>{none}</span>} />
            </Combobox.Trigger>
            <Combobox.Clear
              className={styles.clear}
              aria-label={none === 'any' ? 'Any subject' : 'No subject'}
            >
              <Icon of={X} />
            </Combobox.Clear>
          </div>
        )}
      </Field>
      <Combobox.Portal container={place}>
        <Combobox.Positioner className="float" sideOffset={4}>
          <Combobox.Popup className={`menu ${styles.places}`} aria-label="Find a subject">
            <Combobox.Input
              className="input"
              placeholder="A part of the name or phone"
              aria-label="A part of the name or phone"
              autoComplete="off"
            />
            <Combobox.Status className="menu-label">{statusOf(found)}</Combobox.Status>
            <Combobox.List>
              {(choice: Choice) => (
                <Combobox.Item key={choice.id} value={choice} className="menu-item">
                  {choice.name}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function statusOf({ choices, state }: { choices: Choice[]; state: string }): string {
  if (state === 'failed') return 'They could not be looked for. Type again.';
  if (choices.length === 1) return '1 found';
  if (choices.length > 0) return `${choices.length === most ? 'The first ' : ''}${choices.length} found`;
  return state === 'looking' ? 'Looking' : 'Nobody found';
}

function has(name: string, part: string): boolean {
  return name.toLowerCase().includes(part.trim().toLowerCase());
}

/** The choices already shown, followed by the newly found ones. */
function withMore(shown: Choice[], found: Choice[]): Choice[] {
  const others = found.filter(({ id }) => shown.every((choice) => choice.id !== id));
  return [...shown, ...others].slice(0, most);
}

async function subjectsLike(search: string): Promise<Choice[]> {
  const { data } = await apollo.query({
    query: FindSubjectsDocument,
    variables: { search, first: most },
    fetchPolicy: 'network-only',
  });
  return (data?.allSubjects.edges ?? []).map(({ node }) => ({ id: node.id, name: node.fullName }));
}

/** The subject that the address names. */
async function nameOf(id: string): Promise<Choice | null> {
  if (!id) return null;
  const answer = await apollo
    .query({ query: PickedSubjectDocument, variables: { id } })
    .catch(() => undefined);
  return { id, name: answer?.data?.subject?.fullName ?? 'Not found' };
}
