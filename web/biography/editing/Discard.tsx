import { useNavigate } from 'react-router';
import { Button } from '#web/ui/Button.tsx';

/** Discards the changes; if there are any, it asks first. */
export function Discard({
  isDirty,
  back,
  onDiscard,
}: {
  isDirty: boolean;
  back: string;
  onDiscard: () => void;
}) {
  const navigate = useNavigate();
  return (
    <>
      {isDirty && (
        <Button look="text" onClick={onDiscard}>
          Undo all changes
        </Button>
      )}
      <Button look="quiet" onClick={() => void navigate(back)}>
        {isDirty ? 'Discard' : 'Close'}
      </Button>
    </>
  );
}
