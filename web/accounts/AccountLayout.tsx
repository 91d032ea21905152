import type { ReactNode } from 'react';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import styles from './AccountLayout.module.css';

/** Tells an impersonating admin why the controls inside `Theirs` are disabled. */
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

/** Controls that only the user may use: an impersonating admin sees them disabled. */
export function Theirs({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const disabled = !!session.impersonatedBy;
  return (
    <fieldset className={styles.theirs} disabled={disabled} aria-describedby={disabled ? whyNot : undefined}>
      {children}
    </fieldset>
  );
}

/** A heading with its content beside it. */
export function Pair({
  title,
  id,
  children,
}: {
  title: string;
  /** The anchor for links to this section. */
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
