import type { ReactNode } from 'react';
import { Notice } from '#web/ui/Notice.tsx';
import type { Refusal } from './refusals.ts';

/** Stands above the fields, which keep what was typed. */
export function RefusalNotice({ refusal, children }: { refusal: Refusal | null; children?: ReactNode }) {
  if (!refusal) return null;
  return (
    <Notice kind="error" title={refusal.title}>
      {refusal.body && <p>{refusal.body}</p>}
      {children}
    </Notice>
  );
}
