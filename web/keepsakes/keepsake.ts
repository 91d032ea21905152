import { apollo } from '#web/app/apollo.ts';
import { storyPath } from '#web/biography/address.ts';
import { KeepsakesDocument, type KeepsakesQuery } from './keepsakes.graphql.ts';

export type KeepsakesSubject = NonNullable<KeepsakesQuery['subject']>;
export type Keepsake = KeepsakesSubject['keepsakes']['edges'][number]['node'];

/** What the kinds of keepsakes are called. */
export const kindWords: Record<Keepsake['kind'], string> = {
  PHOTO: 'Photo',
  LETTER: 'Letter',
  RECIPE: 'Recipe',
  RECORDING: 'Recording',
  VIDEO: 'Film',
  DOCUMENT: 'Document',
  OBJECT: 'Object',
};

/** What a file can be to the family, by its content. */
export function kindsFor(contentType: string): readonly Keepsake['kind'][] {
  if (contentType.startsWith('image/')) return ['PHOTO', 'LETTER', 'RECIPE', 'DOCUMENT', 'OBJECT'];
  if (contentType.startsWith('audio/')) return ['RECORDING'];
  if (contentType.startsWith('video/')) return ['VIDEO'];
  return ['DOCUMENT', 'LETTER', 'RECIPE'];
}

export function isPicture({ media }: Keepsake): boolean {
  return media.contentType.startsWith('image/');
}

/** What a keepsake is called where it can’t be seen. */
export function nameOf({ title, description, kind, card }: Keepsake): string {
  const words = kindWords[kind];
  return (
    title ?? description ?? (card ? `${words} of the story “${card.title}”` : `${words} without a title`)
  );
}

/** Where the story of a keepsake is read. */
export function pathOfStory(subjectId: string, { card }: Keepsake): string | null {
  return card && storyPath(subjectId, { cardId: card.id, chapter: card.chapter.key });
}

/** Asks for the newest keepsakes again. */
export async function refetchKeepsakes(subjectId: string): Promise<void> {
  await apollo
    .query({ query: KeepsakesDocument, variables: { subjectId }, fetchPolicy: 'network-only' })
    .catch(() => undefined);
}
