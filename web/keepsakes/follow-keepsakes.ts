import { whenLoaded } from '#web/app/when-loaded.ts';
import { BiographyChangesDocument } from '#web/biography/reading/changes.graphql.ts';
import { KeepsakeChangesDocument } from './changes.graphql.ts';

/**
 * Reads again whenever a keepsake of a book changes, or a story whose readers see its keepsakes. When reading fails, the
 * shown content stays, and the next change reads again. Returns a function that stops it.
 */
export function followKeepsakes(subjectId: string, read: () => Promise<unknown>): () => void {
  return whenLoaded(
    () => import('#web/app/live.ts'),
    ({ followLive, oneAfterAnother }) => {
      const readAgain = oneAfterAnother(read);
      const following = { variables: { subjectId }, cursorOf: () => null };
      const stopKeepsakes = followLive({
        ...following,
        document: KeepsakeChangesDocument,
        onEvent: readAgain,
      });
      const stopStories = followLive({
        ...following,
        document: BiographyChangesDocument,
        onEvent: ({ cardChanged }) => !cardChanged.onlyEditors && readAgain(),
      });
      return () => {
        stopKeepsakes();
        stopStories();
      };
    },
  );
}
