import { notify } from '#web/app/notify.ts';
import { Menu } from '#web/ui/Menu.tsx';
import styles from '../page/conversation.module.css';
import { setMessagePrivate } from '../talk/end.ts';
import type { Turn_MessageFragment } from './Turn.graphql.ts';
import type { Script } from './Turn.tsx';

/** What can be done with a turn: correct its words, keep it private, make it readable again. */
export function TurnActs({
  message,
  at,
  script,
  onCorrect,
}: {
  message: Turn_MessageFragment;
  /** The time of the turn, as it is shown. */
  at: string;
  script: Script;
  /** With the words that were selected in it. */
  onCorrect: (selected: string) => void;
}) {
  const { id, text } = message;
  const correct = script.mayCorrect && text !== null && message.role === 'user';
  const keep = script.mayMakePrivate && !message.private && !message.kept;
  // What was deleted says itself how it is restored.
  const release = script.mayRelease && message.private && !message.deletedAt;
  if (!correct && !keep && !release) return null;

  async function setPrivate(isPrivate: boolean) {
    const problem = await setMessagePrivate(id, isPrivate).catch(
      () => 'The connection broke before Evertold answered. Nothing changed. Try again.',
    );
    if (problem) return notify('error', 'That did not work', { body: problem });
    return isPrivate
      ? notify('success', 'Kept private', {
          body: 'What rests on these words is gone from the stories too.',
          ...(script.mayUndoPrivate && { action: { label: 'Undo', onClick: () => void setPrivate(false) } }),
        })
      : notify('success', 'Readable again', {
          ...(script.mayMakePrivate && { action: { label: 'Undo', onClick: () => void setPrivate(true) } }),
        });
  }

  return (
    <span className={styles.acts}>
      <Menu
        trigger={
          <button type="button" className={`btn btn-text ${styles.act}`}>
            Change<span className="sr"> these words of {at}</span>
          </button>
        }
        content={({ MenuItem }) => (
          <>
            {correct && <MenuItem onSelect={() => onCorrect(selectedIn(id))}>Correct a word</MenuItem>}
            {keep && <MenuItem onSelect={() => void setPrivate(true)}>Make private</MenuItem>}
            {release && <MenuItem onSelect={() => void setPrivate(false)}>Make readable again</MenuItem>}
          </>
        )}
      />
    </span>
  );
}

function selectedIn(id: string): string {
  const selection = getSelection();
  const words = document.querySelector(`[data-words="${CSS.escape(id)}"]`);
  return selection && words && !selection.isCollapsed && words.contains(selection.anchorNode)
    ? selection.toString()
    : '';
}
