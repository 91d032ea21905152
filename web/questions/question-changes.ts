import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import {
  AskQuestionAgainDocument,
  FamilyQuestionsDocument,
  OrderQuestionsDocument,
  RemoveQuestionDocument,
} from './questions.graphql.ts';

/** Reads the page’s questions once more: a change moves others too. */
export async function readQuestionsAgain(subjectId: string): Promise<void> {
  await apollo
    .query({ query: FamilyQuestionsDocument, variables: { id: subjectId }, fetchPolicy: 'network-only' })
    .catch(() => undefined); // what is shown stays; the next look reads it
}

type Answer = { __typename: string; message?: string } | undefined;

/** Shows the change, or says why there is none. */
async function show(answer: Answer, done: string, subjectId: string): Promise<boolean> {
  if (!answer) {
    void notify('error', 'We couldn’t reach Evertold', { body: 'Nothing was changed. Try again.' });
    return false;
  }
  if (answer.__typename !== done) {
    void notify('error', 'Nothing was changed', { body: answer.message ?? 'Try again.' });
    return false;
  }
  await readQuestionsAgain(subjectId);
  return true;
}

/** Puts the waiting questions in this order. */
export async function orderQuestions(subjectId: string, ids: string[]): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: OrderQuestionsDocument, variables: { subjectId, ids } })
    .catch(() => ({ data: null }));
  return show(data?.orderQuestions, 'Subject', subjectId);
}

/** Removes a question, and offers to undo it. */
export async function removeQuestion(subjectId: string, id: string): Promise<void> {
  const { data } = await apollo
    .mutate({ mutation: RemoveQuestionDocument, variables: { id } })
    .catch(() => ({ data: null }));
  if (await show(data?.removeQuestion, 'QuestionRequest', subjectId)) {
    const undo = () => void bringBack(subjectId, id);
    void notify('success', 'Question removed', { action: { label: 'Undo', onClick: undo } });
  }
}

/** Puts a question back in line. */
export async function askAgain(subjectId: string, id: string): Promise<void> {
  if (await bringBack(subjectId, id)) void notify('success', 'We’ll ask in the next conversation');
}

async function bringBack(subjectId: string, id: string): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: AskQuestionAgainDocument, variables: { id } })
    .catch(() => ({ data: null }));
  return show(data?.askQuestionAgain, 'QuestionRequest', subjectId);
}
