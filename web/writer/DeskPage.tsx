import type { ReactNode } from 'react';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import styles from './lists.module.css';

/** A read-only page of the desk. */
export function DeskPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      <DocumentTitle>{title}</DocumentTitle>
      <header className="desk-head">
        <h1>{title}</h1>
      </header>
      <section className={`leaf ${styles.prose}`} aria-label={title}>
        <p className="lead">{lead}</p>
        {children}
      </section>
    </main>
  );
}
