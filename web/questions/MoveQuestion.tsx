import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type RefObject, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './questions.module.css';

/** The reordering of a list of questions, each of which is named by its id or key. */
export interface Reordering {
  list: RefObject<HTMLOListElement | null>;
  /** The last move, for screen readers. */
  announcement: string;
  busy: boolean;
  move: (from: number, by: -1 | 1) => Promise<void>;
}

/** Reorders a list of questions; `save` returns whether the new order was stored. */
export function useReordering(
  names: readonly string[],
  save: (names: string[]) => Promise<boolean>,
): Reordering {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState(false);

  async function move(from: number, by: -1 | 1): Promise<void> {
    const inOrder = [...names];
    const [moved] = inOrder.splice(from, 1);
    if (!moved) return;
    inOrder.splice(from + by, 0, moved);
    setBusy(true);
    const isMoved = await save(inOrder);
    setBusy(false);
    if (!isMoved) return;
    setAnnouncement(`Moved to place ${from + by + 1} of ${inOrder.length}.`);
    // The row has moved with its button: put the keyboard focus back on it.
    requestAnimationFrame(() =>
      list.current
        ?.querySelector<HTMLElement>(`[data-question="${CSS.escape(moved)}"] [data-by="${by}"]`)
        ?.focus({ preventScroll: true }),
    );
  }
  return { list, announcement, busy, move };
}

/** The buttons that move a question up and down. */
export function MoveQuestion({
  name,
  text,
  at,
  of,
  reordering: { busy, move },
}: {
  /** The id or key of the question. */
  name: string;
  text: string;
  at: number;
  /** The number of questions in the list. */
  of: number;
  reordering: Reordering;
}) {
  const both = [
    { by: -1, label: 'Move up', icon: ArrowUp, isAtEnd: at === 0 },
    { by: 1, label: 'Move down', icon: ArrowDown, isAtEnd: at === of - 1 },
  ] as const;
  return (
    <span className={styles.order} data-question={name}>
      {both.map(({ by, label, icon, isAtEnd }) => (
        <Button
          key={by}
          look="quiet"
          small
          data-by={by}
          aria-disabled={isAtEnd || busy || undefined}
          aria-label={`${label}: ${text}`}
          onClick={() => {
            if (!isAtEnd && !busy) void move(at, by);
          }}
        >
          <Icon of={icon} /> {label}
        </Button>
      ))}
    </span>
  );
}
