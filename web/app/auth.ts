import { adminClient } from 'better-auth/client/plugins';
import { createAuthClient } from 'better-auth/react';
import { apiOrigin } from './addresses.ts';
import { apiFetch } from './api-fetch.ts';
import { endSession, forgetSession } from './session.ts';

/** After these who is signed in, or what is known of them, is no longer what it was. */
const changes =
  /\/api\/auth\/(sign-in|sign-up|update-user|verify-email|change-email|change-password|phone-number|admin\/(impersonate-user|stop-impersonating))/;
const ends = /\/api\/auth\/(sign-out|delete-user)/;

/** Asks, and forgets afterwards what the answer has made untrue. */
async function fetchAndForget(asked: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await apiFetch(asked, init);
  const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href);
  if (answer.ok && ends.test(pathname)) await endIfOver(pathname, answer);
  else if (answer.ok && changes.test(pathname)) forgetSession();
  return answer;
}

/** An account is only deleted once the mailed link is opened, unless the answer says that it is. */
async function endIfOver(pathname: string, answer: Response): Promise<void> {
  if (pathname.endsWith('/sign-out')) return endSession();
  const { message } = (await answer.clone().json()) as { message?: string };
  if (message === 'User deleted') endSession();
  else forgetSession();
}

/** The calls about accounts. Loaded with the pages that need it, never with the public ones. */
export const authClient = createAuthClient({
  ...(apiOrigin ? { baseURL: apiOrigin } : {}),
  basePath: '/api/auth',
  fetchOptions: { customFetchImpl: fetchAndForget },
  plugins: [adminClient()],
});
