import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, linkIn, open, signUp, viewerOf } from '#tests/support/account.ts';
import { letterTo } from '#tests/support/outbox.ts';
import { aPerson, password } from '#tests/support/person.ts';
import { server, useServer } from '#tests/support/server.ts';
import { workDone } from '#tests/support/told.ts';

useServer();

describe('An address that nobody has verified', () => {
  const mallory = 'the password of Mallory';
  const claim = (email: string) => signUp(email, { name: 'Mallory', password: mallory });
  const newest = async (email: string, known: number) =>
    linkIn(await letterTo(email, { known }), '/verify-email');
  const tries = async (email: string) =>
    statusOfBoth(
      await account('/sign-in/email', { email, password: mallory }),
      await account('/sign-in/email', { email, password }),
    );
  const statusOfBoth = (...answers: { status: number }[]) => answers.map(({ status }) => status);

  test('is whose the newest sign-up is that its reader confirms, and nobody’s of those before', async () => {
    const email = anAddress();
    await claim(email);
    const first = await newest(email, 0);
    const own = await signUp(email, { name: 'Vera' });
    const second = await newest(email, 1);
    expect((await open(first)).headers.get('location')).toContain('error=invalid_token');
    expect(await tries(email)).toEqual([401, 403]);
    const opened = await open(second, own.cookie);
    expect(await viewerOf(opened.cookie)).toMatchObject({ email, name: 'Vera', userId: own.body.user.id });
    expect(await tries(email)).toEqual([401, 200]);
    // From then on a sign-up changes nothing.
    await claim(email);
    await letterTo(email, { known: 2 });
    expect(await tries(email)).toEqual([401, 200]);
  });

  test('is not opened to a stranger who signed up after its holder: by neither link in their browser', async () => {
    const email = anAddress();
    const own = await signUp(email);
    const first = await newest(email, 0);
    await claim(email);
    const second = await newest(email, 1);
    for (const link of [first, second])
      expect((await open(link, own.cookie)).headers.get('location')).toContain('error=invalid_token');
    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ emailVerified: false });
    const again = await signUp(email);
    await open(await newest(email, 2), again.cookie);
    expect(await tries(email)).toEqual([401, 200]);
  });

  test('belongs to one of many who sign up at once, and only the link of that one verifies it', async () => {
    const email = anAddress();
    await claim(email);
    await Promise.all([claim(email), signUp(email), claim(email)]);
    await workDone();
    expect(await db.user.count({ where: { email } })).toBe(1);
    const letters = await atOnceLetters(email, 4);
    const led = await Promise.all(letters.map(async (link) => (await open(link)).headers.get('location')));
    const verified = led.filter((place) => place?.startsWith('/reset-password?token='));
    expect(verified).toHaveLength(1);
    // Nobody knows whose of the passwords was the last: whoever reads the letters chooses one.
    expect(await tries(email)).toEqual([401, 401]);
    const token = new URL(verified[0] ?? '', server().url).searchParams.get('token');
    expect((await account('/reset-password', { token, newPassword: password })).status).toBe(200);
    expect(await tries(email)).toEqual([401, 200]);
  });

  test('keeps no password of a stranger who signed up after its holder, in whatever browser the letter is opened', async () => {
    const email = anAddress();
    await signUp(email);
    await newest(email, 0);
    await claim(email);
    const link = await newest(email, 1);
    const [one, other] = await Promise.all([open(link), open(link)]);
    const places = [one, other].map(({ headers }) => headers.get('location'));
    expect(places.some((place) => place?.startsWith('/reset-password?token='))).toBe(true);
    expect(await tries(email)).toEqual([401, 401]);
    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ emailVerified: true });
    await account('/request-password-reset', { email });
    expect((await letterTo(email, { known: 2 })).subject).toContain('password');
  });

  test('keeps the password of who signed up twice in one browser, and of who has since chosen one by a letter', async () => {
    const [twice, chosen] = [anAddress(), anAddress()];
    const again = { name: 'Vera', email: twice, password };
    const { cookie } = await claim(twice);
    await newest(twice, 0);
    await account('/sign-up/email', again, { cookie });
    expect((await open(await newest(twice, 1))).headers.get('location')).toBe('/');
    expect(await tries(twice)).toEqual([401, 200]);

    await signUp(chosen);
    await newest(chosen, 0);
    await claim(chosen);
    const link = await newest(chosen, 1);
    await account('/request-password-reset', { email: chosen });
    const reset = linkIn(await letterTo(chosen, { known: 2 }), '/reset-password/');
    const opened = new URL((await open(reset)).headers.get('location') ?? '', server().url);
    const token = opened.searchParams.get('token');
    expect((await account('/reset-password', { token, newPassword: password })).status).toBe(200);
    expect((await open(link)).headers.get('location')).toBe('/');
    expect(await tries(chosen)).toEqual([401, 200]);
  });

  const atOnceLetters = (email: string, many: number) =>
    Promise.all(Array.from({ length: many }, (_, known) => newest(email, known)));

  test('is no way into an account that changed to it: it keeps its password and what it has', async () => {
    const { id, email, cookie } = await aPerson();
    const newEmail = anAddress();
    await account('/change-email', { newEmail }, { cookie: cookie ?? '' });
    await open(linkIn(await letterTo(email), '/verify-email'), cookie ?? '');
    await claim(newEmail);
    await letterTo(newEmail, { known: 1 });
    expect(await db.user.findUnique({ where: { email: newEmail } })).toMatchObject({ id, name: 'Anna' });
    expect(await tries(newEmail)).toEqual([401, 403]);
  });
});
