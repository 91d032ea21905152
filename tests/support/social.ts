import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { socialProviderNames } from '#api/social-providers.ts';
import { type AccountAnswer, account, anAddress, open } from './account.ts';
import { type Provider, startProvider } from './provider.ts';
import { server, speakTo, startTestServer } from './server.ts';

const everyProvider = Object.fromEntries(
  Object.keys(socialProviderNames).flatMap((id) => [
    [`${id.toUpperCase()}_CLIENT_ID`, `id of ${id}`],
    [`${id.toUpperCase()}_CLIENT_SECRET`, `secret of ${id}`],
  ]),
);

/** The provider of this test file. */
export let provider: Provider;

/** Starts a provider, and a server that knows it and all others except Linear. */
export function useProviders() {
  beforeAll(async () => {
    provider = await startProvider();
    const pool = {
      COGNITO_DOMAIN: 'family.auth.eu-central-1.amazoncognito.com',
      COGNITO_REGION: 'eu-central-1',
      COGNITO_USER_POOL_ID: 'eu-central-1_pool',
    };
    const off = { LINEAR_CLIENT_ID: '', LINEAR_CLIENT_SECRET: '' };
    speakTo(await startTestServer({ ...everyProvider, ...pool, ...off, ...provider.env }));
  });
  afterAll(async () => {
    await server().stop();
    speakTo(null);
    await provider.stop();
  });
}

/**
 * For this test, redirects the server's requests to addresses built into the library to this file's provider; returns
 * the requested URLs.
 */
export function ledToTheProvider(picture: Buffer): string[] {
  const asked: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (what, init) => {
    const url = what instanceof Request ? what.url : String(what);
    if (!/^https:\/\/(appleid\.apple|cognito-idp|graph\.microsoft)\./.test(url)) return fetch(what, init);
    asked.push(url);
    const keys = `${provider.url}/common/discovery/v2.0/keys`;
    return url.includes('/photos/') ? Promise.resolve(new Response(new Uint8Array(picture))) : fetch(keys);
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  return asked;
}

let ids = 1000;

/** Sets the provider's profile of the user; by default its address is verified. */
export function known(more: Record<string, unknown> = {}) {
  const profile = { id: ++ids, name: 'Anna Rourke', email: anAddress(), email_verified: true, ...more };
  provider.says(profile);
  return profile;
}

type Begun = { answer: AccountAnswer; url: URL; cookie: string };

/** Starts signing in by the provider, as the page would. */
export async function begin(
  body: object = {},
  { path = '/sign-in/social', cookie = '' } = {},
): Promise<Begun> {
  const answer = await account(
    path,
    { provider: 'gitlab', callbackURL: '/onboarding/', ...body },
    { cookie },
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { answer, url: new URL(answer.body.url), cookie: answer.cookie };
}

/** Consents at the provider; returns the callback URL. */
export async function consent(url: URL): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** The whole round trip to the provider and back, in one browser. */
export async function roundTrip(
  body: object = {},
  options?: { path?: string; cookie?: string },
): Promise<AccountAnswer> {
  const { url, cookie } = await begin(body, options);
  return open(await consent(url), cookie);
}

/** The redirect target of a response. */
export const leadsTo = (answer: AccountAnswer) => answer.headers.get('location') ?? '';
/** The `error` parameter in the redirect target. */
export const errorOf = (answer: AccountAnswer) =>
  new URL(leadsTo(answer), server().url).searchParams.get('error');
/** The session of a browser with this cookie. */
export const session = async (cookie: string) => (await account('/get-session', undefined, { cookie })).body;
