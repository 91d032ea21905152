import type { ReactNode } from 'react';
import styles from './details.module.css';
import type { WriterUserQuery } from './user.graphql.ts';

export type DetailedUser = NonNullable<WriterUserQuery['user']>;

/** A section of the account's details, with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
