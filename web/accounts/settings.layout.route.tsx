import { Outlet, useLocation } from 'react-router';
import { Link } from '#web/app/Link.tsx';
import styles from './AccountLayout.module.css';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

const places = [
  { to: '/settings/', name: 'You' },
  { to: '/settings/#signing-in', name: 'Signing in' },
  { to: '/settings/#notices', name: 'Notices' },
  { to: '/settings/#devices', name: 'Devices' },
  { to: '/settings/permissions', name: 'Permissions' },
  { to: '/settings/#delete', name: 'Delete account' },
];

/**
 * The layout of the settings pages: their navigation at the side, the page beside it. The navigation stays mounted
 * while a page loads, so that clicks on it are not lost.
 */
export function Component() {
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
        <Outlet />
      </div>
    </main>
  );
}
