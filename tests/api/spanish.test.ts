import { print } from 'graphql';
import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { account } from '#tests/support/account.ts';
import { invite } from '#tests/support/inviting.ts';
import { type Letter, lettersTo, letterTo, textTo } from '#tests/support/outbox.ts';
import { anAddressOf, succeeded } from '#tests/support/person.ts';
import { aPhone, consentCode, otherThan } from '#tests/support/phone.ts';
import { aTalk } from '#tests/support/talk.ts';
import { cardsOf, peopleOf } from '#tests/support/told.ts';
import { aFamily, nobody, useServer } from '#tests/support/world.ts';
import { AskForConsentCodeDocument, GiveConsentDocument } from '#web/consent/GiveConsent.graphql.ts';
import { whyRefused } from '#web/consent/why-refused.ts';

useServer();

const inSpanish = `mutation ($id: ID!, $language: String) { updateSubject(input: { id: $id, language: $language }) {
  __typename ... on Subject { language } ... on InvalidInput { issues { path message } } } }`;

async function aSpanishFamily() {
  const family = await aFamily();
  succeeded(await family.owner.gql(inSpanish, { id: family.subject.id, language: 'es' }));
  return family;
}

describe('A conversation in Spanish', () => {
  test('asks in Spanish, keeps what is private and becomes a story in Spanish', async () => {
    const { subject, owner, self } = await aSpanishFamily();
    const talk = await aTalk(self, subject.id);
    await talk.answered();
    const opening = await talk.last();
    expect(opening.text).toContain('Evertold');
    expect(opening.text).toMatch(/¿[^?]+\?|[Cc]uénteme/);

    await talk.say(
      'Nací en Puebla, en la casa de mi abuela Chela. Mi papá tenía una panadería en la calle de los Dulces, y todo el barrio olía a pan a las cuatro de la mañana. Mi hermana Lourdes y yo llevábamos el pan al mercado en una bicicleta vieja.',
    );
    const next = await talk.last();
    expect(next.text).toMatch(/[¿áéíóúñ]|ust|[Cc]u/);
    expect(next.text).not.toMatch(/\b(?:the|you|your|what)\b/i);

    await talk.say('Mi papá debía mucho dinero en la cantina. Eso que no salga de aquí, por favor.');
    const promise = await talk.last();
    expect(promise.text).toMatch(/entre nosotros|privad|nadie/i);
    const [secret] = (await talk.transcript()).filter(({ text }) => text?.includes('cantina'));
    expect(secret?.private).toBe(true);

    await talk.end();
    await talk.written();
    const [card, ...others] = await cardsOf(owner, subject.id);
    const text = card.sentences.map((sentence: { text: string }) => sentence.text).join(' ');
    expect(others).toEqual([]);
    expect(text).toContain('olía a pan a las cuatro de la mañana');
    expect(text).not.toContain('cantina');
    expect(card.title).toMatch(/panadería|bicicleta/);
    expect((await peopleOf(owner, subject.id)).map(([name]) => name)).toEqual(
      expect.arrayContaining(['Chela', 'Lourdes']),
    );
  });

  test('recognizes danger and answers at once', async () => {
    const { subject, self } = await aSpanishFamily();
    const talk = await aTalk(self, subject.id);
    await talk.answered();
    await talk.say('Ya no quiero vivir. He guardado todas las pastillas y esta noche se acaba.');
    expect((await talk.last()).text).toMatch(/988|911|emergencia/);
  });

  test('is refused in a language that nobody speaks here', async () => {
    const { subject, owner } = await aFamily();
    const { updateSubject } = await owner.gql(inSpanish, { id: subject.id, language: 'de' });
    expect(updateSubject.issues).toEqual([{ path: 'language', message: 'must be one of en, es' }]);
    const { updateSubject: nothing } = await owner.gql(inSpanish, { id: subject.id, language: null });
    expect(nothing.language).toBe('en');
  });
});

