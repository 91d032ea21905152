import { apiOrigin } from './addresses.ts';
import { takeAnswer } from './ahead.ts';

/**
 * Asks the API as whoever is signed in. On its own origin the browser's cookies do that, and no script sees them; the
 * code for another origin is not even built in.
 */
export const apiFetch: typeof fetch = import.meta.env.API_URL
  ? async (asked, init) => (await import('./elsewhere.ts')).fetchElsewhere(asked, init)
  : (asked, init) => {
      const ask = () => fetch(asked, { ...init, credentials: 'same-origin' });
      return takeAnswer(init?.body)?.catch(ask) ?? ask();
    };

/** What the socket says first, where the browser sends it no cookies. */
export async function firstWord(): Promise<Record<string, string>> {
  if (!import.meta.env.API_URL) return {};
  const { cookies } = await import('./elsewhere.ts');
  return { betterAuthCookie: cookies() };
}

/** Takes over the session with which a provider's answer came back, where this page is served apart from the API. */
export async function arrive(): Promise<void> {
  if (import.meta.env.API_URL) await (await import('./elsewhere.ts')).takeOneTimeToken(apiOrigin);
}
