import { Menu as Base } from '@base-ui/react/menu';
import { Popover as BasePopover } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

/** A list of places or acts behind one button. Fill it with `MenuItem`, `MenuLink` and `MenuGroup`. */
export function Menu({
  trigger,
  align = 'start',
  children,
}: {
  trigger: ReactElement;
  align?: 'start' | 'end';
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="float" sideOffset={8} align={align} collisionPadding={16}>
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  onSelect,
  disabled,
  children,
}: {
  onSelect: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Item className="menu-item" onClick={onSelect} {...(disabled ? { disabled } : {})}>
      {children}
    </Base.Item>
  );
}

/** A place: `link` is an anchor of whatever kind. */
export function MenuLink({ link, children }: { link: ReactElement; children: ReactNode }) {
  return (
    <Base.LinkItem className="menu-item" closeOnClick render={link}>
      {children}
    </Base.LinkItem>
  );
}

export function MenuGroup({ label, children }: { label: ReactNode; children?: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="menu-label">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuRule() {
  return <Base.Separator render={<hr className="rule" />} />;
}

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
            <BasePopover.Title render={<h3 />}>{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
