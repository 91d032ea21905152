import { apollo } from '#web/app/apollo.ts';
import { storyPath } from '#web/biography/address.ts';
import { KeepsakesDocument, type KeepsakesQuery } from './keepsakes.graphql.ts';

export type KeepsakesSubject = NonNullable<KeepsakesQuery['subject']>;
export type Keepsake = KeepsakesSubject['keepsakes']['edges'][number]['node'];

/** The names of the kinds of keepsakes. */
export const kindWords: Record<Keepsake['kind'], string> = {
  PHOTO: 'Photo',
  LETTER: 'Letter',
  RECIPE: 'Recipe',
  RECORDING: 'Recording',
  VIDEO: 'Film',
  DOCUMENT: 'Document',
  OBJECT: 'Object',
};

/** The kinds that a file may have, by its content type. */
export function kindsFor(contentType: string): readonly Keepsake['kind'][] {
  if (contentType.startsWith('image/')) return ['PHOTO', 'LETTER', 'RECIPE', 'DOCUMENT', 'OBJECT'];
  if (contentType.startsWith('audio/')) return ['RECORDING'];
  if (contentType.startsWith('video/')) return ['VIDEO'];
  return ['DOCUMENT', 'LETTER', 'RECIPE'];
}

export function isPicture({ media }: { media: { contentType: string } }): boolean {
  return media.contentType.startsWith('image/');
}

/** The name of a keepsake where it can’t be seen. */
export function nameOf({
  title,
  description,
  kind,
  card,
}: Pick<Keepsake, 'title' | 'description' | 'kind'> & Partial<Pick<Keepsake, 'card'>>): string {
  const words = kindWords[kind];
  return (
    title ?? description ?? (card ? `${words} of the story “${card.title}”` : `${words} without a title`)
  );
}

/** The path of the story that a keepsake belongs to. */
export function pathOfStory(subjectId: string, { card }: Keepsake): string | null {
  return card && storyPath(subjectId, { cardId: card.id, chapter: card.chapter.key });
}

/** Queries the newest keepsakes again. */
export async function refetchKeepsakes(subjectId: string): Promise<void> {
  await apollo
    .query({ query: KeepsakesDocument, variables: { subjectId }, fetchPolicy: 'network-only' })
    .catch(() => undefined);
}
