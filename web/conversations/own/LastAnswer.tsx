import Lock from 'lucide-react/icons/lock';
import { useRef, useState } from 'react';
import { notify } from '#web/app/notify.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { setMessagePrivate } from '../talk/end.ts';
import type { TalkMessage } from '../talk/say.ts';
import { UnsentState } from '../talk/UnsentState.tsx';
import type { UnsentUtterance } from '../talk/unsent.ts';
import styles from './talk.module.css';

/** The user's last answer and its question, and the words that are still being sent. */
export function LastAnswer({
  messages,
  unsent,
  onTakeBack,
}: {
  messages: readonly TalkMessage[];
  unsent: readonly UnsentUtterance[];
  onTakeBack: (clientMessageId: string) => void;
}) {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const answer = messages[at];
  const before = unsent.length > 0 ? messages.findLast(({ role }) => role === 'assistant') : messages[at - 1];
  if (!answer && unsent.length === 0) return null;
  return (
    <section className={styles.was} aria-label="Your last answer">
      {before?.role === 'assistant' && <p>{before.text}</p>}
      {unsent.length === 0 && answer && <Stored key={answer.id} message={answer} />}
      {unsent.map((utterance) => (
        <div key={utterance.clientMessageId}>
          <p className="told">{utterance.text}</p>
          <UnsentState utterance={utterance} onTakeBack={onTakeBack} />
        </div>
      ))}
    </section>
  );
}

function Stored({ message }: { message: TalkMessage }) {
  const [isPrivate, setPrivate] = useState<boolean | null>(null);
  const newest = useRef<Promise<unknown>>(Promise.resolve());
  const kept = isPrivate ?? message.private;
  async function turn(next: boolean): Promise<void> {
    setPrivate(next);
    // Sends the changes in order; otherwise the last to arrive would win instead of the last choice.
    const mine = newest.current.then(() =>
      setMessagePrivate(message.id, next).catch(
        () => 'The connection broke before Evertold answered. Your words are kept as they are. Try again.',
      ),
    );
    newest.current = mine;
    const problem = await mine;
    if (!problem || newest.current !== mine) return;
    setPrivate(null);
    await notify('error', problem);
  }
  return (
    <>
      <p className="told">{message.text}</p>
      <p className={`row ${styles.act}`}>
        {kept && (
          <span className="row note" role="status">
            <Icon of={Lock} /> Private, as you asked
          </span>
        )}
        <Button look="text" onClick={() => void turn(!kept)}>
          {kept ? 'Let others read it' : 'Keep this private'}
        </Button>
      </p>
    </>
  );
}
