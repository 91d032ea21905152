import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import { useStoryChanges } from '../reading/use-story-changes.ts';
import { StoryEditorsDocument } from './editing.graphql.ts';
import styles from './OtherEditors.module.css';

/** While others are shown, the list is read again this often: one of them may have lost the connection. */
const readAgainMs = 10_000;

const list = new Intl.ListFormat('en-GB');

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
  const names = (data?.card?.editors ?? [])
    .filter(({ userId }) => userId !== user.id)
    .map(({ name }) => name);
  const hasOthers = names.length > 0;
  useStoryChanges({ subjectId, cardId, of: 'EDITORS' }, refetch);
  useEffect(() => {
    if (hasOthers) startPolling(readAgainMs);
    return stopPolling;
  }, [hasOthers, startPolling, stopPolling]);

  return (
    <p className={`note ${styles.others}`} role="status">
      {hasOthers &&
        `${list.format(names)} ${names.length === 1 ? 'is' : 'are'} editing this story${isEditing ? ' too' : ''}.`}
    </p>
  );
}
