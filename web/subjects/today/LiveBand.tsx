import type { ComponentProps } from 'react';
import { later } from '#web/app/later.ts';
import type { OnAir } from './OnAir.tsx';

/** What draws a conversation that goes on: for most visits there is none, and nothing to load. */
export const onAir = later(() => import('./OnAir.tsx'));

/** The conversation that goes on now, if there is one. */
export function LiveBand({ live, subject }: ComponentProps<typeof OnAir> & { live: boolean }) {
  if (!live) return null;
  const { OnAir: Band } = onAir.read();
  return <Band subject={subject} />;
}
