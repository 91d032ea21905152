import type { WrittenSentence } from '#api/biography/writing/language/polish.ts';
import { finishSentence, tidyMarks, withoutNoises } from '#api/biography/writing/language/speech/printed.ts';
import {
  isSoftMark,
  isWord,
  readTokens,
  type SpokenToken,
} from '#api/biography/writing/language/speech/spoken-tokens.ts';
import { tokens as wordsIn } from '#api/biography/writing/language/words.ts';
import { withAccents } from './accents.ts';
import { isTypedLow, typedNames } from './typed.ts';
import { SOUNDS, STOP_WORDS, set } from './word-lists.ts';
import { isStopWord, looksLikeVerb } from './words.ts';

/** Said in questions to the listener: "¿verdad?". */
const TAGS = phrases(
  'verdad|no|ves|sabe|sabes|cierto|no cierto|no es cierto|no es verdad|me entiende|me entiendes|me explico|entiende|usted sabe|vio|viste|si o no|como le dire|como se llama esto|como se dice',
);
/** Said to the listener between two marks. */
const BETWEEN_MARKS = phrases(
  'este|pues|digamos|mire|mira|mire usted|oiga|oye|fijese|fijate|imaginese|bueno|vaya|vamos|a ver|verdad|sabe usted|sabe|sabes|como le digo|como le decia|como le iba diciendo|le digo|ve usted|como quien dice|por decirlo asi|no se como decirle|pues si|pues mire|es decir',
);
/** Said to begin with. Without a comma after it, only the words of `OPENS_ALONE` are left out. */
const OPENINGS = phrases(
  'y bueno|bueno pues|pues bueno|bueno|pues si|pues mire|pues|mire usted|mire que|mire|mira|fijese que|fijese usted que|fijese|fijate que|fijate|oiga|oye|ah|a ver|claro que si|claro|este|vera usted|vera|si|aja|ah si|ay si|uy si|uy|como le digo|como le decia|pues vera|pues nada|total que|en fin',
);
const OPENS_ALONE = phrases(
  'pues|pues mire|fijese que|fijese usted que|fijate que|mire que|y bueno|bueno pues|pues bueno|ah si|total que|como le digo|como le decia',
);

/** Said twice for emphasis: "muy, muy lejos". */
const EMPHATIC = set(
  'muy no si nunca mas nada todo todos todas toda mucho mucha muchos tan bien siempre nadie ya solo',
);
const DETERMINERS = set('el la los las un una unos unas mi mis su sus nuestro nuestra este esta ese esa');
const PREPOSITIONS = set('en a de con por para desde hasta al del');
/** After a hesitation between commas, one of these begins a clause of its own. */
const OPENS_CLAUSE = set(
  'y e pero porque pues que cuando donde aunque entonces asi yo el ella nosotros ellos mi mis nos me se no si luego despues todos nadie bueno pues o digo digamos casi como en',
);

function phrases(list: string): string[][] {
  return list
    .split('|')
    .map((phrase) => phrase.split(' '))
    .sort((a, b) => b.length - a.length);
}

/**
 * A spoken sentence as it is printed: without hesitations, words to the listener, repetitions and restarts. The remaining
 * words keep their order and form; words typed without accents and capitals get them. Empty when nothing remains.
 */
export function writtenSentences(spoken: string): WrittenSentence[] {
  const heard = withoutNoises(spoken);
  const fluent = withoutRestarts(withoutFillers(readTokens(heard)));
  const text = print(isTypedLow(heard) ? spelledOut(fluent, heard) : fluent);
  if (text === '') return [];
  const start = spoken.length - spoken.trimStart().length;
  return [{ text, start, end: spoken.trimEnd().length }];
}

function matchAt(tokens: readonly SpokenToken[], at: number, list: readonly string[][]): number {
  const found = list.find((phrase) =>
    phrase.every((word, offset) => isWord(tokens[at + offset]) && tokens[at + offset]?.norm === word),
  );
  return found?.length ?? 0;
}

