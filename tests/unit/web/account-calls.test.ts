// @vitest-environment jsdom
import { gql } from '@apollo/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signInWithCode } from '#web/accounts/phone/calls.ts';
import { apollo } from '#web/app/apollo.ts';
import { authClient } from '#web/app/auth.ts';
import { currentSession, forgetSession, onSessionEnd } from '#web/app/session.ts';

const teresa = { user: { id: 'u1', name: 'Teresa', email: 't@example.com', role: 'user' }, session: {} };
const me = gql`query Me { me { id name } }`;

let asked: string[] = [];
beforeEach(() => {
  asked = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url, location.href);
    asked.push(`${init?.method ?? 'GET'} ${pathname.replace('/api/auth', '')}`);
    return Response.json(pathname.endsWith('/get-session') ? teresa : { success: true, status: true });
  });
});
afterEach(() => {
  forgetSession();
  vi.restoreAllMocks();
});

/** How often who is signed in was asked for, by our own question. */
const questions = () => asked.filter((each) => each === 'GET /get-session').length;

describe('The signed-in user', () => {
  const input = { email: 't@example.com', password: 'correct horse battery' };
  test.each<[string, () => Promise<unknown>]>([
    ['signing in', () => authClient.signIn.email(input)],
    ['signing up', () => authClient.signUp.email({ ...input, name: 'Teresa' })],
    ['a change of one’s account', () => authClient.updateUser({ name: 'Teresa R.' })],
    ['signing out', () => authClient.signOut()],
    ['deleting the account', () => authClient.deleteUser({ password: 'x' })],
    ['confirming an address', () => authClient.verifyEmail({ query: { token: 'x' } })],
    ['changing one’s address', () => authClient.changeEmail({ newEmail: 'x@example.com' })],
    ['signing in by a code sent to a phone', () => signInWithCode('+14015550100', '000000')],
    ['acting as somebody', () => authClient.admin.impersonateUser({ userId: 'u2' })],
    ['having acted as somebody', () => authClient.admin.stopImpersonating()],
  ])('is asked anew after %s', async (_what, call) => {
    await currentSession();
    await currentSession();
    expect(questions()).toBe(1);
    await call();
    const before = questions();
    await currentSession();
    expect(questions()).toBe(before + 1);
  });

  test('stays signed in after a refused call', async () => {
    await currentSession();
    vi.mocked(fetch).mockImplementation(async () => Response.json({ code: 'X' }, { status: 401 }));
    await authClient.signIn.email(input);
    await expect(currentSession()).resolves.toMatchObject({ user: { name: 'Teresa' } });
  });
});

describe('Signing out', () => {
  test('clears all cached data', async () => {
    apollo.writeQuery({ query: me, data: { me: { __typename: 'User', id: 'u1', name: 'Teresa' } } });
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    await currentSession();
    await authClient.signOut();

    expect(ended).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(apollo.readQuery({ query: me })).toBeNull());
    stop();
  });

  test('in another tab, or another user’s sign-in there, also signs out this tab', async () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    const elsewhere = (newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key: 'evertold:signed-in', newValue }));
    await currentSession();
    elsewhere('u1');
    await currentSession();
    expect(ended).not.toHaveBeenCalled();

    elsewhere('u2');
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(1));
    await currentSession();
    elsewhere(null);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(2));
    stop();
  });
});
