import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Link } from '#web/app/Link.tsx';
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
