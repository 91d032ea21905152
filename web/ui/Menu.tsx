import { cloneElement, type ReactElement, type ReactNode, useState } from 'react';

type MenuParts = typeof import('./menu-parts.tsx');
type Trigger = ReactElement<{
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  'aria-haspopup'?: 'menu';
}>;

const loadParts = () => import('./menu-parts.tsx');

/**
 * A list of places or acts behind one button. Its machinery is loaded when somebody reaches for it, so `content`
 * gets the parts to build the list with.
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
  const [parts, setParts] = useState<MenuParts | null>(null);
  if (parts) {
    return (
      <parts.MenuRoot trigger={trigger} align={align}>
        {content(parts)}
      </parts.MenuRoot>
    );
  }
  const reach = () => void loadParts().catch(() => undefined);
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    onPointerEnter: reach,
    onFocus: reach,
    onClick: () => void loadParts().then(setParts),
  });
}
