// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cookies, fetchElsewhere, takeOneTimeToken } from '#web/app/elsewhere.ts';
import { sessionEndEvent } from '#web/app/signed-in-hint.ts';

const api = 'https://api.test';

/** What the API answers next; gives what it was asked. */
function answers(body: object | null, { sets = '', status = 200 } = {}) {
  const asked: { url: string; init: RequestInit; headers: Headers }[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init = {}) => {
    asked.push({ url: String(url), init, headers: new Headers(init.headers) });
    return Response.json(body, { status, headers: sets ? { 'set-better-auth-cookie': sets } : {} });
  });
  return asked;
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(() => void vi.restoreAllMocks());

describe('A web app on another origin', () => {
  test('sends its stored cookies in a header of its own, without the browser’s cookies', async () => {
    const asked = answers({}, { sets: 's.token=abc.d%2F; Max-Age=60; Path=/; HttpOnly, s.more=x; Path=/' });
    await fetchElsewhere(`${api}/api/auth/sign-in/email`, { method: 'POST', body: '{"email":"a@b.test"}' });
    await fetchElsewhere(`${api}/graphql`, { method: 'POST', body: '{}' });

    expect(asked.map(({ init }) => init.credentials)).toEqual(['omit', 'omit']);
    expect(asked[0]?.headers.get('better-auth-cookie')).toBe('');
    expect(asked[1]?.headers.get('better-auth-cookie')).toBe('s.token=abc.d%2F; s.more=x');
  });

  test('merges new cookies into the stored ones, and drops expired ones', async () => {
    answers({}, { sets: 'a=1; Path=/, b=2; Path=/' });
    await fetchElsewhere(`${api}/x`);
    answers({}, { sets: 'a=; Max-Age=0; Path=/, c=3; Expires=Wed, 21 Oct 2099 07:28:00 GMT' });
    await fetchElsewhere(`${api}/x`);
    expect(cookies()).toBe('b=2; c=3');

    vi.useFakeTimers({ now: new Date('2100-01-01') });
    expect(cookies()).toBe('b=2');
    vi.useRealTimers();
    localStorage.setItem('better-auth_cookie', 'no JSON');
    expect(cookies()).toBe('');
  });

  test('begins to link a provider with its session and returns here, and sends an id token to the usual path', async () => {
    localStorage.setItem('better-auth_cookie', JSON.stringify({ a: { value: '1', expires: null } }));
    const asked = answers({ url: `${api}/api/auth/cross-domain/sign-in?link=x`, redirect: true });
    const link = (more: object = {}) =>
      fetchElsewhere(`${api}/api/auth/link-social`, {
        method: 'POST',
        body: JSON.stringify({ provider: 'gitlab', callbackURL: '/settings/', ...more }),
      });
    expect(await (await link()).json()).toMatchObject({ url: expect.stringContaining('link=x') });
    await link({ idToken: { token: 't' } });
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/auth/cross-domain/link',
      '/api/auth/link-social',
    ]);
    expect(asked[0]?.headers.get('better-auth-cookie')).toBe('a=1');
    expect(JSON.parse(`${asked[0]?.init.body}`).callbackURL).toBe(`${location.origin}/settings/`);
  });

  test('stores the session, and removes it at sign-out or the end of the session', async () => {
    answers({ user: { name: 'Teresa' } }, { sets: 'a=1' });
    await fetchElsewhere(`${api}/api/auth/get-session`);
    expect(localStorage.getItem('better-auth_session_data')).toContain('Teresa');
    answers({}, { status: 500 });
    await fetchElsewhere(`${api}/api/auth/sign-out`, { method: 'POST' });
    expect(cookies()).toBe('a=1');
    answers({ success: true });
    await fetchElsewhere(`${api}/api/auth/sign-out`, { method: 'POST' });
    expect(localStorage).toHaveLength(0);

    answers({}, { sets: 'a=1' });
    await fetchElsewhere(`${api}/x`);
    window.dispatchEvent(new Event(sessionEndEvent));
    expect(localStorage).toHaveLength(0);
  });

  test('sends its own address for links in mails and pages of the API', async () => {
    const asked = answers({});
    const body = JSON.stringify({ callbackURL: '/verify-email?verified=yes', redirectTo: 'https://x.test/' });
    await fetchElsewhere(`${api}/api/auth/sign-up/email`, { method: 'POST', body });

    expect(JSON.parse(String(asked[0]?.init.body))).toEqual({
      callbackURL: `${location.origin}/verify-email?verified=yes`,
      redirectTo: 'https://x.test/',
    });
  });
});

describe('Signing in with a provider', () => {
  const begin = () =>
    fetchElsewhere(`${api}/api/auth/sign-in/social`, {
      method: 'POST',
      body: JSON.stringify({ provider: 'google', callbackURL: '/dashboard/' }),
    });

  test('begins at the API’s origin, with a secret that stays in this tab', async () => {
    const asked = answers({});
    const { url, redirect } = await (await begin()).json();
    expect([redirect, asked]).toEqual([true, []]);
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe(`${api}/api/auth/cross-domain/sign-in`);
    expect(searchParams.get('callbackURL')).toBe(`${location.origin}/dashboard/`);
    const verifier = sessionStorage.getItem('evertold:ott') ?? '';
    expect(verifier).not.toBe('');
    expect(searchParams.get('challenge')).toBe(createHash('sha256').update(verifier).digest('base64url'));
  });

  test('ends by redeeming the one-time token of the address once and removing it', async () => {
    await begin();
    const verifier = sessionStorage.getItem('evertold:ott');
    const asked = answers({}, { sets: 's.token=abc' });
    history.replaceState(null, '', '/dashboard/?a=1&ott=secret#end');
    await takeOneTimeToken(api);

    expect(location.href).toBe(`${location.origin}/dashboard/?a=1#end`);
    expect(asked[0]?.url).toBe(`${api}/api/auth/one-time-token/verify`);
    expect(JSON.parse(String(asked[0]?.init.body))).toEqual({ token: 'secret', verifier });
    expect(cookies()).toBe('s.token=abc');
    history.replaceState(null, '', '/?ott=secret');
    await takeOneTimeToken(api);
    expect(asked).toHaveLength(1);
  });

  test('ignores a token that this tab did not request, and leaves the address unchanged', async () => {
    const asked = answers({});
    history.replaceState(null, '', '/dashboard/?ott=of-somebody-else');
    await takeOneTimeToken(api);

    expect(asked).toEqual([]);
    expect(location.search).toBe('?ott=of-somebody-else');
  });

  test('fails quietly when the server does not answer', async () => {
    await begin();
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    history.replaceState(null, '', '/?ott=secret');
    await expect(takeOneTimeToken(api)).resolves.toBeUndefined();
    expect(location.search).toBe('');
  });
});
