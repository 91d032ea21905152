import type { ReactNode } from 'react';
import styles from './Prose.module.css';

/** Longer text that Evertold itself says: one comfortable column. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>;
}
