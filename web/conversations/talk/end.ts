import { apollo } from '#web/app/apollo.ts';
import { recorderOf } from './recorder.ts';
import { TalkEndDocument, TalkKeepPrivateDocument } from './talk.graphql.ts';

/**
 * Stops the recording and ends the conversation. Returns a message if it can't be ended; rejects when there is no
 * answer.
 */
export async function endConversation(id: string): Promise<string | null> {
  await recorderOf(id).stop();
  const { data } = await apollo.mutate({ mutation: TalkEndDocument, variables: { id } });
  const answer = data?.endConversation;
  if (!answer) return 'The connection broke before Evertold answered. What was said is kept. Try again.';
  return answer.__typename === 'Conversation' ? null : answer.message;
}

/** Makes a message private or readable again; returns a message if that is not possible. */
export async function setMessagePrivate(id: string, isPrivate: boolean): Promise<string | null> {
  const { data } = await apollo.mutate({
    mutation: TalkKeepPrivateDocument,
    variables: { id, private: isPrivate },
  });
  const answer = data?.setMessagePrivate;
  if (!answer) return 'The connection broke before Evertold answered. What was said is kept. Try again.';
  return answer.__typename === 'Message' ? null : answer.message;
}
