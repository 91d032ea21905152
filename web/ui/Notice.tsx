import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

const drawings = { info: Info, ok: Check, warn: TriangleAlert, error: CircleAlert };

export type NoticeKind = keyof typeof drawings;

/** A notice: what happened, then what to do. Screen readers announce an error at once. */
export function Notice({
  kind = 'info',
  title,
  children,
}: {
  kind?: NoticeKind;
  title: ReactNode;
  children?: ReactNode;
}) {
  const role = kind === 'error' ? 'alert' : kind === 'ok' ? 'status' : undefined;
  return (
    <div className={kind === 'info' ? 'notice' : `notice notice-${kind}`} role={role}>
      <Icon of={drawings[kind]} />
      <div>
        <b>{title}</b>
        {children}
      </div>
    </div>
  );
}

export type StateTone = 'ok' | 'warn' | 'error' | 'off' | 'pencil';

/** A word with a dot (done), a ring (waiting) or a diamond (wrong). */
export function State({ tone, open, children }: { tone: StateTone; open?: boolean; children: ReactNode }) {
  return <span className={`state state-${tone}${open ? ' state-open' : ''}`}>{children}</span>;
}
