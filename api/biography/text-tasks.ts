import type { Language } from '#api/language/languages.ts';
import { withMeanings } from '#api/language/text-meanings.ts';
import { type TextTask, textTask } from '#api/platform/text-workers/task.ts';
import { findAnswersIn } from './asking/find-answers.ts';
import { wordsLike } from './asking/matching-words.ts';
import { correctText } from './correcting/mending.ts';
import { repetitionOf } from './echo.ts';
import { calledIn } from './naming-anew.ts';
import { proveDrafts, provenSentences } from './pipeline/proving.ts';
import { retypeCard } from './service/retyping.ts';
import { compose } from './writing/compose.ts';
import { chapterOf, type Setting } from './writing/composing/chapters.ts';
import { assembleAnswer, checkAnswer, printConversation } from './writing/model/answer.ts';
import type { WriteChapter, WriteRequest } from './writing/writer.ts';

type Telling = {
  text: string;
  asked: string | null;
  chapters: readonly WriteChapter[];
  told: Setting;
  language?: Language;
};

export const composeConversation = textTask({
  name: 'biography.composeConversation',
  run: (request: WriteRequest) => withMeanings(() => compose(request)),
});

export const printForModel = textTask({ name: 'biography.printForModel', run: printConversation });

export const checkModelAnswer = textTask({ name: 'biography.checkModelAnswer', run: checkAnswer });

export const assembleModelAnswer = textTask({
  name: 'biography.assembleModelAnswer',
  run: (answer: Parameters<typeof assembleAnswer>[0]) => withMeanings(() => assembleAnswer(answer)),
});

export const groundDrafts = textTask({ name: 'biography.groundDrafts', run: proveDrafts });

export const groundSentences = textTask({ name: 'biography.groundSentences', run: provenSentences });

export const correctSentences = textTask({ name: 'biography.correctSentences', run: correctText });

export const readTypedCard = textTask({ name: 'biography.readTypedCard', run: retypeCard });

export const findPersonsNames = textTask({ name: 'biography.findPersonsNames', run: calledIn });

export const findRepeated = textTask({
  name: 'biography.findRepeated',
  run({ texts, said }: { texts: readonly string[]; said: readonly string[] }): boolean[] {
    return texts.map(repetitionOf(said));
  },
});

export const findAnswers = textTask({ name: 'biography.findAnswers', run: findAnswersIn });

export const findChapter = textTask({
  name: 'biography.findChapter',
  run: ({ text, asked, chapters, told, language }: Telling): string =>
    chapterOf(text, asked, chapters, told, language),
});

export const findLikeWords = textTask({ name: 'biography.findLikeWords', run: wordsLike });

/** The text tasks of the biography that run in a worker. */
export const biographyTextTasks: readonly TextTask<never, unknown>[] = [
  composeConversation,
  printForModel,
  checkModelAnswer,
  assembleModelAnswer,
  groundDrafts,
  groundSentences,
  correctSentences,
  readTypedCard,
  findPersonsNames,
  findRepeated,
  findAnswers,
  findChapter,
  findLikeWords,
];
