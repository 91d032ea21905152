import { describe, expect, test } from 'vitest';
import { eraseOldCodes } from '#api/accounts/phones/codes.ts';
import { db } from '#api/platform/database/database.ts';
import { account, viewerOf } from '#tests/support/account.ts';
import { later, minute, useClock } from '#tests/support/clock.ts';
import { lettersTo, textsTo, textTo } from '#tests/support/outbox.ts';
import { aPerson, password } from '#tests/support/person.ts';
import { aPhone, codeTo, otherThan, withPhone } from '#tests/support/phone.ts';
import { workDone } from '#tests/support/told.ts';
import { aFamily, useServer } from '#tests/support/world.ts';

useServer();
useClock();

const minutesLater = (minutes: number) => later(minutes * minute);

const aPhoneOfNobody = aPhone();
const send = (phoneNumber: string) => account('/phone-number/send-otp', { phoneNumber });
const enter = (phoneNumber: string, code: string) => account('/phone-number/verify', { phoneNumber, code });
const asPerson = ({ cookie }: { cookie: string | null }) => ({ cookie: cookie ?? '' });
/** Nobody has signed in with this session for two days. */
const grownOld = (userId: string) =>
  db.session.updateMany({ where: { userId }, data: { createdAt: new Date(Date.now() - 48 * 3_600_000) } });

