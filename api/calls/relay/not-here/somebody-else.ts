import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import type { HistoryTurn } from '#api/conversations/interviewer/request.ts';
import type { Language } from '#api/language/languages.ts';
import type { CalledPerson } from './called-person.ts';
import { saysNotHere } from './says-not-here.ts';

/** The number of utterances after which somebody who answered the phone is taken for the person. */
const mostUtterances = 6;

/** Words with which people say who they are, which tell no story. */
const introduces: Record<Language, RegExp> = {
  en: /^(?:\W*\w+){0,3}\W*\b(?:this is|i[’']m|i am|she[’']?s|he[’']?s|she is|he is|you[’']ve reached)\b.{0,40}$/i,
  es: /^(?:[^\p{L}]*\p{L}+){0,3}[^\p{L}]*(?:soy|habla|es mi|es casa)(?!\p{L}).{0,40}$/iu,
};

/** A yes with which people answer the phone, which agrees to nothing: “Yes, hello?”. */
const answersThePhone: Record<Language, RegExp> = {
  en: /^(?=.*\b(?:hello|hi|hey|good (?:morning|afternoon|evening))\b)(?:(?:yes|yeah|yep|oh|hello|hi|hey|there|good (?:morning|afternoon|evening))(?:[ ,.!?]+|$))+$/i,
  es: /^(?=.*(?:hola|bueno|buen[oa]s|d[ií]game|diga|al[oó])(?!\p{L}))(?:(?:s[ií]|hola|bueno|buenos d[ií]as|buenas(?: tardes| noches)?|d[ií]game|diga|al[oó])(?:[ ,.!?]+|$))+$/iu,
};

/**
 * Whether somebody else took the call and says that the person is not there. After somebody has told or agreed to
 * something, such words are part of what is told.
 */
export function isSomebodyElse(
  text: string,
  history: readonly HistoryTurn[],
  called: Omit<CalledPerson, 'heardBefore'>,
  language: Language,
): boolean {
  const said = history.flatMap((turn, at) => (turn.role === 'user' ? [{ text: turn.text ?? '', at }] : []));
  if (said.length > mostUtterances) return false;
  const heardBefore = history.flatMap((turn) => (turn.role === 'assistant' && turn.text) || []).join(' ');
  const person = { ...called, heardBefore };
  if (!saysNotHere(text, person, language)) return false;
  return said.every(({ text: before, at }) => {
    const { intents, confirmed } = listen(before, contextOf(history.slice(0, at), 'PHONE', language));
    const agrees = confirmed?.recording === true || confirmed?.voice === true;
    if (agrees && !answersThePhone[language].test(before.replace(/[¿¡]/g, '').trim())) return false;
    const isStory = intents.includes('ANSWER') && !introduces[language].test(before.trim());
    return !isStory || saysNotHere(before, person, language);
  });
}
