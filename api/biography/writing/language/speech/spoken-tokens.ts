import { fold } from '#api/biography/writing/language/words.ts';

/**
 * A piece of a spoken sentence. A BREAK is a place where the speaker hesitated or spoke of something else;
 * a PAUSE is the same between two commas. Both print as nothing or as a comma.
 */
export interface SpokenToken {
  kind: 'WORD' | 'SOFT' | 'HARD' | 'BREAK' | 'PAUSE' | 'OTHER';
  text: string;
  /** Lower case, straight apostrophes, with the possessive. */
  norm: string;
  /** UTF-16 offsets into the sentence. */
  start: number;
  end: number;
  /** Whether there is a space before it. */
  spaced: boolean;
  /** Whether it is inside double quotes: quoted speech is not changed. */
  quoted: boolean;
}

/** Marks where words outside the story were removed inside a sentence. */
export const GAP = '¦';

const PIECE =
  /[\p{L}\p{M}\p{N}]+(?:(?:['’ʼ‐‑-]|(?<=\p{N})[.,:/](?=\p{N}))[\p{L}\p{M}\p{N}]+)*|…|\.{2,}|\s+|[^\s]/gu;
const SOFT = /^(?:[,—–]|…|\.{2,})$/;
const HARD = /^[.;:!?]$/;

/** The words and marks of a sentence, in order. */
export function readTokens(sentence: string): SpokenToken[] {
  const found: SpokenToken[] = [];
  const lastQuote = Math.max(sentence.lastIndexOf('”'), sentence.lastIndexOf('"'));
  let spaced = false;
  let quoted = false;
  for (const { 0: text, index: start } of sentence.matchAll(PIECE)) {
    if (/^\s/.test(text)) {
      spaced = true;
      continue;
    }
    const end = start + text.length;
    const opens = /^[“"]$/.test(text) && !quoted && lastQuote >= end;
    const closes = /^[”"]$/.test(text) && quoted;
    if (closes) quoted = false;
    const kind =
      text === '.' && isAbbreviated(found.at(-1)) && !spaced ? 'OTHER' : kindOf(text, spaced, sentence[end]);
    const norm = kind === 'WORD' ? fold(text).replace(/ʼ/g, "'") : text;
    found.push({ kind, text, norm, start, end, spaced: spaced && found.length > 0, quoted });
    if (opens) quoted = true;
    spaced = false;
  }
  return found;
}

/** The point of "Mr." or "J." doesn't end a sentence. */
function isAbbreviated(token: SpokenToken | undefined): boolean {
  return (
    isWord(token) &&
    (/^(?:mr|mrs|ms|dr|st|jr|sr|prof|rev|capt|sgt|lt|col|gen)$/.test(token.norm) ||
      /^\p{Lu}$/u.test(token.text))
  );
}

function kindOf(text: string, spaced: boolean, next: string | undefined): SpokenToken['kind'] {
  if (/^[\p{L}\p{N}]/u.test(text)) return 'WORD';
  if (text === GAP) return 'BREAK';
  if (SOFT.test(text)) return 'SOFT';
  if (/^[-‐‑]$/.test(text)) return spaced && (next === undefined || /\s/.test(next)) ? 'SOFT' : 'OTHER';
  return HARD.test(text) ? 'HARD' : 'OTHER';
}

export function isWord(token: SpokenToken | undefined): token is SpokenToken {
  return token?.kind === 'WORD';
}

/** Whether a sentence can restart after this mark. */
export function isSoftMark(token: SpokenToken | undefined): boolean {
  return token !== undefined && (token.kind === 'SOFT' || token.kind === 'BREAK' || token.kind === 'PAUSE');
}

/** The words between two marks, and the mark that ends them. */
export interface Chunk {
  tokens: SpokenToken[];
  mark: SpokenToken | null;
}

/** Splits a sentence at its marks. */
export function readChunks(tokens: readonly SpokenToken[]): Chunk[] {
  const chunks: Chunk[] = [];
  let open: SpokenToken[] = [];
  for (const token of tokens) {
    if (isSoftMark(token) || token.kind === 'HARD') {
      chunks.push({ tokens: open, mark: token });
      open = [];
    } else open.push(token);
  }
  if (open.length > 0) chunks.push({ tokens: open, mark: null });
  return chunks;
}

export function wordsOf(tokens: readonly SpokenToken[]): string[] {
  return tokens.filter(isWord).map(({ norm }) => norm);
}

/** Whether any of these words is inside quotation marks. */
export function isQuoted(tokens: readonly SpokenToken[]): boolean {
  return tokens.some(({ quoted }) => quoted);
}
