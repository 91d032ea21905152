import { lazy, Suspense } from 'react';
import type { Session } from '#web/app/session.ts';

const Band = lazy(() =>
  import('./ImpersonationBand.tsx').then(({ ImpersonationBand }) => ({ default: ImpersonationBand })),
);

/** Says on every page that an admin sees it as somebody else, and ends that. */
export function Impersonating({ session }: { session: Session }) {
  if (!session.session.impersonatedBy) return null;
  return (
    <Suspense>
      <Band session={session} />
    </Suspense>
  );
}
