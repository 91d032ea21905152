import { plainSpanish } from '#api/consent/spanish-commands.ts';
import type { Language } from '#api/language/languages.ts';

/** The beginning of an answer that was heard: as many words as the phone service says it spoke. */
export function heardOf(answer: string, spoken: string): string {
  const words = spoken.match(/\S+/g)?.length ?? 0;
  let end = 0;
  let count = 0;
  for (const word of answer.matchAll(/\S+/g)) {
    if (count === words) break;
    end = word.index + word[0].length;
    count += 1;
  }
  return answer.slice(0, end);
}

/** Words after which people usually go on, so that an utterance that ends with them is unfinished. */
const unfinished: Record<Language, RegExp> = {
  en: /(?:,|…|\.\.\.|\b(?:and|but|so|because|then|or|um|uh|well|the|a|my|our|with|of|to|in))\s*[.…]*$/i,
  es: /(?:,|…|\.\.\.|(?<!\p{L})(?:y|e|o|u|pero|porque|entonces|pues|este|eh|em|bueno|el|la|los|las|un|una|mi|mis|nuestr[oa]s?|con|de|del|al?|en|que|para|por|como|cuando))\s*[.…]*$/iu,
};

export function soundsUnfinished(text: string, language: Language = 'en'): boolean {
  return unfinished[language].test(text.trim());
}

const OTHER =
  /\b(?:wrong number|nobody (?:here )?by that name|no one (?:here )?by that name|can[’']t come to the phone)\b/i;
const AWAY = /\b(?:is|are|isn[’']t|[’']s)\s+(?:not\s+|n[’']t\s+)?(?:here|home|in|available|around)\b/i;
const NEGATED = /\b(?:not|isn[’']t|aren[’']t|out)\b/i;

/** Whether somebody else has picked up and says that the person is not there. */
export function saysNotHere(text: string, preferredName: string, language: Language = 'en'): boolean {
  const words = text.trim().split(/\s+/).length;
  if (words > 15) return false;
  if (language === 'es') return saysNotHereInSpanish(text, preferredName);
  if (OTHER.test(text)) return true;
  const named = new RegExp(`\\b(?:she|he|they|mom|mum|mother|dad|father|${escaped(preferredName)})\\b`, 'i');
  return named.test(text) && AWAY.test(text) && NEGATED.test(text) && !/\bI\b/.test(text);
}

const wrongNumber =
  /\b(?:numero equivocado|se equivoco de numero|esta equivocad[oa]|aqui no (?:vive|hay)|no vive aqui|no hay nadie (?:aqui )?(?:con ese nombre|que se llame))\b/;
const notThere =
  /\bno (?:esta|se encuentra|anda|puede (?:atender|hablar|contestar|ponerse|venir al telefono))\b|\b(?:ella|el|mama|papa|mi (?:madre|padre|mama|papa|esposa|esposo|marido|mujer|abuela|abuelo)) (?:salio|esta fuera|se fue)\b/;

function saysNotHereInSpanish(text: string, preferredName: string): boolean {
  const said = plainSpanish(text);
  if (wrongNumber.test(said)) return true;
  // “No, esta no es mi casa” and “no está mal” tell something else.
  if (/\bno esta (?:mal|bien|claro|lejos|cerca|segur[oa])\b/.test(said)) return false;
  const hasLeft = new RegExp(`\\b${escaped(plainSpanish(preferredName))} (?:salio|esta fuera|se fue)\\b`);
  return notThere.test(said) || hasLeft.test(said);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
