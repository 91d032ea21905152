import { describe, expect, test } from 'vitest';
import { syncWordings, wordings } from '#api/consent/wordings.ts';
import { db } from '#api/platform/database/database.ts';
import { consentCode, withPhone } from '#tests/support/phone.ts';
import { aFamily, type Person, useServer } from '#tests/support/world.ts';

useServer();

describe('The consent wordings in force', () => {
  test('can be read by everybody, one for each kind, and contain what the law requires', async () => {
    const { nobody } = await aFamily({ consents: [] });
    const { consentWordings } = await nobody.gql('ConsentWordings');

    expect(consentWordings.map((wording: { kind: string }) => wording.kind)).toEqual([
      ...['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'],
    ]);
    for (const { kind, text } of consentWordings) {
      expect(text, kind).toMatch(/Evertold/);
      expect(text, kind).toMatch(kind === 'SMS' ? /terms.*privacy notice/ : /\/tos.*\/privacy/);
      if (kind === 'CALLS' || kind === 'SMS') {
        expect(text).toMatch(/Message and data rates may apply/);
        expect(text).toMatch(/STOP/);
        expect(text).toMatch(/HELP/);
        expect(text).toMatch(/a week/);
      }
    }
    expect(consentWordings[0].text).toMatch(/artificial voice/);
  });

  test('are stored with the ledger, and a changed text without a new version stops the start', async () => {
    await syncWordings();
    await syncWordings();
    expect(await db.consentWording.count()).toBe(wordings.length);

    const sms = wordings.find((wording) => wording.kind === 'SMS');
    const text = sms?.text ?? '';
    try {
      Object.assign(sms ?? {}, { text: 'Something else' });
      await expect(syncWordings()).rejects.toThrow('SMS 1');
    } finally {
      Object.assign(sms ?? {}, { text });
    }
  });
});

describe('The consent ledger', () => {
  test('is shown to the subject, owners and admins, and is empty for others', async () => {
    const { owner, self, admin, editor, viewer, subject } = await aFamily({ consents: ['SHARING'] });
    const shown = async (person: Person) =>
      (await person.gql(`{ subject(id: "${subject.id}") { consents { kind } } }`)).subject.consents.length;

    expect(await Promise.all([owner, self, admin, editor, viewer].map(shown))).toEqual([1, 1, 1, 0, 0]);
  });

  test('shows its whole history, newest first, with the wording of each time and the helper', async () => {
    const { owner, self, editor, subject } = await aFamily({ consents: ['SMS'] });
    const rights = { input: { subjectId: subject.id, kinds: ['SMS'] } };
    await owner.gql('WithdrawConsent', rights);
    await withPhone(self.id, subject.phone);
    const code = await consentCode(editor.id, subject.id, subject.phone);
    await editor.gql('GiveConsent', {
      input: {
        ...{ subjectId: subject.id, code },
        grants: [{ kind: 'SHARING', wordingVersion: 2 }],
        inPerson: { typedName: 'Alma Rourke' },
      },
    });
    const document = `query ($kind: ConsentKind) { subject(id: "${subject.id}") { consentHistory(kind: $kind) {
      id kind phone status via by helpedBy typedName ipAddress userAgent wording { kind version text }
    } } }`;

    const history = async (person: Person, kind?: string) =>
      (await person.gql(document, { kind })).subject.consentHistory;
    const all = await history(self);
    const common = { via: 'WEB', wording: { text: expect.stringContaining('Evertold') } };
    expect(all).toMatchObject([
      { ...common, kind: 'SHARING', status: 'GRANTED', helpedBy: editor.name, typedName: 'Alma Rourke' },
      { ...common, kind: 'SMS', status: 'WITHDRAWN', by: owner.name, phone: subject.phone },
      { ...common, kind: 'SMS', status: 'GRANTED', by: self.name, helpedBy: null },
    ]);
    expect(await history(self, 'SMS')).toHaveLength(2);
    // From where it was entered is the subject's own to know.
    expect(all[2].ipAddress).toBe('127.0.0.1');
    expect((await history(owner))[2]).toMatchObject({ by: self.name, ipAddress: null, userAgent: null });
  });
});
