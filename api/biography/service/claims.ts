import { splitSentences } from '#api/language/sentences.ts';
import { contentLemmas, plain } from '../writing/language/words.ts';
import type { SourcedSentence, SourceSpan } from '../writing/writer.ts';

/** A source that the editor names for a sentence, with the text of the stored sentence that rests on it. */
export type ClaimedSource = SourceSpan & { sentence: string };

/** A sentence as the editor sent it. */
export type ClaimedSentence = {
  paragraph: number;
  text: string;
  sources: ClaimedSource[];
  /** Whether its paragraph is a quotation; null if the client didn't say. */
  quoted?: boolean | null;
};

/** A sentence as a revision of the card stores it. */
export type StoredWording = SourcedSentence & { edited: boolean };

type Run = { start: number; end: number; sources: ClaimedSource[] };

/**
 * Splits the sent sentences again and gives each its sources. A stored sentence stays whole; other text is split by
 * punctuation. A sentence gets the sources of all sent sentences that it overlaps, except those with which it shares
 * no word. A sentence with sources is edited unless a revision stores it unedited with the same sources.
 */
export function splitClaims(
  claims: readonly ClaimedSentence[],
  stored: readonly StoredWording[],
): (StoredWording & { paragraph: number; quoted: boolean | null })[] {
  const wordings = Map.groupBy(stored, ({ text, sources }) => `${keyOf(text)}\n${setOf(sources)}`);
  const bySource = new Map<string, string[]>();
  for (const { text, sources } of stored) {
    for (const source of sources) {
      const key = spanOf(source);
      bySource.set(key, [...(bySource.get(key) ?? []), text]);
    }
  }
  const settle = (text: string, claimed: readonly ClaimedSource[]): StoredWording => {
    const known = wordings.get(`${keyOf(text)}\n${setOf(claimed)}`);
    if (known) {
      return { text, sources: claimed.map(toSpan), edited: known.every(({ edited }) => edited) };
    }
    const sources = claimed.filter(({ sentence }) => sharesWords(text, sentence)).map(toSpan);
    return { text, sources, edited: sources.length > 0 };
  };
  return paragraphsOf(claims).flatMap(({ text, runs, quoted }, paragraph) =>
    cut(text, runs, bySource).map(({ start, end }) => ({
      paragraph,
      quoted,
      ...settle(text.slice(start, end), sourcesWithin(runs, start, end)),
    })),
  );
}

type Paragraph = { text: string; runs: Run[]; quoted: boolean | null };

/** The text of each paragraph, and the range of each sent sentence in it. Its first sentence says if it is a quote. */
export function paragraphsOf(claims: readonly ClaimedSentence[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let number: number | undefined;
  for (const { paragraph, text, sources, quoted = null } of claims) {
    const words = text.replace(/\s+/g, ' ').trim();
    const last = paragraphs.at(-1);
    if (last && paragraph === number) {
      const start = last.text.length + 1;
      last.text += ` ${words}`;
      last.runs.push({ start, end: last.text.length, sources });
    } else paragraphs.push({ text: words, runs: [{ start: 0, end: words.length, sources }], quoted });
    number = paragraph;
  }
  return paragraphs;
}

function cut(text: string, runs: readonly Run[], bySource: ReadonlyMap<string, readonly string[]>) {
  const flat = plain(text);
  const comparable = flat.length === text.length ? flat : text;
  const ends = splitSentences(text).map(({ end }) => end);
  const parts: { start: number; end: number }[] = [];
  let [run, next] = [0, 0];
  for (let at = 0; at < text.length; ) {
    while (text[at] === ' ') at++;
    while ((runs[run]?.end ?? text.length) <= at) run++;
    while ((ends[next] ?? text.length) <= at) next++;
    const wholes = (runs[run]?.sources ?? [])
      .flatMap((source) => bySource.get(spanOf(source)) ?? [])
      .filter((whole) => startsAt(comparable, plain(whole), at));
    const end = wholes.length
      ? at + Math.max(...wholes.map((whole) => plain(whole).length))
      : (ends[next] ?? text.length);
    if (end > at) parts.push({ start: at, end });
    at = Math.max(end, at + 1);
  }
  return parts;
}

function startsAt(text: string, whole: string, at: number): boolean {
  return (
    whole !== '' &&
    text.startsWith(whole, at) &&
    /^(\s|$)/.test(text.slice(at + whole.length, at + whole.length + 1))
  );
}

function sourcesWithin(runs: readonly Run[], start: number, end: number): ClaimedSource[] {
  const found = runs.filter((each) => each.start < end && each.end > start).flatMap(({ sources }) => sources);
  return [...new Map(found.map((source) => [spanOf(source), source])).values()];
}

/** Whether a text shares a content word with a sentence; a text without content words must share all its words. */
function sharesWords(text: string, sentence: string): boolean {
  const content = contentLemmas(text);
  if (content.length > 0) {
    const told = new Set(contentLemmas(sentence));
    return content.some((lemma) => told.has(lemma));
  }
  const told = new Set(wordsOf(sentence));
  return wordsOf(text).every((word) => told.has(word));
}

function wordsOf(text: string): string[] {
  return (
    plain(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function toSpan({ messageId, start, end }: SourceSpan): SourceSpan {
  return { messageId, start, end };
}

function spanOf({ messageId, start, end }: SourceSpan): string {
  return `${messageId} ${start} ${end}`;
}

function setOf(sources: readonly SourceSpan[]): string {
  return sources.map(spanOf).sort().join();
}

function keyOf(text: string): string {
  return plain(text).replace(/\s+/g, ' ').trim();
}
