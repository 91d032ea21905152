import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** A notice that somebody else has saved what is edited here, with a link to theirs. */
export function SavedMeanwhile({
  title,
  theirs,
  saveYours,
  onSeen,
}: {
  title: string;
  /** The page with what they saved. */
  theirs: string;
  /** The result of saving now, as the end of a sentence. */
  saveYours: string;
  onSeen: () => void;
}) {
  return (
    <Notice kind="warn" title={title}>
      <p>
        What you wrote is still here, and is not saved.{' '}
        <a href={theirs} target="_blank" rel="noreferrer">
          Look at theirs in another tab
        </a>
        , or {saveYours}.
      </p>
      <Button look="quiet" small onClick={onSeen}>
        I have seen it
      </Button>
    </Notice>
  );
}
