import { type LoaderFunctionArgs, redirect } from 'react-router';
import { safePath } from '#web/app/addresses.ts';
import { currentSession } from '#web/app/session.ts';

/** Loads a page for whoever is not signed in; who is, goes where they were going. */
export async function onwardWhenSignedIn({ request }: LoaderFunctionArgs) {
  const session = await currentSession().catch(() => null);
  if (!session) return null;
  return redirect(safePath(new URL(request.url).searchParams.get('redirect'), '/dashboard/'));
}
