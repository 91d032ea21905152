import { yearOf } from '#api/biography/writing/dating/expressions.ts';
import { countWords, fold } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import type { SourcedSentence } from '#api/biography/writing/writer.ts';
import type { WritingLanguage } from '#api/biography/writing/writing-language.ts';
import type { Language } from '#api/language/languages.ts';

/** The parts of a story that are compared: an existing card, or a story being written. */
export interface Story {
  paragraphs: readonly (readonly SourcedSentence[])[];
  people: readonly string[];
  places: readonly string[];
  happened: string | null;
}

/** When this share of the shorter telling's sentences has a counterpart, two tellings are the same story. */
const SAME_SENTENCES = 0.34;
/** The same share when they also have a person, a place or the year in common. */
const LIKELY_SENTENCES = 0.26;
const TOLD_ALREADY = 0.75;
/** Memory errs by fewer years than this: stories further apart are two, whatever words they share. */
const OTHER_YEARS = 10;
/** A card of this many words is full, and new text starts another one. */
const FULL = 900;

/**
 * The story that `story` tells again, or null. Common names or a common theme alone never make two stories
 * the same: the same things must happen, sentence by sentence. Different years require a larger share.
 * `rest` is the rest of the book, which shows which words are common and which are specific.
 */
export function sameStory<T extends Story>(
  story: Story,
  others: readonly T[],
  rest: readonly Story[],
  language: Language = 'en',
): T | null {
  const weight = weigher([...new Set([story, ...others, ...rest])], language);
  const scored = others
    .filter((other) => countWords(textOf(other)) < FULL)
    .map((other) => ({ other, share: alignment(story, other, weight, language) }))
    .filter(({ other, share }) => share >= threshold(story, other))
    .sort((a, b) => b.share - a.share);
  return scored[0]?.other ?? null;
}

/** The share of the shorter telling's sentences that the other telling has too, in its own wording. */
export function alignment(
  story: Story,
  other: Story,
  weight: (word: string) => number,
  language: Language = 'en',
): number {
  const words = writingLanguage(language);
  const names = new Set(
    [story, other]
      .flatMap((one) => [...one.people, ...one.places])
      .flatMap((name) => words.contentLemmas(name)),
  );
  const sentences = (one: Story) =>
    one.paragraphs
      .flat()
      .map((sentence) => new Set(lemmasOf(sentence, words).filter((word) => !names.has(word))))
      .filter((words) => words.size >= 3);
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weight(word), 0);
  const [fewer, more] = [sentences(story), sentences(other)].sort((a, b) => a.length - b.length);
  if (!fewer || !more || fewer.length === 0) return 0;
  const met = fewer.filter((words) =>
    more.some((others) => {
      const shared = [...words].filter((word) => others.has(word));
      if (shared.length < 2) return false;
      const telling = shared.filter((word) => weight(word) > 0.6).length;
      if (telling < 2) return false;
      const share = sum(shared) / Math.min(sum(words), sum(others));
      return (telling >= 3 && share >= 0.4) || (telling >= 2 && share >= 0.55);
    }),
  );
  return met.length < Math.min(2, fewer.length) ? 0 : met.length / fewer.length;
}

/** How specific a word is: less when many stories use it, and less when it occurs in every life. */
export function weigher(stories: readonly Story[], language: Language = 'en'): (word: string) => number {
  const words = writingLanguage(language);
  const counts = new Map<string, number>();
  for (const story of stories) {
    for (const word of new Set(story.paragraphs.flat().flatMap((sentence) => lemmasOf(sentence, words))))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const rest = Math.max(0, stories.length - 2);
  return (word) => {
    const elsewhere = Math.max(0, (counts.get(word) ?? 0) - 2);
    const common = rest > 0 ? elsewhere / Math.max(6, rest) : 0;
    return (words.isGeneric(word) ? 0.25 : 1) * Math.max(0.1, 1 - 3 * common);
  };
}

const LEMMAS = new WeakMap<SourcedSentence, string[]>();

function lemmasOf(sentence: SourcedSentence, { contentLemmas }: WritingLanguage): string[] {
  const known = LEMMAS.get(sentence);
  if (known) return known;
  const lemmas = contentLemmas(sentence.text);
  LEMMAS.set(sentence, lemmas);
  return lemmas;
}

function textOf(story: Story): string {
  return story.paragraphs
    .flat()
    .map((sentence) => sentence.text)
    .join(' ');
}

/** The paragraphs without the sentences that `inBook` has already, in the same or nearly the same words. */
export function untold(
  paragraphs: readonly (readonly SourcedSentence[])[],
  inBook: readonly SourcedSentence[],
  language: Language = 'en',
): SourcedSentence[][] {
  const own = writingLanguage(language);
  const known = inBook.map((sentence) => ({ words: new Set(lemmasOf(sentence, own)), sentence }));
  return paragraphs
    .map((sentences) =>
      sentences.filter((sentence) => {
        const words = new Set(lemmasOf(sentence, own));
        if (words.size === 0) return false;
        return !known.some(
          (other) => sameSource(sentence, other.sentence) || containment(words, other.words) >= TOLD_ALREADY,
        );
      }),
    )
    .filter((sentences) => sentences.length > 0);
}

function threshold(story: Story, other: Story): number {
  const [here, there] = [yearOf(story.happened), yearOf(other.happened)];
  const apart = here === null || there === null ? 0 : Math.abs(here - there);
  if (apart > OTHER_YEARS) return Number.POSITIVE_INFINITY;
  if (apart > 1) return SAME_SENTENCES * 1.4;
  const names = (one: Story) => [...one.people, ...one.places].map(fold);
  const shared = names(story).some((name) => names(other).includes(name));
  return shared || (here !== null && here === there) ? LIKELY_SENTENCES : SAME_SENTENCES;
}

function containment(words: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...words].filter((word) => other.has(word)).length / words.size;
}

function sameSource(left: SourcedSentence, right: SourcedSentence): boolean {
  return left.sources.some((a) =>
    right.sources.some((b) => a.messageId === b.messageId && a.start < b.end && b.start < a.end),
  );
}
