import { fold } from '#api/biography/writing/language/words.ts';

/**
 * A piece of a spoken sentence. A BREAK is a place where the speaker hesitated or spoke of something else, a PAUSE the
 * same between two commas; both print as nothing or as a comma.
 */
export interface SpokenToken {
  kind: 'WORD' | 'SOFT' | 'HARD' | 'BREAK' | 'PAUSE' | 'OTHER';
  text: string;
  /** Lower case, straight apostrophes, the possessive kept. */
  norm: string;
  /** UTF-16 offsets into the sentence. */
  start: number;
  end: number;
  /** Whether a space stands before it. */
  spaced: boolean;
  /** Whether it stands between double quotes: what somebody said is left as it is. */
  quoted: boolean;
}

/** Stands in a text where words that tell nothing were taken out in mid-sentence. */
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

/** "Mr." and "J." end nothing. */
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

/** A mark over which a sentence may begin anew. */
export function isSoftMark(token: SpokenToken | undefined): boolean {
  return token !== undefined && (token.kind === 'SOFT' || token.kind === 'BREAK' || token.kind === 'PAUSE');
}

/** The words between two marks, and the mark that ends them. */
export interface Chunk {
  tokens: SpokenToken[];
  mark: SpokenToken | null;
}

/** A sentence in the pieces between its marks. */
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

/** Whether some of these words stand between quotation marks. */
export function isQuoted(tokens: readonly SpokenToken[]): boolean {
  return tokens.some(({ quoted }) => quoted);
}
