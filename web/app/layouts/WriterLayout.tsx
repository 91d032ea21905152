import BookOpen from 'lucide-react/icons/book-open';
import Columns3 from 'lucide-react/icons/columns-3';
import Cpu from 'lucide-react/icons/cpu';
import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import MessageSquare from 'lucide-react/icons/message-square';
import Mic from 'lucide-react/icons/mic';
import PencilLine from 'lucide-react/icons/pencil-line';
import ScrollText from 'lucide-react/icons/scroll-text';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { Link } from '#web/app/Link.tsx';
import { NavLink } from '#web/app/NavLink.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import { Icon } from '#web/ui/Icon.tsx';

const places = [
  { path: '', name: 'Today', icon: House },
  { path: 'messages/', name: 'Messages', icon: MessageSquare },
  { path: 'subjects/', name: 'Subjects', icon: BookOpen },
  { path: 'users/', name: 'Users', icon: Users },
  { path: 'agent-prompts/', name: 'Agent prompts', icon: Mic },
  { path: 'prompts/', name: 'Prompts', icon: PencilLine },
  { path: 'playground/', name: 'Playground', icon: Columns3 },
  { path: 'models/', name: 'Models', icon: Cpu },
  { path: 'audit/', name: 'Audit log', icon: ScrollText },
] as const;

export type WriterPlace = (typeof places)[number]['path'];

/**
 * The layout of the writer's desk: the side navigation and the page. `counts` gives the number of open items per
 * section.
 */
export function WriterLayout({
  counts = {},
  banners,
  children,
}: {
  counts?: Partial<Record<WriterPlace, number>>;
  banners?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      {banners}
      <div className="desk-frame">
        <div className="desk">
          <nav className="rail" aria-label="Writer">
            <Link className="brand" to="/writer/">
              <Brand name="Writer" />
            </Link>
            {places.map(({ path, name, icon }) => (
              <NavLink key={path} to={`/writer/${path}`} end={path === ''} title={name}>
                <Icon of={icon} />
                {name}
                {counts[path] ? <b>{counts[path]}</b> : null}
              </NavLink>
            ))}
            <Link className="me" to="/dashboard/" title="To the families">
              <Icon of={LogOut} />
              To the families
            </Link>
          </nav>
          {children}
        </div>
      </div>
    </>
  );
}
