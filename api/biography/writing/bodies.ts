import { plain } from '#api/biography/writing/language/words.ts';
import type { SourcedSentence } from '#api/biography/writing/writer.ts';
import { splitSentences } from '#api/language/sentences.ts';

/** A card's body as plain text: the sentences of each paragraph, with an empty line between paragraphs. */
export function printBody(paragraphs: readonly (readonly Pick<SourcedSentence, 'text'>[])[]): string {
  return paragraphs
    .map((sentences) => sentences.map((sentence) => sentence.text).join(' '))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/**
 * The sentences of a typed body. A single line break counts as a space; an empty line separates paragraphs.
 */
export function parseBody(body: string): string[][] {
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      splitSentences(paragraph.replace(/\s+/g, ' ').trim()).map((sentence) => sentence.text),
    )
    .filter((sentences) => sentences.length > 0);
}

/**
 * A body that a person saved: a sentence that is unchanged keeps its sources, wherever it was moved; every
 * other sentence is the family's own and has none. Copies of a repeated sentence keep the sources of each
 * in turn; an extra copy has none. Differences in quotes and spaces don't count as changes.
 */
export function carrySources(
  old: readonly (readonly SourcedSentence[])[],
  newBody: string,
): SourcedSentence[][] {
  const waiting = Map.groupBy(old.flat(), (sentence) => keyOf(sentence.text));
  const paragraphs = parseBody(newBody).map((sentences) => mendSplits(sentences, waiting));
  return paragraphs.map((sentences) =>
    sentences.map((text) => {
      const stored = waiting.get(keyOf(text))?.shift();
      return { text, sources: stored ? stored.sources.map((source) => ({ ...source })) : [] };
    }),
  );
}

/** Joins sentences that splitting separated if together they are one stored sentence. */
function mendSplits(sentences: string[], stored: ReadonlyMap<string, unknown>): string[] {
  const mended: string[] = [];
  for (let at = 0; at < sentences.length; ) {
    const longest = [4, 3, 2].find(
      (size) => at + size <= sentences.length && stored.has(keyOf(sentences.slice(at, at + size).join(' '))),
    );
    mended.push(sentences.slice(at, at + (longest ?? 1)).join(' '));
    at += longest ?? 1;
  }
  return mended;
}

function keyOf(text: string): string {
  return plain(text).replace(/\s+/g, ' ').trim();
}
