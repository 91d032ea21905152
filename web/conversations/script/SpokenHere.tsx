import { UnsentState } from '../talk/UnsentState.tsx';
import { type Speaking, stillUnsent, useGrowingReply } from '../talk/use-talk.ts';
import type { Entry } from './transcript.ts';

/** What is not stored as a message yet: words that are being sent, and the growing answer. */
export function SpokenHere({
  conversationId,
  entries,
  speaking,
  isSelf,
  name,
}: {
  conversationId: string;
  entries: readonly Entry[];
  speaking: Speaking;
  isSelf: boolean;
  name: string;
}) {
  const messages = entries.map(({ node }) => node);
  const reply = useGrowingReply(conversationId, messages, true);
  return (
    <>
      {stillUnsent(speaking.unsent, messages).map((utterance) => (
        <article key={utterance.clientMessageId} className="turn is-them">
          <p className="turn-who">{isSelf ? 'You' : name}</p>
          <div className="turn-said">
            <p className="told">{utterance.text}</p>
            <UnsentState utterance={utterance} onTakeBack={speaking.takeBack} />
          </div>
        </article>
      ))}
      {reply && (
        <article className="turn is-us" aria-hidden="true">
          <p className="turn-who">Evertold</p>
          <p className="turn-said">{reply.text}</p>
        </article>
      )}
    </>
  );
}
