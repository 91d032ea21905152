import { useState } from 'react';
import { notify } from '#web/app/notify.ts';
import type { PersonWords } from '#web/subjects/person-words.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { AlertDialog, AlertDialogClose } from '#web/ui/Dialog.tsx';
import { endConversation } from '../talk/end.ts';

/** The button that ends a live conversation: it cancels a call that rings, and hangs up one that goes on. */
export function EndIt({
  conversation: { id, status, channel },
  words,
  isSelf,
  look = 'ink',
}: {
  conversation: { id: string; status: string; channel: string };
  words: PersonWords;
  isSelf: boolean;
  look?: 'ink' | 'text';
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const byPhone = channel === 'PHONE';
  const label = byPhone ? 'Hang up' : 'End conversation';

  async function end() {
    setBusy(true);
    const problem = await endConversation(id).catch(
      () => 'The connection broke before Evertold answered. The line is still open. Try again.',
    );
    setBusy(false);
    setAsking(false);
    if (problem) {
      void notify('error', byPhone ? 'The call did not end' : 'The conversation did not end', {
        body: problem,
      });
    }
  }

  // Nothing has been said yet, so it doesn't ask.
  if (status === 'RINGING') {
    return (
      <Button look={look} small busy={busy} onClick={() => void end()}>
        Cancel the call
      </Button>
    );
  }
  return (
    <AlertDialog
      open={asking}
      onOpenChange={setAsking}
      trigger={
        <Button look={look} small>
          {label}
        </Button>
      }
      title={byPhone ? 'Hang up?' : 'End the conversation?'}
      lead={`What was said stays. ${isSelf ? 'You' : words.name} can go on another time.`}
      actions={
        <>
          <AlertDialogClose className={buttonClass({ look: 'quiet' })}>Let it go on</AlertDialogClose>
          <Button look="danger" busy={busy} onClick={() => void end()}>
            {label}
          </Button>
        </>
      }
    />
  );
}
