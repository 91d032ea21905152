import { Button } from '#web/ui/Button.tsx';
import type { UnsentUtterance } from './unsent.ts';

/** The state of unsent words, shown under them; nothing during a normal send. */
export function UnsentState({
  utterance,
  onTakeBack,
}: {
  utterance: UnsentUtterance;
  onTakeBack: (clientMessageId: string) => void;
}) {
  const { state, problem, clientMessageId } = utterance;
  if (state === 'sending') return null;
  if (state === 'waiting') {
    return <p className="note">Kept on this device. It is sent as soon as there is a connection.</p>;
  }
  return (
    <div className="row" role="alert">
      <p className="note">This was not taken: {problem}</p>
      <Button look="text" onClick={() => onTakeBack(clientMessageId)}>
        Change it
      </Button>
    </div>
  );
}
