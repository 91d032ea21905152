import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { signInPath } from './addresses.ts';
import { currentSession, isAdmin, type Session } from './session.ts';

type Asked = Pick<LoaderFunctionArgs, 'request'>;

function here({ request }: Asked): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

/** Loader: whoever is signed in; anybody else goes to sign in, and comes back afterwards. */
export async function requireUser(asked: Asked): Promise<Session> {
  const session = await currentSession();
  if (!session) throw redirect(signInPath(here(asked)));
  return session;
}

/** Loader: an admin. For anybody else who is signed in, there is nothing at this address. */
export async function requireAdmin(asked: Asked): Promise<Session> {
  const session = await requireUser(asked);
  if (!isAdmin(session)) throw data(null, { status: 404 });
  return session;
}
