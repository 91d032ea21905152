import { adminClient } from 'better-auth/client/plugins';
import { createAuthClient } from 'better-auth/react';
import { apiOrigin } from './addresses.ts';
import { apiFetch } from './api-fetch.ts';
import { forgetDrafts } from './drafts.ts';
import { endSession, forgetSession, sessionLost } from './session.ts';

/** After these who is signed in, or what is known of them, is no longer what it was. */
const changes =
  /\/api\/auth\/(sign-in|sign-up|update-user|verify-email|change-email|change-password|phone-number|admin\/(impersonate-user|stop-impersonating))/;
const ends = /\/api\/auth\/(sign-out|delete-user)/;

/** Asks, and forgets afterwards what the answer has made untrue. */
async function fetchAndForget(asked: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href);
  const answer = await askSignedIn(pathname, () => apiFetch(asked, init));
  if (answer.ok && ends.test(pathname)) await endIfOver(pathname, answer);
  else if (answer.ok && changes.test(pathname)) forgetSession();
  return answer;
}

/** Asks again once whoever asked has signed in where they are, where the session was over. */
async function askSignedIn(pathname: string, ask: () => Promise<Response>): Promise<Response> {
  const answer = await ask();
  const needsSession =
    /\/api\/auth\/(update-user|change-|phone-number\/(change|confirm|remove)|admin\/)/.test(pathname);
  if (answer.status !== 401 || !needsSession) return answer;
  return (await sessionLost({ acting: true })) ? ask() : answer;
}

/** An account is only deleted once the mailed link is opened, unless the answer says that it is. */
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

/** The calls about accounts. Loaded with the pages that need it, never with the public ones. */
export const authClient = createAuthClient({
  ...(apiOrigin ? { baseURL: apiOrigin } : {}),
  basePath: '/api/auth',
  fetchOptions: { customFetchImpl: fetchAndForget },
  plugins: [adminClient()],
});
