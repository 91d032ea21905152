import type { BiographyRouteQuery } from './biography.graphql.ts';

export type Book = NonNullable<BiographyRouteQuery['subject']>;
export type Chapter = Book['chapters'][number];
export type StoryTitle = Chapter['cards'][number];

/** The path to read a story; with `edit`, to edit it; with `edit` and no card, to write a new one. */
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

/** The path to arrange the stories of a chapter. */
export function arrangeStoriesPath(subjectId: string, chapter: string): string {
  const search = new URLSearchParams({ edit: 'stories', chapter });
  return `/dashboard/${encodeURIComponent(subjectId)}/biography/?${search}`;
}

/**
 * The story that an address opens: the one it names, otherwise the first of its chapter, otherwise the first of the
 * book.
 */
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

/** For example "six stories". */
export function storiesInWords(count: number): string {
  if (count === 0) return 'nothing to read yet';
  return `${numbers[count] ?? count} ${count === 1 ? 'story' : 'stories'}`;
}
