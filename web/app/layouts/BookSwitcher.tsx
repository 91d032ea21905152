import ChevronDown from 'lucide-react/icons/chevron-down';
import { Link } from '#web/app/Link.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Menu } from '#web/ui/Menu.tsx';

export interface BookChoice {
  subjectId: string;
  bookName: string;
}

/** Names the current book and links to the user's other books. */
export function BookSwitcher({
  current,
  books,
  maySet,
  hasOwn,
}: {
  current: BookChoice;
  books: readonly BookChoice[];
  /** Whether the user may change the settings of the current book. */
  maySet: boolean;
  /** Whether one of the books is about the user. */
  hasOwn: boolean;
}) {
  const to = (subjectId: string) => `/dashboard/${encodeURIComponent(subjectId)}/`;
  return (
    <Menu
      trigger={
        <button type="button" className="book-of">
          <span>{current.bookName}</span> <Icon of={ChevronDown} />
        </button>
      }
      content={({ MenuLink, MenuRule }) => (
        <>
          {books.map(({ subjectId, bookName }) => (
            <MenuLink
              key={subjectId}
              link={
                <Link
                  to={to(subjectId)}
                  aria-current={subjectId === current.subjectId ? 'true' : undefined}
                />
              }
            >
              {bookName}
            </MenuLink>
          ))}
          <MenuRule />
          {maySet && (
            <MenuLink link={<Link to={`${to(current.subjectId)}settings/`} />}>
              Settings of this book
            </MenuLink>
          )}
          <MenuLink link={<Link to="/onboarding/?new" />}>Start another book</MenuLink>
          <MenuLink link={<Link to={`${to(current.subjectId)}gift-another-loved-one/`} />}>
            Give Evertold to someone
          </MenuLink>
          {!hasOwn && (
            <MenuLink link={<Link to="/dashboard/tell-my-own-story/" />}>Tell your own story</MenuLink>
          )}
        </>
      )}
    />
  );
}
