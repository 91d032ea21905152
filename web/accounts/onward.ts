import { type LoaderFunctionArgs, redirect } from 'react-router';
import { safePath } from '#web/app/addresses.ts';
import { currentSession } from '#web/app/session.ts';
import { type Provider, providersOn } from './providers.ts';

export interface WaysIn {
  providers: Provider[];
}

/** The same for a page on which one signs in or up, with the providers by whom one can. */
export async function waysIn(args: LoaderFunctionArgs): Promise<WaysIn | Response> {
  const [onward, providers] = await Promise.all([onwardWhenSignedIn(args), providersOn()]);
  return onward ?? { providers };
}

/** Loads a page for whoever is not signed in; who is, goes where they were going. */
export async function onwardWhenSignedIn({ request }: LoaderFunctionArgs) {
  const session = await currentSession().catch(() => null);
  if (!session) return null;
  const params = new URL(request.url).searchParams;
  const error = params.get('error');
  // What went wrong is told on the page from which links are asked for and providers are added.
  if (error) return redirect(`/settings/?error=${encodeURIComponent(error)}`);
  return redirect(safePath(params.get('redirect'), '/dashboard/'));
}
