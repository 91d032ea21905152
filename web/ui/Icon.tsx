import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

/** A Lucide icon at our stroke, always beside a word. Give `label` only where it stands alone. */
export function Icon({ of: Drawing, label }: { of: ComponentType<LucideProps>; label?: string }) {
  return (
    <Drawing
      className="icon"
      strokeWidth={1.75}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
