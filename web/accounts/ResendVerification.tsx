import { useState } from 'react';
import { authClient } from '#web/app/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { refused } from './refusals.ts';
import { verifiedPath } from './verified-path.ts';

/** Sends the verification mail again. */
export function ResendVerification({ email, returnPath }: { email: string; returnPath: string }) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | string>('idle');

  async function send() {
    setState('sending');
    const refusal = await refused(() =>
      authClient.sendVerificationEmail({ email, callbackURL: verifiedPath(returnPath) }),
    );
    setState(refusal ? refusal.title : 'sent');
  }

  return (
    <div aria-live="polite">
      {state === 'sent' ? (
        <p>Sent once more to {email}.</p>
      ) : (
        <Button look="text" small busy={state === 'sending'} onClick={send}>
          Send the mail again
        </Button>
      )}
      {state !== 'idle' && state !== 'sending' && state !== 'sent' && <p>{state}</p>}
    </div>
  );
}
