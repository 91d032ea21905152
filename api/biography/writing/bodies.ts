import { plain } from '#api/biography/writing/language/words.ts';
import type { SourcedSentence } from '#api/biography/writing/writer.ts';
import { splitSentences } from '#api/language/sentences.ts';

/** A card's body as its readers type it: sentences by paragraph, an empty line between two paragraphs. */
export function printBody(paragraphs: readonly (readonly Pick<SourcedSentence, 'text'>[])[]): string {
  return paragraphs
    .map((sentences) => sentences.map((sentence) => sentence.text).join(' '))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** The sentences of a typed body. A single line break is a space; an empty line parts paragraphs. */
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
 * A body as it is saved by hand: a sentence that stood in the old body word for word keeps its sources, wherever it
 * was moved; every other sentence is the family's own and has none. A sentence that stood there twice keeps the
 * sources of each in turn; typed once more than before, the last copy has none. Kinds of quotes and spaces don't count
 * as changes.
 */
export function carrySources(
  old: readonly (readonly SourcedSentence[])[],
  newBody: string,
): SourcedSentence[][] {
  const waiting = Map.groupBy(old.flat(), (sentence) => keyOf(sentence.text));
  const paragraphs = parseBody(newBody).map((sentences) => mendSplits(sentences, waiting));
  return paragraphs.map((sentences) =>
    sentences.map((text) => {
      const kept = waiting.get(keyOf(text))?.shift();
      return { text, sources: kept ? kept.sources.map((source) => ({ ...source })) : [] };
    }),
  );
}

/** A stored sentence may hold what splitting takes for two: they are one again if together they are what was stored. */
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
