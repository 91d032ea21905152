import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import type { HistoryTurn } from '#api/conversations/interviewer/request.ts';
import type { Language } from '#api/language/languages.ts';
import type { CalledPerson } from './called-person.ts';
import { type Absence, readAbsence, saysNotHere } from './says-not-here.ts';

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

/** A yes with which words begin. */
const startsWithYes: Record<Language, RegExp> = {
  en: /^\W*(?:yes|yeah|yep|yup|sure|okay|ok|of course|go ahead|that[’']s (?:fine|okay|ok|all right))\b[\s,.!]*/i,
  es: /^[^\p{L}]*(?:s[ií]|claro|est[aá] bien|por supuesto|desde luego|de acuerdo|c[oó]mo no|adelante)(?!\p{L})[\s,.!]*/iu,
};

/** What may follow such a yes when it only answers the phone: “Yes? She’s not here.”, “Yes, this is her son”. */
const goesOnAnswering: Record<Language, RegExp> = {
  en: /^(?:\?|hello|hi\b|hey|good (?:morning|afternoon|evening)|who|(?:this is|i[’']m) (?:her|his|their|the)\b)/i,
  es: /^(?:\?|[¿¡]*(?:hola|bueno|buen[oa]s|d[ií]game|diga|al[oó]|qui[eé]n)|(?:soy|habla) (?:su|la|el)(?!\p{L}))/iu,
};

/** The most words of a yes before the person may be said to be away: it may have answered the phone. */
const mostWordsOfYes = 3;

/**
 * What somebody else who took the call says of the person's absence; null if none did. After somebody has told or
 * agreed to something, such words are part of what is told.
 */
export function readSomebodyElse(
  text: string,
  history: readonly HistoryTurn[],
  called: Omit<CalledPerson, 'heardBefore'>,
  language: Language,
): Absence | null {
  const said = history.flatMap((turn, at) => (turn.role === 'user' ? [{ text: turn.text ?? '', at }] : []));
  if (said.length > mostUtterances) return null;
  const heardBefore = history.flatMap((turn) => (turn.role === 'assistant' && turn.text) || []).join(' ');
  const person = { ...called, heardBefore };
  const absence = readAbsence(text, person, language, said.map((before) => before.text).join(' '));
  if (absence === null || agreesIn(text, history, language)) return null;
  const isClear = absence !== 'IF_MEANT' || introducesOther[language].test(text);
  const mayOverrule = isClear && said.length === 1;
  const isOther = said.every(({ text: before, at }) => {
    const { intents, confirmed } = listen(before, contextOf(history.slice(0, at), 'PHONE', language));
    const agrees = confirmed?.recording === true || confirmed?.voice === true;
    const isShortYes =
      startsWithYes[language].test(before) && before.trim().split(/\s+/).length <= mostWordsOfYes;
    if (isShortYes && mayOverrule) return true;
    if (agrees && !answersThePhone[language].test(before.replace(/[¿¡]/g, '').trim())) return false;
    const isStory = intents.includes('ANSWER') && !introduces[language].test(before.trim());
    return !isStory || saysNotHere(before, person, language);
  });
  return isOther ? absence : null;
}

/** Words with which somebody else says who they are to the person. */
const introducesOther: Record<Language, RegExp> = {
  en: /\b(?:this is|i[’']m|i am) (?:her|his|their)\b/i,
  es: /(?<!\p{L})(?:soy|habla) su(?!\p{L})/iu,
};

/** Whether words that name an absence agree to go on, as in “Yes. My husband is asleep.” */
function agreesIn(text: string, history: readonly HistoryTurn[], language: Language): boolean {
  const { confirmed } = listen(text, contextOf([...history], 'PHONE', language));
  const yes = startsWithYes[language].exec(text);
  if (yes) return !goesOnAnswering[language].test(text.slice(yes[0].length));
  return confirmed?.recording === true || confirmed?.voice === true;
}
