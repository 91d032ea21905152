import { Outlet, useParams } from 'react-router';
import { isAdmin } from '#web/app/session.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { FamilyLayout } from './FamilyLayout.tsx';
import { Impersonating } from './Impersonating.tsx';
import { useSession } from './signed-in.route.tsx';

/** The pages of one book. */
export function Component() {
  const session = useSession();
  const { subjectId } = useParams();
  const { name, image } = session.user;
  return (
    <FamilyLayout
      subjectId={subjectId}
      bookName="The book"
      account={<AccountMenu name={name} photo={image} admin={isAdmin(session)} />}
      banners={<Impersonating session={session} />}
    >
      <Outlet />
    </FamilyLayout>
  );
}
