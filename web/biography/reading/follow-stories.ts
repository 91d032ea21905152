import { apollo } from '#web/app/apollo.ts';
import { whenLoaded } from '#web/app/when-loaded.ts';
import { BiographyRouteDocument, BiographyStoryDocument } from '../biography.graphql.ts';
import { BiographyChangesDocument } from './changes.graphql.ts';

/**
 * Refreshes a book's stories whenever one changes; `readOpen` refreshes the open one. Returns a function that stops
 * it.
 */
export function followStories(
  subjectId: string,
  openCardId: string | null,
  readOpen: (id: string) => Promise<unknown> = readStory,
): () => void {
  const read = () =>
    apollo.query({ query: BiographyRouteDocument, variables: { subjectId }, fetchPolicy: 'network-only' });
  return whenLoaded(
    () => import('#web/app/live.ts'),
    ({ followLive }) =>
      followLive({
        document: BiographyChangesDocument,
        variables: { subjectId },
        cursorOf: () => null,
        onEvent({ cardChanged: { card, onlyEditors } }) {
          if (onlyEditors) return;
          const isOpen = openCardId !== null && (card === null || card.id === openCardId);
          // When the query fails, the shown content stays; the next change queries again.
          Promise.all([read(), isOpen && readOpen(openCardId)]).catch(() => undefined);
        },
      }),
  );
}

function readStory(id: string): Promise<unknown> {
  return apollo.query({ query: BiographyStoryDocument, variables: { id }, fetchPolicy: 'network-only' });
}
