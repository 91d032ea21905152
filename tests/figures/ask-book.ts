import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findAnswersIn, type Passage } from '#api/biography/asking/find-answers.ts';
import { storyText } from '#api/dialogue-acts/story-text.ts';
import { countCases, type Figure } from './cases.ts';

/**
 * A question of a family member about a real interview, and the indices of the turns that answer it: none
 * when the interview doesn't tell.
 */
export type AskBookCase = { id: string; interview: string; question: string; answers: number[] };

type Interview = { turns: { speaker: string; role: string; utterance: string }[] };
type Told = { names: string[]; passages: Passage[] };

/** Asks the books of the interviews in this folder, which isn't part of the project. */
export function measureAskBook(cases: readonly AskBookCase[], folder: string | undefined): Figure[] {
  if (!folder) {
    console.log('ask-book is skipped: it needs the folder of the interviews, --interviews=FOLDER');
    return [];
  }
  const absent = new Set(
    cases.map(({ interview }) => interview).filter((file) => !existsSync(path.join(folder, file))),
  );
  if (absent.size > 0) throw new Error(`${folder} lacks ${[...absent].join(', ')}`);
  const told = new Map<string, Told>();
  const asked = cases.map((each) => {
    const book = told.get(each.interview) ?? tellInterview(path.join(folder, each.interview));
    told.set(each.interview, book);
    const found = findAnswersIn({ question: each.question, ...book });
    const isRight = found.map(({ messageId }) => each.answers.includes(Number(messageId)));
    const turns = found.map(({ messageId, score }) => `${messageId} (${score.toFixed(2)})`).join(', ');
    const name = `${each.id}: ${each.question} [${each.answers}] → ${turns || 'nothing'}`;
    return { ...each, name, isRight };
  });
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
function tellInterview(file: string): Told {
  const { turns } = JSON.parse(readFileSync(file, 'utf8')) as Interview;
  const textOf = (at: number) => turns[at]?.utterance.replaceAll('\\n', '\n') ?? '';
  const fullName = turns.find(({ role }) => role === 'respondent')?.speaker ?? '';
  const passages = turns.flatMap(({ role }, at) => {
    if (role !== 'respondent') return [];
    const asked = turns.findLastIndex((turn, before) => before < at && turn.role !== 'respondent');
    return [{ messageId: `${at}`, text: storyText(textOf(at)), asked: textOf(asked) }];
  });
  return { names: [fullName, fullName.split(' ')[0] ?? ''], passages };
}
