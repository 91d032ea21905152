import type { ReactNode } from 'react';
import { NavLink } from '#web/app/NavLink.tsx';
import styles from './AccountLayout.module.css';

/** Pages about oneself: their names at the side, pairs of heading and rows beside them. */
export function AccountLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <nav className={styles.nav} aria-label="Your account">
        <NavLink to="/settings/" end>
          You
        </NavLink>
        <NavLink to="/settings/permissions">Permissions</NavLink>
      </nav>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}

/** One heading, and what belongs to it. */
export function Pair({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.pair}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
