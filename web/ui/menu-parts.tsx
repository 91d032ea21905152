import { Menu as Base } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useState } from 'react';
import { takeFocus } from './take-focus.ts';

/**
 * The menu, opened by the same click that loaded its code. It is rendered in the part of the page that its button is
 * in.
 */
export function MenuRoot({
  trigger,
  align,
  children,
}: {
  trigger: ReactElement;
  align: 'start' | 'end';
  children: ReactNode;
}) {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <Base.Root defaultOpen>
      <span className="contents" ref={setContainer}>
        <Base.Trigger ref={takeFocus} render={trigger} />
      </span>
      <Base.Portal
        container={container && (container.closest<HTMLElement>('header, main, nav') ?? document.body)}
      >
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

/** A menu item that is a link; `link` is any anchor element. */
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
