import { describe, expect, test } from 'vitest';
import { hasConsent } from '#api/consent/policy.ts';
import { withdrawWithin } from '#api/consent/service.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { rightsChange } from '#tests/support/account.ts';
import { aBook } from '#tests/support/book.ts';
import { lettersTo } from '#tests/support/outbox.ts';
import { consentCode } from '#tests/support/phone.ts';
import { until } from '#tests/support/told.ts';
import {
  aFamily,
  aPerson,
  aSubject,
  giveConsents,
  join,
  type Person,
  useServer,
} from '#tests/support/world.ts';

useServer();

const giving = `mutation ($input: GiveConsentInput!) { giveConsent(input: $input) {
  __typename
  ... on Subject { status consents { kind phone status wordingVersion via } }
  ... on UserError { code message path }
} }`;
const withdrawing = giving.replace('giveConsent', 'withdrawConsent').replace('GiveC', 'WithdrawC');

async function give(person: Person, subjectId: string, grants: object[], rest: object = {}) {
  const given = grants.map((grant) => ({
    wordingVersion: 'kind' in grant && ['SHARING', 'AI_WRITING'].includes(String(grant.kind)) ? 2 : 1,
    ...grant,
  }));
  return (await person.gql(giving, { input: { subjectId, grants: given, ...rest } })).giveConsent;
}

async function withdraw(person: Person, subjectId: string, kinds: string[], rest: object = {}) {
  return (await person.gql(withdrawing, { input: { subjectId, kinds, ...rest } })).withdrawConsent;
}

const entriesOf = (subjectId: string) =>
  db.consentEntry.findMany({
    where: { subjectId },
    orderBy: { position: 'asc' },
    include: { identity: true },
  });

