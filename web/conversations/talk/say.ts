import { CombinedGraphQLErrors } from '@apollo/client';
import { apollo } from '#web/app/apollo.ts';
import { TalkSayDocument, type TalkSayMutation } from './talk.graphql.ts';
import { type Outcome, openUnsent, type Unsent, type UnsentUtterance } from './unsent.ts';

type SaidMessage = Omit<Extract<TalkSayMutation['say'], { __typename: 'Message' }>, '__typename'>;
/** A turn of a talk. Who only reads along isn't told of the keepsake. */
export type TalkMessage = Omit<SaidMessage, 'keepsakeAskedAbout'> &
  Partial<Pick<SaidMessage, 'keepsakeAskedAbout'>>;

interface UnsentStore {
  unsent: Unsent;
  stored: Set<(message: TalkMessage) => void>;
}

const open = new Map<string, UnsentStore>();

/**
 * The unsent utterances of a conversation, by this user on this device. Sending continues when its page is left, and
 * resumes when the page is opened again.
 */
export function unsentOf(conversationId: string, userId: string): UnsentStore {
  const key = `evertold:unsent:${userId}:${conversationId}`;
  let kept = open.get(key);
  if (!kept) {
    const stored: UnsentStore['stored'] = new Set();
    const unsent = openUnsent({
      key,
      shelf: localStorage,
      send: (utterance) => say(conversationId, utterance, (message) => tell(stored, message)),
    });
    kept = { unsent, stored };
    open.set(key, kept);
  }
  return kept;
}

function tell(stored: UnsentStore['stored'], message: TalkMessage): void {
  for (const listener of stored) listener(message);
}

/** Sends an utterance once. Rejects when it is unknown whether it arrived, so that it is sent again. */
async function say(
  conversationId: string,
  { clientMessageId, text, recorded }: UnsentUtterance,
  onStored: (message: TalkMessage) => void,
): Promise<Outcome> {
  try {
    const { data } = await apollo.mutate({
      mutation: TalkSayDocument,
      variables: { input: { conversationId, text, clientMessageId, ...(recorded && { recorded }) } },
    });
    const answer = data?.say;
    if (!answer) throw new Error('No answer');
    if (answer.__typename !== 'Message') return { stored: false, problem: answer.message };
    onStored(answer);
    return { stored: true };
  } catch (error) {
    const refused = CombinedGraphQLErrors.is(error) ? error.errors[0] : undefined;
    if (refused?.extensions?.code === 'FORBIDDEN') return { stored: false, problem: refused.message };
    throw error;
  }
}
