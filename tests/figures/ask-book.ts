import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findAnswersIn, type Passage } from '#api/biography/asking/find-answers.ts';
import { meanVector, packVectors, questionOf, sentencesOf } from '#api/biography/asking/meanings.ts';
import { questionForms } from '#api/biography/asking/question-forms.ts';
import { storyText } from '#api/dialogue-acts/story-text.ts';
import { encodeSentences } from '#api/language/sentence-encoder.ts';
import { countCases, type Figure } from './cases.ts';

/**
 * A question of a family member about a real interview, and the indices of the turns that answer it: none
 * when the interview doesn't tell.
 */
export type AskBookCase = { id: string; interview: string; question: string; answers: number[] };

type Interview = { turns: { speaker: string; role: string; utterance: string }[] };
type Told = { names: string[]; passages: Passage[] };

/** Asks the books of the interviews in this folder, which isn't part of the project. */
export async function measureAskBook(
  cases: readonly AskBookCase[],
  folder: string | undefined,
): Promise<Figure[]> {
  if (!folder) {
    console.log('ask-book is skipped: it needs the folder of the interviews, --interviews=FOLDER');
    return [];
  }
  const absent = new Set(
    cases.map(({ interview }) => interview).filter((file) => !existsSync(path.join(folder, file))),
  );
  if (absent.size > 0) throw new Error(`${folder} lacks ${[...absent].join(', ')}`);
  const told = new Map<string, Told>();
  const asked: (AskBookCase & { name: string; isRight: boolean[] })[] = [];
  for (const each of cases) {
    const book = told.get(each.interview) ?? (await tellInterview(path.join(folder, each.interview)));
    told.set(each.interview, book);
    const { question } = each;
    const vector = meanVector(await encodeSentences(questionForms(question, book.names)));
    const found = await findAnswersIn({ question, vector, ...book });
    const isRight = found.map(({ messageId }) => each.answers.includes(Number(messageId)));
    const turns = found.map(({ messageId, score }) => `${messageId} (${score.toFixed(2)})`).join(', ');
    const name = `${each.id}: ${question} [${each.answers}] → ${turns || 'nothing'}`;
    asked.push({ ...each, name, isRight });
  }
  const answered = asked.filter(({ answers }) => answers.length > 0);
  const untold = asked.filter(({ answers }) => answers.length === 0);
  const name = (each: (typeof asked)[number]) => each.name;
  return [
    countCases(
      'questions whose right message is among the first three',
      0.8,
      answered,
      ({ isRight }) => isRight.slice(0, 3).includes(true),
      name,
    ),
    countCases(
      'questions that nobody answered and that find nothing',
      0.9,
      untold,
      ({ isRight }) => isRight.length === 0,
      name,
    ),
    {
      ...countCases('  right message first', null, answered, ({ isRight }) => isRight[0] === true, name),
      missed: [],
    },
  ];
}

/** What the book of an interview is asked: the stories that the respondent told, each with the turn before. */
async function tellInterview(file: string): Promise<Told> {
  const { turns } = JSON.parse(readFileSync(file, 'utf8')) as Interview;
  const textOf = (at: number) => turns[at]?.utterance.replaceAll('\\n', '\n') ?? '';
  const fullName = turns.find(({ role }) => role === 'respondent')?.speaker ?? '';
  const passages: Passage[] = [];
  for (const [at, { role }] of turns.entries()) {
    if (role !== 'respondent') continue;
    const text = storyText(textOf(at));
    const asked = textOf(turns.findLastIndex((turn, before) => before < at && turn.role !== 'respondent'));
    const vectors = await encodeSentences(sentencesOf(text).map((sentence) => sentence.text));
    const askedVector = packVectors(await encodeSentences([questionOf(asked)]));
    const encoded = { text, vectors: packVectors(vectors) };
    passages.push({ messageId: `${at}`, text, asked, encoded, askedVector: askedVector });
  }
  return { names: [fullName, fullName.split(' ')[0] ?? ''], passages };
}
