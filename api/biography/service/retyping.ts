import type { Kept } from '../book.ts';
import { repetitionOf } from '../echo.ts';
import { carrySources } from '../writing/bodies.ts';
import { chapterOf } from '../writing/composing/chapters.ts';
import type { SourcedSentence, WriteChapter } from '../writing/writer.ts';

/** A card's body as somebody has typed it, with what it replaces and the private words that the card rests on. */
export type TypedCard = {
  title: string;
  body: string;
  old: Kept[];
  privateWords: string[];
  /** The chapters of the book, where the card's own is yet to be found. */
  chapters: WriteChapter[] | null;
};

/**
 * A card's sentences after somebody has typed its body anew, and the chapter of which they speak most. What was hidden
 * stays hidden and stays in its place, even when it was typed from a page that still showed it; so is what says private
 * words of this card again in other ones.
 */
export function retypeCard({ title, body, old, privateWords, chapters }: TypedCard) {
  const repeats = repetitionOf(privateWords);
  const hiddenBefore = new Set(old.filter((sentence) => sentence.hidden).map(identityOf));
  const typed = carrySources([old], body).flatMap((sentences, paragraph) =>
    sentences.map(({ text, sources }): Kept => {
      const withdrawn = hiddenBefore.has(identityOf({ text, sources }));
      return { paragraph, text, sources, hidden: withdrawn || (sources.length === 0 && repeats(text)) };
    }),
  );
  return {
    sentences: keepHidden(old, typed),
    chapterKey: chapters && chapterOf(`${title} ${body}`, null, chapters),
  };
}

type Link = { sentence: Kept; next: Link | null };

/** Puts each hidden sentence that was not typed again back behind the one that it followed, or at the end. */
function keepHidden(old: readonly Kept[], typed: readonly Kept[]): Kept[] {
  const places = new Map<string, Link>();
  let [first, last]: [Link | null, Link | null] = [null, null];
  const insertAfter = (before: Link | null, sentence: Kept) => {
    const link: Link = { sentence, next: before?.next ?? null };
    if (before) before.next = link;
    else first = link;
    if (before === last) last = link;
    places.set(identityOf(sentence), link);
  };
  for (const sentence of typed) insertAfter(last, sentence);
  const isTyped = new Set(places.keys());
  let before: Link | null = null;
  for (const sentence of old) {
    const identity = identityOf(sentence);
    if (sentence.hidden && !isTyped.has(identity)) {
      const place: Link | null = before ?? last;
      insertAfter(place, { ...sentence, paragraph: place?.sentence.paragraph ?? 0 });
    }
    before = places.get(identity) ?? before;
  }
  const kept: Kept[] = [];
  for (let link: Link | null = first; link; link = (link as Link).next) kept.push((link as Link).sentence);
  return kept;
}

/** Two sentences of one card are the same where they rest on the same words, or say the same and rest on none. */
function identityOf({ text, sources }: SourcedSentence): string {
  if (sources.length === 0) return text;
  return JSON.stringify(sources.map(({ messageId, start, end }) => [messageId, start, end]));
}
