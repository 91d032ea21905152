import type { Language } from '#api/language/languages.ts';
import type { Kept } from '../book.ts';
import { repetitionOf } from '../echo.ts';
import { carrySources } from '../writing/bodies.ts';
import { chapterOf } from '../writing/composing/chapters.ts';
import { plain } from '../writing/language/words.ts';
import type { SourcedSentence, WriteChapter } from '../writing/writer.ts';
import { type ClaimedSentence, type StoredWording, splitClaims } from './claims.ts';

/**
 * A card's body as somebody typed it, with the sentences it replaces and the private words that the card
 * rests on.
 */
export type TypedCard = {
  title: string;
  body: string;
  old: Kept[];
  privateWords: string[];
  /** The sentences with the sources that the editor named; null when only the body is known. */
  claims: ClaimedSentence[] | null;
  /** The stored sentences of the card's revisions, to compare the claims with. */
  wordings: StoredWording[];
  /** The chapters of the book, if the card's chapter is still to be found. */
  chapters: WriteChapter[] | null;
  /** The language of the book; English when left out. */
  language?: Language;
};

/**
 * The card's sentences after somebody has retyped the body, and the chapter that they mostly belong to. A
 * hidden sentence stays hidden and in its place, even if it was typed again from a page that still showed
 * it. A sentence that repeats private words of this card in other words is hidden too.
 */
export function retypeCard(typedCard: TypedCard) {
  const { title, body, old, privateWords, claims, wordings, chapters, language } = typedCard;
  const repeats = repetitionOf(privateWords);
  const hiddenBefore = new Set(old.filter((sentence) => sentence.hidden).map(identityOf));
  const openBefore = new Set(old.filter((sentence) => !sentence.hidden).map(wordingOf));
  const editedBefore = new Set(old.filter((sentence) => sentence.edited).map(wordingOf));
  const read = claims
    ? splitClaims(claims, wordings)
    : carrySources([old], body).flatMap((sentences, paragraph) =>
        sentences.map((sentence) => ({
          ...sentence,
          paragraph,
          quoted: null,
          edited: editedBefore.has(wordingOf(sentence)),
        })),
      );
  const quotedBefore = new Set(old.filter((sentence) => sentence.quoted).map(wordingOf));
  // Unless the client says otherwise, a paragraph with sentences of a quotation is one.
  const quotes = new Set(
    read
      .filter((sentence) => sentence.quoted ?? quotedBefore.has(wordingOf(sentence)))
      .map(({ paragraph }) => paragraph),
  );
  const typed = read.map((sentence): Kept => {
    const withdrawn = hiddenBefore.has(identityOf(sentence)) && !openBefore.has(wordingOf(sentence));
    const isOwn = sentence.sources.length === 0 || sentence.edited;
    const hidden = withdrawn || (isOwn && repeats(sentence.text));
    return { ...sentence, quoted: quotes.has(sentence.paragraph), hidden };
  });
  return {
    sentences: keepHidden(old, typed),
    chapterKey: chapters && chapterOf(`${title} ${body}`, null, chapters, {}, language),
  };
}

type Link = { sentence: Kept; next: Link | null };

/** Puts each hidden sentence that was not typed again back after the sentence it followed, or at the end. */
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
      const { paragraph = 0, quoted = false } = place?.sentence ?? {};
      insertAfter(place, { ...sentence, paragraph, quoted });
    }
    before = places.get(identity) ?? before;
  }
  const merged: Kept[] = [];
  for (let link: Link | null = first; link; link = (link as Link).next) merged.push((link as Link).sentence);
  return merged;
}

/** Identifies a sentence by its text too, because the two halves of a split sentence have the same sources. */
function wordingOf(sentence: SourcedSentence): string {
  return `${plain(sentence.text)}\n${identityOf(sentence)}`;
}

/**
 * Two sentences of one card are the same if they rest on the same words, or rest on none and have the same
 * text.
 */
function identityOf({ text, sources }: SourcedSentence): string {
  if (sources.length === 0) return text;
  return JSON.stringify(sources.map(({ messageId, start, end }) => [messageId, start, end]));
}
