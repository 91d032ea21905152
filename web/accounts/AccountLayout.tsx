import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from '#web/app/Link.tsx';
import { useSession } from '#web/app/layouts/signed-in.route.tsx';
import styles from './AccountLayout.module.css';

const places = [
  { to: '/settings/', name: 'You' },
  { to: '/settings/#signing-in', name: 'Signing in' },
  { to: '/settings/#notices', name: 'Notices' },
  { to: '/settings/#devices', name: 'Devices' },
  { to: '/settings/permissions', name: 'Permissions' },
  { to: '/settings/#delete', name: 'Delete account' },
];

/** Pages about oneself: their names at the side, pairs of heading and rows beside them. */
export function AccountLayout({ title, children }: { title: string; children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const here = pathname.includes('permissions') ? '/settings/permissions' : `/settings/${hash}`;
  const current = places.find(({ to }) => to === here) ?? places[0];
  return (
    <main className={`wrap ${styles.page}`} id="main" tabIndex={-1}>
      <nav className={styles.nav} aria-label="Settings">
        {places.map((place) => (
          <Link key={place.to} to={place.to} aria-current={place === current ? 'page' : undefined}>
            {place.name}
          </Link>
        ))}
      </nav>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}

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
