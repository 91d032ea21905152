import type { ComponentProps } from 'react';
import { later } from '#web/app/later.ts';
import type { OnAir } from './OnAir.tsx';

/** The component of a live conversation, loaded only when there is one. */
export const onAir = later(() => import('./OnAir.tsx'));

/** The live conversation, if there is one. */
export function LiveBand({ live, subject }: ComponentProps<typeof OnAir> & { live: boolean }) {
  if (!live) return null;
  const { OnAir: Band } = onAir.read();
  return <Band subject={subject} />;
}
