import { apollo } from '#web/app/apollo.ts';
import { whenLoaded } from '#web/app/when-loaded.ts';
import { followKeepsakes } from '#web/keepsakes/follow-keepsakes.ts';
import { FamilyChangesDocument } from '../family/FamilyPeople.graphql.ts';
import { PersonRouteDocument } from '../person.graphql.ts';

/**
 * Reads the page of a person again whenever people, stories or keepsakes of the book change in another browser. Returns
 * a function that stops it.
 */
export function followPerson(subjectId: string, id: string): () => void {
  const read = () =>
    apollo.query({
      query: PersonRouteDocument,
      variables: { subjectId, id },
      fetchPolicy: 'network-only',
    });
  return whenLoaded(
    () => import('#web/app/live.ts'),
    ({ followLive, oneAfterAnother }) => {
      // One for both: two reads at the same time would be one request, which may be answered from before a change.
      const readAgain = oneAfterAnother(read);
      const stopPeople = followLive({
        document: FamilyChangesDocument,
        variables: { subjectId },
        cursorOf: () => null,
        // Every change: a relative, or a person who is beside this one in a story, is on the page as well.
        onEvent: readAgain,
      });
      const stopKeepsakes = followKeepsakes(subjectId, async () => readAgain());
      return () => {
        stopPeople();
        stopKeepsakes();
      };
    },
  );
}
