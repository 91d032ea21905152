import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { followKeepsakes } from '#web/keepsakes/follow-keepsakes.ts';
import { BookPicturesDocument } from './story-pictures.graphql.ts';

/** The keepsakes of a book to choose a picture from, the newest first and as many as were asked for, kept current. */
export function useBookPictures(subjectId: string) {
  const { data, previousData, error, fetchMore, refetch } = useQuery(BookPicturesDocument, {
    variables: { subjectId },
    // Not in the cache, where the pages of the album are.
    fetchPolicy: 'no-cache',
  });
  // When reading fails, the pictures that are shown stay.
  const subject = (data ?? previousData)?.subject;
  const keepsakes = subject?.id === subjectId ? subject.keepsakes : undefined;
  const shown = useRef(0);
  const readMore = useRef(showMore);
  useEffect(() => {
    shown.current = keepsakes?.edges.length ?? 0;
    readMore.current = showMore;
  });
  useEffect(
    () =>
      followKeepsakes(subjectId, async () => {
        const count = shown.current;
        let page = (await refetch()).data?.subject?.keepsakes;
        for (let read = page?.edges.length ?? 0; page?.pageInfo.hasNextPage && read < count; ) {
          page = await readMore.current(page.pageInfo.endCursor);
          read += page?.edges.length ?? 0;
        }
      }),
    [subjectId, refetch],
  );

  async function showMore(after: string | null | undefined) {
    const { data: next } = await fetchMore({
      variables: { after: after ?? null },
      updateQuery: (before, { fetchMoreResult: { subject: more } }) => {
        if (!before.subject || !more) return before;
        const { edges } = more.keepsakes;
        // The same page can be asked for twice, by the reader and by a change.
        const ids = new Set(edges.map(({ node }) => node.id));
        const earlier = before.subject.keepsakes.edges.filter(({ node }) => !ids.has(node.id));
        return { subject: { ...more, keepsakes: { ...more.keepsakes, edges: [...earlier, ...edges] } } };
      },
    });
    return next?.subject?.keepsakes;
  }

  return { keepsakes, error, showMore, refetch };
}
