// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { requireAdmin, requireUser } from '#web/app/guards.ts';
import { currentSession, endSession, forgetSession, onSessionEnd } from '#web/app/session.ts';
import { mayBeSignedIn } from '#web/app/signed-in-hint.ts';

function serverKnows(role: string | null) {
  const session = role && { user: { id: 'u', name: 'Teresa', email: 't@example.com', role }, session: {} };
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(session));
}
const asked = (path: string) => ({ request: new Request(`http://here.test${path}`) });

afterEach(() => {
  forgetSession();
  vi.restoreAllMocks();
});

describe('The session', () => {
  test('is requested once until it is cleared', async () => {
    const server = serverKnows('user');
    await Promise.all([currentSession(), currentSession()]);
    expect(server).toHaveBeenCalledTimes(1);

    forgetSession();
    await currentSession();
    expect(server).toHaveBeenCalledTimes(2);
  });

  test('is requested again when the server did not answer', async () => {
    const server = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(currentSession()).rejects.toThrow('Failed to fetch');

    server.mockResolvedValue(Response.json(null));
    await expect(currentSession()).resolves.toBeNull();
  });

  test('sets a hint for the public pages and removes it at its end', async () => {
    serverKnows('user');
    const told = vi.fn();
    const stop = onSessionEnd(told);
    await currentSession();
    expect(mayBeSignedIn()).toBe(true);

    endSession();
    expect(mayBeSignedIn()).toBe(false);
    expect(told).toHaveBeenCalledTimes(1);
    stop();
  });
});

describe('A guarded page', () => {
  test('redirects a signed-out user to sign in and back', async () => {
    serverKnows(null);
    const refusal = await requireUser(asked('/dashboard/s1/biography/?chapter=2')).catch(
      (thrown: Response) => thrown,
    );

    expect((refusal as Response).headers.get('location')).toBe(
      '/sign-in?redirect=%2Fdashboard%2Fs1%2Fbiography%2F%3Fchapter%3D2',
    );
  });

  test('opens for a signed-in user', async () => {
    serverKnows('user');

    await expect(requireUser(asked('/settings/'))).resolves.toMatchObject({ user: { name: 'Teresa' } });
  });

  test('of the writer exists only for admins', async () => {
    serverKnows('user');
    await expect(requireAdmin(asked('/writer/'))).rejects.toMatchObject({ init: { status: 404 } });

    forgetSession();
    vi.restoreAllMocks();
    serverKnows('user,admin');
    await expect(requireAdmin(asked('/writer/'))).resolves.toMatchObject({ user: { role: 'user,admin' } });
  });
});
