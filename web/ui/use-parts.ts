import { cloneElement, type ReactElement, useState } from 'react';

export type Trigger = ReactElement<{
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu' | 'dialog';
}>;

/**
 * The machinery of what a button opens, loaded when somebody reaches for it; and, until it is there, the button that
 * has it loaded.
 */
export function useParts<Parts>(
  load: () => Promise<Parts>,
  opens: 'menu' | 'dialog',
): { parts: Parts | null; waiting: (trigger: Trigger) => ReactElement } {
  const [parts, setParts] = useState<Parts | null>(null);
  const reach = () => load().catch(() => undefined); // the page says that it did not load
  const waiting = (trigger: Trigger) =>
    cloneElement(trigger, {
      'aria-haspopup': opens,
      onPointerEnter: reach,
      onFocus: reach,
      onClick: () => reach().then((loaded) => loaded && setParts(() => loaded)),
    });
  return { parts, waiting };
}
