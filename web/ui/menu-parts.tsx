import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';

/** The menu, opened by the click that had it loaded. */
export function MenuRoot({
  trigger,
  align,
  children,
}: {
  trigger: ReactElement;
  align: 'start' | 'end';
  children: ReactNode;
}) {
  return (
    <Base.Root defaultOpen>
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
  disabled = false,
  children,
}: {
  onSelect: () => void;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Item className="menu-item" onClick={onSelect} disabled={disabled}>
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
