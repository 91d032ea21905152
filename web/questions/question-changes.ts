import { apollo } from '#web/app/apollo.ts';
import { notify } from '#web/app/notify.ts';
import {
  AskQuestionAgainDocument,
  FamilyQuestionsDocument,
  LeaveOutQuestionDocument,
  OrderOwnQuestionsDocument,
  OrderQuestionsDocument,
  PutBackQuestionDocument,
  RemoveQuestionDocument,
} from './questions.graphql.ts';

/** Queries the page’s questions again, because a change can move others too. */
export async function readQuestionsAgain(subjectId: string): Promise<void> {
  await apollo
    .query({ query: FamilyQuestionsDocument, variables: { id: subjectId }, fetchPolicy: 'network-only' })
    .catch(() => undefined); // what is shown stays; the next visit queries it again
}

type Answer = { __typename: string; message?: string } | undefined;

/** Notifies the user of the change, or of why nothing changed. */
async function notifyResult(answer: Answer, done: string, subjectId: string): Promise<boolean> {
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

/** Saves the order of the waiting questions. */
export async function orderQuestions(subjectId: string, ids: string[]): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: OrderQuestionsDocument, variables: { subjectId, ids } })
    .catch(() => ({ data: null }));
  return notifyResult(data?.orderQuestions, 'Subject', subjectId);
}

/** Removes a question, and offers to undo that. */
export async function removeQuestion(subjectId: string, id: string): Promise<void> {
  const { data } = await apollo
    .mutate({ mutation: RemoveQuestionDocument, variables: { id } })
    .catch(() => ({ data: null }));
  if (await notifyResult(data?.removeQuestion, 'QuestionRequest', subjectId)) {
    const undo = () => void bringBack(subjectId, id);
    void notify('success', 'Question removed', { action: { label: 'Undo', onClick: undo } });
  }
}

/** Puts a question back into the queue. */
export async function askAgain(subjectId: string, id: string): Promise<void> {
  if (await bringBack(subjectId, id)) void notify('success', 'We’ll ask in the next conversation');
}

async function bringBack(subjectId: string, id: string): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: AskQuestionAgainDocument, variables: { id } })
    .catch(() => ({ data: null }));
  return notifyResult(data?.askQuestionAgain, 'QuestionRequest', subjectId);
}

/** Leaves a question of Evertold's own out, of the next conversation or for good, and offers to undo that. */
export async function leaveOut(subjectId: string, key: string, forGood: boolean): Promise<void> {
  const { data } = await apollo
    .mutate({ mutation: LeaveOutQuestionDocument, variables: { subjectId, key, forGood } })
    .catch(() => ({ data: null }));
  if (!(await notifyResult(data?.leaveOutQuestion, 'Subject', subjectId))) return;
  const undo = () => void putBack(subjectId, key);
  const done = forGood ? 'Question removed' : 'We’ll ask something else next time';
  void notify('success', done, { action: { label: 'Undo', onClick: undo } });
}

/** Saves the order of Evertold's own next questions. */
export async function orderOwn(subjectId: string, keys: string[]): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: OrderOwnQuestionsDocument, variables: { subjectId, keys } })
    .catch(() => ({ data: null }));
  return notifyResult(data?.orderOwnQuestions, 'Subject', subjectId);
}

/** Lets Evertold ask one of its own questions again. */
export async function putBack(subjectId: string, key: string): Promise<boolean> {
  const { data } = await apollo
    .mutate({ mutation: PutBackQuestionDocument, variables: { subjectId, key } })
    .catch(() => ({ data: null }));
  return notifyResult(data?.putBackQuestion, 'Subject', subjectId);
}
