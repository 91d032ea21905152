import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';

type Parts = typeof import('./popover-parts.tsx');
type Trigger = ReactElement<{
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'dialog';
}>;

const loadParts = () => import('./popover-parts.tsx');

/** A few words or a small choice beside the button that opens it, which is loaded when somebody reaches for it. */
export function Popover({
  trigger,
  title,
  children,
}: {
  trigger: Trigger;
  title: ReactNode;
  children: ReactNode;
}) {
  const [parts, setParts] = useState<Parts | null>(null);
  if (parts) {
    return (
      <parts.PopoverRoot trigger={trigger} title={title}>
        {children}
      </parts.PopoverRoot>
    );
  }
  const reach = () => void loadParts().catch(() => undefined);
  return cloneElement(trigger, {
    'aria-haspopup': 'dialog',
    onPointerEnter: reach,
    onFocus: reach,
    onClick: () => void loadParts().then(setParts),
  });
}
