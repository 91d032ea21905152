import { useMutation } from '@apollo/client/react';
import {
  ChangeBookDocument,
  type ChangeBookMutationVariables,
  OnboardingDocument,
} from './onboarding.graphql.ts';
import { noAnswer, noProblems, problemsOf, type StepProblems } from './use-onboarding.ts';

type Change = Omit<ChangeBookMutationVariables['input'], 'id'>;

/** Saves some fields of the book that is being set up. */
export function useSaveTimes(id: string): (change: Change) => Promise<StepProblems> {
  const [change] = useMutation(ChangeBookDocument, {
    refetchQueries: [OnboardingDocument],
    awaitRefetchQueries: true,
  });
  return async (input) => {
    try {
      const answer = (await change({ variables: { input: { id, ...input } } })).data?.updateSubject;
      if (!answer) return noAnswer;
      return answer.__typename === 'Subject' ? noProblems : problemsOf(answer);
    } catch {
      return noAnswer;
    }
  };
}
