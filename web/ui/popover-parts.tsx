import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { takeFocus } from './take-focus.ts';

/** The popover beside its button, opened by the same click that loaded its code. */
export function PopoverRoot({
  trigger,
  title,
  children,
}: {
  trigger: ReactElement;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger ref={takeFocus} render={trigger} />
      <Base.Portal>
        <Base.Positioner className="float" sideOffset={8} collisionPadding={16}>
          <Base.Popup className="popover">
            <Base.Title>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
