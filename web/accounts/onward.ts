import { type LoaderFunctionArgs, redirect } from 'react-router';
import { safePath } from '#web/app/addresses.ts';
import { currentSession } from '#web/app/session.ts';
import { type Provider, providersOn } from './providers.ts';

export interface WaysIn {
  providers: Provider[];
}

/** The same for sign-in and sign-up pages; also loads the providers. */
export async function waysIn(args: LoaderFunctionArgs): Promise<WaysIn | Response> {
  const [redirection, providers] = await Promise.all([onwardWhenSignedIn(args), providersOn()]);
  return redirection ?? { providers };
}

/** Loader for signed-out users; redirects signed-in ones to where they were going. */
export async function onwardWhenSignedIn({ request }: LoaderFunctionArgs) {
  const session = await currentSession().catch(() => null);
  if (!session) return null;
  const params = new URL(request.url).searchParams;
  const error = params.get('error');
  // The settings page explains errors of links and providers, because they are requested there.
  if (error) return redirect(`/settings/?error=${encodeURIComponent(error)}`);
  return redirect(safePath(params.get('redirect'), '/dashboard/'));
}
