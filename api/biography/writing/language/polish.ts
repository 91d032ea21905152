import { isStopWord } from '#api/biography/writing/language/words.ts';
import { withoutFillers, withoutOpening } from './speech/fillers.ts';
import { finishSentence, tidyMarks, withoutNoises } from './speech/printed.ts';
import { withoutStutters } from './speech/repetitions.ts';
import { PUT_IN, withoutRestarts } from './speech/restarts.ts';
import { cutRunOns } from './speech/run-ons.ts';
import { isSoftMark, isWord, readTokens, type SpokenToken } from './speech/spoken-tokens.ts';
import { DETERMINERS, isAuxiliary, isSubjectPronoun, isVerb } from './speech/word-classes.ts';

/** A polished sentence, and the span of the spoken words that it was made from. */
export interface WrittenSentence {
  text: string;
  start: number;
  end: number;
}

/**
 * Polishes a spoken sentence: removes hesitations, stutters, false starts, interruptions and empty
 * openings, and cuts run-on sentences. The remaining words keep their order. Empty when nothing remains.
 */
export function writtenSentences(spoken: string): WrittenSentence[] {
  const heard = withoutNoises(spoken);
  const fluent = withoutRestarts(withoutStutters(withoutFillers(readTokens(heard))));
  const pieces = cutAtGaps(fluent).flatMap((piece) => cutRunOns(withoutOpening(piece)));
  const found: WrittenSentence[] = [];
  pieces.forEach((piece, at) => {
    const text = print(piece);
    if (text === '') return;
    const next = pieces.slice(at + 1).find((other) => other.some(isWord));
    const start = found.length === 0 ? 0 : (piece.find(isWord)?.start ?? 0);
    const end = next ? (piece.findLast(isWord)?.end ?? 0) : spoken.length;
    const said = spoken.slice(start, end);
    found.push({
      text,
      start: start + said.length - said.trimStart().length,
      end: start + said.trimEnd().length,
    });
  });
  return found;
}

/** The same as one text. */
export function polish(spoken: string): string {
  return writtenSentences(spoken)
    .map(({ text }) => text)
    .join(' ');
}

/** Ends a sentence where words between two sentences were removed. */
function cutAtGaps(tokens: readonly SpokenToken[]): SpokenToken[][] {
  const pieces: SpokenToken[][] = [[]];
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    const sentence =
      token.kind === 'BREAK' && isWord(next) && /^\p{Lu}/u.test(next.text) && !/^i(?:'|$)/.test(next.norm);
    pieces.at(-1)?.push(token);
    if (sentence && token.text !== '') pieces.push([]);
  });
  return pieces.map((piece, at) => (at < pieces.length - 1 ? withoutLooseEnd(piece) : piece));
}

/** "It rained and I thought," with nothing after it: the unfinished end is removed. */
function withoutLooseEnd(tokens: SpokenToken[]): SpokenToken[] {
  const end = tokens.findLastIndex(isWord);
  if (
    !/^(?:said|says|say|thought|asked|told|and|but|or|so|because|that|the|a|an|my|me|him|her)$/.test(
      tokens[end]?.norm ?? '',
    )
  )
    return tokens;
  const from = tokens.findLastIndex(
    (token, at) => at < end && (isSoftMark(token) || /^(?:and|but|so)$/.test(token.norm)),
  );
  return tokens.slice(0, Math.max(0, from));
}

function print(tokens: readonly SpokenToken[]): string {
  let text = '';
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'BREAK') continue;
    if (token.kind === 'PAUSE') {
      if (keepsComma(tokens, at)) text = `${text.replace(/[,\s]+$/, '')},`;
      continue;
    }
    const broken = tokens[at - 1]?.kind === 'BREAK' || tokens[at - 1]?.kind === 'PAUSE';
    const glued = /[^\s][—–]$/.test(text);
    const space =
      (token.spaced || (broken && isWord(token) && !glued)) && text !== '' && !/^[,;:.!?…]$/.test(token.text);
    text += `${space ? ' ' : ''}${token.norm === 'i' && isWord(token) ? 'I' : token.text}`;
  }
  return finishSentence(tidyMarks(text));
}

/** "It was a coal town, um, mostly Italian": of two commas one stays after a content word. */
function keepsComma(tokens: readonly SpokenToken[], at: number): boolean {
  const last = tokens.slice(0, at).findLast(isWord);
  const next = tokens.slice(at + 1).find((token) => token.kind !== 'BREAK' && token.kind !== 'PAUSE');
  if (!last || !isWord(next)) return false;
  if (isSubjectPronoun(next.norm) && (!isStopWord(last.norm) || isVerb(last.norm))) return true;
  if (/^(?:that|to|of|for|with|from|in|on|at|by|than|about)$/.test(next.norm) || isAuxiliary(next.norm))
    return false;
  const from = tokens.findLastIndex(
    (token, index) => index < at && (isSoftMark(token) || token.kind === 'HARD'),
  );
  const piece = tokens.slice(from + 1, at).filter(isWord);
  if (from >= 0 && PUT_IN.test(piece.map(({ norm }) => norm).join(' '))) return true;
  if (opensWithTime(piece) && (isSubjectPronoun(next.norm) || DETERMINERS.has(next.norm))) return true;
  return !isStopWord(last.norm) && !isVerb(last.norm);
}

/** "While I was there, um, there was still fighting": the comma after the first clause stays. */
function opensWithTime(words: readonly SpokenToken[]): boolean {
  const first = words.find(({ norm }) => !/^(?:and|but|so)$/.test(norm));
  return (
    words.length > 2 &&
    /^(?:while|when|if|after|before|because|although|since|once|where|whenever)$/.test(first?.norm ?? '')
  );
}
