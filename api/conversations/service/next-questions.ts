import { askInFamilysWords } from '#api/conversations/interviewer/family-question.ts';
import { touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import { MAX_WORDS } from '#api/conversations/interviewer/words.ts';
import { unansweredQuestions } from '#api/questions/service.ts';

/** A question of the family as the interviewer will put it; `reason` says why it is asked, where there is room. */
export type NextQuestion = { text: string; reason: string | null; requestId: string };

/** What the next conversation with a subject asks first, in order: what the family asked, but for themes to avoid. */
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