describe('Signing in with a phone', () => {
  test('needs six digits sent by text at any hour, which work once', async () => {
    const person = await aPerson('Teresa');
    const phone = await withPhone(person.id);
    // As somebody writes it at home.
    const sent = await send(`(401) 555-${phone.slice(-4)}`);
    expect(sent).toMatchObject({ status: 200, body: { message: 'code sent' } });

    const text = await textTo(phone);
    expect(text.text).toMatch(/^\d{6} is your Evertold code to sign in\..*\n\n@localhost #\d{6}$/);
    const digits = await codeTo(phone);
    // As somebody reads it off a screen.
    const entered = await enter(phone, `${digits.slice(0, 3)} ${digits.slice(3)}`);
    expect(entered).toMatchObject({ status: 200, body: { status: true, user: { id: person.id } } });
    expect(await viewerOf(entered.cookie)).toMatchObject({ userId: person.id });

    const again = await enter(phone, digits);
    expect(again).toMatchObject({ status: 400, body: { code: 'OTP_EXPIRED' } });
    expect(await viewerOf(again.cookie)).toBeNull();
  });

  test('is done with a text in Spanish by the person whose book is in Spanish', async () => {
    const { subject, self } = await aFamily();
    await db.subject.update({ where: { id: subject.id }, data: { language: 'es' } });
    const phone = await withPhone(self.id);
    await send(phone);
    expect((await textTo(phone)).text).toMatch(/^\d{6} es su código de Evertold para iniciar sesión\./);

    const as = asPerson(self);
    await account('/phone-number/change', { phoneNumber: aPhoneOfNobody, password }, as);
    expect((await textTo(aPhoneOfNobody)).text).toMatch(
      /^\d{6} es su código .* para confirmar su teléfono\./,
    );

    // A relative with an account in English signs in with the phone of the book.
    const relative = await aPerson('Teresa');
    const ofBook = await withPhone(relative.id);
    await db.subject.update({ where: { id: subject.id }, data: { phone: ofBook } });
    await send(ofBook);
    expect((await textTo(ofBook)).text).toMatch(/^\d{6} es su código/);
  });

  test('is done with a text in both languages where people of both share the phone', async () => {
    const [english, spanish, relative] = [await aFamily(), await aFamily(), await aPerson('Teresa')];
    const phone = await withPhone(relative.id);
    for (const [{ subject }, language] of [
      [english, 'en'],
      [spanish, 'es'],
    ] as const)
      await db.subject.update({ where: { id: subject.id }, data: { phone, language } });
    await send(phone);
    const { text } = await textTo(phone);
    expect(text).toMatch(
      /^(\d{6}) is your Evertold code to sign in\. .+ \/ Es su clave .+ para entrar\. .+\n\n@localhost #\1$/,
    );
    // Other letters would halve what one text holds.
    expect(text).toMatch(/^[A-Za-z0-9 .,:;'"/?!&()@#\n-]+$/);
    expect(text.length).toBeLessThanOrEqual(306);
    expect((await enter(phone, text.slice(0, 6))).status).toBe(200);

    // The person of the Spanish book, who signs in with that phone, reads Spanish.
    const own = await withPhone(spanish.self.id);
    await db.subject.updateMany({ where: { phone }, data: { phone: own } });
    await send(own);
    expect((await textTo(own)).text).toMatch(/^\d{6} es su código/);
  });

  test('stores the digits nowhere', async () => {
    const phone = await withPhone((await aPerson()).id);
    await send(phone);
    const digits = await codeTo(phone);
    const kept = JSON.stringify([
      await db.phoneCode.findMany({ where: { phone } }),
      await db.notice.findMany({ where: { recipient: phone } }),
    ]);

    expect(kept).toContain(phone);
    expect(kept.replace(/"[0-9a-f-]{36}"/g, '')).not.toContain(digits);
  });

  test('succeeds once when many enter the same code at once', async () => {
    const phone = await withPhone((await aPerson()).id);
    await send(phone);
    const digits = await codeTo(phone);
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(phone, digits)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('answers the same for unknown and known phones', async () => {
    const known = await withPhone((await aPerson()).id);
    const unproven = aPhone();
    const { id } = await aPerson();
    await db.user.update({ where: { id }, data: { phoneNumber: unproven } });
    const unknown = aPhone();
    const asked = await Promise.all([known, unproven, unknown].map(send));
    const digits = await codeTo(known);
    await workDone();

    const bodies = asked.map(({ status, body }) => ({ status, body }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(await textsTo(unknown)).toEqual([]);
    expect(await textsTo(unproven)).toEqual([]);
    // Five tries, then none, for either.
    for (const phone of [known, unknown]) {
      const codes: string[] = [];
      for (let tried = 0; tried < 6; tried++) codes.push((await enter(phone, otherThan(digits))).body.code);
      expect(codes).toEqual([...Array(5).fill('INVALID_OTP'), 'TOO_MANY_ATTEMPTS']);
    }
    // Nor with the right digits then.
    expect(await enter(known, digits)).toMatchObject({ status: 403, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect(await db.user.count({ where: { phoneNumber: unknown } })).toBe(0);
  });

  test('accepts only the newest code, for five minutes', async () => {
    const phone = await withPhone((await aPerson()).id);
    await send(phone);
    const first = await codeTo(phone);
    await send(phone);
    const second = await codeTo(phone, 1);
    if (first !== second) expect((await enter(phone, first)).body.code).toBe('INVALID_OTP');
    minutesLater(5);
    expect((await enter(phone, second)).body.code).toBe('OTP_EXPIRED');
    minutesLater(4.9);
    expect((await enter(phone, second)).status).toBe(200);
  });

  test.each([['known'], ['unknown']])(
    'sends three codes in ten minutes to a phone that is %s',
    async (which) => {
      const phone = which === 'known' ? await withPhone((await aPerson()).id) : aPhone();
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(phone)));
      const refused = answers.filter(({ status }) => status === 429);

      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(refused.map(({ body }) => body.code)).toEqual(['TOO_MANY_CODES', 'TOO_MANY_CODES']);
      const wait = Number(refused[0]?.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(500);
      expect(wait).toBeLessThanOrEqual(600);
      minutesLater(10.1);
      expect((await send(phone)).status).toBe(200);
    },
  );

  test('sends at most fifteen codes a day, and erases them after it', async () => {
    const phone = aPhone();
    for (let round = 0; round < 5; round++) {
      minutesLater(round * 11);
      await Promise.all([send(phone), send(phone), send(phone)]);
    }
    minutesLater(5 * 11);
    expect((await send(phone)).status).toBe(429);
    minutesLater(25 * 60);
    await eraseOldCodes();
    expect(await db.phoneCode.count({ where: { phone } })).toBe(0);
    expect((await send(phone)).status).toBe(200);
  });

  test('is refused to banned users and unverified addresses', async () => {
    const [banned, unconfirmed] = [await aPerson(), await aPerson()];
    await db.user.update({ where: { id: banned.id }, data: { banned: true } });
    await db.user.update({ where: { id: unconfirmed.id }, data: { emailVerified: false } });
    const phones = [await withPhone(banned.id), await withPhone(unconfirmed.id)];
    const codes: string[] = [];
    for (const phone of phones) {
      await send(phone);
      const answer = await enter(phone, await codeTo(phone));
      expect(answer.status).toBe(403);
      expect(await viewerOf(answer.cookie)).toBeNull();
      codes.push(answer.body.code);
    }
    expect(codes).toEqual(['BANNED_USER', 'EMAIL_NOT_VERIFIED']);
  });

  test.each([['not a phone'], ['+1 555'], ['+14015551000;ext=2']])('refuses %s', async (phoneNumber) => {
    expect(await send(phoneNumber)).toMatchObject({ status: 400, body: { code: 'INVALID_PHONE_NUMBER' } });
  });

  test('cannot use a password with a phone, nor reset one by it', async () => {
    const phoneNumber = aPhone();
    expect((await account('/sign-in/phone-number', { phoneNumber, password })).status).toBe(404);
    expect((await account('/phone-number/request-password-reset', { phoneNumber })).status).toBe(404);
  });
});

describe('The phone of an account', () => {
  test('is added with a code to it, changed and removed', async () => {
    const person = await aPerson();
    const phone = aPhone();
    const as = asPerson(person);
    expect((await account('/phone-number/change', { phoneNumber: phone }, as)).status).toBe(200);
    const code = await codeTo(phone);
    expect((await account('/phone-number/confirm', { phoneNumber: phone, code }, as)).body).toEqual({
      status: true,
      phoneNumber: phone,
    });
    expect((await person.gql('{ me { phoneNumber } }')).me.phoneNumber).toBe(phone);

    const next = aPhone();
    await account('/phone-number/change', { phoneNumber: next }, as);
    const nextCode = await codeTo(next);
    // A code to one phone proves nothing about another.
    expect(
      (await account('/phone-number/confirm', { phoneNumber: aPhone(), code: nextCode }, as)).body.code,
    ).toBe('OTP_EXPIRED');
    await account('/phone-number/confirm', { phoneNumber: next, code: nextCode }, as);
    await send(phone);
    await workDone();
    expect(await textsTo(phone)).toHaveLength(1);

    expect((await account('/phone-number/remove', {}, as)).body).toEqual({ status: true });
    expect((await person.gql('{ me { phoneNumber } }')).me.phoneNumber).toBeNull();
    expect(await db.user.findUnique({ where: { id: person.id } })).toMatchObject({
      phoneNumberVerified: false,
    });
    expect((await account('/phone-number/remove', {}, as)).status).toBe(200);

    const told = async () =>
      (await lettersTo(person.email))
        .filter(({ subject }) => subject?.includes('phone'))
        .map(({ subject, text = '' }) => [
          subject,
          /ends in (\d+)/.exec(text)?.[1],
          text.includes(phone) || text.includes(next),
        ]);
    await expect.poll(told, { timeout: 15_000 }).toEqual([
      ['A phone was added to your account', phone.slice(-2), false],
      ['The phone of your account was changed', next.slice(-2), false],
      ['The phone was removed from your account', next.slice(-2), false],
    ]);
  });

  test('needs a recent sign-in or the password', async () => {
    const person = await aPerson();
    const phoneNumber = aPhone();
    await grownOld(person.id);
    const as = asPerson(person);
    const change = (more: object) => account('/phone-number/change', { phoneNumber, ...more }, as);
    expect(await change({})).toMatchObject({ status: 403, body: { code: 'SESSION_NOT_FRESH' } });
    expect(await change({ password: 'wrong horse' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    });
    expect((await account('/phone-number/remove', {}, as)).status).toBe(403);
    expect((await account('/phone-number/change', { phoneNumber })).status).toBe(401);
    expect(await textsTo(phoneNumber)).toEqual([]);
    expect((await change({ password })).status).toBe(200);
    expect((await account('/phone-number/remove', { password }, as)).status).toBe(200);
  });

  test('that another account has is refused only to its holder, without naming the account', async () => {
    const [holder, other] = [await aPerson('Holder'), await aPerson('Other')];
    const phone = await withPhone(holder.id);
    const as = asPerson(other);
    // Before the code is entered, it is like any phone.
    expect((await account('/phone-number/change', { phoneNumber: phone }, as)).status).toBe(200);
    const code = await codeTo(phone);
    const answer = await account('/phone-number/confirm', { phoneNumber: phone, code }, as);
    expect(answer).toMatchObject({ status: 400, body: { code: 'PHONE_NUMBER_EXIST' } });
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${holder.email}|${holder.name}`));
    expect(await db.user.findFirst({ where: { phoneNumber: phone } })).toMatchObject({ id: holder.id });
    expect(
      await db.notice.count({
        where: { kind: 'phone-changed', recipient: { in: [holder.email, other.email] } },
      }),
    ).toBe(0);
  });

  test('is given to one of two accounts that confirm it at once', async () => {
    const two = await Promise.all([aPerson(), aPerson()]);
    const phoneNumber = aPhone();
    const codes: string[] = [];
    for (const [known, person] of two.entries()) {
      await account('/phone-number/change', { phoneNumber }, asPerson(person));
      codes.push(await codeTo(phoneNumber, known));
    }
    const answers = await Promise.all(
      two.map((person, at) =>
        account('/phone-number/confirm', { phoneNumber, code: codes[at] }, asPerson(person)),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    // Nobody enters the code of somebody else.
    expect(await db.user.count({ where: { phoneNumber } })).toBe(1);
  });

  test('cannot be set without the code, nor by an impersonating admin', async () => {
    const person = await aPerson();
    const phoneNumber = aPhone();
    const updated = await account('/update-user', { phoneNumber, name: 'Ann' }, asPerson(person));
    expect(updated.status).toBe(400);
    expect(await db.user.count({ where: { phoneNumber } })).toBe(0);

    const { admin } = await aFamily({ consents: [] });
    const acting = await account('/admin/impersonate-user', { userId: person.id }, asPerson(admin));
    const refused = await account('/phone-number/change', { phoneNumber }, { cookie: acting.cookie });
    expect(refused.status).toBe(403);
    expect((await account('/phone-number/remove', {}, { cookie: acting.cookie })).status).toBe(403);
  });
});
