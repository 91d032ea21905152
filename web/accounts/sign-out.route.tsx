import { useLoaderData, useRevalidator, useSearchParams } from 'react-router';
import { authClient } from '#web/app/auth.ts';
import { DocumentTitle } from '#web/app/DocumentTitle.tsx';
import { Link } from '#web/app/Link.tsx';
import { SideLayout } from '#web/app/layouts/SideLayout.tsx';
import type { PageHandle } from '#web/app/page.ts';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { RefusalNotice } from './RefusalNotice.tsx';
import { refused } from './refusals.ts';

export { Broken as ErrorBoundary } from '#web/app/errors.tsx';

export const handle: PageHandle = { acts: true };

/** Signs out and clears cached data. */
export async function loader() {
  return { refusal: await refused(() => authClient.signOut()) };
}

export function Component() {
  const { refusal } = useLoaderData<typeof loader>();
  const { revalidate, state } = useRevalidator();
  const deleted = useSearchParams()[0].get('account') === 'deleted';
  if (refusal) {
    return (
      <SideLayout>
        <DocumentTitle>Still signed in</DocumentTitle>
        <h1>You are still signed in</h1>
        <RefusalNotice refusal={refusal} />
        <Button wide busy={state === 'loading'} onClick={() => void revalidate()}>
          Sign out
        </Button>
      </SideLayout>
    );
  }
  if (deleted) {
    return (
      <SideLayout>
        <DocumentTitle>Your account is deleted</DocumentTitle>
        <h1>Your account is deleted</h1>
        <p className="lead quiet">A mail tells you what became of the books, and how to have one back.</p>
        <Link className={buttonClass()} to="/">
          Go to the home page
        </Link>
      </SideLayout>
    );
  }
  return (
    <SideLayout>
      <DocumentTitle>You are signed out</DocumentTitle>
      <h1>You are signed out</h1>
      <p className="lead quiet">On this device. Everything that was told is kept.</p>
      <div className="row">
        <Link className={buttonClass()} to="/sign-in">
          Sign in again
        </Link>
        <Link className={buttonClass({ look: 'quiet' })} to="/">
          Go to the home page
        </Link>
      </div>
    </SideLayout>
  );
}
