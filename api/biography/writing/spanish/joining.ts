import type { Exchange } from '#api/biography/writing/composing/answer-signs.ts';
import type { StoryPosition } from '#api/biography/writing/composing/joining.ts';
import { countWords, fold } from '#api/biography/writing/language/words.ts';
import { splitSentences } from '#api/language/sentences.ts';
import { findDates } from './dates.ts';
import { relationOf } from './kinship.ts';
import { isGeneric } from './vocabulary.ts';
import { contentTokens, foldInPlace, isStopWord, lemma } from './words.ts';

/** The person goes on with what they were telling. */
const RESUMES =
  /^(?:(?:bueno|pues|entonces|y|ah),? )*(?:como le (?:decia|iba diciendo|estaba diciendo|venia diciendo)|le (?:decia|estaba diciendo|estaba contando)|como te decia|volviendo a (?:lo|eso)|y eso,? como|en que iba)/;
/** "¿El vestido? Estuvo colgado ahí.": what the answer is about is named first. */
const TAKES_UP = /^(?:(?:ah|ay|pues|bueno),? )?¿?(?:el|la|los|las|mi|mis|ese|esa) (?:\p{L}+ )?(\p{L}{3,})\?/u;
/** An answer that begins so needs what was told or asked before. */
const HANGS_ON =
  /^(?:y|e|pero|entonces|porque|luego|despues|asi|el (?!\p{L}+ )|ella|ellos|ellas|eso|ese|esa|esos|esas|esto|aquello|ahi|alli|por eso|en eso|si|no|nunca|nadie|nada|ninguno|tampoco|tambien|solo|claro|al final|al otro dia|al dia siguiente|esa (?:noche|tarde|vez)|ese dia|lo|la|le|los|las|se) \p{L}/u;
const HABIT =
  /^(?:los (?:lunes|martes|miercoles|jueves|viernes|sabados|domingos)|cada|todos los|todas las|ahora|hoy en dia)\b/;
/** A question that points back to what was told. */
const POINTS_BACK =
  /\b(?:eso|esa|ese|esos|esas|ella|ellos|ellas|el(?= (?:dijo|hizo|supo|fue|murio|volvio|se))|alli|ahi|entonces|despues|luego|aquel|aquella|lo|le)\b/;
const GOES_ON =
  /^(?:y|¿y|¿y que|y que paso|¿que paso|¿que (?:hizo|hicieron|dijo|dijeron|sintio|mas)|¿como (?:era|fue) eso|¿por que|¿y luego|¿y despues|cuenteme mas|siga|digame mas|¿ah, si|¿de veras)/;
/** A question that opens a subject of its own. */
const OPENS =
  /\b(?:hableme de|cuenteme (?:de|sobre|acerca)|cambiando de|otra cosa|(?:recuerda|se acuerda de) (?:algun|alguna|su|la primera|el primer)|(?:como|cual|quien|donde|cuando) (?:era|fue|conocio|nacio|vivia|eran|fueron) (?:su|sus|usted))\b/;

/** Whether the person resumes what they were telling. */
export function resumes({ answer }: Exchange): boolean {
  return RESUMES.test(foldInPlace(answer));
}

/** Whether an answer takes up a thing of a story before it tells on. */
export function takesUp(story: readonly Exchange[], answer: string): boolean {
  const thing = TAKES_UP.exec(foldInPlace(answer))?.[1];
  return thing !== undefined && wordsOf(textOf(story)).has(lemma(thing));
}

/** Whether an answer plainly leaves a story: it begins with a far year or a habit, and with nothing that the story has. */
export function leaves(story: readonly Exchange[], answer: string): boolean {
  const told = textOf(story);
  const first = splitSentences(answer)[0]?.text ?? '';
  if (countWords(answer) < 12 || shared(story, first).length > 0) return false;
  const [before, now] = [yearsIn(told), yearsIn(first)];
  const isElsewhen =
    now.size > 0 &&
    (before.size > 0
      ? ![...now].some((year) => [...before].some((other) => Math.abs(other - year) <= 1))
      : !hangs(first));
  return isElsewhen || HABIT.test(foldInPlace(first));
}

/** How certain it is that an answer goes on with a story, whatever was asked, as log odds. */
export function answerGoesOn(story: readonly Exchange[], answer: string): number {
  const first = splitSentences(answer)[0]?.text ?? '';
  const common = shared(story, answer).length;
  const names = [...namesIn(answer)].filter((name) => namesIn(textOf(story)).has(name)).length;
  return (
    -1.6 +
    (hangs(first) ? 1.2 : 0) +
    Math.min(2, common) * 0.7 +
    Math.min(2, names) * 0.8 -
    (yearLeaves(story, first) ? 1.5 : 0)
  );
}

/** How certain it is that an exchange goes on with a story, as log odds. */
export function goesOnWith(
  story: readonly Exchange[],
  { question, answer }: Exchange,
  { back }: Pick<StoryPosition, 'back'> = { back: 0 },
): number {
  const asked = foldInPlace(question).trim();
  const named = shared(story, question).length;
  const pointsBack = POINTS_BACK.test(asked) || GOES_ON.test(asked);
  const opens = OPENS.test(asked) && named === 0;
  const short = countWords(question) <= 6;
  const knowsAName = [...namesIn(question)].some((name) => namesIn(textOf(story)).has(name));
  return (
    0.6 * answerGoesOn(story, answer) +
    (pointsBack && back === 0 ? 1.6 : 0) +
    Math.min(2, named) * 1.1 +
    (knowsAName ? 1.2 : 0) +
    (short && back === 0 && !opens ? 0.4 : 0) -
    (opens ? 1.8 : 0) -
    Math.min(2, back) * 0.7
  );
}

function hangs(first: string): boolean {
  return HANGS_ON.test(foldInPlace(first).replace(/^[¿¡"]/, ''));
}

function textOf(story: readonly Exchange[]): string {
  return story.map((each) => each.answer).join(' ');
}

function wordsOf(text: string): Set<string> {
  return new Set(contentTokens(text).map(({ norm }) => lemma(norm)));
}

/** The telling words that a text shares with a story, without relatives and words of every story. */
function shared(story: readonly Exchange[], text: string): string[] {
  const known = wordsOf(textOf(story));
  return [
    ...new Set(
      contentTokens(text)
        .filter(({ norm }) => relationOf(norm) === null && norm.length > 3)
        .map(({ norm }) => lemma(norm)),
    ),
  ].filter((word) => known.has(word) && !isGeneric(word));
}

function yearsIn(text: string): Set<number> {
  return new Set(findDates(text).map(({ edtf }) => Number(edtf.slice(0, 4).replace('X', '0'))));
}

function yearLeaves(story: readonly Exchange[], first: string): boolean {
  const [before, now] = [yearsIn(textOf(story)), yearsIn(first)];
  return (
    before.size > 0 &&
    now.size > 0 &&
    ![...now].some((year) => [...before].some((other) => Math.abs(other - year) <= 1))
  );
}

function namesIn(text: string): Set<string> {
  const names = Array.from(text.matchAll(/(?<![\p{L}]|[.!?¿¡] |^)\p{Lu}\p{L}{2,}/gu), ([name]) => name);
  return new Set(names.filter((name) => !isStopWord(fold(name))));
}
