import type { ReactNode } from 'react';
import { type Trigger, useParts } from './use-parts.ts';

type MenuParts = typeof import('./menu-parts.tsx');

const loadParts = () => import('./menu-parts.tsx');

/**
 * A menu of links or actions behind a button. Its code is loaded when the user points at the button, so `content`
 * receives the components to build the list with.
 */
export function Menu({
  trigger,
  align = 'start',
  content,
}: {
  trigger: Trigger;
  align?: 'start' | 'end';
  content: (parts: MenuParts) => ReactNode;
}) {
  const { parts, waiting } = useParts(loadParts, 'menu');
  if (!parts) return waiting(trigger);
  return (
    <parts.MenuRoot trigger={trigger} align={align}>
      {content(parts)}
    </parts.MenuRoot>
  );
}
