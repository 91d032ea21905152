import { useEffect } from 'react';
import { apollo } from '#web/app/apollo.ts';
import { SetEditingDocument } from './editing.graphql.ts';

/** The server forgets an editor that is not renewed for 45 seconds. */
const renewMs = 20_000;

/** Sent one after the other, so that the last one counts. */
let sent: Promise<unknown> = Promise.resolve();

/** Tells the others who write the book that the user has the editor of this story open, until it closes. */
export function useEditing(cardId: string | null): void {
  useEffect(() => {
    if (!cardId) return;
    const tell = (isEditing: boolean) => {
      sent = sent.then(() =>
        apollo
          .mutate({
            mutation: SetEditingDocument,
            variables: { cardId, isEditing },
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
  }, [cardId]);
}
