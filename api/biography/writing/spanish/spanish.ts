import { tokens } from '#api/biography/writing/language/words.ts';
import type { WritingLanguage } from '#api/biography/writing/writing-language.ts';
import { chapterOdds } from './chapters.ts';
import { isAnswer, tellsAmid, worthKeeping, writtenSentences } from './cleaning.ts';
import { settleCorrections } from './corrections.ts';
import { findDates, findRelativeDates } from './dates.ts';
import { spanishFindings } from './findings.ts';
import { answerGoesOn, goesOnWith, leaves, resumes, takesUp } from './joining.ts';
import { findNames } from './names.ts';
import { spanishProof } from './proof.ts';
import { spanishScene } from './scene.ts';
import { nameStory } from './titles.ts';
import { imageOf, isGeneric } from './vocabulary.ts';
import { contentLemmas, isStopWord, lemma } from './words.ts';

export const spanish: WritingLanguage = {
  isStopWord,
  lemma,
  contentLemmas,
  isGeneric,
  writtenSentences,
  worthKeeping,
  isAnswer,
  tellsAmid,
  settleCorrections,
  joining: {
    ...{ resumes, takesUp, leaves, answerGoesOn, goesOnWith },
    opensAmid: /^(?:Y|Pero|Eso|Ese|Esa|Ellos|Ella|Él|Porque|O|Entonces)(?![\p{L}])/u,
    conjunction: /^(?:Y|Pero|Entonces|O)(?: entonces| pues| luego)?,? (?=\p{L}+ \p{L}+ \p{L}+)(.+)$/u,
  },
  findDates,
  findRelativeDates,
  findNames,
  scene: spanishScene,
  chapterOdds,
  nameStory,
  summary: {
    hangsOn:
      /^(?:y|e|pero|entonces|eso|esa|ese|esto|él|ella|ellos|ellas|así|no|nada|nadie|ninguno|sí|por eso|porque|lo|la que|le)(?![\p{L}])/iu,
    pause: /(?<=[,;]) (?=(?:y|pero|así|entonces|porque|cuando|mientras|aunque)(?![\p{L}]))/u,
    shownBy: (sentence, known) =>
      tokens(sentence)
        .filter(({ norm }) => !isStopWord(norm) && !known.has(lemma(norm)))
        .reduce((sum, { norm }) => sum + imageOf(norm), 0),
    nothingTold: (name) =>
      `${name} y Evertold hablaron un rato. Todavía no salió de ahí ninguna historia nueva.`,
    shortTalk: 'Una conversación corta',
  },
  findings: spanishFindings,
  proof: spanishProof,
  forModel:
    'The person speaks Spanish. Write every title, summary and sentence in Spanish, in their own words and dialect, with accents, ¿ and ¡. Titles have a capital only at the start and in names.',
};
