import type { ReactNode } from 'react';
import styles from './Prose.module.css';

/** A readable column for Evertold's own longer texts. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={styles.prose}>{children}</div>;
}
