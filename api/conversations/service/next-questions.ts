import { askInFamilysWords } from '#api/conversations/interviewer/family-question.ts';
import { touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import { MAX_WORDS } from '#api/conversations/interviewer/words.ts';
import { unansweredQuestions } from '#api/questions/service.ts';

/** A family's question in the interviewer's words; `reason` says why it is asked, if a turn has room for it. */
export type NextQuestion = { text: string; reason: string | null; requestId: string };

/** The family's waiting questions in the order in which the next conversation asks them, without avoided themes. */
export async function nextQuestions(subject: {
  id: string;
  avoidedThemes: string[];
}): Promise<NextQuestion[]> {
  const { waiting } = await unansweredQuestions(subject.id);
  return waiting
    .filter(({ text }) => !touchesAvoided(subject.avoidedThemes, text))
    .flatMap((request) => {
      const ask = askInFamilysWords(request, MAX_WORDS);
      return ask ? [{ text: ask.text, reason: ask.lead, requestId: request.id }] : [];
    });
}
