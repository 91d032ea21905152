import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, linkIn, open, verify } from '#tests/support/account.ts';
import { aHeic } from '#tests/support/heic.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { aPartner } from '#tests/support/partner.ts';
import { password, signIn, speaking, succeeded } from '#tests/support/person.ts';
import { aPhone, codeTo, withPhone } from '#tests/support/phone.ts';
import { aFamily, aPerson, type Person, server, theAdmin, useServer } from '#tests/support/world.ts';

useServer();

function send(picture: Uint8Array, { cookie = '', ...headers }: Record<string, string> = {}) {
  return fetch(`${server().url}/media/photo`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', ...(cookie && { cookie }), ...headers },
    body: new Uint8Array(picture),
  });
}

function look(image: string, { cookie }: Pick<Person, 'cookie'>) {
  return fetch(server().url + image, { headers: cookie ? { cookie } : {} });
}

const red = { r: 200, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 200 };

/** Red on the left and blue on the right as it is to be seen, 200 by 100; stored lying on its side. */
async function aPhoneCamerasPicture(): Promise<Buffer> {
  const half = { create: { width: 100, height: 100, channels: 3 as const, background: blue } };
  const seen = sharp({ create: { width: 200, height: 100, channels: 3, background: red } }).composite([
    { input: half, left: 100, top: 0 },
  ]);
  const lying = await sharp(await seen.png().toBuffer())
    .rotate(-90)
    .png()
    .toBuffer();
  return sharp(lying)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'whoever took it' } })
    .jpeg()
    .toBuffer();
}

/** The colors of a photo at its left and its right side. */
async function sidesOf(shown: Buffer) {
  const { data } = await sharp(shown).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray(3 * (y * 512 + x), 3 * (y * 512 + x) + 3)];
  return [at(60, 400), at(450, 400)];
}

async function aPicture(format: 'png' | 'webp' | 'gif' | 'jpeg', width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: red } })
    .toFormat(format)
    .toBuffer();
}

