import { apollo } from '#web/app/apollo.ts';
import { whenLoaded } from '#web/app/when-loaded.ts';
import { FamilyFriendsDocument } from '../family-friends.graphql.ts';
import { MembersChangesDocument } from './members-changes.graphql.ts';

/** Refreshes the page whenever somebody joins or leaves the book. Returns a function that stops it. */
export function followMembers(subjectId: string): () => void {
  return whenLoaded(
    () => import('#web/app/live.ts'),
    ({ followLive }) =>
      followLive({
        document: MembersChangesDocument,
        variables: { subjectId },
        cursorOf: () => null,
        onEvent() {
          // When the query fails, the shown content stays; the next change queries again.
          apollo
            .query({
              query: FamilyFriendsDocument,
              variables: { id: subjectId },
              fetchPolicy: 'network-only',
            })
            .catch(() => undefined);
        },
      }),
  );
}