describe('Giving a consent', () => {
  test('is the subject’s own: the ledger stores who, when, how, for which phone and with which wording', async () => {
    const { self, subject } = await aFamily({ consents: [] });
    const code = await consentCode(self.id, subject.id, subject.phone);
    const grants = [{ kind: 'CALLS', phone: subject.phone }, { kind: 'SHARING' }];
    const answer = await give(self, subject.id, grants, { code });

    expect(answer).toMatchObject({
      status: 'ACTIVE',
      consents: [
        { kind: 'CALLS', phone: subject.phone, status: 'GRANTED', wordingVersion: 1, via: 'WEB' },
        { kind: 'SHARING', phone: null, status: 'GRANTED', wordingVersion: 2, via: 'WEB' },
      ],
    });
    const [entry] = await entriesOf(subject.id);
    expect(entry?.identity).toMatchObject({ actorId: self.id, helperId: null, phone: subject.phone });
    expect(entry?.identity?.ipAddress).toBe('127.0.0.1');
    const audited = await db.auditEvent.findMany({
      where: { subjectId: subject.id, action: 'consent.given' },
    });
    expect(audited).toMatchObject([{ actorId: self.id, detail: { kinds: ['CALLS', 'SHARING'] } }]);
  });

  test('is possible for nobody else: no owner, editor or admin', async () => {
    const { owner, editor, viewer, admin, stranger, subject } = await aFamily({ consents: [] });

    for (const person of [owner, editor, viewer, admin]) {
      await expect(give(person, subject.id, [{ kind: 'SHARING' }])).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    }
    expect(await give(stranger, subject.id, [{ kind: 'SHARING' }])).toMatchObject({ code: 'NOT_FOUND' });
    expect(await entriesOf(subject.id)).toEqual([]);
  });

  test('is possible in person on a family member’s device, which the ledger names', async () => {
    const [owner, editor, viewer] = [await aPerson('Anna'), await aPerson('Ed'), await aPerson('Vi')];
    const subject = await aSubject(owner);
    await join(owner, subject.id, editor, 'EDITOR');
    await join(owner, subject.id, viewer, 'VIEWER');
    const typed = (typedName: string) => ({ inPerson: { typedName } });

    await expect(give(viewer, subject.id, [{ kind: 'SHARING' }], typed('Alma'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    for (const noName of ['  ', '- 1', 'A'.repeat(121)]) {
      expect(await give(editor, subject.id, [{ kind: 'SHARING' }], typed(noName))).toMatchObject({
        code: 'BAD_REQUEST',
        path: ['inPerson', 'typedName'],
      });
    }
    expect(await give(editor, subject.id, [{ kind: 'SHARING' }], typed(' A-M  Rourke '))).toMatchObject({
      status: 'ACTIVE',
    });
    const [entry] = await entriesOf(subject.id);
    expect(entry?.identity).toMatchObject({
      actorId: null,
      helperId: editor.id,
      typedName: 'A-M  Rourke',
    });
  });

  test('twice adds nothing, even concurrently', async () => {
    const { self, subject } = await aFamily({ consents: [] });
    await Promise.all(
      [1, 2, 3].map(() => give(self, subject.id, [{ kind: 'SHARING' }, { kind: 'SHARING' }])),
    );

    expect(await entriesOf(subject.id)).toHaveLength(1);
  });

  test.each([
    [
      'an old wording',
      ['grants', '1', 'wordingVersion'],
      [{ kind: 'SHARING' }, { kind: 'SHARING', wordingVersion: 1 }],
    ],
    ['a wording to come', ['grants', '0', 'wordingVersion'], [{ kind: 'SHARING', wordingVersion: 99 }]],
    ['another phone', ['grants', '0', 'phone'], [{ kind: 'CALLS', phone: '+12025550999' }]],
    ['what is no phone', ['grants', '0', 'phone'], [{ kind: 'CALLS', phone: 'x' }]],
    ['nothing', ['grants'], []],
  ])('to %s is refused, and nothing is stored', async (_what, path, grants) => {
    const { self, subject } = await aFamily({ consents: [] });

    expect(await give(self, subject.id, grants)).toMatchObject({ code: 'BAD_REQUEST', path });
    expect(await entriesOf(subject.id)).toEqual([]);
  });

  test('to calls needs a phone, and nobody can consent for the dead', async () => {
    const { self, subject } = await aFamily({ consents: [] });
    await db.subject.update({ where: { id: subject.id }, data: { phone: null } });
    expect(await give(self, subject.id, [{ kind: 'CALLS' }])).toMatchObject({
      path: ['grants', '0', 'phone'],
    });

    await db.subject.update({ where: { id: subject.id }, data: { status: 'MEMORIAL' } });
    expect(await give(self, subject.id, [{ kind: 'SHARING' }])).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('Withdrawing a consent', () => {
  test('is possible for the subject, owners and admins, takes effect at once, and is audited', async () => {
    const { owner, self, admin, editor, viewer, stranger, subject } = await aFamily();
    const { id } = subject;

    for (const person of [editor, viewer]) {
      await expect(withdraw(person, id, ['SMS'])).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(await withdraw(stranger, id, ['SMS'])).toMatchObject({ code: 'NOT_FOUND' });
    await withdraw(self, id, ['SMS']);
    await withdraw(owner, id, ['CALLS'], { phone: subject.phone });
    const answer = await withdraw(admin, id, ['RECORDING']);

    expect(answer.consents).toMatchObject([
      { kind: 'CALLS', status: 'WITHDRAWN' },
      { kind: 'SMS', status: 'WITHDRAWN' },
      { kind: 'RECORDING', status: 'WITHDRAWN' },
      { kind: 'AI_WRITING', status: 'GRANTED' },
      { kind: 'SHARING', status: 'GRANTED' },
    ]);
    expect(await hasConsent(db, id, 'CALLS')).toBe(false);
    expect(await hasConsent(db, id, 'AI_WRITING')).toBe(true);
    const audited = await db.auditEvent.findMany({
      where: { subjectId: id, action: 'consent.withdrawn' },
      orderBy: { at: 'asc' },
    });
    expect(audited.map((event) => event.actorId)).toEqual([self.id, owner.id, admin.id]);
  });

  test('twice adds nothing, and consents that were not given don’t change', async () => {
    const { self, subject } = await aFamily({ consents: ['SHARING'] });
    await Promise.all([1, 2].map(() => withdraw(self, subject.id, ['SHARING', 'SMS'])));

    expect((await entriesOf(subject.id)).map((entry) => entry.status)).toEqual(['GRANTED', 'WITHDRAWN']);
  });

  test('makes the subject wait again if it was the last one, and continue with the next consent', async () => {
    const { self, subject } = await aFamily({ consents: ['SHARING', 'CALLS'] });

    expect(await withdraw(self, subject.id, ['CALLS'])).toMatchObject({ status: 'ACTIVE' });
    expect(await withdraw(self, subject.id, ['SHARING'])).toMatchObject({ status: 'AWAITING_CONSENT' });
    expect(await give(self, subject.id, [{ kind: 'SHARING' }])).toMatchObject({ status: 'ACTIVE' });
  });

  test('to sharing makes everything readable to the subject only, and checks every reader’s rights again', async () => {
    const { owner, self, subject } = await aFamily();
    const can = async (person: Person) =>
      (await person.gql(`{ subject(id: "${subject.id}") { abilities } }`)).subject.abilities;
    expect(await can(owner)).toContain('READ_TRANSCRIPTS');

    const woken = rightsChange(owner.id);
    await withdraw(self, subject.id, ['SHARING']);
    await woken;

    expect(await can(owner)).not.toContain('READ_TRANSCRIPTS');
    expect(await can(self)).toContain('READ_TRANSCRIPTS');
  });

  test('for one phone does not change another’s', async () => {
    const { self, owner, subject } = await aFamily({ consents: ['SMS'] });
    const update = `mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { __typename } }`;
    await owner.gql(update, { input: { id: subject.id, phone: '+12025550177' } });
    await giveConsents(self, subject.id, ['SMS'], '+12025550177');
    await withdraw(self, subject.id, ['SMS'], { phone: subject.phone });

    expect(await hasConsent(db, subject.id, 'SMS', subject.phone)).toBe(false);
    expect(await hasConsent(db, subject.id, 'SMS', '+12025550177')).toBe(true);
  });

  test('to AI writing erases what was written, if requested', async () => {
    const family = await aFamily();
    const { self, subject } = family;
    await aBook(family);
    const cards = () => db.card.count({ where: { subjectId: subject.id } });

    await withdraw(self, subject.id, ['AI_WRITING']);
    expect(await cards()).toBe(3);
    await give(self, subject.id, [{ kind: 'AI_WRITING' }]);
    await withdraw(self, subject.id, ['AI_WRITING'], { eraseWriting: true });
    expect(await cards()).toBe(0);
  });

  test('by voice is stored with the message in which it was said', async () => {
    const { subject } = await aFamily({ consents: ['CALLS', 'SMS'] });
    const messageId = crypto.randomUUID();
    const kinds = await transaction((tx, wake) =>
      withdrawWithin(tx, wake, {
        subjectId: subject.id,
        kinds: ['CALLS', 'SMS', 'SHARING'],
        via: 'VOICE',
        viewer: null,
        evidence: { messageId },
      }),
    );

    expect(kinds).toEqual(['CALLS', 'SMS']);
    expect((await entriesOf(subject.id)).slice(2)).toMatchObject([
      { status: 'WITHDRAWN', via: 'VOICE', identity: { messageId } },
      { status: 'WITHDRAWN', via: 'VOICE', identity: { messageId } },
    ]);
  });

  test.each([
    ['kinds', [], {}],
    ['phone', ['SMS'], { phone: 'x' }],
    ['eraseWriting', ['SMS'], { eraseWriting: true }],
  ])('with wrong %s is refused', async (field, kinds, rest) => {
    const { self, subject } = await aFamily();

    expect(await withdraw(self, subject.id, kinds, rest)).toMatchObject({
      code: 'BAD_REQUEST',
      path: [field],
    });
    expect(await db.consentEntry.count({ where: { subjectId: subject.id, status: 'WITHDRAWN' } })).toBe(0);
  });

  test('is mailed to the subject and the owners in one letter that lists what was withdrawn', async () => {
    const { owner, self, editor, subject } = await aFamily({ consents: ['SHARING', 'AI_WRITING', 'CALLS'] });
    const letters = async ({ email }: Person) =>
      (await lettersTo(email)).filter(({ subject }) => subject?.endsWith('taken back'));
    const both = 'The yes to 2 things was taken back';
    const rest = 'The yes to having the stories written with the help of AI was taken back';

    await withdraw(self, subject.id, ['SHARING', 'CALLS']);
    await withdraw(self, subject.id, ['SHARING', 'AI_WRITING']);

    for (const person of [owner, self]) {
      await until(async () => (await letters(person)).length === 2);
      const came = new Map((await letters(person)).map(({ subject, text }) => [subject, text]));
      expect(came.get(both)).toMatch(/being called\s[\s\S]*the family reading what was said/);
      expect(came.get(rest)).not.toContain('being called');
    }
    expect(await letters(editor)).toEqual([]);
  });

  test('and giving several at once is mailed in one letter', async () => {
    const { self } = await aFamily({ consents: ['SHARING', 'AI_WRITING', 'CALLS', 'SMS', 'RECORDING'] });

    const notices = await db.notice.findMany({
      where: { recipient: self.email, kind: 'consent-changed' },
      select: { data: true },
    });

    expect(notices.map(({ data }) => data)).toEqual([
      {
        subjectName: 'Alma',
        kinds: ['SHARING', 'AI_WRITING', 'CALLS', 'SMS', 'RECORDING'],
        status: 'GRANTED',
        url: expect.stringMatching(/settings\/$/),
      },
    ]);
  });
});
