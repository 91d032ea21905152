import { Button } from '#web/ui/Button.tsx';
import { AlertDialog } from '#web/ui/Dialog.tsx';

/** The dialog that asks before a page with unsaved changes is left; the wording is fixed. */
export function LeaveQuestion({
  open,
  onStay,
  onLeave,
}: {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <AlertDialog
      open={open}
      onOpenChange={(next) => !next && onStay()}
      title="Are you sure you want to leave?"
      lead="Your changes may not be saved."
      actions={
        <>
          <Button onClick={onStay}>Stay here</Button>
          <Button look="quiet" onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    />
  );
}
