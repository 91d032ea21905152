import { chapterModel } from './chapters/chapter-model.ts';
import { leaves, takesUp } from './composing/answer-signs.ts';
import { ENGLISH_FINDINGS } from './composing/finding-words.ts';
import { answerGoesOn, goesOnWith, resumes } from './composing/joining.ts';
import { ENGLISH_SCENE } from './composing/scene-words.ts';
import { ENGLISH_SUMMARY } from './composing/summary-words.ts';
import { nameStory } from './composing/titles.ts';
import { GENERIC } from './composing/vocabulary.ts';
import { findDates } from './dates.ts';
import { findRelativeDates } from './dating/relative.ts';
import { writtenSentences } from './language/polish.ts';
import { contentLemmas, isStopWord, lemma } from './language/words.ts';
import { isAnswer, tellsAmid, worthKeeping } from './language/worth.ts';
import { findNames } from './names.ts';
import { englishProof } from './proof/english.ts';
import { settleCorrections } from './repairs/settle.ts';
import type { WritingLanguage } from './writing-language.ts';

export const english: WritingLanguage = {
  isStopWord,
  lemma,
  contentLemmas,
  isGeneric: (word) => GENERIC.has(word),
  writtenSentences,
  worthKeeping,
  isAnswer,
  tellsAmid,
  settleCorrections,
  joining: {
    ...{ resumes, takesUp, leaves, answerGoesOn, goesOnWith },
    opensAmid: /^(?:And|But|It|They|He|She|That|This|Because|Or)\b/,
    conjunction: /^(?:And|But|So|Or)(?: then| so| but| also)?,? (?=\p{L}+ \p{L}+ \p{L}+)(.+)$/u,
  },
  findDates,
  findRelativeDates,
  findNames,
  scene: ENGLISH_SCENE,
  chapterOdds: (text, known) => chapterModel().oddsOf(text, known),
  nameStory,
  summary: ENGLISH_SUMMARY,
  findings: ENGLISH_FINDINGS,
  proof: englishProof,
  forModel: null,
};
