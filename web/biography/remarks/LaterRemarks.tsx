import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { whenLoaded } from '#web/app/when-loaded.ts';
import styles from './remarks.module.css';

type Part = ComponentType<ComponentProps<typeof import('./Remarks.tsx').Remarks>>;

/** `Remarks`, whose code is loaded after the story is shown. */
export function LaterRemarks(props: ComponentProps<Part>) {
  const [Loaded, setLoaded] = useState<Part | null>(null);
  useEffect(
    () =>
      whenLoaded(
        () => import('./Remarks.tsx'),
        ({ Remarks }) => {
          setLoaded(() => Remarks);
          return () => undefined;
        },
      ),
    [],
  );
  return Loaded ? <Loaded {...props} /> : <div className={styles.waiting} />;
}
