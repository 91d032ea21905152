import { cloneElement, type ReactElement, useState } from 'react';

export type Trigger = ReactElement<{
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog';
}>;

/**
 * Loads the code of a menu or dialog when the user points at its button; until then, `waiting` renders the button that
 * loads it.
 */
export function useParts<Parts>(
  load: () => Promise<Parts>,
  opens: 'menu' | 'dialog',
): { parts: Parts | null; waiting: (trigger: Trigger) => ReactElement } {
  const [parts, setParts] = useState<Parts | null>(null);
  const loadParts = () => load().catch(() => undefined); // the preload error notice tells the user about a failed load
  const waiting = (trigger: Trigger) =>
    cloneElement(trigger, {
      'aria-haspopup': opens,
      onPointerEnter: loadParts,
      onFocus: loadParts,
      onClick: () => loadParts().then((loaded) => loaded && setParts(() => loaded)),
    });
  return { parts, waiting };
}
