import type { ReactNode } from 'react';
import { type Trigger, useParts } from './use-parts.ts';

const loadParts = () => import('./popover-parts.tsx');

/** A short text or a small choice beside the button that opens it. */
export function Popover({
  trigger,
  title,
  children,
}: {
  trigger: Trigger;
  title: ReactNode;
  children: ReactNode;
}) {
  const { parts, waiting } = useParts(loadParts, 'dialog');
  if (!parts) return waiting(trigger);
  return (
    <parts.PopoverRoot trigger={trigger} title={title}>
      {children}
    </parts.PopoverRoot>
  );
}
