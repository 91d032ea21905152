import { useQuery } from '@apollo/client/react';
import { StoryMadeByDocument } from './StoryMadeBy.graphql.ts';

/** For admins: the model and the versions of prompts that wrote a story's newest text by a machine. */
export default function StoryMadeBy({ cardId }: { cardId: string }) {
  const { data } = useQuery(StoryMadeByDocument, { variables: { id: cardId }, fetchPolicy: 'no-cache' });
  const writtenBy = data?.card?.writtenBy;
  return writtenBy ? <p className="note">Made by {writtenBy}</p> : null;
}
