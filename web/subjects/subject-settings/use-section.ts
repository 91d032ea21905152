import { useMutation } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import type { UpdateSubjectInput } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { useUnsavedChanges } from '#web/app/unsaved.ts';
import { capital } from '../person-words.ts';
import { UpdateSubjectDocument } from '../subject-settings.graphql.ts';

export type Change = Omit<UpdateSubjectInput, 'id'>;

export interface Problems {
  fields: Readonly<Record<string, string>>;
  /** A problem that concerns no single field. */
  whole: string | null;
}

const none: Problems = { fields: {}, whole: null };

/** Updates a subject; returns null on success, otherwise the problems. */
export function useUpdateSubject(id: string) {
  const [update, { loading: busy }] = useMutation(UpdateSubjectDocument);
  async function change(input: Change): Promise<Problems | null> {
    const { data } = await update({ variables: { input: { id, ...input } } }).catch(() => ({ data: null }));
    const answer = data?.updateSubject;
    if (!answer)
      return {
        fields: {},
        whole: 'The connection broke before Evertold answered. What you entered is still here: try again.',
      };
    if (answer.__typename === 'Subject') return null;
    if (answer.__typename !== 'InvalidInput') return { fields: {}, whole: answer.message };
    const issues = answer.issues.map(({ path, message }) => [path.split('.')[0] ?? '', capital(message)]);
    return { fields: Object.fromEntries(issues), whole: null };
  }
  return { change, busy };
}

/**
 * The state of one settings section: the stored values, the user's changes to them, and saving the differences.
 * `read` turns the answers into the mutation's input, or returns the problems with them.
 */
export function useSection<Answers extends object>(
  id: string,
  kept: Answers,
  read: (answers: Answers, changed: ReadonlySet<keyof Answers>) => Change | Problems,
) {
  const [entered, setEntered] = useState<Partial<Answers>>({});
  const [problems, setProblems] = useState(none);
  const { change, busy } = useUpdateSubject(id);
  const answers: Answers = { ...kept, ...entered };
  const names = Object.keys(kept) as (keyof Answers)[];
  const changed = new Set(names.filter((name) => !same(kept[name], answers[name])));
  useUnsavedChanges(changed.size > 0);

  async function save(): Promise<void> {
    const sent = entered;
    const input = read(answers, changed);
    const refused = 'whole' in input ? input : await change(input);
    setProblems(refused ?? none);
    if (refused) return;
    setEntered((now) => since(sent, now));
    return notify('success', 'Saved');
  }
  return {
    answers,
    problems,
    busy,
    isChanged: changed.size > 0,
    set: <Name extends keyof Answers>(name: Name, value: Answers[Name]) =>
      setEntered((before) => ({ ...before, [name]: value })),
    undo() {
      setEntered({});
      setProblems(none);
    },
    onSubmit(event: FormEvent) {
      event.preventDefault();
      if (!busy) void save();
    },
  };
}

/** Keeps the values that were entered while the save was running, because they were not part of it. */
function since<Answers extends object>(sent: Partial<Answers>, now: Partial<Answers>): Partial<Answers> {
  const later = Object.entries(now).filter(([name, value]) => !same(value, sent[name as keyof Answers]));
  return Object.fromEntries(later) as Partial<Answers>;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
