import { Button } from '#web/ui/Button.tsx';

/** The buttons that move a row of a list up and down. */
export function MoveButtons({
  title,
  at,
  count,
  busy,
  onMove,
}: {
  title: string;
  /** The position of the row, from 0, among `count`. */
  at: number;
  count: number;
  busy: boolean;
  onMove: (by: -1 | 1) => void;
}) {
  const shared = { title, busy };
  return (
    <>
      <MoveButton {...shared} isUp isAtEnd={at === 0} onMove={() => onMove(-1)} />
      <MoveButton {...shared} isAtEnd={at === count - 1} onMove={() => onMove(1)} />
    </>
  );
}

function MoveButton({
  title,
  isUp = false,
  isAtEnd,
  busy,
  onMove,
}: {
  title: string;
  isUp?: boolean;
  /** Whether this is the first or last position, so that it can't move further. */
  isAtEnd: boolean;
  busy: boolean;
  onMove: () => void;
}) {
  return (
    <Button
      look="quiet"
      small
      data-by={isUp ? -1 : 1}
      aria-disabled={isAtEnd || busy || undefined}
      aria-label={`${isUp ? 'Move up' : 'Move down'}: ${title}`}
      onClick={() => {
        if (!isAtEnd && !busy) onMove();
      }}
    >
      {isUp ? 'Move up' : 'Move down'}
    </Button>
  );
}

/** Puts the keyboard back on the button that moved a row, because the row has moved with it. */
export function focusMoved(list: HTMLElement | null, id: string, by: -1 | 1): void {
  requestAnimationFrame(() =>
    list?.querySelector<HTMLElement>(`[data-row="${id}"] [data-by="${by}"]`)?.focus({ preventScroll: true }),
  );
}
