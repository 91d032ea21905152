import type { LucideProps } from 'lucide-react';
import type { ComponentType } from 'react';

/** A Lucide icon with our stroke width, always beside text. Pass `label` only where it stands alone. */
export function Icon({ of: Drawing, label }: { of: ComponentType<LucideProps>; label?: string }) {
  return (
    <Drawing
      className="icon"
      strokeWidth={1.75}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
