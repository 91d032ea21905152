import { describe, expect, test } from 'vitest';
import { TooManyCodes } from '#api/accounts/phones/errors.ts';
import { inAll as allCodes, askToOptIn, perCountry } from '#api/consent/opt-in.ts';
import { kinds } from '#api/notices/kinds.ts';
import { inAll as allLetters } from '#api/people/service/invite.ts';
import { spend } from '#api/platform/budgets.ts';
import { db } from '#api/platform/database/database.ts';
import { metrics } from '#api/platform/observability/metrics.ts';
import { anAddress } from '#tests/support/account.ts';
import { invite } from '#tests/support/inviting.ts';
import { aPhone } from '#tests/support/phone.ts';
import { aPerson, aSubject, useServer } from '#tests/support/world.ts';

useServer();

const ask = (ipAddress: string, phone = aPhone()) =>
  askToOptIn({ requestId: 'x', ipAddress, userAgent: null }, { phone, wordingVersion: 2, agreed: true }).then(
    () => 'sent',
    (error: unknown) => (error instanceof TooManyCodes ? 'too many' : error),
  );
const many = async (count: number, addressOf: (at: number) => string) => {
  const outcomes: unknown[] = [];
  for (let at = 0; at < count; at += 1) outcomes.push(await ask(addressOf(at)));
  return outcomes.filter((outcome) => outcome === 'sent').length;
};
const rung = async (cap: string) =>
  (await metrics.capsReached.get()).values.find(({ labels }) => labels.cap === cap)?.value ?? 0;

describe('Codes for agreeing to texts', () => {
  test('go to at most thirty phones per hour from one /64, and to ninety from a block', async () => {
    expect(await many(40, (at) => `2001:db8:1:2::${at.toString(16)}`)).toBe(30);
    expect(await many(80, (at) => `2001:db8:1:${(at + 3).toString(16)}::1`)).toBe(60);
    expect(await many(100, (at) => `198.51.100.${at}`)).toBe(90);
    expect(await ask('2001:db8:2::1')).toBe('sent');
  });

  test('stop at the daily limit for a country and in total, with an alarm', async () => {
    const german = () => `+4915112345${String(Math.floor(Math.random() * 900) + 100)}`;
    await spend(perCountry, 'DE', perCountry.points);
    expect(await ask('203.0.113.7', german())).toBe('too many');
    expect(await ask('203.0.113.7')).toBe('sent');
    expect(await rung(perCountry.name)).toBe(1);
    await spend(allCodes, 'all', allCodes.points).catch(() => {});
    expect(await ask('203.0.113.8')).toBe('too many');
    expect(await rung(allCodes.name)).toBe(1);
  });
});

describe('Letters of invitation', () => {
  const take = 'mutation ($id: ID!) { revokeInvitation(id: $id) { __typename } }';

  test('go to one stranger at most three times a day from all senders, and removing them does not reset the limit', async () => {
    const stranger = anAddress();
    const people = await Promise.all(['Anna', 'Ben'].map((name) => aPerson(name)));
    const answers: string[] = [];
    for (const by of people) {
      const { id: subjectId } = await aSubject(by);
      for (let time = 0; time < 3; time += 1) {
        const answer = await invite(by, { subjectId, role: 'VIEWER', email: stranger });
        answers.push(answer.__typename);
        if (answer.invitation) await by.gql(take, { id: answer.invitation.id });
      }
    }
    expect(answers).toEqual([...Array(3).fill('InviteSuccess'), ...Array(3).fill('LimitReached')]);
    expect(await db.notice.count({ where: { recipient: stranger } })).toBe(3);
  });

  test('go from one account to at most thirty people a day, including removed ones, but links without a letter don’t count', async () => {
    const anna = await aPerson('Anna');
    const { id: subjectId } = await aSubject(anna);
    const answers: string[] = [];
    for (let at = 0; at < 32; at += 1) {
      const answer = await invite(anna, { subjectId, role: 'VIEWER', email: anAddress() });
      answers.push(answer.__typename);
      if (answer.invitation) await anna.gql(take, { id: answer.invitation.id });
    }
    expect(answers.filter((name) => name === 'InviteSuccess')).toHaveLength(30);
    expect((await invite(anna, { subjectId, role: 'VIEWER' })).__typename).toBe('InviteSuccess');
  });

  test.each([
    'See https://evil.test',
    'See www.evil.test',
    'Look at evil.test',
    'Write to me@evil.test',
    'Call +1 (202) 555-0100',
    'Call 202.555.0100',
  ])('contain no address: “%s”', async (message) => {
    const anna = await aPerson('Anna');
    const { id: subjectId } = await aSubject(anna);
    expect(await invite(anna, { subjectId, role: 'VIEWER', email: anAddress(), message })).toMatchObject({
      code: 'BAD_REQUEST',
      path: ['message'],
    });
  });

  test('accept ordinary text, and no name that looks like a link', async () => {
    const anna = await aPerson('Anna');
    const { id: subjectId } = await aSubject(anna);
    const message = 'Come and read... It’s lovely! From 1952 on, and/or before. Love, A.';
    expect((await invite(anna, { subjectId, role: 'VIEWER', email: anAddress(), message })).__typename).toBe(
      'InviteSuccess',
    );
    const names = { subjectName: 'Win at evil.test', inviterName: 'http://evil.test' };
    const sent = { role: 'VIEWER', message: null, url: 'http://localhost/x' };
    const data = { ...names, ...sent, expiresAt: '2026-12-05T10:42:00.000Z' };
    const letter = await kinds.invitation.letter(data, anAddress());
    expect(JSON.stringify(letter)).not.toContain('evil');
    expect(letter?.subject).toBe('Somebody invites you to read somebody close’s stories');
  });

  test('stop for everybody at the daily limit, with an alarm', async () => {
    const anna = await aPerson('Anna');
    const { id: subjectId } = await aSubject(anna);
    await spend(allLetters, 'all', allLetters.points).catch(() => {});
    expect((await invite(anna, { subjectId, role: 'VIEWER', email: anAddress() })).__typename).toBe(
      'LimitReached',
    );
    expect(await rung(allLetters.name)).toBe(1);
  });
});
