import { lazy, Suspense } from 'react';
import type { Session } from '#web/app/session.ts';

const Band = lazy(() =>
  import('./ImpersonationBand.tsx').then(({ ImpersonationBand }) => ({ default: ImpersonationBand })),
);

/** While an admin impersonates a user, shows a banner on every page that says so and can end it. */
export function Impersonating({ session }: { session: Session }) {
  if (!session.session.impersonatedBy) return null;
  return (
    <Suspense>
      <Band session={session} />
    </Suspense>
  );
}
