import { Button } from '#web/ui/Button.tsx';

/** The buttons to take back all changes, and to leave the editor without them. */
export function Discard({
  isDirty,
  onUndoAll,
  onDiscard,
}: {
  isDirty: boolean;
  onUndoAll: () => void;
  onDiscard: () => void;
}) {
  return (
    <>
      {isDirty && (
        <Button look="text" onClick={onUndoAll}>
          Undo all changes
        </Button>
      )}
      <Button look="quiet" onClick={onDiscard}>
        {isDirty ? 'Discard' : 'Close'}
      </Button>
    </>
  );
}
