import type { ReactNode } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import type { Refusal } from './refusals.ts';

/** A refusal, shown above the fields, which keep their input. */
export function RefusalNotice({ refusal, children }: { refusal: Refusal | null; children?: ReactNode }) {
  if (!refusal) return null;
  return (
    <Notice kind="error" title={refusal.title}>
      {refusal.body && <p>{refusal.body}</p>}
      {children}
    </Notice>
  );
}
