import { Outlet } from 'react-router';
import { AccountMenu } from './AccountMenu.tsx';
import { FamilyLayout } from './FamilyLayout.tsx';
import { Impersonating } from './Impersonating.tsx';
import { useSession } from './signed-in.route.tsx';

/** Pages about oneself, outside any book. */
export function Component() {
  const session = useSession();
  return (
    <FamilyLayout
      bookName="Evertold"
      account={<AccountMenu session={session} />}
      banners={<Impersonating session={session} />}
    >
      <Outlet />
    </FamilyLayout>
  );
}

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';
