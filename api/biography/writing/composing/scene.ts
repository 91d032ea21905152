import type { SceneWords } from '#api/biography/writing/composing/scene-words.ts';
import { yearOf } from '#api/biography/writing/dating/expressions.ts';
import { remembered } from '#api/biography/writing/language/remembered.ts';
import { plain } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import {
  type FoundDate,
  type FoundPlace,
  keyOf,
  type SourcedSentence,
  type SourceSpan,
  type WriteRequest,
  type Written,
} from '#api/biography/writing/writer.ts';

export interface StoryFacts {
  people: string[];
  places: string[];
  /** Where it happened; null when places are only mentioned. */
  place: string | null;
  /** When it happened; null when dates only stand beside the story. */
  date: { edtf: string; inferred: boolean } | null;
}

/** The least age of a parent. */
const GROWN = 15;
const LONG_BEFORE = 120;
/** The longest sentence, in characters. */
const LONGEST = 1_000;

/** Cached, because the same messages are read with each story. */
const plainOnce = remembered(plain, 200);

/** Returns the people, places and dates that some sentences mention. */
export function factsOf(
  paragraphs: readonly (readonly SourcedSentence[])[],
  found: Pick<Written, 'people' | 'places' | 'dates'>,
  request: WriteRequest,
): StoryFacts {
  const words = writingLanguage(request.subject.language).scene;
  const sentences = paragraphs.flat();
  const sources = sentences.flatMap((sentence) => sentence.sources);
  const texts = new Map(request.messages.map((message) => [message.id, plainOnce(message.text)]));
  const here = <T extends SourceSpan>(spans: readonly T[]) =>
    spans.filter((span) => sources.some((source) => isWithin(span, source)));
  const places = found.places
    .map((place) => ({ place, spans: here(place.mentions) }))
    .filter(({ place, spans }) => spans.length > 0 && place.kind === 'PLACE');
  return {
    people: found.people
      .filter((person) => here(person.mentions).length > 0)
      .map((person) => keyOf(person, found.people)),
    places: places.toSorted((a, b) => b.spans.length - a.spans.length).map(({ place }) => place.name),
    place: storyPlace(places, texts, words),
    date: storyDate(here(found.dates), texts, request, words),
  };
}

function storyPlace(
  places: readonly { place: FoundPlace; spans: readonly SourceSpan[] }[],
  texts: ReadonlyMap<string, string>,
  words: SceneWords,
): string | null {
  const scored = places.map(({ place, spans }) => ({
    name: place.name,
    score: spans.reduce((sum, span) => sum + presence(clauseBefore(span, texts, words), words), 0),
  }));
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)[0]?.name ?? null;
}

/** How certain it is that something happens at the place named next. */
function presence(before: string, { ofAnother, notHere, here, there }: SceneWords): number {
  if (ofAnother.test(before) || notHere.test(before)) return 0;
  return here.test(before) ? 2 : there.test(before) ? 1 : 0;
}

/**
 * The date of a story: the first one told that is the story's own. Dates of other times ("until 1980"), of
 * other people's births, and of the person's own birth in passing don't count. Two dates side by side in
 * one sentence make an interval.
 */
function storyDate(
  dates: readonly FoundDate[],
  texts: ReadonlyMap<string, string>,
  request: WriteRequest,
  words: SceneWords,
) {
  const born = yearOf(request.subject.birthDate);
  const toldYear = request.conversation.startedAt.getUTCFullYear();
  const own = dates.filter((date) => {
    const year = yearOf(date.edtf) ?? 0;
    return (
      year <= toldYear &&
      year >= (born ?? toldYear - 100) - LONG_BEFORE &&
      isOwn(date, year, born, texts, words)
    );
  });
  const said = own.filter((date) => !date.inferred);
  const first =
    said.find((date) => !words.spanOfTime.test(clauseBefore(date, texts, words))) ?? said[0] ?? own[0];
  if (!first) return null;
  const beside = said.find((date) => date !== first && standBeside(first, date, texts, words));
  const edtf = beside ? `${first.edtf}/${beside.edtf}` : first.edtf;
  return { edtf, inferred: first.inferred };
}

function isOwn(
  date: FoundDate,
  year: number,
  born: number | null,
  texts: ReadonlyMap<string, string>,
  words: SceneWords,
) {
  const before = clauseBefore(date, texts, words);
  const sentence = sentenceAround(date, texts);
  if (words.aside.test(before)) return false;
  if (!words.birth.test(sentence)) return true;
  if (words.ownBirth.test(sentence)) return words.opensWithOwnBirth.test(sentence);
  // A birth can be the story's date only when the person was old enough to be the parent.
  if (born !== null) return year >= born + GROWN || !words.birth.test(before);
  return !words.elderBirth.test(sentence);
}

/** "Paul in 1971, and Joan in 1974": years of one sentence that follow each other. */
function standBeside(
  first: FoundDate,
  next: FoundDate,
  texts: ReadonlyMap<string, string>,
  { beside }: SceneWords,
): boolean {
  if (first.messageId !== next.messageId || next.start < first.end) return false;
  if (!/^\d{4}$/.test(first.edtf) || !/^\d{4}$/.test(next.edtf) || next.edtf <= first.edtf) return false;
  const between = (texts.get(first.messageId) ?? '').slice(first.end, next.start);
  return beside.some((pattern) => pattern.test(between));
}

function clauseBefore(
  span: SourceSpan,
  texts: ReadonlyMap<string, string>,
  { clauseBreak }: SceneWords,
): string {
  const before = (texts.get(span.messageId) ?? '').slice(Math.max(0, span.start - 80), span.start);
  return before.split(clauseBreak).at(-1) ?? '';
}

function sentenceAround(span: SourceSpan, texts: ReadonlyMap<string, string>): string {
  const text = texts.get(span.messageId) ?? '';
  const before =
    text
      .slice(Math.max(0, span.start - LONGEST), span.start)
      .split(/[.!?]\s|\n/)
      .at(-1) ?? '';
  return (
    before.trimStart() + (text.slice(span.start, span.start + LONGEST).split(/[.!?](?:\s|$)|\n/)[0] ?? '')
  );
}

function isWithin(inner: SourceSpan, outer: SourceSpan): boolean {
  return inner.messageId === outer.messageId && inner.start >= outer.start && inner.end <= outer.end;
}
