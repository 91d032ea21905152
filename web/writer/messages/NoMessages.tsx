import { Button } from '#web/ui/Button.tsx';
import { FlatLine } from '#web/ui/VoiceLine.tsx';

/** Shown when there are no messages, or none that match the filter. New ones still appear. */
export function NoMessages({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className="leaf-pad stack">
      <FlatLine height={40} />
      <h2>{filtered ? 'No message is like this' : 'Nobody has said anything yet'}</h2>
      <p className="quiet">
        {filtered
          ? 'Take a longer time, or less of a filter. A new message that fits appears here by itself.'
          : 'The first message appears here as it is said.'}
      </p>
      {filtered && (
        <p className="row">
          <Button look="quiet" onClick={onClear}>
            Clear the filter
          </Button>
        </p>
      )}
    </div>
  );
}
