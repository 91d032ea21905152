import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useEffect } from 'react';
import { apollo } from './apollo.ts';

/** The server forgets an editor that is not renewed for 45 seconds. */
const renewMs = 20_000;

/** Sent one after the other, so that the last one counts. */
let sent: Promise<unknown> = Promise.resolve();

/**
 * Tells others that the user has an editor open, until it closes, with a mutation that takes `isEditing`. With null
 * none is open.
 */
export function useOpenEditor<Variables extends OperationVariables>(
  mutation: TypedDocumentNode<unknown, Variables & { isEditing: boolean }>,
  of: Variables | null,
): void {
  const variables = of && JSON.stringify(of);
  useEffect(() => {
    if (!variables) return;
    const tell = (isEditing: boolean) => {
      sent = sent.then(() =>
        apollo
          .mutate({
            mutation,
            variables: { ...(JSON.parse(variables) as Variables), isEditing },
            // A page that is being closed still sends it.
            context: { fetchOptions: { keepalive: true } },
          })
          // The next renewal tells it again, and what is not renewed ends by itself.
          .catch(() => undefined),
      );
    };
    const open = () => tell(true);
    const close = () => tell(false);
    open();
    const renewals = setInterval(open, renewMs);
    window.addEventListener('pagehide', close);
    window.addEventListener('pageshow', open);
    return () => {
      clearInterval(renewals);
      window.removeEventListener('pagehide', close);
      window.removeEventListener('pageshow', open);
      close();
    };
  }, [mutation, variables]);
}
