import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { BeginBookDocument, type BeginBookMutationVariables } from '#web/subjects/BeginBook.graphql.ts';
import { ChangeBookDocument, OnboardingDocument } from './onboarding.graphql.ts';
import { SaveStepDocument } from './SaveStep.graphql.ts';
import { type ForWhom, pathOf, type Step } from './steps.ts';

/** Problems with the input: by field, and for the whole form. */
export interface StepProblems {
  fields: Readonly<Record<string, string>>;
  whole: string | null;
}

export const noProblems: StepProblems = { fields: {}, whole: null };
export const noAnswer: StepProblems = {
  fields: {},
  whole: 'The connection broke before Evertold answered. What you entered is still here: try again.',
};

interface Refusal {
  message: string;
  issues?: readonly { path: string; message: string }[];
}

/** Converts a refusal, with each issue under the first part of its path. */
export function problemsOf({ message, issues }: Refusal): StepProblems {
  if (!issues) return { fields: {}, whole: message };
  const fields = Object.fromEntries(
    issues.map((issue) => [issue.path.replace(/^input\./, '').split('.')[0] ?? '', `This ${issue.message}`]),
  );
  return { fields, whole: null };
}

interface Changes {
  forWhom?: ForWhom;
  subjectId?: string;
  /** True finishes this onboarding; false starts another one. */
  finished?: boolean;
}

/** Saves the step and navigates to it; with `anew`, for a new book instead of the one begun before. */
export function useSaveStep() {
  const navigate = useNavigate();
  const [save] = useMutation(SaveStepDocument, {
    refetchQueries: [OnboardingDocument],
    awaitRefetchQueries: true,
  });
  return async function goTo(
    step: Step,
    { anew, ...changes }: Changes & { anew?: boolean } = {},
  ): Promise<StepProblems> {
    try {
      if (anew) await save({ variables: { input: { step: 'DONE', finished: true } } });
      const { data } = await save({
        variables: { input: { step, ...changes, ...(anew && { finished: false }) } },
      });
      const answer = data?.saveOnboarding;
      if (!answer) return noAnswer;
      if (answer.__typename !== 'Onboarding') return problemsOf(answer);
    } catch {
      return noAnswer;
    }
    await navigate(pathOf(step), { viewTransition: true });
    return noProblems;
  };
}

type Begin = BeginBookMutationVariables['input'];

/** Creates the book, or updates the one begun. Returns its id, or the problems. */
export function useSaveBook(existing: string | null) {
  const [begin] = useMutation(BeginBookDocument, {
    update: (cache) => {
      cache.evict({ id: 'ROOT_QUERY', fieldName: 'subjects' });
    },
    // Awaited: otherwise the next step's refetch would be deduplicated with this one while it is in flight.
    refetchQueries: [OnboardingDocument],
    awaitRefetchQueries: true,
  });
  const [change] = useMutation(ChangeBookDocument, {
    refetchQueries: [OnboardingDocument],
    awaitRefetchQueries: true,
  });
  return async function saveBook(input: Begin): Promise<{ id: string } | { problems: StepProblems }> {
    try {
      const { isSelf: _, ...details } = input;
      const answer = existing
        ? (await change({ variables: { input: { id: existing, ...details } } })).data?.updateSubject
        : (await begin({ variables: { input } })).data?.createSubject;
      if (!answer) return { problems: noAnswer };
      return answer.__typename === 'Subject' ? { id: answer.id } : { problems: problemsOf(answer) };
    } catch {
      return { problems: noAnswer };
    }
  };
}

/** Runs one action at a time: `busy` while `act` runs, and the problems that it returned. */
export function useAct(): {
  busy: boolean;
  problems: StepProblems;
  run: (act: () => Promise<StepProblems>) => Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState(noProblems);
  async function run(act: () => Promise<StepProblems>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblems(await act().catch(() => noAnswer));
    setBusy(false);
  }
  return { busy, problems, run };
}
