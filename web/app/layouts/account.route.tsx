import { Outlet } from 'react-router';
import { isAdmin } from '#web/app/session.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { FamilyLayout } from './FamilyLayout.tsx';
import { Impersonating } from './Impersonating.tsx';
import { useSession } from './signed-in.route.tsx';

/** Pages about oneself, outside any book. */
export function Component() {
  const session = useSession();
  const { name, image } = session.user;
  return (
    <FamilyLayout
      bookName="Evertold"
      account={<AccountMenu name={name} photo={image} admin={isAdmin(session)} />}
      banners={<Impersonating session={session} />}
    >
      <Outlet />
    </FamilyLayout>
  );
}

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
