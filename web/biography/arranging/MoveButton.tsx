import { Button } from '#web/ui/Button.tsx';

/** Moves a row of a list up or down, by keyboard too. */
export function MoveButton({
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
