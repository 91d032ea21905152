import { apollo } from '#web/app/apollo.ts';
import { storyPath } from '#web/biography/address.ts';
import { KeepsakesDocument, type KeepsakesQuery, type KeepsakesQueryVariables } from './keepsakes.graphql.ts';

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

const longestName = 80;

/**
 * A keepsake's name with its date, and what is said of it besides. A short description stands for a missing title. The
 * name is empty where nobody has said what it is.
 */
export function captionOf({
  title,
  description,
  happenedText,
}: Pick<Keepsake, 'title' | 'description' | 'happenedText'>): { name: string; more: string | null } {
  const isNamedByWords = !title && !!description && description.length <= longestName;
  const named = isNamedByWords ? description.replace(/\.$/, '') : title;
  return {
    name: [named, happenedText].filter(Boolean).join(', '),
    more: isNamedByWords ? null : description,
  };
}

/** The path of the story that a keepsake belongs to. */
export function pathOfStory(subjectId: string, { card }: Keepsake): string | null {
  return card && storyPath(subjectId, { cardId: card.id, chapter: card.chapter.key });
}

/** A page that can’t be read is asked for again after so many milliseconds. */
const waitsMs = [1000, 4000];

async function readPage(variables: KeepsakesQueryVariables): Promise<KeepsakesQuery | undefined> {
  for (let failed = 0; ; failed++) {
    const { data } = await apollo
      // Not in the cache yet, where the first page would take the place of all.
      .query({ query: KeepsakesDocument, variables, fetchPolicy: 'no-cache' })
      .catch(() => ({ data: undefined }));
    const waitMs = waitsMs[failed];
    if (data || !waitMs) return data;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** The size of a page, as the query says. */
const pageSize = 50;

/**
 * Queries the keepsakes again down to the last one shown, so that none of them goes because others were added before
 * it; when that fails repeatedly, what is shown stays.
 */
export async function refetchKeepsakes(subjectId: string): Promise<void> {
  const query = KeepsakesDocument;
  const before = apollo.cache.readQuery({ query, variables: { subjectId } })?.subject?.keepsakes;
  const shown = before?.edges.length ?? 0;
  const lastId = before?.pageInfo.hasNextPage ? before.edges.at(-1)?.node.id : undefined;
  const pages: { variables: KeepsakesQueryVariables; data: KeepsakesQuery }[] = [];
  let read = 0;
  for (let after: string | null | undefined = null; after !== undefined; ) {
    const variables: KeepsakesQueryVariables = { subjectId, ...(after && { after }) };
    const data = await readPage(variables);
    if (!data) return;
    const page = lastId === undefined ? data : untilKeepsake(lastId, data);
    pages.push({ variables, data: page });
    const { edges, pageInfo } = data.subject?.keepsakes ?? { edges: [], pageInfo: null };
    read += edges.length;
    const goesOn = page === data && pageInfo?.hasNextPage && read < shown + pageSize;
    after = goesOn ? pageInfo?.endCursor : undefined;
  }
  apollo.cache.batch({
    update(cache) {
      for (const page of pages) cache.writeQuery({ query, ...page });
    },
  });
}

/** The page up to this keepsake; the same page where it isn’t on it. */
function untilKeepsake(id: string, data: KeepsakesQuery): KeepsakesQuery {
  const { subject } = data;
  const at = subject?.keepsakes.edges.findIndex(({ node }) => node.id === id) ?? -1;
  if (!subject || at < 0) return data;
  const { edges, pageInfo } = subject.keepsakes;
  const isCut = at + 1 < edges.length;
  const keepsakes = {
    ...subject.keepsakes,
    edges: edges.slice(0, at + 1),
    pageInfo: {
      ...pageInfo,
      hasNextPage: isCut || pageInfo.hasNextPage,
      endCursor: edges[at]?.cursor ?? pageInfo.endCursor,
    },
  };
  return { ...data, subject: { ...subject, keepsakes } };
}
