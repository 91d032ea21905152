import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { twilioSms } from '#api/adapters/sms/twilio.ts';
import { deliverDue, deliverOne, remind } from '#api/gifts/jobs.ts';
import { textKinds } from '#api/notices/kinds.ts';
import { deliver } from '#api/notices/sending.ts';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress } from '#tests/support/account.ts';
import { aCarrier } from '#tests/support/carrier.ts';
import { day, later, noon, standAt, useClock } from '#tests/support/clock.ts';
import { aGift, cancel, change, giftCard, giftOf, give, redeem } from '#tests/support/giving.ts';
import { textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { aPartner } from '#tests/support/partner.ts';
import { speaking } from '#tests/support/person.ts';
import { aPhone } from '#tests/support/phone.ts';
import { carrierAccount } from '#tests/support/twilio/account.ts';
import { aPerson, aSubject, nobody, type Person, server, theAdmin, useServer } from '#tests/support/world.ts';

useServer();
useClock();
useCarriersSignature();

const never = new AbortController().signal;
const dueRun = () => deliverDue.run({}, never);
const remindRun = () => remind.run({}, never);
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
const codeIn = (text: string | undefined) => /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(text ?? '')?.[0] ?? '';

/** Runs a job while the database refuses a kind of notice, as if the process had ended before it was queued. */
async function interrupted(kind: string, run: () => Promise<unknown>) {
  await refused('notice', `new.kind = '${kind}'`, () => expect(run()).rejects.toThrow());
}

/** Runs something while the database refuses some of the rows of a table. */
async function refused(table: string, when: string, run: () => Promise<unknown>) {
  const owner = new pg.Client({ connectionString: server().adminUrl });
  await owner.connect();
  try {
    await owner.query(`create function refuse_row() returns trigger language plpgsql as $$
      begin if ${when} then raise exception 'refused'; end if; return new; end $$`);
    await owner.query(
      `create trigger refuse_row before insert on ${table} for each row execute function refuse_row()`,
    );
    await run();
  } finally {
    await owner.query(`drop trigger if exists refuse_row on ${table}`);
    await owner.query('drop function if exists refuse_row()');
    await owner.end();
  }
}

/** A carrier that takes the server's texts until the end of the test. */
async function aTextingCarrier() {
  const carrier = await aCarrier();
  const usual = ports;
  openPorts({ ...usual, sms: twilioSms({ ...carrierAccount, apiUrl: carrier.url }) });
  onTestFinished(() => openPorts(usual));
  return carrier;
}

describe('A gift', () => {
  test('waits for its day in the recipient’s zone, and stores only a hash of its code', async () => {
    standAt('2026-11-25T23:30:00Z');
    const giver = await aPerson('Teresa Rourke');
    const email = ` ${anAddress().toUpperCase()} `;
    const gift = await give(giver, {
      recipientEmail: email,
      message: 'Tia, now it is your turn.\nAll our love',
      deliverOn: '2026-12-25',
      timeZone: 'Europe/Lisbon',
      cloth: 'plum',
    });

    expect(gift).toMatchObject({
      recipientName: 'Lourdes Medeiros',
      recipientEmail: email.trim().toLowerCase(),
      words: 'Tia, now it is your turn.\nAll our love',
      ...{ cloth: 'plum', way: 'LETTER', status: 'SCHEDULED', deliverOn: '2026-12-25' },
    });
    expect(gift.url).toBe(`${server().config.publicUrl}/gift/${gift.redeemCode}/`);
    const row = await db.gift.findUniqueOrThrow({ where: { id: gift.id } });
    expect(row.deliverAt.toISOString()).toBe('2026-12-25T09:00:00.000Z');
    expect(JSON.stringify(row)).not.toContain(gift.redeemCode);
    expect(await db.notice.count({ where: { recipient: row.recipientEmail ?? '' } })).toBe(0);
    // Tomorrow already in Auckland: there it is not today any more.
    const late = { deliverOn: '2026-11-25', timeZone: 'Pacific/Auckland' };
    expect(await give(giver, late)).toMatchObject({ code: 'BAD_REQUEST', path: ['deliverOn'] });
    expect(await give(giver, { ...late, timeZone: 'America/New_York' })).toMatchObject({ way: 'CARD' });
  });

  test.each([
    ['recipientName', { recipientName: ' ' }],
    ['recipientName', { recipientName: 'x'.repeat(61) }],
    ['recipientName', { recipientName: 'Win at evil.test' }],
    ['recipientEmail', { recipientEmail: 'nobody' }],
    ['recipientPhone', { recipientPhone: '12' }],
    ['message', { message: 'x'.repeat(1001) }],
    ['message', { message: 'See https://evil.test' }],
    ['message', { message: 'Call +1 (202) 555-0100' }],
    ['deliverOn', { deliverOn: '2026-02-30' }],
    ['deliverOn', { deliverOn: 'tomorrow' }],
    ['deliverOn', { deliverOn: '2020-01-01' }],
    ['deliverOn', { deliverOn: inDays(370) }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+02:00' }],
    ['cloth', { cloth: 'velvet' }],
    // No carrier is set here: nothing is promised that can't happen.
    ['recipientPhone', { recipientPhone: '+14015550199' }],
  ])('with a wrong %s is refused: %o', async (field, input) => {
    const giver = await aPerson();
    expect(await give(giver, input)).toMatchObject({ code: 'BAD_REQUEST', path: [field] });
    expect(await db.gift.count({ where: { giverId: giver.id } })).toBe(0);
  });

  test('can be read, changed and canceled only by its giver, and by no key', async () => {
    const [giver, other] = await Promise.all([aPerson('Teresa'), aPerson('Sam')]);
    const { id } = await give(giver, { deliverOn: inDays(3) });
    const partner = await aPartner(giver);

    expect(await giftOf(other, id)).toBeNull();
    expect((await other.gql('{ gifts { edges { node { id } } } }')).gifts.edges).toEqual([]);
    for (const answer of [await change(other, { id }), await cancel(other, id)])
      expect(answer).toMatchObject({ code: 'NOT_FOUND', path: ['id'] });
    for (const act of [
      (by: Person) => give(by),
      (by: Person) => giftOf(by, id),
      (by: Person) => cancel(by, id),
      (by: Person) => redeem(by, 'x'),
    ]) {
      await expect(act(nobody())).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
      await expect(act(partner)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await giftOf(giver, id)).toMatchObject({ status: 'SCHEDULED' });
  });

  test('is not shown to an admin who acts as its giver', async () => {
    const [giver, admin] = await Promise.all([aPerson('Teresa'), theAdmin()]);
    const { id } = await give(giver, { recipientEmail: anAddress(), message: 'Nobody else knows' });
    const admins = { cookie: admin.cookie ?? '' };
    const { cookie } = await account('/admin/impersonate-user', { userId: giver.id }, admins);

    const acting: Person = { ...giver, ...speaking(cookie) };

    expect(await giftOf(acting, id)).toBeNull();
    expect((await acting.gql('{ gifts { edges { node { words recipientEmail } } } }')).gifts.edges).toEqual(
      [],
    );
  });

  test('can be a draft without a code, and can be changed until delivery', async () => {
    const giver = await aPerson('Teresa');
    const email = anAddress();
    const draft = await give(giver, { recipientEmail: email, draft: true });
    expect(draft).toMatchObject({ status: 'DRAFT', redeemCode: null, url: null });
    later(day);
    await dueRun();
    expect(await giftOf(giver, draft.id)).toMatchObject({ status: 'DRAFT' });

    const changed = { id: draft.id, recipientName: 'Frank Pires', deliverOn: inDays(2), cloth: 'ink' };
    expect(await change(giver, { ...changed, recipientEmail: email })).toMatchObject({
      ...{ status: 'SCHEDULED', recipientName: 'Frank Pires', cloth: 'ink', words: null },
    });
    later(3 * day);
    await dueRun();
    expect(await giftOf(giver, draft.id)).toMatchObject({ status: 'DELIVERED' });
    const gone = { code: 'CONFLICT', now: 'DELIVERED' };
    expect(await change(giver, { ...changed, deliverOn: inDays(9) })).toMatchObject(gone);
    expect(await cancel(giver, draft.id)).toMatchObject(gone);
  });

  test('is refused beyond 25 waiting ones, also with concurrent requests', async () => {
    const giver = await aPerson();
    await Promise.all(Array.from({ length: 24 }, () => aGift(giver.id)));
    const answers = await Promise.all([give(giver, { draft: true }), give(giver, { draft: true })]);
    expect(answers.map((answer) => answer.__typename).toSorted()).toEqual(['Gift', 'LimitReached']);
  });

  test('is limited to three per stranger and day from all givers, and canceling gives nothing back', async () => {
    const email = anAddress();
    const answers: string[] = [];
    for (const giver of await Promise.all(['Anna', 'Ben'].map((name) => aPerson(name)))) {
      for (let time = 0; time < 2; time += 1) {
        const answer = await give(giver, { recipientEmail: email, deliverOn: inDays(2) });
        answers.push(answer.__typename);
        if (answer.id) await cancel(giver, answer.id);
      }
    }
    expect(answers).toEqual(['Gift', 'Gift', 'Gift', 'LimitReached']);
    // A card goes to nobody.
    expect((await give(await aPerson(), { deliverOn: inDays(2) })).__typename).toBe('Gift');
  });
});

describe('On its day a gift', () => {
  test('is delivered once by letter, with the giver’s words as plain text and a code that opens it', async () => {
    standAt(noon);
    const giver = await aPerson('Teresa Rourke');
    const email = anAddress();
    const message = 'Tia, <b>your turn</b>.\nAll our love';
    const { id, redeemCode: code } = await give(giver, { recipientEmail: email, message });
    const letter = await letterTo(email);
    // As often as it is tried, also by two at once, and by one whose mark was lost.
    await Promise.all([deliverOne.run({ giftId: id }, never), dueRun()]);
    const notice = await db.notice.findUniqueOrThrow({ where: { dedupeKey: `gift:${id}` } });
    expect(JSON.stringify(notice.data)).toBe(JSON.stringify({ giftId: id }));
    await db.gift.update({ where: { id }, data: { status: 'SCHEDULED' } });
    await dueRun();
    await deliver(notice.id, 3);

    expect(await lettersTo(email)).toHaveLength(1);
    expect(letter.subject).toBe('Teresa Rourke is giving you Evertold');
    expect(letter.text).toContain('Tia, <b>your turn</b>.');
    expect(letter.html).not.toContain('<b>your turn</b>');
    expect(codeIn(letter.text)).toBe(code);
    expect(letter.links.some((link) => link.endsWith(`/gift/${code}/`))).toBe(true);
    expect(await giftOf(giver, id)).toMatchObject({ status: 'DELIVERED', undelivered: false });
  });

  test('says until when it can be opened by the day where its recipient lives', async () => {
    standAt(noon);
    const giver = await aPerson('Teresa');
    const email = anAddress();
    // At nine in the morning there, it is the day before in UTC.
    const timeZone = 'Pacific/Kiritimati';
    const { expiresAt } = await give(giver, { recipientEmail: email, timeZone });
    later(day);
    await dueRun();

    const until = new Date(expiresAt).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone });
    expect((await letterTo(email)).text).toContain(`It works once, until ${until}.`);
  });

  test('for a Spanish speaker is told of in Spanish, and makes a book in Spanish', async () => {
    standAt(noon);
    const giver = await aPerson('Teresa Rourke');
    const email = anAddress();
    const { id, language, redeemCode } = await give(giver, { recipientEmail: email, language: 'es' });
    expect(language).toBe('es');
    const letter = await letterTo(email);
    expect(letter.subject).toBe('Teresa Rourke le regala Evertold');
    expect(letter.html).toContain('lang="es"');
    expect(codeIn(letter.text)).toBe(redeemCode);
    later(15 * day);
    await remindRun();
    expect((await letterTo(email, { known: 1 })).subject).toBe('El regalo de Teresa Rourke sigue aquí');
    expect(await textKinds.gift.text({ giftId: id })).toMatch(/^Hola Lourdes Medeiros, .+Responda ALTO/s);

    const book = await redeem(await aPerson('Lourdes'), redeemCode);
    expect((await db.subject.findUniqueOrThrow({ where: { id: book.id } })).language).toBe('es');
    expect(await give(giver, { language: 'de' })).toMatchObject({ path: ['language'] });
  });

  test('that was canceled meanwhile is not sent, and its card says so', async () => {
    const giver = await aPerson('Teresa');
    const email = anAddress();
    const gift = await give(giver, { recipientEmail: email, deliverOn: inDays(2), message: 'Hello' });
    expect(await cancel(giver, gift.id)).toMatchObject({ status: 'CANCELLED' });
    expect(await cancel(giver, gift.id)).toMatchObject({ status: 'CANCELLED' });
    later(5 * day);
    await dueRun();

    expect(await db.notice.count({ where: { recipient: email } })).toBe(0);
    expect(await giftCard(nobody(), gift.redeemCode)).toMatchObject({ status: 'CANCELLED', words: null });
    expect(await redeem(await aPerson(), gift.redeemCode)).toMatchObject({
      code: 'CONFLICT',
      now: 'CANCELLED',
    });
  });

  test('has one reminder two weeks later, unless it was opened', async () => {
    standAt(noon);
    const giver = await aPerson('Teresa');
    const [waiting, opened] = [anAddress(), anAddress()];
    const first = await give(giver, { recipientEmail: waiting });
    const second = await give(giver, { recipientEmail: opened });
    await Promise.all([letterTo(waiting), letterTo(opened)]);
    await redeem(await aPerson('Lourdes'), second.redeemCode);
    later(13 * day);
    await remindRun();
    expect(await giftOf(giver, first.id)).toMatchObject({ remindedAt: null });
    later(15 * day);
    await Promise.all([remindRun(), remindRun()]);
    const reminder = await letterTo(waiting, { known: 1 });
    later(40 * day);
    await remindRun();

    expect(reminder.subject).toBe('Your gift from Teresa is still here');
    expect(codeIn(reminder.text)).toBe(first.redeemCode);
    const kinds = { kind: 'gift-reminder', recipient: { in: [waiting, opened] } };
    expect(await db.notice.count({ where: kinds })).toBe(1);
  });

  test('reaches its reminder by the clock of its recipient, once each, also after an interrupted run', async () => {
    standAt('2026-12-01T12:00:00Z');
    const giver = await aPerson('Teresa');
    const email = anAddress();
    const { id } = await give(giver, {
      ...{ recipientEmail: email, deliverOn: '2026-12-25', timeZone: 'Pacific/Auckland' },
    });
    const kindsSent = async () => (await lettersTo(email)).map(({ subject }) => subject);
    // Nine o'clock of 25 December in Auckland is eight in the evening before in Greenwich.
    standAt('2026-12-24T19:59:00Z');
    await dueRun();
    expect(await giftOf(giver, id)).toMatchObject({ status: 'SCHEDULED', deliveredAt: null });
    standAt('2026-12-24T20:00:00Z');
    await interrupted('gift', dueRun);
    expect(await giftOf(giver, id)).toMatchObject({ status: 'SCHEDULED', deliveredAt: null });
    await Promise.all([dueRun(), deliverOne.run({ giftId: id }, never)]);
    await letterTo(email);

    standAt('2027-01-07T19:59:00Z');
    await remindRun();
    expect(await giftOf(giver, id)).toMatchObject({ status: 'DELIVERED', remindedAt: null });
    standAt('2027-01-07T20:00:00Z');
    await interrupted('gift-reminder', remindRun);
    expect(await giftOf(giver, id)).toMatchObject({ remindedAt: null });
    await Promise.all([remindRun(), remindRun()]);
    await letterTo(email, { known: 1 });
    const [notice] = await db.notice.findMany({ where: { dedupeKey: `gift-reminder:${id}` } });
    await deliver(notice?.id ?? '', 3);
    standAt('2027-11-01T12:00:00Z');
    await Promise.all([dueRun(), remindRun()]);
    expect(await kindsSent()).toEqual([
      'Teresa is giving you Evertold',
      'Your gift from Teresa is still here',
    ]);
  });

  test('has no reminder when it is opened before the reminder is sent', async () => {
    standAt(noon);
    const giver = await aPerson('Teresa');
    const email = anAddress();
    const gift = await give(giver, { recipientEmail: email });
    await letterTo(email);
    later(15 * day);
    // The notice is queued, and nothing has sent it.
    const data = { giftId: gift.id };
    const { id: noticeId } = await db.notice.create({
      data: {
        kind: 'gift-reminder',
        channel: 'mail',
        recipient: email,
        data,
        dedupeKey: `gift-reminder:${gift.id}`,
      },
      select: { id: true },
    });
    await redeem(await aPerson('Lourdes'), gift.redeemCode);
    await deliver(noticeId, 0);
    expect(await lettersTo(email)).toHaveLength(1);
  });

  test('does not keep others from their reminder when its own fails', async () => {
    standAt(noon);
    const giver = await aPerson('Teresa');
    const [broken, whole] = [anAddress(), anAddress()];
    const first = await give(giver, { recipientEmail: broken });
    await give(giver, { recipientEmail: whole });
    await Promise.all([letterTo(broken), letterTo(whole)]);
    later(15 * day);
    await refused('notice', `new.dedupe_key = 'gift-reminder:${first.id}'`, () =>
      expect(remindRun()).rejects.toThrow(),
    );
    await letterTo(whole, { known: 1 });
    expect(await giftOf(giver, first.id)).toMatchObject({ remindedAt: null });
  });

  test('is texted by day with a carrier, and never to a phone that replied STOP', async () => {
    const carrier = await aTextingCarrier();
    standAt(`${inDays(1)}T17:00:00Z`);
    const giver = await aPerson('Teresa');
    expect((await giver.gql('{ giftWays }')).giftWays).toEqual(['LETTER', 'TEXT', 'CARD']);
    expect((await giver.gql('{ schedulableChannels }')).schedulableChannels).toEqual(['SMS']);
    const [phone, stopped] = [aPhone(), aPhone()];
    await textFromPhone(stopped, 'STOP');
    const gift = await give(giver, { recipientPhone: phone, message: 'Your turn' });
    const other = await give(giver, { recipientPhone: stopped });
    expect(gift).toMatchObject({ way: 'TEXT', timeZone: 'America/New_York' });
    await expect
      .poll(() => carrier.taken.filter(({ to }) => to === phone), { timeout: 15_000 })
      .toHaveLength(1);
    await deliverOne.run({ giftId: other.id }, never);

    const [text] = carrier.taken.filter(({ to }) => to === phone);
    expect(text?.text).toContain(`Hello Lourdes Medeiros, this is Evertold`);
    expect(text?.text).toContain(gift.url);
    for (const words of ['Teresa', 'Your turn', 'STOP', 'HELP']) expect(text?.text).toContain(words);
    expect(await giftOf(giver, other.id)).toMatchObject({ status: 'DELIVERED', undelivered: true });
    expect(carrier.taken.filter(({ to, text: said }) => to === stopped && said.includes('gift'))).toEqual([]);
    expect((await aPerson().then((person) => person.gql('{ giftWays }'))).giftWays).toContain('TEXT');
  });

  test('given by text has one reminder by text, by day, also after an interrupted run', async () => {
    const carrier = await aTextingCarrier();
    // Noon in New York.
    standAt('2026-12-01T17:00:00Z');
    const giver = await aPerson('Teresa');
    const phone = aPhone();
    const textsTo = () => carrier.taken.filter(({ to }) => to === phone).map(({ text }) => text);
    const { id, url } = await give(giver, { recipientPhone: phone });
    await expect.poll(textsTo, { timeout: 30_000 }).toHaveLength(1);
    expect(textsTo()[0]).toContain('Only one reminder follows');

    standAt('2026-12-15T16:59:00Z');
    await remindRun();
    expect(await giftOf(giver, id)).toMatchObject({ remindedAt: null });
    // Two in the morning in New York.
    standAt('2026-12-16T07:00:00Z');
    await interrupted('gift-reminder', remindRun);
    expect(await giftOf(giver, id)).toMatchObject({ remindedAt: null });
    await Promise.all([remindRun(), remindRun()]);
    const notice = await db.notice.findUniqueOrThrow({ where: { dedupeKey: `gift-reminder:${id}` } });
    expect(notice).toMatchObject({ channel: 'sms', recipient: phone, timeZone: 'America/New_York' });
    expect(notice.data).toEqual({ giftId: id });
    await expect
      .poll(() => db.notice.findUniqueOrThrow({ where: { id: notice.id } }), { timeout: 30_000 })
      .toMatchObject({ status: 'WAITING', claimedUntil: new Date('2026-12-16T14:00:00Z') });
    expect(textsTo()).toHaveLength(1);

    standAt('2026-12-16T14:00:01Z');
    await deliver(notice.id, 0);
    await deliver(notice.id, 3);
    await remindRun();
    expect(textsTo()).toHaveLength(2);
    expect(textsTo()[1]).toContain('Two weeks ago Teresa gave you Evertold');
    for (const words of [url, 'our only reminder', 'STOP', 'HELP']) expect(textsTo()[1]).toContain(words);
    expect(await giftOf(giver, id)).toMatchObject({ remindedAt: expect.stringMatching(/^2026-12-16T/) });
    expect(await textKinds['gift-reminder'].text({ giftId: id })).toMatch(/^Hello/);
    await db.gift.update({ where: { id }, data: { language: 'es' } });
    expect(await textKinds['gift-reminder'].text({ giftId: id })).toMatch(
      /^Hola Lourdes Medeiros, .+Hace dos semanas Teresa le regaló.+único recordatorio. Responda ALTO/s,
    );
  });

  test('given by text has no reminder for a phone that replied STOP, or that never got the gift', async () => {
    const carrier = await aTextingCarrier();
    standAt('2026-12-01T17:00:00Z');
    const giver = await aPerson('Teresa');
    const [stopped, never, opened, late] = [aPhone(), aPhone(), aPhone(), aPhone()];
    await textFromPhone(never, 'STOP');
    const [first, , third, fourth] = [
      await give(giver, { recipientPhone: stopped }),
      await give(giver, { recipientPhone: never }),
      await give(giver, { recipientPhone: opened }),
      await give(giver, { recipientPhone: late }),
    ];
    const textsTo = (phones: string[]) =>
      carrier.taken.filter(({ to, text }) => phones.includes(to) && text.includes('gift'));
    await expect.poll(() => textsTo([stopped, opened, late]), { timeout: 30_000 }).toHaveLength(3);
    await textFromPhone(stopped, 'STOP');
    await redeem(await aPerson('Lourdes'), third.redeemCode);
    await textFromPhone(never, 'START');
    // Where no reminder could be sent for a week, none comes out of season.
    await db.gift.update({
      where: { id: fourth.id },
      data: { deliveredAt: new Date('2026-11-24T16:00:00Z') },
    });

    standAt('2026-12-15T17:00:00Z');
    await remindRun();
    const kind = 'gift-reminder';
    const recipient = { in: [stopped, never, opened, late] };
    expect(await db.notice.count({ where: { kind, recipient } })).toBe(0);
    // Its giver isn't told of a reminder that nobody got.
    expect(await giftOf(giver, first.id)).toMatchObject({ remindedAt: null });
  });

  test('is not offered by text without a carrier', async () => {
    const giver = await aPerson();
    expect((await giver.gql('{ giftWays }')).giftWays).toEqual(['LETTER', 'CARD']);
    expect((await giver.gql('{ schedulableChannels }')).schedulableChannels).toEqual([]);
  });
});

describe('The code of a gift', () => {
  test('creates a subject with the giver’s data and begins the onboarding', async () => {
    const giver = await aPerson('Teresa');
    const given = { timeZone: 'Europe/Lisbon', cloth: 'plum', message: 'Your turn', deliverOn: inDays(3) };
    const { redeemCode: code, id } = await give(giver, given);
    const lourdes = await aPerson('Lourdes');
    // As it is read from a card, and typed.
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(await giftCard(nobody(), typed)).toEqual({
      ...{ status: 'SCHEDULED', recipientName: 'Lourdes Medeiros', giverName: 'Teresa' },
      ...{ words: 'Your turn', cloth: 'plum', expiresAt: expect.any(String) },
    });
    const book = await redeem(lourdes, typed);

    expect(book).toMatchObject({
      ...{ fullName: 'Lourdes Medeiros', preferredName: 'Lourdes', timeZone: 'Europe/Lisbon' },
      ...{ cloth: 'plum', isSelf: true, status: 'DRAFT', myRole: 'OWNER', phone: null },
    });
    const { onboarding } = await lourdes.gql('{ onboarding { step forWhom finishedAt subject { id } } }');
    expect(onboarding).toEqual({
      step: 'ABOUT',
      forWhom: 'GIFT',
      finishedAt: null,
      subject: { id: book.id },
    });
    expect(await giftOf(giver, id)).toMatchObject({ status: 'REDEEMED', redeemCode: null });
    // The giver has no place in the book that they gave.
    expect((await giver.gql('{ subjects { edges { node { id } } } }')).subjects.edges).toEqual([]);
    // Again gives the same book; anybody else is told.
    expect(await redeem(lourdes, code)).toMatchObject({ id: book.id });
    expect(await redeem(giver, code)).toMatchObject({ code: 'CONFLICT', now: 'REDEEMED' });
    expect(await giftCard(nobody(), code)).toMatchObject({ status: 'REDEEMED', words: null });
  });

  test('works once, and the second of two concurrent uses is refused', async () => {
    const giver = await aPerson('Teresa');
    const { redeemCode: code } = await give(giver, { deliverOn: inDays(1) });
    const people = await Promise.all(['Lourdes', 'Frank', 'Ida'].map((name) => aPerson(name)));
    const answers = await Promise.all(people.map((person) => redeem(person, code)));

    expect(answers.filter(({ __typename }) => __typename === 'Subject')).toHaveLength(1);
    expect(answers.filter(({ now }) => now === 'REDEEMED')).toHaveLength(2);
    const owned = { userId: { in: people.map(({ id }) => id) }, role: 'OWNER' as const };
    expect(await db.membership.count({ where: owned })).toBe(1);
  });

  test('is not used up when the caller has a subject of their own, and can create one about the recipient they help', async () => {
    const giver = await aPerson('Teresa');
    const { redeemCode: code, id } = await give(giver, { deliverOn: inDays(1) });
    const helper = await aPerson('Owen');
    await aSubject(helper, { fullName: 'Owen', isSelf: true });

    expect(await redeem(helper, code)).toMatchObject({ code: 'CONFLICT', path: ['isSelf'] });
    expect(await giftOf(giver, id)).toMatchObject({ status: 'SCHEDULED' });
    expect(await redeem(helper, code, false)).toMatchObject({ isSelf: false, fullName: 'Lourdes Medeiros' });
  });

  test('is refused when it is unknown, of a draft, or a year old', async () => {
    const giver = await aPerson('Teresa');
    const person = await aPerson('Lourdes');
    const draft = await aGift(giver.id, { status: 'DRAFT' });
    for (const token of ['', 'x', 'AAAA-BBBB-CCCC-DDDD', '\0', 'x'.repeat(5000), draft.token]) {
      expect(await giftCard(nobody(), token)).toBeNull();
      expect(await redeem(person, token)).toMatchObject({ code: 'NOT_FOUND', path: ['token'] });
    }
    const old = await aGift(giver.id, { status: 'DELIVERED', expiresAt: new Date(Date.now() - 1) });
    expect(await giftCard(nobody(), old.token)).toMatchObject({ status: 'EXPIRED', words: null });
    expect(await redeem(person, old.token)).toMatchObject({ code: 'CONFLICT', now: 'EXPIRED' });
    expect(await giftOf(giver, old.id)).toMatchObject({ status: 'EXPIRED', redeemCode: null });
  });

  test('stays valid after its giver’s account is deleted, if it was delivered', async () => {
    const giver = await aPerson('Teresa');
    const [delivered, waiting] = await Promise.all([
      aGift(giver.id, { status: 'DELIVERED', message: 'Your turn' }),
      aGift(giver.id),
    ]);
    await db.user.delete({ where: { id: giver.id } });
    await remindRun();

    expect(await db.gift.count({ where: { id: waiting.id } })).toBe(0);
    expect(await giftCard(nobody(), delivered.token)).toMatchObject({ giverName: 'Somebody close' });
    await redeem(await aPerson('Lourdes'), delivered.token);
    await remindRun();
    expect(await db.gift.count({ where: { id: delivered.id } })).toBe(0);
  });

  // Last: from here on this place has tried too many.
  test('cannot be guessed, because too many tries are refused, also with the right code', async () => {
    const person = await aPerson('Mallory');
    const { token } = await aGift((await aPerson('Teresa')).id);
    let refused: unknown = null;
    for (let at = 0; at < 70 && !refused; at += 1) {
      const answer = await redeem(person, `guess ${at}`);
      if (answer.code === 'TOO_MANY_REQUESTS') refused = at;
    }
    expect(refused).toBeLessThanOrEqual(40);
    expect(await redeem(person, token)).toMatchObject({ __typename: 'TooManyGiftCodes' });
    await expect(giftCard(person, token)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