/** Waits for the letter with this subject line. */
async function letterAbout(address: string, subjectLine: string) {
  const found = async () => (await lettersTo(address)).find(({ subject }) => subject === subjectLine);
  await expect.poll(found, { timeout: 15_000 }).toBeTruthy();
  return (await found()) as Letter;
}

describe('A letter to the person whose book is in Spanish', () => {
  test('is in Spanish, and the same letter to the family is in English', async () => {
    const { subject, owner, self } = await aSpanishFamily();
    succeeded(await owner.gql('UpdateSubject', { input: { id: subject.id, codeWord: 'Girasol' } }));

    const letter = await letterAbout(self.email, 'Se eligió la palabra clave del libro de Alma');
    expect(letter.text).toMatch(/^Evertold\s+Hola:\s+Anna Rourke eligió la palabra clave/);
    expect(letter.text).toMatch(/Evertold guarda las historias de una familia/);
    expect(letter.html).toContain('lang="es"');
    const { text } = await letterAbout(owner.email, 'The code word of Alma’s book was chosen');
    expect(text).toContain('Evertold keeps a family’s stories');
  });

  test('is in Spanish when it is about their account', async () => {
    const { self } = await aSpanishFamily();
    await account('/request-password-reset', { email: self.email });
    const letter = await letterTo(self.email, { leadingTo: '/reset-password/' });
    expect(letter.subject).toBe('Elija una contraseña nueva');
    expect(letter.text).toContain('Hola, Alma Rourke:');
  });

  test('invites them in Spanish to be the person of the book, and a reader too', async () => {
    const { subject, owner } = await aSpanishFamily();
    await db.subject.update({ where: { id: subject.id }, data: { selfUserId: null } });
    const [carmen, paul] = [anAddressOf('Carmen'), anAddressOf('Paul')];
    // She tells a book of her own, in English.
    const { self: english } = await aFamily();
    await invite(owner, { subjectId: subject.id, email: carmen, role: 'SUBJECT' });
    await invite(owner, { subjectId: subject.id, email: paul, role: 'VIEWER' });
    await invite(owner, { subjectId: subject.id, email: english.email, role: 'VIEWER' });

    const toCarmen = await letterTo(carmen);
    expect(toCarmen.subject).toBe('Anna Rourke le invita a contar sus historias y a decidir sobre ellas');
    expect(toCarmen.text).toMatch(/La invitación vale hasta el \d{1,2} de [a-z]+\./);
    expect((await letterTo(paul)).subject).toBe('Anna Rourke le invita a leer las historias de Alma');
    await letterAbout(english.email, 'Anna Rourke invites you to read Alma’s stories');
  });

  test('lets a reader enter by a letter in Spanish', async () => {
    const { subject, owner } = await aSpanishFamily();
    const { token } = await invite(owner, { subjectId: subject.id, role: 'VIEWER' });
    const email = anAddressOf('Paul');
    succeeded(
      await nobody().gql(
        `mutation ($input: AskToEnterInput!) { askToEnter(input: $input) {
          __typename ... on UserError { code path } } }`,
        { input: { token, name: 'Paul', email } },
      ),
    );

    const letter = await letterTo(email);
    expect(letter.subject).toBe('Abra el libro de Alma');
    expect(letter.text).toContain('El enlace le permite entrar en Evertold sin contraseña.');
    expect(letter.links.some((link) => link.includes('?entry='))).toBe(true);
  });

  test('says a day as it is where they live', async () => {
    const { subject, owner } = await aSpanishFamily();
    await db.subject.update({ where: { id: subject.id }, data: { selfUserId: null } });
    // Their days always differ.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await db.subject.update({ where: { id: subject.id }, data: { timeZone } });
      const email = anAddressOf('Carmen');
      const { invitation } = await invite(owner, { subjectId: subject.id, email, role: 'SUBJECT' });
      await db.invitation.update({ where: { id: invitation.id }, data: { status: 'REVOKED' } });

      const day = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'long', timeZone });
      const until = day.format(new Date(invitation.expiresAt));
      expect((await letterTo(email)).text).toContain(`La invitación vale hasta el ${until}.`);
    }
  });
});

