import { useBlocker } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { AlertDialog } from '#web/ui/Dialog.tsx';
import { unsaved } from './unsaved.ts';

/** Asks, in the fixed words, before a page with unsaved changes is left for another. */
export function LeaveQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.now() && currentLocation.pathname !== nextLocation.pathname,
  );
  const stay = () => blocker.reset?.();
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(next) => !next && stay()}
      title="Are you sure you want to leave?"
      lead="Your changes may not be saved."
      actions={
        <>
          <Button onClick={stay}>Stay here</Button>
          <Button look="quiet" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </>
      }
    />
  );
}
