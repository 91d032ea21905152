import { askInFamilysWords } from '#api/conversations/interviewer/family-question.ts';
import { touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import { MAX_WORDS } from '#api/conversations/interviewer/words.ts';
import { languageOf } from '#api/language/languages.ts';
import { unansweredQuestions } from '#api/questions/service.ts';

/** A family's question in the interviewer's words; `reason` says why it is asked, if a turn has room for it. */
export type NextQuestion = { text: string; reason: string | null; requestId: string };

/** The family's waiting questions in the order in which the next conversation asks them, without avoided themes. */
export async function nextQuestions(subject: {
  id: string;
  avoidedThemes: string[];
  language: string;
}): Promise<NextQuestion[]> {
  const language = languageOf(subject.language);
  const { waiting } = await unansweredQuestions(subject.id);
  return waiting
    .filter(({ text }) => !touchesAvoided(subject.avoidedThemes, text, [], language))
    .flatMap((request) => {
      const ask = askInFamilysWords(request, MAX_WORDS, { language, onBehalfOf: null });
      return ask ? [{ text: ask.text, reason: ask.lead, requestId: request.id }] : [];
    });
}
