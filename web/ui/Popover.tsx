import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

/** A few words or a small choice beside the button that opens it. */
export function Popover({
  trigger,
  title,
  children,
}: {
  trigger: ReactElement;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <BasePopover.Root>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className="float" sideOffset={8} collisionPadding={16}>
          <BasePopover.Popup className="popover">
            <BasePopover.Title>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
