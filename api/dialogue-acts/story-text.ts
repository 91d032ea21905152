import type { Language } from '#api/language/languages.ts';
import { readUtterance, storySpans, type UtteranceReading } from './read-utterance.ts';

/**
 * The utterance with everything outside the story replaced by spaces, so that offsets stay valid. The
 * writer, the search for names and the interviewer's follow-ups read it.
 */
export function storyText(text: string, reading?: UtteranceReading, language: Language = 'en'): string {
  let blanked = '';
  let at = 0;
  for (const { start, end } of storySpans(reading ?? readUtterance(text, language))) {
    blanked += ' '.repeat(Math.max(0, start - at)) + text.slice(Math.max(at, start), end);
    at = Math.max(at, end);
  }
  return blanked + ' '.repeat(Math.max(0, text.length - at));
}

/** The story without the gaps, as it is read aloud. */
export function toldText(text: string, reading?: UtteranceReading, language: Language = 'en'): string {
  return storyText(text, reading, language)
    .replace(/\s+/g, (gap) => (gap.includes('\n') ? '\n' : gap.length > 1 ? ' ' : gap))
    .trim();
}
