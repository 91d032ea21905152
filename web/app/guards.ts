import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { signInPath } from './addresses.ts';
import { currentSession, isAdmin, type Session } from './session.ts';

type LoaderRequest = Pick<LoaderFunctionArgs, 'request'>;

function currentPath({ request }: LoaderRequest): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Loader for signed-in users; redirects anyone else to sign in and back afterwards. */
export async function requireUser(args: LoaderRequest): Promise<Session> {
  const session = await currentSession();
  if (!session) throw redirect(signInPath(currentPath(args)));
  return session;
}

/** Loader for admins; other signed-in users get Not Found. */
export async function requireAdmin(args: LoaderRequest): Promise<Session> {
  const session = await requireUser(args);
  if (!isAdmin(session)) throw data(null, { status: 404 });
  return session;
}