const isMark = (token: SpokenToken | undefined) => token === undefined || !isWord(token);
const isComma = (token: SpokenToken | undefined) => token !== undefined && isSoftMark(token);

function withoutFillers(all: readonly SpokenToken[]): SpokenToken[] {
  let tokens = [...all];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as SpokenToken;
    if (token.quoted) {
      at += 1;
      continue;
    }
    const removed = questionTag(tokens, at) ?? hesitation(tokens, at) ?? marker(tokens, at);
    if (!removed) {
      at += 1;
      continue;
    }
    tokens = [...tokens.slice(0, removed.from), ...tokens.slice(removed.to)];
    at = Math.max(0, removed.from - 1);
  }
  return withoutOpening(tokens);
}

interface Cut {
  from: number;
  to: number;
}

/** "¿verdad?", with the comma before it. */
function questionTag(tokens: readonly SpokenToken[], at: number): Cut | null {
  const opens = tokens[at]?.text === '¿' ? 1 : 0;
  const size = matchAt(tokens, at + opens, TAGS);
  if (size === 0 || tokens[at + opens + size]?.text !== '?') return null;
  if (opens === 0 && !isComma(tokens[at - 1])) return null;
  const isFirst = at === 0 || (at === 1 && isComma(tokens[0]));
  const from = isComma(tokens[at - 1]) ? at - 1 : at;
  const to = at + opens + size + 1;
  // "¿Verdad?" as a whole sentence says nothing either.
  return isFirst && to < tokens.length ? null : { from, to };
}

/** "eh", "mmm", "o sea", "este…". */
function hesitation(tokens: readonly SpokenToken[], at: number): Cut | null {
  const token = tokens[at] as SpokenToken;
  const next = tokens[at + 1];
  const isSound = isWord(token) && SOUNDS.has(token.norm);
  const trails =
    token.norm === 'este' &&
    (/^(?:…|\.{2,})$/.test(next?.text ?? '') || (next?.norm === 'este' && isWord(next)));
  const isThatIs = token.norm === 'o' && next?.norm === 'sea' && isWord(next);
  if (!isSound && !trails && !isThatIs) return null;
  const to = at + (isThatIs ? 2 : 1);
  return withMarks(tokens, at, to, isThatIs);
}

