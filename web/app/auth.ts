import { adminClient } from 'better-auth/client/plugins';
import { createAuthClient } from 'better-auth/react';
import { apiOrigin } from './addresses.ts';
import { apiFetch } from './api-fetch.ts';
import { forgetDrafts } from './drafts.ts';
import { endSession, forgetSession, sessionLost } from './session.ts';

/** Requests after which the cached session is out of date. */
const changes =
  /\/api\/auth\/(sign-in|sign-up|update-user|verify-email|change-email|change-password|phone-number|admin\/(impersonate-user|stop-impersonating))/;
const ends = /\/api\/auth\/(sign-out|delete-user)/;

/** Sends the request, then drops the cached session if the response made it out of date. */
async function fetchAndForget(asked: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href);
  const answer = await askSignedIn(pathname, () => apiFetch(asked, init));
  if (answer.ok && ends.test(pathname)) await endIfOver(pathname, answer);
  else if (answer.ok && changes.test(pathname)) forgetSession();
  return answer;
}

/** Repeats the request after the user has signed in again in place, when the session was over. */
async function askSignedIn(pathname: string, ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask();
  const needsSession =
    /\/api\/auth\/(update-user|change-|phone-number\/(change|confirm|remove)|admin\/)/.test(pathname);
  if (answer.status !== 401 || !needsSession) return answer;
  return (await sessionLost({ acting: true })) ? ask() : answer;
}

/**
 * Ends the session when the account is gone. Deletion usually only happens once the mailed link is opened; the response
 * says which.
 */
async function endIfOver(pathname: string, answer: Response): Promise<void> {
  if (pathname.endsWith('/sign-out')) {
    forgetDrafts();
    return endSession();
  }
  const { message } = (await answer.clone().json()) as { message?: string };
  if (message !== 'User deleted') return forgetSession();
  forgetDrafts();
  endSession();
}

/** The Better Auth client. It is loaded with the pages that need it, never with the public ones. */
export const authClient = createAuthClient({
  ...(apiOrigin ? { baseURL: apiOrigin } : {}),
  basePath: '/api/auth',
  fetchOptions: { customFetchImpl: fetchAndForget },
  plugins: [adminClient()],
});