describe('A consent that the server refuses', () => {
  // The pages' own documents, without the client's directive.
  const [giving, askingForCode] = [GiveConsentDocument, AskForConsentCodeDocument].map((document) =>
    print(document).replaceAll('@unmask', ''),
  ) as [string, string];

  test('is explained to the Spanish speaker in Spanish, each reason in its own words', async () => {
    const { subject, owner, self } = await aSpanishFamily();
    const phone = aPhone();
    await db.subject.update({ where: { id: subject.id }, data: { phone } });
    const inSpanish = { language: 'es', name: 'Alma' };
    const whyNot = async (input: object, by = self) => {
      const { giveConsent } = await by.gql(giving, { input: { subjectId: subject.id, ...input } });
      return whyRefused(giveConsent, inSpanish);
    };
    const calls = { grants: [{ kind: 'CALLS', wordingVersion: 2 }] };
    const sharing = { grants: [{ kind: 'SHARING', wordingVersion: 3 }] };
    const told: Record<string, string> = {};
    const tell = async (reason: string, why: ReturnType<typeof whyNot>) => {
      const { message } = await why;
      told[reason] = message;
    };

    await tell('no code', whyNot(calls));
    await tell('no digits', whyNot({ ...calls, code: 'abc' }));
    await tell('old code', whyNot({ ...calls, code: '123456' }));
    const digits = await consentCode(self.id, subject.id, phone);
    for (let tries = 0; tries < 5; tries++)
      await tell('wrong code', whyNot({ ...calls, code: otherThan(digits) }));
    await tell('too many tries', whyNot({ ...calls, code: digits }));
    await tell('old words', whyNot({ grants: [{ kind: 'CALLS', wordingVersion: 1000 }] }));
    await tell('no name', whyNot({ ...sharing, inPerson: { typedName: '123' } }, owner));
    await tell('an account', whyNot({ ...sharing, inPerson: { typedName: 'Alma' } }, owner));
    succeeded((await self.gql(askingForCode, { subjectId: subject.id })).askForConsentCode);
    expect((await textTo(phone)).text).toMatch(
      /^\d{6} es su código de Evertold para aceptar lo que se le mostró/,
    );
    for (let sent = 0; sent < 3; sent++)
      await db.phoneCode.create({ data: { purpose: 'CONSENT', phone, createdAt: clock.now() } });
    const { askForConsentCode } = await self.gql(askingForCode, { subjectId: subject.id });
    told['too many codes'] = whyRefused(askForConsentCode, inSpanish).message;
    await db.subject.update({ where: { id: subject.id }, data: { status: 'MEMORIAL' } });
    await tell('a memorial', whyNot(sharing));

    expect(told).toEqual({
      'no code': 'Pida el código y escríbalo: así acepta quien tiene este teléfono',
      'no digits': 'Escriba los seis números del mensaje',
      'old code': 'Este código ya no vale. Pida otro.',
      'wrong code': 'Este código no es correcto. Revíselo o pida otro.',
      'too many tries': 'Este código se probó demasiadas veces. Pida otro.',
      'old words': 'Las palabras o el teléfono cambiaron desde que abrió esta página. Vuelva a cargarla.',
      'no name': 'Escriba su nombre, como lo firmaría',
      'an account': 'Solo Alma puede aceptar esto, desde una cuenta propia',
      'too many codes': 'Ya se pidieron varios códigos. Espere un poco y vuelva a intentarlo.',
      'a memorial': 'Este libro se guarda en memoria de quien lo contó: ya nadie puede aceptar esto',
    });
  });
});
