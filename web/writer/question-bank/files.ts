import { apollo } from '#web/app/apollo.ts';
import type { ImportedBankQuestion } from '#web/app/generated/schema-types.ts';
import { notify } from '#web/app/notify.ts';
import { noAnswer, refusalIn } from '../refusal.ts';
import {
  ExportQuestionBankDocument,
  WriterImportBankQuestionsDocument,
  WriterQuestionBankDocument,
} from './question-bank.graphql.ts';

/** Saves the whole question bank as a JSON file that can be imported again. */
export async function exportBank(): Promise<void> {
  const answer = await apollo
    .query({ query: ExportQuestionBankDocument, fetchPolicy: 'no-cache' })
    .catch(() => null);
  if (!answer?.data) return void notify('error', 'No file', { body: 'No answer came: try again.' });
  const questions = answer.data.questionBank.map((question) => ({ ...question, __typename: undefined }));
  const file = new Blob([`${JSON.stringify({ questions }, null, 2)}\n`], { type: 'application/json' });
  const href = URL.createObjectURL(file);
  const download = `question-bank-${new Date().toLocaleDateString('sv')}.json`;
  Object.assign(document.createElement('a'), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  void notify('success', 'The file is saved', {
    body: `${questions.length} ${questions.length === 1 ? 'question' : 'questions'}`,
  });
}

const names = ['key', 'chapter', 'depth', 'sensitivity', 'theme', 'text', 'followUps', 'reason'] as const;

/** Imports an exported file: all of its questions or none. */
export async function importBank(file: File): Promise<void> {
  const questions = questionsIn(await file.text());
  if (!questions)
    return void notify('error', 'Nothing was imported', {
      body: 'The file is not a question bank: it must be JSON with a list of questions.',
    });
  const answer = await apollo
    .mutate({
      mutation: WriterImportBankQuestionsDocument,
      variables: { questions },
      refetchQueries: [WriterQuestionBankDocument],
      awaitRefetchQueries: true,
    })
    .catch(() => null);
  const result = answer?.data?.importBankQuestions;
  const why = answer ? refusalIn(result) : noAnswer;
  if (why) {
    const [issue] = why.issues ?? [];
    const body = issue ? `${issue.path}: ${issue.message}` : why.message;
    return void notify('error', 'Nothing was imported', { body });
  }
  const count = result && 'count' in result ? result.count : 0;
  void notify('success', count === 1 ? '1 question is taken in' : `${count} questions are taken in`);
}

function questionsIn(text: string): ImportedBankQuestion[] | null {
  try {
    const { questions } = JSON.parse(text) as { questions?: unknown };
    if (!Array.isArray(questions) || questions.length === 0) return null;
    // Older files have no decades: it then stays as it is.
    return questions.map((question: Record<string, unknown>) => ({
      ...Object.fromEntries([...names, 'language', 'enabled'].map((name) => [name, question[name] ?? null])),
      ...('decade' in question && { decade: question.decade }),
    })) as unknown as ImportedBankQuestion[];
  } catch {
    return null;
  }
}