describe('A photo', () => {
  test('is made upright, square and small, and loses the camera’s metadata', async () => {
    const anna = await aPerson();
    const answered = await send(await aPhoneCamerasPicture(), { cookie: anna.cookie ?? '' });
    expect(answered.status).toBe(200);
    const { image } = (await answered.json()) as { image: string };
    expect((await anna.gql('Me')).me.image).toBe(image);

    const served = await look(image, anna);
    expect(served.headers.get('content-type')).toBe('image/webp');
    const shown = Buffer.from(await served.arrayBuffer());
    expect(await sharp(shown).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' });
    expect((await sharp(shown).metadata()).exif).toBeUndefined();
    const { data } = await sharp(shown).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray(3 * (y * 512 + x), 3 * (y * 512 + x) + 3)];
    expect([at(60, 256), at(450, 256)]).toEqual([
      [expect.closeTo(200, -1.5), expect.closeTo(20, -1.5), expect.closeTo(20, -1.5)],
      [expect.closeTo(20, -1.5), expect.closeTo(20, -1.5), expect.closeTo(200, -1.5)],
    ]);
  });

  test('is accepted as PNG, WebP and GIF too, whatever its name, and replaces the earlier one', async () => {
    const anna = await aPerson();
    const cookie = anna.cookie ?? '';
    const keys: string[] = [];
    for (const format of ['png', 'webp', 'gif'] as const) {
      const answered = await send(await aPicture(format), { cookie, 'content-type': 'image/jpeg' });
      expect([format, answered.status]).toEqual([format, 200]);
      keys.push((await db.userPhoto.findUniqueOrThrow({ where: { userId: anna.id } })).storageKey);
    }
    const [first = '', second = '', last = ''] = keys;
    await expect.poll(() => ports.storage.size(first), { timeout: 20_000 }).toBeNull();
    await expect.poll(() => ports.storage.size(second), { timeout: 20_000 }).toBeNull();
    expect(await ports.storage.size(last)).toBeGreaterThan(0);

    const both = await Promise.all([1, 2].map(async () => send(await aPicture('png'), { cookie })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await db.userPhoto.count({ where: { userId: anna.id } })).toBe(1);
    succeeded(await anna.gql('mutation { removePhoto { ... on User { image } } }'));
    expect((await anna.gql('Me')).me.image).toBeNull();
    await expect.poll(() => ports.storage.size(last), { timeout: 20_000 }).toBeNull();
  });

  test('of an iPhone is made upright, square and small too', async () => {
    const anna = await aPerson();
    const answered = await send(aHeic(), { cookie: anna.cookie ?? '' });
    expect(answered.status).toBe(200);
    const { image } = (await answered.json()) as { image: string };
    const shown = Buffer.from(await (await look(image, anna)).arrayBuffer());
    expect(await sharp(shown).metadata()).toMatchObject({ width: 512, height: 512, format: 'webp' });
    const [[red = 0] = [], [, , blue = 0] = []] = await sidesOf(shown);
    expect([red, blue]).toEqual([expect.closeTo(200, -1.5), expect.closeTo(190, -1.5)]);
  });

  test('can be loaded by people who share a book with its owner and by admins, and is deleted with the account', async () => {
    const { subject, owner, viewer, self, stranger, nobody, admin } = await aFamily();
    const answered = await send(await aPicture('jpeg'), { cookie: owner.cookie ?? '' });
    const { image } = (await answered.json()) as { image: string };
    const sees = async (person: Person) => (await look(image, person)).status === 200;
    const all = async () => Promise.all([owner, viewer, self, admin, stranger, nobody].map(sees));
    expect(await all()).toEqual([true, true, true, true, false, false]);
    succeeded(await owner.gql('DeleteSubject', { id: subject.id }));
    expect(await all()).toEqual([true, false, false, true, false, false]);

    const { storageKey } = await db.userPhoto.findUniqueOrThrow({ where: { userId: owner.id } });
    await account('/delete-user', { password }, { cookie: owner.cookie ?? '' });
    await expect.poll(() => ports.storage.size(storageKey), { timeout: 20_000 }).toBeNull();
    expect(await sees(admin)).toBe(false);
  });

  test('is refused if it is invalid, too large, a decompression bomb, anonymous, or from another site', async () => {
    const anna = await aPerson();
    const cookie = anna.cookie ?? '';
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>');
    // It says that it is a hundred thousand pixels wide and high.
    const bomb = await aPicture('png');
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    const broken = (await aPicture('png', 400, 400)).subarray(0, 200);
    const refused: [string, Uint8Array, Record<string, string>, number][] = [
      ['text', Buffer.from('this is no picture at all'), { cookie }, 415],
      ['SVG', svg, { cookie, 'content-type': 'image/svg+xml' }, 415],
      ['half a HEIC', aHeic().subarray(0, 900), { cookie }, 415],
      ['a bomb', bomb, { cookie }, 415],
      ['half a picture', broken, { cookie }, 415],
      ['nothing', new Uint8Array(), { cookie }, 415],
      ['26 MB', new Uint8Array(26 * 1024 * 1024), { cookie }, 413],
      ['nobody', await aPicture('png'), {}, 401],
      ['another site', await aPicture('png'), { cookie, origin: 'https://evil.test' }, 403],
    ];
    for (const [what, picture, headers, status] of refused) {
      const answered = await send(picture, headers);
      expect([what, answered.status]).toEqual([what, status]);
      await answered.arrayBuffer();
    }
    const admin = await theAdmin();
    const acting = await account(
      '/admin/impersonate-user',
      { userId: anna.id },
      { cookie: admin.cookie ?? '' },
    );
    expect((await send(await aPicture('png'), { cookie: acting.cookie })).status).toBe(403);
    expect(await db.userPhoto.count({ where: { userId: anna.id } })).toBe(0);
  });
});

const undo = `mutation ($token: String!) {
  undoEmailChange(token: $token) { ... on UndoEmailChangeSuccess { email } ... on UserError { code message } }
}`;

/** Changes somebody's address as they would, and gives the token in the letter to the one before. */
async function changed(person: Person, newEmail: string): Promise<string> {
  const soFar = async (leadingTo: string) => {
    const ofThese = ({ links }: { links: string[] }) => links.some((link) => link.includes(leadingTo));
    return { leadingTo, known: (await lettersTo(person.email)).filter(ofThese).length };
  };
  const [asking, telling] = [await soFar('/verify-email'), await soFar('/undo-email-change')];
  await account('/change-email', { newEmail }, { cookie: person.cookie ?? '' });
  await open(linkIn(await letterTo(person.email, asking), '/verify-email'), person.cookie ?? '');
  const letter = await letterTo(person.email, telling);
  expect(letter.subject).toBe('The address of your account was changed');
  expect(letter.text).toMatch(/until \d{1,2} \w+ \(UTC\), for 72 hours/);
  return new URL(linkIn(letter, '/undo-email-change')).searchParams.get('token') ?? '';
}

describe('A change of an email address', () => {
  test('can be undone once by the holder of the old address without signing in, and signs everybody out', async () => {
    const [anna, nobody] = [await aPerson(), (await aFamily()).nobody];
    const newEmail = anAddress();
    const token = await changed(anna, newEmail);
    const stored = await db.emailChange.findFirstOrThrow({ where: { userId: anna.id } });
    expect(stored.tokenHash).not.toContain(token);
    expect(stored.expiresAt.getTime() - stored.changedAt.getTime()).toBe(72 * 3_600_000);
    const notice = await db.notice.findFirstOrThrow({
      where: { recipient: anna.email, kind: 'email-changed' },
    });
    expect(notice.createdAt.getTime()).toBeGreaterThanOrEqual(stored.changedAt.getTime() - 1000);
    // Whoever changed it goes on: signed in, with another account linked, and to a third address.
    await db.account.create({
      data: { userId: anna.id, providerId: 'google', accountId: anna.id },
    });
    await db.user.update({ where: { id: anna.id }, data: { emailVerified: true, confirmedEmail: newEmail } });
    const later = await signIn(newEmail);
    const third = anAddress();
    const secondToken = await changed({ ...anna, email: newEmail, cookie: later }, third);

    expect((await nobody.gql(undo, { token: 'x' })).undoEmailChange.code).toBe('NOT_FOUND');
    const clicks = await Promise.all([nobody.gql(undo, { token }), nobody.gql(undo, { token })]);
    const answers = clicks
      .map(({ undoEmailChange }) => undoEmailChange.email ?? undoEmailChange.message)
      .sort();
    expect(answers).toEqual(['This was undone already', anna.email].sort());
    expect(await db.user.findUnique({ where: { id: anna.id } })).toMatchObject({
      email: anna.email,
      emailVerified: true,
      confirmedEmail: anna.email,
    });
    for (const cookie of [anna.cookie ?? '', later])
      expect((await account('/get-session', undefined, { cookie })).body).toBeNull();
    expect(await db.account.count({ where: { userId: anna.id, providerId: 'google' } })).toBe(0);
    expect((await lettersTo(third)).map(({ subject }) => subject)).toContain('Confirm your new address');
    await expect
      .poll(async () => (await lettersTo(third)).map(({ subject }) => subject), { timeout: 20_000 })
      .toContain('A change of address was undone');
    const again = await nobody.gql(undo, { token: secondToken });
    expect(again.undoEmailChange).toMatchObject({ code: 'CONFLICT', message: 'This was undone already' });
    expect((await account('/sign-in/email', { email: anna.email, password })).status).toBe(200);
  });

  test('leaves nothing after the undo with which the attacker could return: no password, phone, key or link', async () => {
    const anna = await aPerson();
    const kept = await aPartner(anna, { scopes: ['subjects:read'] });
    const newEmail = anAddress();
    const token = await changed(anna, newEmail);
    const link = linkIn(await letterTo(anna.email, { leadingTo: '/verify-email' }), '/verify-email');
    await verify(newEmail);
    const phoneNumber = aPhone();
    const cookie = anna.cookie ?? '';
    await account('/phone-number/change', { phoneNumber }, { cookie });
    const confirm = { phoneNumber, code: await codeTo(phoneNumber) };
    expect((await account('/phone-number/confirm', confirm, { cookie })).status).toBe(200);
    await account('/request-password-reset', { email: newEmail });
    const opened = await open(
      linkIn(await letterTo(newEmail, { leadingTo: '/reset-password/' }), '/reset-password/'),
    );
    const reset = new URL(opened.headers.get('location') ?? '', server().url).searchParams.get('token');
    const theirs = 'the password of an intruder';
    expect((await account('/reset-password', { newPassword: theirs, token: reset })).status).toBe(200);
    const intruder = await account('/sign-in/email', { email: newEmail, password: theirs });
    const made = await aPartner({ ...anna, ...speaking(intruder.cookie) }, { scopes: ['subjects:read'] });

    succeeded(await anna.gql(undo, { token }));
    for (const tried of [theirs, password]) {
      const refused = await account('/sign-in/email', { email: anna.email, password: tried });
      expect(refused.status, tried).toBe(401);
    }
    const { phoneNumber: left } = await db.user.findUniqueOrThrow({ where: { id: anna.id } });
    expect(left).toBeNull();
    expect((await made.ask('{ me { id } }')).status).toBe(401);
    // The intruder's new password has ended the key from before too.
    expect((await kept.ask('{ me { id } }')).status).toBe(401);
    expect((await open(link, cookie)).headers.get('location')).toContain('error=invalid_token');
    expect(await db.user.findUnique({ where: { id: anna.id } })).toMatchObject({ email: anna.email });

    // By a letter to the old address its holder chooses a password of their own.
    await account('/request-password-reset', { email: anna.email });
    const own = await open(
      linkIn(await letterTo(anna.email, { leadingTo: '/reset-password/' }), '/reset-password/'),
    );
    const chosen = new URL(own.headers.get('location') ?? '', server().url).searchParams.get('token');
    await account('/reset-password', { newPassword: password, token: chosen });
    expect((await account('/sign-in/email', { email: anna.email, password })).status).toBe(200);
  });

  test('when undone keeps a phone, a password and a key from before it', async () => {
    const anna = await aPerson();
    const phone = await withPhone(anna.id);
    await db.user.update({ where: { id: anna.id }, data: { phoneSince: new Date(Date.now() - 60_000) } });
    succeeded(await anna.gql(undo, { token: await changed(anna, anAddress()) }));
    expect(await db.user.findUnique({ where: { id: anna.id } })).toMatchObject({ phoneNumber: phone });
    expect((await account('/sign-in/email', { email: anna.email, password })).status).toBe(200);
  });

  test('can’t be undone after 72 hours, or if another account has the old address now', async () => {
    const [anna, ben] = [await aPerson(), await aPerson('Ben')];
    const token = await changed(anna, anAddress());
    await db.emailChange.updateMany({ where: { userId: anna.id }, data: { expiresAt: new Date() } });
    const late = await ben.gql(undo, { token });
    expect(late.undoEmailChange).toMatchObject({ code: 'CONFLICT', message: 'The 72 hours are over' });

    const other = await changed(ben, anAddress());
    await db.user.update({ where: { id: anna.id }, data: { email: ben.email } });
    const taken = await anna.gql(undo, { token: other });
    expect(taken.undoEmailChange.message).toBe('Another account has this address now');
  });

  test('of a never confirmed address is announced to nobody', async () => {
    const anna = await aPerson();
    await db.user.update({ where: { id: anna.id }, data: { emailVerified: false, confirmedEmail: null } });
    const newEmail = anAddress();
    await account('/change-email', { newEmail }, { cookie: anna.cookie ?? '' });
    await letterTo(newEmail);
    expect(await db.emailChange.count({ where: { userId: anna.id } })).toBe(0);
    expect(await lettersTo(anna.email)).toEqual([]);
  });
});
