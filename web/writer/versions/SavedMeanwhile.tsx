import { type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './versions.module.css';

/**
 * A notice that somebody else has saved what is edited here, with a link to theirs. It takes the focus, so that it is
 * seen and read out also far from the button that saves.
 */
export function SavedMeanwhile({
  refusal,
  title,
  theirs,
  saveYours,
  save,
  onSeen,
}: {
  /** The refusal to save: each one takes the focus. */
  refusal: object;
  title: string;
  /** The page with what they saved. */
  theirs: string;
  /** The result of saving now, as the end of a sentence. */
  saveYours: string;
  /** The button that saves: it has the focus once this was seen. */
  save: RefObject<HTMLButtonElement | null>;
  onSeen: () => void;
}) {
  const notice = useRef<HTMLElement>(null);
  const keptId = useId();
  useEffect(() => {
    if (refusal) notice.current?.focus();
  }, [refusal]);
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-label={title}
      aria-describedby={keptId}
      className={styles.meanwhile}
    >
      <Notice kind="warn" title={title}>
        <p>
          <span id={keptId}>What you wrote is still here, and is not saved.</span>{' '}
          <a href={theirs} target="_blank" rel="noreferrer">
            Look at theirs in another tab
          </a>
          , or {saveYours}.
        </p>
        <Button
          look="quiet"
          small
          onClick={() => {
            onSeen();
            save.current?.focus();
          }}
        >
          I have seen it
        </Button>
      </Notice>
    </section>
  );
}
