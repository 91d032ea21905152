import { useLocation, useResolvedPath } from 'react-router';
import { Link, type LinkProps } from './Link.tsx';

/** A link in a navigation: it carries `aria-current` while one is there or (without `end`) anywhere below. */
export function NavLink({ end = false, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation();
  const place = withSlash(useResolvedPath(rest.to).pathname);
  const here = withSlash(pathname);
  const current = end ? here === place : here.startsWith(place);
  return <Link {...rest} aria-current={current ? 'page' : undefined} />;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
