// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cookies, fetchElsewhere, takeOneTimeToken } from '#web/app/elsewhere.ts';
import { sessionEndEvent } from '#web/app/signed-in-hint.ts';

const api = 'https://api.test';

/** Sets the API's next response; returns the list of requests. */
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
  test('fetchElsewhere sends the stored cookies in a header of their own, and no browser cookies', async () => {
    const asked = answers({}, { sets: 's.token=abc.d%2F; Max-Age=60; Path=/; HttpOnly, s.more=x; Path=/' });
    await fetchElsewhere(`${api}/api/auth/sign-in/email`, { method: 'POST', body: '{"email":"a@b.test"}' });
    await fetchElsewhere(`${api}/graphql`, { method: 'POST', body: '{}' });

    expect(asked.map(({ init }) => init.credentials)).toEqual(['omit', 'omit']);
    expect(asked[0]?.headers.get('better-auth-cookie')).toBe('');
    expect(asked[1]?.headers.get('better-auth-cookie')).toBe('s.token=abc.d%2F; s.more=x');
  });

  test('cookies in a response are merged into the stored ones, and expired ones are removed', async () => {
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

  test('linking a provider begins with the session and returns here; with an id token it uses the usual endpoint', async () => {
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

  test('the session is stored, and removed on sign-out or when the session is over', async () => {
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

  test('relative callback addresses become absolute', async () => {
    const asked = answers({});
    const body = JSON.stringify({ callbackURL: '/verify-email?verified=yes', redirectTo: 'https://x.test/' });
    await fetchElsewhere(`${api}/api/auth/sign-up/email`, { method: 'POST', body });

    expect(JSON.parse(String(asked[0]?.init.body))).toEqual({
      callbackURL: `${location.origin}/verify-email?verified=yes`,
      redirectTo: 'https://x.test/',
    });
  });
});

describe('Signing in by a provider', () => {
  const begin = () =>
    fetchElsewhere(`${api}/api/auth/sign-in/social`, {
      method: 'POST',
      body: JSON.stringify({ provider: 'google', callbackURL: '/dashboard/' }),
    });

  test('signing in by a provider starts at the API’s origin, with a challenge whose verifier stays in this tab', async () => {
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

  test('the one-time token in the address is redeemed once and removed from the address', async () => {
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

  test('a one-time token that this tab did not request is ignored and left in the address', async () => {
    const asked = answers({});
    history.replaceState(null, '', '/dashboard/?ott=of-somebody-else');
    await takeOneTimeToken(api);

    expect(asked).toEqual([]);
    expect(location.search).toBe('?ott=of-somebody-else');
  });

  test('takeOneTimeToken ignores a server that does not respond', async () => {
    await begin();
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    history.replaceState(null, '', '/?ott=secret');
    await expect(takeOneTimeToken(api)).resolves.toBeUndefined();
    expect(location.search).toBe('');
  });
});
