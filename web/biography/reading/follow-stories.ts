import { apollo } from '#web/app/apollo.ts';
import { whenLoaded } from '#web/app/when-loaded.ts';
import { BiographyRouteDocument, BiographyStoryDocument } from '../biography.graphql.ts';
import { BiographyChangesDocument } from './changes.graphql.ts';

/** Shows a book's stories as they are by now whenever somebody changes one. Call the answer to stop. */
export function followStories(subjectId: string, openCardId: string | null): () => void {
  const read = () =>
    apollo.query({ query: BiographyRouteDocument, variables: { subjectId }, fetchPolicy: 'network-only' });
  const readOpen = (id: string) =>
    apollo.query({ query: BiographyStoryDocument, variables: { id }, fetchPolicy: 'network-only' });
  return whenLoaded(
    () => import('#web/app/live.ts'),
    ({ followLive }) =>
      followLive({
        document: BiographyChangesDocument,
        variables: { subjectId },
        cursorOf: () => null,
        onEvent({ cardChanged: { card } }) {
          const isOpen = openCardId !== null && (card === null || card.id === openCardId);
          // What is shown stays when this fails: the next change reads again.
          Promise.all([read(), isOpen && readOpen(openCardId)]).catch(() => undefined);
        },
      }),
  );
}
