import { beforeEach, describe, expect, test } from 'vitest';
import { resumeWaiting } from '#api/notices/resume.ts';
import { deliver } from '#api/notices/sending.ts';
import { db } from '#api/platform/database/database.ts';
import { eraseOldTexts } from '#api/texts/service/hear-text.ts';
import { day, later, night, noon, standAt, useClock } from '#tests/support/clock.ts';
import { aText, hookWith, textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { textsTo, textTo } from '#tests/support/outbox.ts';
import { aPhone, consentCode } from '#tests/support/phone.ts';
import { aPerson, aSubject, giveConsents, type Person, useServer } from '#tests/support/world.ts';

useServer();
useClock();

useCarriersSignature();

// A new one for each: who enters too many phones in a day has no more of them asked.
let owner: Person;
beforeEach(async () => {
  owner = await aPerson('Teresa Rourke');
});

async function aBookFor(phone: string, by = owner) {
  return (await aSubject(by, { phone, timeZone: 'America/New_York' })).id;
}
const subjectAccessOf = async (subjectId: string, by = owner) => {
  const document = `{ subject(id: "${subjectId}") { status consents { kind status via phone } } }`;
  return (await by.gql(document)).subject;
};
/** What is, or waits to be, texted to a phone, but for the question itself. */
const kindsTo = async (recipient: string) => {
  const where = { recipient, kind: { not: 'ask-for-texts' } };
  return (await db.notice.findMany({ where, orderBy: { id: 'asc' } })).map(({ kind }) => kind);
};
const questionsTo = (recipients: string[]) =>
  db.notice.count({ where: { recipient: { in: recipients }, kind: 'ask-for-texts' } });
const sms = (status: string, via = 'SMS') => [expect.objectContaining({ kind: 'SMS', status, via })];

describe('The text that asks for consent', () => {
  test('goes once, by day, to a phone that a family member enters, with the wording to which YES agrees', async () => {
    standAt(noon);
    const phone = aPhone();
    await aBookFor(phone);
    await aBookFor(phone, await aPerson('Des'));
    const { text } = await textTo(phone);

    expect(text).toContain('Hello Alma, this is Evertold');
    expect(text).toContain('Teresa Rourke gave us this number');
    expect(text).toContain('I agree that Evertold sends text messages to this number');
    for (const words of ['YES', 'STOP', 'HELP', 'Message and data rates may apply', '/tos', '/privacy']) {
      expect(text).toContain(words);
    }
    expect(text.length).toBeLessThanOrEqual(1_600);
    expect(await questionsTo([phone])).toBe(1);
  });

  test('waits for the morning in the subject’s time zone', async () => {
    standAt('2026-11-24T04:00:00Z');
    const phone = aPhone();
    await aBookFor(phone);
    const where = { recipient: phone };
    await expect
      .poll(async () => (await db.notice.findFirst({ where }))?.claimedUntil?.toISOString(), {
        timeout: 15_000,
      })
      .toBe('2026-11-24T14:00:00.000Z');
    await resumeWaiting.run({}, AbortSignal.timeout(60_000));
    expect(await textsTo(phone)).toEqual([]);

    standAt('2026-11-24T14:06:00Z');
    const notice = await db.notice.findFirstOrThrow({ where });
    await deliver(notice.id, 3);
    expect(await textsTo(phone)).toHaveLength(1);
  });

  test('is not sent to one’s own phone, to more than ten strangers a day, or with a link as a name', async () => {
    standAt(noon);
    const [self, many] = [await aPerson('Alma'), await aPerson('See evil.example')];
    const own = aPhone();
    await aSubject(self, { isSelf: true, phone: own });
    const phones = Array.from({ length: 12 }, aPhone);
    for (const phone of phones) await aBookFor(phone, many);

    expect(await questionsTo([own])).toBe(0);
    expect(await questionsTo(phones)).toBe(10);
    expect((await textTo(phones[0] ?? '')).text).not.toContain('evil');
  });

  test('is cancelled when the subject agrees before it is sent', async () => {
    standAt(night);
    const phone = aPhone();
    const subjectId = await aBookFor(phone);
    expect(await questionsTo([phone])).toBe(1);
    const grants = [{ kind: 'SMS', wordingVersion: 2, phone }];
    const input = { subjectId, grants, inPerson: { typedName: 'Alma' } };
    await owner.gql('GiveConsent', {
      input: { ...input, code: await consentCode(owner.id, subjectId, phone) },
    });
    expect(await questionsTo([phone])).toBe(0);
    expect(await kindsTo(phone)).toEqual(['texts-agreed']);
  });
});

describe('YES by text', () => {
  test('is a consent in answer to our question, with its wording, and is confirmed at any hour', async () => {
    standAt(noon);
    const phone = aPhone();
    const subjectId = await aBookFor(phone);
    standAt(night);
    expect(await textFromPhone(phone, ' Yes! ')).toBe(200);

    expect(await subjectAccessOf(subjectId)).toMatchObject({ status: 'ACTIVE', consents: sms('GRANTED') });
    expect(await kindsTo(phone)).toEqual(['texts-agreed']);
    const come = async () => (await textsTo(phone)).map(({ text }) => text).join();
    await expect.poll(come, { timeout: 15_000 }).toMatch(/you agreed.*HELP.*STOP/);
    const [entry] = await db.consentIdentity.findMany({ where: { phone }, include: { entry: true } });
    const message = await db.inboundText.findUniqueOrThrow({ where: { id: entry?.messageId ?? '' } });
    expect(message).toMatchObject({ phone, text: ' Yes! ' });
    expect(entry).toMatchObject({ subjectId, entry: { subjectId, wordingVersion: 2 } });
  });

  test.each([['YES'], ['START'], ['unstop']])('without a question changes nothing: %s', async (word) => {
    const phone = aPhone();
    await textFromPhone(phone, word);
    await textFromPhone(phone, word);

    expect(await db.consentIdentity.count({ where: { phone } })).toBe(0);
    expect(await kindsTo(phone)).toEqual(['texts-not-asked']);
  });

  test('counts once, even if the carrier repeats it', async () => {
    standAt(noon);
    const phone = aPhone();
    await aBookFor(phone);
    const fields = aText(phone, 'YES');
    await Promise.all(Array.from({ length: 4 }, () => hookWith(fields)));
    expect(await db.consentIdentity.count({ where: { phone } })).toBe(1);
  });
});

describe('A stop by text', () => {
  const words = [
    ...['STOP', 'stop.', 'Quit', 'END', 'revoke', 'OPT OUT', 'cancel', 'Unsubscribe', 'STOPALL'],
    ...['please don’t text me any more', 'Stop texting me', 'no más'],
  ];

  test.each(words)('withdraws the consent at once and is confirmed once: %s', async (word) => {
    standAt(noon);
    const phone = aPhone();
    const subjectId = await aBookFor(phone);
    await textFromPhone(phone, 'YES');
    standAt(night);
    await textFromPhone(phone, word);
    await textFromPhone(phone, word);

    expect((await subjectAccessOf(subjectId)).consents).toContainEqual(sms('WITHDRAWN')[0]);
    expect(await kindsTo(phone)).toEqual(['texts-agreed', 'texts-stopped']);
  });

  test('applies to every subject with the phone, including consents given in the app', async () => {
    standAt(noon);
    const phone = aPhone();
    const self = await aPerson('Alma');
    const own = await aSubject(self, { isSelf: true, phone });
    await giveConsents(self, own.id, ['SMS', 'CALLS', 'SHARING'], phone);
    const other = await aBookFor(phone);
    await textFromPhone(phone, 'STOP');

    const subjectAccess = await subjectAccessOf(own.id, self);
    expect(subjectAccess.consents).toContainEqual(sms('WITHDRAWN')[0]);
    // Calls and sharing are another matter.
    for (const kind of ['CALLS', 'SHARING']) {
      expect(subjectAccess.consents).toContainEqual(expect.objectContaining({ kind, status: 'GRANTED' }));
    }
    expect((await subjectAccessOf(other)).consents).toEqual(sms('WITHDRAWN'));
    const { consentHistory } = (
      await self.gql(`{ subject(id: "${own.id}") { consentHistory(kind: SMS) { status via by ipAddress } } }`)
    ).subject;
    expect(consentHistory).toEqual([
      { status: 'WITHDRAWN', via: 'SMS', by: null, ipAddress: null },
      { status: 'GRANTED', via: 'WEB', by: 'Alma', ipAddress: '127.0.0.1' },
    ]);
  });

  test('to calls does not change texts, and says so', async () => {
    standAt(noon);
    const phone = aPhone();
    const self = await aPerson('Alma');
    const own = await aSubject(self, { isSelf: true, phone });
    await giveConsents(self, own.id, ['SMS', 'CALLS'], phone);
    await textFromPhone(phone, 'Please stop calling me');
    const { consents } = await subjectAccessOf(own.id, self);
    expect(consents).toContainEqual(expect.objectContaining({ kind: 'SMS', status: 'GRANTED' }));
    expect(consents).toContainEqual(expect.objectContaining({ kind: 'CALLS', status: 'WITHDRAWN' }));
    expect(await kindsTo(phone)).toEqual(['texts-agreed', 'texts-taken-back']);
  });

  test('to everything stops calls and writing too', async () => {
    standAt(noon);
    const phone = aPhone();
    const self = await aPerson('Alma');
    const own = await aSubject(self, { isSelf: true, phone });
    await giveConsents(self, own.id, ['SMS', 'CALLS', 'AI_WRITING', 'SHARING'], phone);
    await textFromPhone(phone, 'I withdraw my consent');
    const { status, consents } = await subjectAccessOf(own.id, self);
    expect(status).toBe('AWAITING_CONSENT');
    expect(new Set(consents.map((consent: { status: string }) => consent.status))).toEqual(
      new Set(['WITHDRAWN']),
    );
  });

  test('from a phone that never agreed is stored, so that it is never asked', async () => {
    standAt(noon);
    const phone = aPhone();
    await textFromPhone(phone, 'STOP');
    await aBookFor(phone);
    expect(await questionsTo([phone])).toBe(0);
    expect(await kindsTo(phone)).toEqual(['texts-stopped']);
  });

  test('is undone by START, but not by YES', async () => {
    standAt(noon);
    const phone = aPhone();
    const subjectId = await aBookFor(phone);
    await textFromPhone(phone, 'YES');
    await textFromPhone(phone, 'STOP');
    await textFromPhone(phone, 'YES');
    expect((await subjectAccessOf(subjectId)).consents).toEqual(sms('WITHDRAWN'));
    await textFromPhone(phone, 'START');
    expect((await subjectAccessOf(subjectId)).consents).toEqual(sms('GRANTED'));
  });

  test.each([['We had to stop the car by the bakery'], ['In the end, yes, I married him']])(
    'within a story is an ordinary word: %s',
    async (said) => {
      standAt(noon);
      const phone = aPhone();
      const subjectId = await aBookFor(phone);
      await textFromPhone(phone, 'YES');
      await textFromPhone(phone, said);
      expect((await subjectAccessOf(subjectId)).consents).toEqual(sms('GRANTED'));
      const words = { subjectId, text: said, conversation: { channel: 'SMS' } } as const;
      await expect.poll(() => db.message.count({ where: words }), { timeout: 15_000 }).toBe(1);
    },
  );
});

describe('Any other text', () => {
  test.each([['HELP'], ['info']])('that asks for help is answered at any hour: %s', async (word) => {
    standAt(night);
    const phone = aPhone();
    await textFromPhone(phone, word);
    expect((await textTo(phone)).text).toMatch(/Evertold keeps.*STOP/);
  });

  test('is answered to nobody in a book without consent', async () => {
    standAt(noon);
    const phone = aPhone();
    await aBookFor(phone);
    await textFromPhone(phone, 'My father had a bakery');
    expect(await kindsTo(phone)).toEqual([]);
  });

  test('is erased after 30 days', async () => {
    const phone = aPhone();
    await textFromPhone(phone, 'My father had a bakery');
    later(31 * day);
    await eraseOldTexts();
    expect(await db.inboundText.count({ where: { phone } })).toBe(0);
  });
});

describe('A phone of a book in Spanish', () => {
  test('is asked in Spanish, agrees with SÍ, and stops with ALTO; each answer is in Spanish', async () => {
    standAt(noon);
    const phone = aPhone();
    const { id } = await aSubject(owner, { timeZone: 'America/New_York' });
    await db.subject.update({ where: { id }, data: { language: 'es' } });
    await owner.gql('UpdateSubject', { input: { id, phone } });
    expect((await textTo(phone)).text).toContain('Hola Alma, le escribe Evertold, una computadora');

    await textFromPhone(phone, 'Sí, claro');
    expect((await subjectAccessOf(id)).consents).toEqual(sms('GRANTED'));
    const { wordingVersion } = await db.consentEntry.findFirstOrThrow({
      where: { identity: { is: { phone } } },
    });
    const where = { kind_version: { kind: 'SMS' as const, version: wordingVersion } };
    expect(await db.consentWording.findUnique({ where })).toMatchObject({ language: 'es' });
    await textFromPhone(phone, 'AYUDA');
    await textFromPhone(phone, 'No me mande más mensajes');
    expect((await subjectAccessOf(id)).consents).toEqual(sms('WITHDRAWN'));
    await textFromPhone(phone, 'EMPEZAR');
    expect((await subjectAccessOf(id)).consents).toEqual(sms('GRANTED'));
    await textFromPhone(phone, 'ALTO');
    expect((await subjectAccessOf(id)).consents).toEqual(sms('WITHDRAWN'));

    const kinds = ['texts-agreed', 'texts-help', 'texts-stopped', 'texts-agreed', 'texts-stopped'];
    expect(await kindsTo(phone)).toEqual(kinds);
    await textTo(phone, { known: 5 });
    const texts = await textsTo(phone);
    expect(texts.slice(1).map(({ text }) => text.slice(0, 22))).toEqual([
      ...['Evertold: usted aceptó', 'Evertold guarda las hi', 'Evertold: listo, no le'],
      ...['Evertold: usted aceptó', 'Evertold: listo, no le'],
    ]);
  });

  test('is not needed to stop in Spanish, which is answered in Spanish', async () => {
    standAt(noon);
    const phone = aPhone();
    const id = await aBookFor(phone);
    await textFromPhone(phone, 'YES');
    await textFromPhone(phone, 'ALTO');
    expect((await subjectAccessOf(id)).consents).toEqual(sms('WITHDRAWN'));
    expect((await textTo(phone, { known: 2 })).text).toContain(
      'Evertold: listo, no le llegarán más mensajes.',
    );
  });
});

describe('A phone of an English and a Spanish book', () => {
  test('gets each answer in both languages, in one or two plain texts; a Spanish word is answered in Spanish', async () => {
    standAt(noon);
    const phone = aPhone();
    await aBookFor(phone);
    await db.subject.update({ where: { id: await aBookFor(phone) }, data: { language: 'es' } });
    for (const word of ['START', 'HELP', 'Please stop calling me', 'STOP', 'YES', 'AYUDA']) {
      await textFromPhone(phone, word);
    }
    await textTo(phone, { known: 6 });
    const texts = (await textsTo(phone)).slice(1).map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringMatching(/you agreed.+Msg & data rates.+HELP or STOP.+acepta.+tarifas.+AYUDA o ALTO/),
      expect.stringMatching(/a computer.+STOP to stop.+una computadora.+ALTO para terminar/i),
      expect.stringMatching(/taken back.+Queda retirado/),
      expect.stringMatching(/you are stopped.+START.+no recibe mensajes.+EMPEZAR/),
      expect.stringMatching(/nothing was changed.+nada ha cambiado/),
      expect.stringMatching(/^Evertold guarda las historias/),
    ]);
    for (const text of texts.slice(0, 5)) {
      // Other letters would halve what one text holds.
      expect(text).toMatch(/^[A-Za-z0-9 .,:;'"/?!&()-]+$/);
      expect(text.length).toBeLessThanOrEqual(306);
    }
    expect(texts[3]?.length).toBeLessThanOrEqual(160);
  });
});
