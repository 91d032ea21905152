import { beforeAll, describe, expect, test } from 'vitest';
import { eraseEndedSessions } from '#api/accounts/session.ts';
import { eraseLedgers } from '#api/consent/retention.ts';
import { wordingInForce } from '#api/consent/wordings.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { eraseOldEvents } from '#api/platform/events/retention.ts';
import { hearText } from '#api/texts/service/hear-text.ts';
import { day, later, useClock } from '#tests/support/clock.ts';
import { aPhone, codeTo } from '#tests/support/phone.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aPerson, aSubject, nobody, type Person, useServer } from '#tests/support/world.ts';

useServer();
useClock();

let anna: Person;
beforeAll(async () => {
  anna = await aPerson();
});

const inDays = (days: number) => later(days * day);
const stop = (phone: string) => hearText({ providerId: newId(), phone, text: 'STOP' });
const asked = (phone: string) => db.consentRequest.count({ where: { phone } });
const kept = (phone: string) => db.consentIdentity.count({ where: { phone } });

async function agree(phone: string) {
  const input = { phone, wordingVersion: wordingInForce('SMS').version };
  const asking = 'mutation ($input: AskToOptInInput!) { askToOptIn(input: $input) { __typename } }';
  await nobody().gql(asking, { input: { ...input, agreed: true } });
  const code = await codeTo(phone);
  const { optIn } = await nobody().gql(
    'mutation ($input: OptInInput!) { optIn(input: $input) { __typename } }',
    { input: { ...input, code } },
  );
  expect(optIn.__typename).toBe('OptedIn');
}

describe('A phone that no book and no account names', () => {
  test('is forgotten 90 days after its last word, and the entries stay; a stop is obeyed for ever', async () => {
    const [stopped, agreed, inBook] = [aPhone(), aPhone(), aPhone()];
    await Promise.all([stop(stopped), agree(agreed), stop(inBook)]);
    await aSubject(anna, { phone: inBook });
    const entries = await db.consentEntry.findMany({ orderBy: { position: 'asc' } });

    inDays(89);
    await eraseLedgers();
    expect(await Promise.all([stopped, agreed, inBook].map(kept))).toEqual([1, 1, 1]);
    inDays(91);
    await eraseLedgers();
    await eraseLedgers();
    expect(await Promise.all([stopped, agreed, inBook].map(kept))).toEqual([0, 0, 1]);
    expect(await db.consentEntry.findMany({ orderBy: { position: 'asc' } })).toEqual(entries);
    const { rows } = await pool.query('select * from quiet_phone');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(stopped.slice(-7));

    for (const phone of [stopped, agreed, inBook]) await aSubject(anna, { phone });
    expect(await Promise.all([stopped, agreed, inBook].map(asked))).toEqual([0, 1, 0]);
    expect(await db.notice.count({ where: { recipient: stopped, kind: 'ask-for-texts' } })).toBe(0);
  });

  test('was asked once for all time, though the book that asked is gone', async () => {
    const phone = aPhone();
    const { id } = await aSubject(anna, { phone });
    expect(await asked(phone)).toBe(1);
    await db.subject.delete({ where: { id } });
    inDays(91);
    await eraseLedgers();
    expect(await asked(phone)).toBe(0);
    await aSubject(anna, { phone });
    expect(await asked(phone)).toBe(0);
  });
});

describe('The ledgers', () => {
  test('are kept for two years after a book or an account is erased, and as long as either lives', async () => {
    const living = (await aSubject(anna)).id;
    const [gone, lately, left] = [newId(), newId(), newId()];
    const ago = (days: number) => new Date(Date.now() - days * day);
    const told = (action: string, what: object, days: number) =>
      db.auditEvent.create({ data: { action, at: ago(days), ...what } });
    for (const subjectId of [living, gone, lately]) {
      await told('consent.given', { subjectId }, 900);
      const entry = { kind: 'SHARING' as const, status: 'GRANTED' as const, wordingVersion: 1 };
      await db.consentEntry.create({ data: { ...entry, via: 'WEB', subjectId, at: ago(900) } });
    }
    await told('subject.erased', { subjectId: gone }, 740);
    await told('subject.erased', { subjectId: lately }, 700);
    // What says so falsely of a book that is there takes nothing away.
    await told('subject.erased', { subjectId: living }, 740);
    await told('accounts.ban-user', { targetId: left }, 900);
    await told('account.deleted', { targetId: left }, 740);
    await told('accounts.ban-user', { targetId: anna.id }, 900);

    await eraseLedgers();

    const of = (where: object) => db.auditEvent.count({ where });
    const entries = (subjectId: string) => db.consentEntry.count({ where: { subjectId } });
    expect(await Promise.all([gone, lately, living].map(entries))).toEqual([0, 1, 1]);
    expect(await Promise.all([gone, lately].map((subjectId) => of({ subjectId })))).toEqual([0, 2]);
    expect(await of({ subjectId: living, action: 'consent.given' })).toBe(1);
    expect(await Promise.all([left, anna.id].map((targetId) => of({ targetId })))).toEqual([0, 1]);
    await expect(
      pool.query("set local evertold.retention = 'on'; delete from audit_event"),
    ).rejects.toMatchObject({
      code: '42501',
    });
  });
});

describe('What happened', () => {
  test('is kept for as long as somebody who comes back may ask for it, and messages for ever', async () => {
    const { id: subjectId } = await aSubject(anna);
    const talk = await aTalk(anna, subjectId, { together: true });
    await talk.say('My father kept a bakery on Canal Street.');
    await talk.end();
    const happened = () => db.event.count({ where: { subjectId } });
    const [events, messages] = [await happened(), await db.message.count({ where: { subjectId } })];
    expect(events).toBeGreaterThan(0);

    inDays(30);
    await eraseOldEvents();
    expect(await happened()).toBe(events);
    const changed =
      'subscription ($id: ID!) { conversationChanged(subjectId: $id, awaySeconds: 2592000) { id } }';
    const back = await anna.watch(changed, { id: subjectId });
    expect((await back.next()).conversationChanged).toEqual({ id: talk.id });
    await back.end();

    inDays(32);
    await eraseOldEvents();
    expect(await happened()).toBe(0);
    expect(await db.message.count({ where: { subjectId } })).toBe(messages);
  });
});

describe('A session that ended by its age', () => {
  test('is erased, with where it was used; one that goes on is not', async () => {
    const [left, here] = await Promise.all([aPerson(), aPerson()]);
    const sessionsOf = (userId: string) => db.session.count({ where: { userId } });
    await db.session.updateMany({
      where: { userId: left.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });

    await eraseEndedSessions();

    expect(await Promise.all([left.id, here.id].map(sessionsOf))).toEqual([0, 1]);
    expect((await here.gql('{ me { id } }')).me).toEqual({ id: here.id });
  });
});
