import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Problems } from './use-section.ts';

/** The end of a section: why it was not saved, and the saving while anything differs. */
export function SectionEnd({
  section: { problems, isChanged, busy, undo },
  what,
}: {
  section: { problems: Problems; isChanged: boolean; busy: boolean; undo: () => void };
  /** What is saved. */
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
