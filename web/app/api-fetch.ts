import { apiOrigin } from './addresses.ts';
import { takePrefetchedResponse } from './ahead.ts';

/**
 * Calls the API as the signed-in user. On the same origin the browser sends its cookies, which no script can read; the
 * code for another origin is not part of that build.
 */
export const apiFetch: typeof fetch = import.meta.env.API_URL
  ? async (asked, init) => (await import('./elsewhere.ts')).fetchElsewhere(asked, init)
  : (asked, init) => {
      const ask = () => fetch(asked, { ...init, credentials: 'same-origin' });
      return takePrefetchedResponse(init?.body)?.catch(ask) ?? ask();
    };

/**
 * The connection parameters of the WebSocket: the cookies, when the browser sends none because the API is on another
 * origin.
 */
export async function socketParams(): Promise<Record<string, string>> {
  if (!import.meta.env.API_URL) return {};
  const { cookies } = await import('./elsewhere.ts');
  return { betterAuthCookie: cookies() };
}

/** Takes over the session after a sign-in by a provider, when the page and the API have different origins. */
export async function takeOverSession(): Promise<void> {
  if (import.meta.env.API_URL) await (await import('./elsewhere.ts')).takeOneTimeToken(apiOrigin);
}
