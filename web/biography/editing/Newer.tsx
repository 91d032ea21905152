import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { WordDiff } from '../words/WordDiff.tsx';
import styles from './edit.module.css';
import type { Newer as NewerCard } from './save.ts';
import type { Writing } from './use-draft.ts';

/**
 * A conflict between the user's text and a newer saved version: shows both, word by word, and lets the user choose.
 * Nothing of either is lost.
 */
export function Newer({
  newer,
  mine,
  busy,
  onKeepMine,
  onTakeTheirs,
}: {
  newer: NewerCard;
  mine: Writing;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}) {
  const who = newer.author.__typename === 'User' ? newer.author.name : 'The writer';
  return (
    <Notice kind="warn" title={`${who} saved this story while you wrote`}>
      <p>Yours is not saved yet. Nothing of either text is lost: every version is kept.</p>
      <p className={styles.diffHead}>
        <b>From {who === 'The writer' ? 'the writer’s' : `${who}’s`} text to yours</b>
      </p>
      <div className={`told ${styles.diff}`}>
        <WordDiff brief before={`${newer.title}\n\n${newer.body}`} after={`${mine.title}\n\n${mine.body}`} />
      </div>
      <div className="row">
        <Button look="quiet" small busy={busy} onClick={onKeepMine}>
          Save mine on top
        </Button>
        <Button look="quiet" small onClick={onTakeTheirs}>
          Take theirs and go on
        </Button>
      </div>
    </Notice>
  );
}
