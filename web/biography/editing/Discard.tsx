import { useNavigate } from 'react-router';
import { Button } from '#web/ui/Button.tsx';

/** Leaves the writing as it was. With changes, the question on leaving comes first. */
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
