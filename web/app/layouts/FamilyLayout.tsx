import BookOpen from 'lucide-react/icons/book-open';
import House from 'lucide-react/icons/house';
import ImageIcon from 'lucide-react/icons/image';
import Phone from 'lucide-react/icons/phone';
import Users from 'lucide-react/icons/users';
import { type ReactNode, useEffect } from 'react';
import { Link } from '#web/app/Link.tsx';
import { NavLink } from '#web/app/NavLink.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** The five sections of a book: their names in the header and short names on a phone. */
const places = [
  { path: '', name: 'Today', short: 'Today', icon: House },
  { path: 'biography/', name: 'Biography', short: 'Book', icon: BookOpen },
  { path: 'call-log/', name: 'Call log', short: 'Calls', icon: Phone },
  { path: 'keepsakes/', name: 'Keepsakes', short: 'Keepsakes', icon: ImageIcon },
  { path: 'family-friends/', name: 'Family & friends', short: 'Family', icon: Users },
];

export interface FamilyLayoutProps {
  /** The current book; without it (settings, onboarding) no sections are shown. */
  subjectId?: string | undefined;
  /** The book's cloth colour. */
  cloth?: string | undefined;
  /** The navigation's label, such as "Alma’s book". */
  bookName: string;
  /** The menu that switches to another book. */
  switcher?: ReactNode;
  /** The user's menu: `AccountMenu`. */
  account?: ReactNode;
  /** Banners below the header, such as the impersonation banner. */
  banners?: ReactNode;
  children: ReactNode;
}

/** The layout of the family's pages: a header, whose lower edge is the line, and on a phone a tab bar at the bottom. */
export function FamilyLayout({
  subjectId,
  cloth,
  bookName,
  switcher,
  account,
  banners,
  children,
}: FamilyLayoutProps) {
  useEffect(() => {
    document.body.classList.toggle('has-tabs', subjectId !== undefined);
    return () => document.body.classList.remove('has-tabs');
  }, [subjectId]);
  useEffect(() => {
    if (cloth) document.body.dataset.cloth = cloth;
    return () => {
      delete document.body.dataset.cloth;
    };
  }, [cloth]);
  const at = (path: string) => `/dashboard/${encodeURIComponent(subjectId ?? '')}/${path}`;

  return (
    <>
      <header className="mast">
        <div className="mast-in">
          <Link className="brand" to="/">
            <Brand />
          </Link>
          {switcher && <span className="nav-wide switcher">{switcher}</span>}
          {subjectId !== undefined && (
            <nav className="mast-nav" aria-label={bookName}>
              {places.map(({ path, name }) => (
                <NavLink key={path} to={at(path)} end={path === ''}>
                  {name}
                </NavLink>
              ))}
            </nav>
          )}
          <div className={subjectId === undefined ? 'mast-end row-end' : 'mast-end'}>
            {switcher && <span className="nav-narrow switcher">{switcher}</span>}
            {account}
          </div>
        </div>
      </header>
      {banners}
      {children}
      {subjectId !== undefined && (
        <nav className="tabs-phone" aria-label={bookName}>
          {places.map(({ path, short, icon }) => (
            <NavLink key={path} to={at(path)} end={path === ''}>
              <Icon of={icon} />
              {short}
            </NavLink>
          ))}
        </nav>
      )}
    </>
  );
}
