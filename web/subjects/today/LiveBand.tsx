import { type ComponentProps, use } from 'react';
import type { OnAir } from './OnAir.tsx';

type Loaded = typeof import('./OnAir.tsx');

let loaded: Loaded | null = null;
let loading: Promise<Loaded> | null = null;

/** Loads what draws a conversation that goes on, before it is shown, so that nothing flickers. */
export function loadOnAir(): Promise<Loaded> {
  loading ??= import('./OnAir.tsx').then(
    (here) => (loaded = here),
    (error) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The conversation that goes on now, if there is one: for most visits there is none, and nothing to load. */
export function LiveBand({ live, subject }: ComponentProps<typeof OnAir> & { live: boolean }) {
  if (!live) return null;
  const { OnAir: Band } = loaded ?? use(loadOnAir());
  return <Band subject={subject} />;
}
