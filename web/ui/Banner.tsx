import type { ReactNode } from 'react';

/** A banner across the page (offline, impersonation). `action` is placed at its end. */
export function Banner({
  icon,
  className = '',
  action,
  children,
}: {
  icon?: ReactNode;
  className?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={`banner ${className}`.trim()} role="status">
      {icon}
      <span>{children}</span>
      {action && <span className="row-end">{action}</span>}
    </div>
  );
}
