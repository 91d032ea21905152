import { useLocation, useResolvedPath } from 'react-router';
import { Link, type LinkProps } from './Link.tsx';

/** A navigation link: it has `aria-current` on its page and, unless `end` is set, on all pages below it. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const target = withSlash(useResolvedPath(rest.to).pathname);
  const path = withSlash(pathname);
  const current = end ? path === target : path.startsWith(target);
  return <Link {...rest} aria-current={current ? 'page' : undefined} />;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
