import type { ReactNode } from 'react';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import styles from './AccountLayout.module.css';

/** Says to an admin who acts as somebody why what is `theirs` can't be pressed. */
export function WhyNot({ children }: { children: ReactNode }) {
  const { session } = useSession();
  if (!session.impersonatedBy) return null;
  return (
    <p className={`quiet ${styles.above}`} id={whyNot}>
      {children}
    </p>
  );
}

const whyNot = 'why-not';

/** What is one's own to do: an admin who acts as somebody sees it, and can't press it. */
export function Theirs({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const disabled = !!session.impersonatedBy;
  return (
    <fieldset className={styles.theirs} disabled={disabled} aria-describedby={disabled ? whyNot : undefined}>
      {children}
    </fieldset>
  );
}

/** One heading, and what belongs to it. */
export function Pair({
  title,
  id,
  children,
}: {
  title: string;
  /** By which an address leads to it. */
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className={styles.pair} id={id} aria-label={title}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}