function marker(tokens: readonly SpokenToken[], at: number): Cut | null {
  if (at === 0 || !isMark(tokens[at - 1])) return null;
  const size = matchAt(tokens, at, BETWEEN_MARKS);
  if (size === 0 || !isMark(tokens[at + size])) return null;
  const before = tokens[at - 1] as SpokenToken;
  const after = tokens[at + size];
  if (!isComma(before) || /^["”»]$/.test(after?.text ?? '')) return null;
  return withMarks(tokens, at, at + size, tokens[at]?.norm !== 'este');
}

/** Of two commas around removed words, one stays, and none after a hesitation inside a clause. */
function withMarks(tokens: readonly SpokenToken[], from: number, to: number, keepsOne: boolean): Cut {
  const [before, after] = [tokens[from - 1], tokens[to]];
  if (from === 0) return { from, to: isComma(after) || /^[.!?]$/.test(after?.text ?? '') ? to + 1 : to };
  if (!isComma(before) || !isComma(after))
    return { from: isComma(before) && isMark(after) ? from - 1 : from, to };
  const next = tokens[to + 1];
  // "Yo y, mire, todavía": after "y" no comma stays.
  if (/^(?:y|e|o|que|pero|porque)$/.test(tokens[from - 2]?.norm ?? '')) return { from: from - 1, to: to + 1 };
  const stays = keepsOne || !isWord(next) || OPENS_CLAUSE.has(next.norm);
  return stays ? { from, to: to + 1 } : { from: from - 1, to: to + 1 };
}

function withoutOpening(all: readonly SpokenToken[]): SpokenToken[] {
  let tokens = [...all];
  for (;;) {
    while (tokens[0] && isComma(tokens[0])) tokens = tokens.slice(1);
    const opens = /^[¿¡]$/.test(tokens[0]?.text ?? '') ? 1 : 0;
    const size = matchAt(tokens, opens, OPENINGS);
    const after = tokens[opens + size];
    const rest = tokens.slice(opens + size).filter(isWord).length;
    if (size === 0 || rest < 2) return tokens;
    if (opens === 1) {
      if (!/^[?!]$/.test(after?.text ?? '')) return tokens;
      tokens = tokens.slice(size + 2);
      continue;
    }
    if (!isComma(after)) {
      if (matchAt(tokens, 0, OPENS_ALONE) !== size) return tokens;
      tokens = tokens.slice(size);
    } else tokens = tokens.slice(size + 1);
  }
}

/** The longest run of words that is said twice. */
const LONGEST_RUN = 5;

/** Without what is said twice at once ("un día, un día se le quemó") and small words that are said anew ("la, el arroyo"). */
function withoutRestarts(all: readonly SpokenToken[]): SpokenToken[] {
  let tokens = [...all];
  for (let at = 0; at < tokens.length; at += 1) {
    const cut = repeatedAt(tokens, at) || restartedAt(tokens, at);
    if (cut === 0) continue;
    tokens = [...tokens.slice(0, at), ...tokens.slice(at + cut)];
    at = Math.max(-1, at - 2);
  }
  return tokens;
}

/** How many tokens to cut at this place: the first of two equal runs of words, with the mark between them. */
function repeatedAt(tokens: readonly SpokenToken[], at: number): number {
  for (let size = LONGEST_RUN; size > 0; size -= 1) {
    const first = tokens.slice(at, at + size);
    if (first.length < size || !first.every((token) => isWord(token) && !token.quoted)) continue;
    const marks = isComma(tokens[at + size]) ? 1 : 0;
    const second = tokens.slice(at + size + marks, at + 2 * size + marks);
    if (!first.every((token, offset) => isWord(second[offset]) && second[offset]?.norm === token.norm))
      continue;
    const goesOn = isWord(tokens[at + 2 * size + marks]);
    const isSmall = first.every(({ norm }) => STOP_WORDS.has(norm) || norm.length <= 2);
    const [word] = first;
    const isAnew = marks === 0 && looksLikeVerb(word?.text ?? '');
    const isEmphasis = size === 1 && (EMPHATIC.has(word?.norm ?? '') || (!isSmall && !isAnew));
    // "No llegaba, no llegaba." is said for emphasis; "se fue, se fue para atrás" goes on.
    if (isEmphasis || (!goesOn && !isSmall)) continue;
    return size + marks;
  }
  return 0;
}

function restartedAt(tokens: readonly SpokenToken[], at: number): number {
  const [token, mark, next] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!isWord(token) || token.quoted) return 0;
  const isAnew = (words: ReadonlySet<string>) =>
    words.has(token.norm) && isWord(next) && words.has(next.norm);
  if (isComma(mark) && (isAnew(DETERMINERS) || isAnew(PREPOSITIONS))) return 2;
  // "mi her— mi hermana": a piece that breaks off is begun again.
  const end = tokens.findIndex((one, place) => place > at && !isWord(one));
  const broken = tokens[end];
  if (end < 0 || end - at > 4 || !/^(?:…|\.{2,}|[—–-])$/.test(broken?.text ?? '')) return 0;
  const again = tokens[end + 1];
  return isWord(again) && again.norm === token.norm && isMark(tokens[at - 1]) ? end + 1 - at : 0;
}

/** Words typed without capitals and accents, with those that are certain. */
function spelledOut(tokens: readonly SpokenToken[], heard: string): SpokenToken[] {
  const names = typedNames(heard);
  const isBare = !/[áéíóúñ]/i.test(heard);
  return tokens.map((token, at) => {
    if (!isWord(token)) return token;
    const name = names.find(({ start, end }) => start <= token.start && token.end <= end);
    if (name) {
      const nth = wordsIn(heard.slice(name.start, token.start)).length;
      return { ...token, text: name.name.split(' ')[nth] ?? token.text };
    }
    return isBare ? { ...token, text: withAccents(token.text, tokens[at - 1]?.norm) } : token;
  });
}

function print(tokens: readonly SpokenToken[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.kind === 'BREAK' || token.kind === 'PAUSE') {
      if (text !== '' && !text.endsWith(' ')) text += ' ';
      continue;
    }
    const isClosing = /^[,;:.!?…]$/.test(token.text);
    const isGlued = /[¿¡(“"]$/.test(text) || (!token.spaced && !isWord(token));
    if (text !== '' && !isClosing && !isGlued && !text.endsWith(' ') && needsSpace(text, token)) text += ' ';
    text = isClosing ? text.trimEnd() + token.text : text + token.text;
  }
  return finishSentence(tidyMarks(text));
}

function needsSpace(text: string, token: SpokenToken): boolean {
  return token.spaced || /[\p{L}\p{N},;:.!?…]$/u.test(text);
}

/** Sentences that tell nothing wherever they stand. */
const EMPTY =
  /^(?:y |pero |pues |bueno,? )*(?:(?:ya )?no (?:lo )?(?:sé|se|recuerdo|me acuerdo)(?: (?:bien|muy bien|de eso|ya|exactamente|la verdad))?|no estoy segur[oa]|no sabría decirle|creo que (?:sí|si|no)|eso es todo|y eso es todo|nada más|eso fue todo|así (?:fue|es|era)|asi (?:fue|es|era)|claro que (?:sí|si)|por supuesto|ya le dije|eso|exacto|cómo no|qué (?:le diré|más le digo|más le cuento)|a ver|muchas gracias|gracias|de nada|sí señora?|no señora?|igual(?:mente)?|lo que pasa)[.!?…]*$/iu;
/** The sentence breaks off after one of these words. */
const DANGLING =
  /(?:^|[^\p{L}])(?:el|la|los|las|un|una|de|del|al|a|en|con|por|para|que|y|o|pero|porque|mi|su|como|cuando|si|se|me|le|muy|entre|sin|este)[.…—–-]*$/iu;
/** "Claro.", "Ah, sí.": a sentence of these words alone only agrees or fills a pause. */
const BACK_CHANNEL = set(
  'si no claro bueno pues ya ah ay uy oh mmm aja exacto eso verdad mire mira oiga gracias bien muy este y o sea ahi asi como le digo la senora senor mija mijo',
);

function closedOf(sentence: string): string {
  return sentence.replace(/(?<!["'”’)])["'”’)]+$/, '').replace(/(?<![.…])[.…]+$/, '');
}

function breaksOff(sentence: string): boolean {
  const closed = closedOf(sentence);
  return DANGLING.test(closed) || /[,—–-]$/.test(closed) || /…$/.test(sentence);
}

/** Whether a sentence is worth printing alone: complete, and with content. */
export function worthKeeping(sentence: string): boolean {
  const words = wordsIn(sentence);
  const content = words.filter(({ norm }) => !isStopWord(norm));
  if (words.length < 3 || content.length < 1 || breaksOff(sentence)) return false;
  if (words.length < 5 && !words.some(({ text }) => looksLikeVerb(text))) return false;
  return !EMPTY.test(sentence);
}

/** Whether a fragment answers the question and can stand before a sentence that goes on: "En burro." */
export function isAnswer(sentence: string): boolean {
  const content = wordsIn(sentence).filter(({ norm }) => !isStopWord(norm));
  return content.length > 0 && !breaksOff(sentence) && !EMPTY.test(sentence);
}

/** Whether a sentence between the others of a story belongs to it, however short: "Tres días de viaje." */
export function tellsAmid(sentence: string): boolean {
  if (wordsIn(sentence).every(({ norm }) => BACK_CHANNEL.has(norm))) return false;
  return !breaksOff(sentence) && !EMPTY.test(sentence);
}
