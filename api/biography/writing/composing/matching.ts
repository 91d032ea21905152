import { GENERIC } from '#api/biography/writing/composing/vocabulary.ts';
import { yearOf } from '#api/biography/writing/dating/expressions.ts';
import { contentLemmas, fold, tokens } from '#api/biography/writing/language/words.ts';
import type { SourcedSentence } from '#api/biography/writing/writer.ts';

/** What is compared of a story: an existing card, or one just being written. */
export interface Story {
  paragraphs: readonly (readonly SourcedSentence[])[];
  people: readonly string[];
  places: readonly string[];
  happened: string | null;
}

/** Shared share of telling words from which on two tellings are one story. */
const SAME_STORY = 0.34;
const LIKELY_STORY = 0.25;
const TOLD_ALREADY = 0.75;

/**
 * The story that is told again in `story`, or null. Names of people and places alone never make two stories one: it
 * takes the same things, seen and done. A different year asks for more likeness.
 */
export function sameStory<T extends Story>(story: Story, others: readonly T[]): T | null {
  const weight = weigher([story, ...others]);
  const scored = others
    .map((other) => ({ other, likeness: likeness(story, other, weight) }))
    .filter(({ other, likeness: value }) => value.shared >= 5 && value.share >= threshold(story, other))
    .sort((a, b) => b.likeness.share - a.likeness.share);
  return scored[0]?.other ?? null;
}

/** The paragraphs without the sentences that `told` has already, in these or nearly these words. */
export function untold(
  paragraphs: readonly (readonly SourcedSentence[])[],
  told: readonly SourcedSentence[],
): SourcedSentence[][] {
  const known = told.map((sentence) => ({ words: new Set(contentLemmas(sentence.text)), sentence }));
  return paragraphs
    .map((sentences) =>
      sentences.filter((sentence) => {
        const words = new Set(contentLemmas(sentence.text));
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
  const apart = here !== null && there !== null && Math.abs(here - there) > 1;
  const names = (one: Story) => [...one.people, ...one.places].map(fold);
  const shared = names(story).filter((name) => names(other).includes(name)).length;
  if (apart) return SAME_STORY * 1.35;
  return shared > 0 || (here !== null && here === there) ? LIKELY_STORY : SAME_STORY;
}

function likeness(story: Story, other: Story, weight: (word: string) => number) {
  const here = wordsOf(story);
  const there = wordsOf(other);
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weight(word), 0);
  const both = [...here].filter((word) => there.has(word));
  return { share: sum(both) / Math.max(1, Math.min(sum(here), sum(there))), shared: both.length };
}

/** Content words without names: a name says who, not what happened. */
function wordsOf(story: Story): Set<string> {
  const names = new Set(
    [...story.people, ...story.places].flatMap((name) => tokens(name).map((token) => token.norm)),
  );
  const text = story.paragraphs
    .flat()
    .map((sentence) => sentence.text)
    .join(' ');
  return new Set(contentLemmas(text).filter((word) => !names.has(word)));
}

/** A word in many stories tells them apart less. */
function weigher(stories: readonly Story[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const story of stories)
    for (const word of wordsOf(story)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => (GENERIC.has(word) ? 0.25 : 1) / Math.sqrt(Math.max(1, (counts.get(word) ?? 1) - 1));
}

function containment(words: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...words].filter((word) => other.has(word)).length / words.size;
}

function sameSource(left: SourcedSentence, right: SourcedSentence): boolean {
  return left.sources.some((a) =>
    right.sources.some((b) => a.messageId === b.messageId && a.start < b.end && b.start < a.end),
  );
}
