import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Problems } from './use-section.ts';

/** The end of a section: the reason why saving failed, and the save buttons while anything has changed. */
export function SectionEnd({
  section: { problems, isChanged, busy, undo },
  what,
}: {
  section: { problems: Problems; isChanged: boolean; busy: boolean; undo: () => void };
  /** The name of what is saved. */
  what: string;
}) {
  return (
    <>
      {problems.whole && <Notice kind="error" title={problems.whole} />}
      {isChanged && (
        <div className="row">
          <Button type="submit" busy={busy}>
            Save {what}
          </Button>
          <Button look="text" onClick={undo}>
            Leave it as it was
          </Button>
        </div>
      )}
    </>
  );
}
