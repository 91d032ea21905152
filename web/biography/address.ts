import type { BiographyRouteQuery } from './biography.graphql.ts';

export type Book = NonNullable<BiographyRouteQuery['subject']>;
export type Chapter = Book['chapters'][number];
export type StoryTitle = Chapter['cards'][number];

/** Where a story is read; with `edit`, where it is changed; with `edit` and no card, where a new one is written. */
export function storyPath(
  subjectId: string,
  { cardId, chapter, edit }: { cardId?: string | undefined; chapter?: string | undefined; edit?: boolean },
): string {
  const search = new URLSearchParams();
  if (cardId) search.set('cardId', cardId);
  if (chapter) search.set('chapter', chapter);
  if (edit) search.set('edit', cardId ? 'story' : 'new');
  return `/dashboard/${encodeURIComponent(subjectId)}/biography/?${search}`;
}

/** What an address of the book shows: the story it names, else the first of its chapter, else the first there is. */
export function openAt(
  chapters: readonly Chapter[],
  { cardId, chapter: key }: { cardId: string | null; chapter: string | null },
): { chapter: Chapter | undefined; cardId: string | null } {
  const holding = cardId ? chapters.find(({ cards }) => cards.some(({ id }) => id === cardId)) : undefined;
  if (cardId) return { chapter: holding, cardId };
  const named = key === null ? undefined : chapters.find((chapter) => chapter.key === key);
  const chapter = named ?? chapters.find(({ cards }) => cards.length > 0) ?? chapters[0];
  return { chapter, cardId: chapter?.cards[0]?.id ?? null };
}

const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** "six stories" */
export function storiesInWords(count: number): string {
  if (count === 0) return 'nothing told yet';
  return `${numbers[count] ?? count} ${count === 1 ? 'story' : 'stories'}`;
}
