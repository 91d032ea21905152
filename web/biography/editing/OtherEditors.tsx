import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { OthersEditing } from '#web/app/OthersEditing.tsx';
import { useStoryChanges } from '../reading/use-story-changes.ts';
import { StoryEditorsDocument } from './editing.graphql.ts';

/** While others are shown, the list is read again this often: one of them may have lost the connection. */
const readAgainMs = 10_000;

/** Says who else has the editor of a story open. */
export function OtherEditors({
  subjectId,
  cardId,
  isEditing,
}: {
  subjectId: string;
  cardId: string;
  /** Whether the user has it open too. */
  isEditing: boolean;
}) {
  const { user } = useSession();
  const { data, refetch, startPolling, stopPolling } = useQuery(StoryEditorsDocument, {
    variables: { cardId },
    fetchPolicy: 'cache-and-network',
  });
  const editors = data?.card?.editors ?? [];
  const hasOthers = editors.some(({ userId }) => userId !== user.id);
  useStoryChanges({ subjectId, cardId, of: 'EDITORS' }, refetch);
  useEffect(() => {
    if (hasOthers) startPolling(readAgainMs);
    return stopPolling;
  }, [hasOthers, startPolling, stopPolling]);

  return <OthersEditing editors={editors} what="this story" isEditing={isEditing} />;
}
