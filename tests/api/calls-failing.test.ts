import { afterEach, describe, expect, test } from 'vitest';
import { endAbandonedCalls, placeDueCalls } from '#api/calls/jobs.ts';
import { tellOfMissedCalls } from '#api/calls/missed.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { goAsUsual, later, minute, useClock } from '#tests/support/clock.ts';
import { lettersTo } from '#tests/support/outbox.ts';
import {
  aCallableFamily,
  beginning,
  connectedCall,
  expectStatus,
  callNow as ringNow,
} from '#tests/support/twilio/calling.ts';
import { aPhoneService, say } from '#tests/support/twilio/phone-service.ts';
import { type Family, useOwnServer } from '#tests/support/world.ts';
import { endCallsOfBefore } from '../../prisma/demo/phones/calling.ts';

const service = await aPhoneService();
useOwnServer(service.env);
useClock();
afterEach(() => Object.assign(service.state, { trouble: null, refusesAll: null }));

const slowly = { timeout: 30_000 };

/** How often the phone of a family's person rang. */
const rung = ({ subject }: Family) => service.calls.filter(({ to }) => to === subject.phone).length;

/** The family asks for a call; resolves once the phone service was asked to dial. */
async function askForCall(family: Family): Promise<string> {
  const input = { subjectId: family.subject.id, channel: 'PHONE' };
  const { beginConversation } = await family.editor.gql(beginning, { input });
  expect(beginConversation).toMatchObject({ status: 'RINGING' });
  const { id } = beginConversation;
  const isAsked = () => db.call.count({ where: { conversationId: id, dialledAt: { not: null } } });
  await expect.poll(isAsked, slowly).toBe(1);
  return id;
}

/** How a conversation ended. */
async function endOf(id: string) {
  const { status, endReason } = await db.conversation.findUniqueOrThrow({ where: { id } });
  return [status, endReason];
}

/** As if a call had ended so long ago. */
const endedAgo = (id: string, ms: number) =>
  db.conversation.update({ where: { id }, data: { endedAt: new Date(Date.now() - ms) } });

describe('A call that the phone service does not take', () => {
  test.each([
    ['is out of order', { trouble: { status: 503 } }],
    ['does not know our password', { trouble: { status: 401, code: 20003 } }],
    ['answers nothing at all', { refusesAll: 503 }],
    ['knows us no more', { refusesAll: 401 }],
  ])('because it %s (%j) fails and is not called missed, and is made later', async (_why, trouble) => {
    const family = await aCallableFamily();
    Object.assign(service.state, trouble);
    const id = await askForCall(family);
    await endAbandonedCalls();
    await expectStatus(id, 'RINGING');

    later(6 * minute);
    await endAbandonedCalls();

    expect(await endOf(id)).toEqual(['FAILED', 'NOT_DIALLED']);
    expect(rung(family)).toBe(0);
    goAsUsual();
    Object.assign(service.state, { trouble: null, refusesAll: null });
    await placeDueCalls();
    expect(await db.call.count({ where: { subjectId: family.subject.id } })).toBe(1);
    await endedAgo(id, 46 * minute);
    await placeDueCalls();
    await service.callTo(family.subject.phone);
    expect(await db.call.count({ where: { subjectId: family.subject.id, attempt: 2 } })).toBe(1);
    expect(rung(family)).toBe(1);
  });

  test('because calls were paused before the dialling counts as no try', async () => {
    const family = await aCallableFamily();
    service.state.trouble = { status: 503 };
    const id = await askForCall(family);
    await db.subject.update({ where: { id: family.subject.id }, data: { status: 'PAUSED' } });
    service.state.trouble = null;
    await expect.poll(() => endOf(id), { timeout: 60_000 }).toEqual(['CANCELLED', 'NOT_ALLOWED']);
    expect(rung(family)).toBe(0);
  });

  test('is not dialled any more once it was given up', async () => {
    const family = await aCallableFamily();
    service.state.trouble = { status: 503 };
    const id = await askForCall(family);
    await db.call.update({
      where: { conversationId: id },
      data: { dialledAt: new Date(Date.now() - 5 * minute) },
    });
    service.state.trouble = null;
    const jobsOf = () =>
      db.$queryRaw<{ state: string }[]>`select state::text from jobs.job
        where name = 'calls.dial' and data->>'conversationId' = ${id}`;
    await expect.poll(jobsOf, slowly).toEqual([{ state: 'completed' }]);
    expect(rung(family)).toBe(0);
  });

  test('is missed when the phone rang, although the answer of the phone service was lost', async () => {
    const family = await aCallableFamily();
    const { id, call } = await ringNow(service, family);
    const stored = () => db.call.count({ where: { conversationId: id, providerId: call.sid } });
    await expect.poll(stored, slowly).toBe(1);
    await db.call.update({ where: { conversationId: id }, data: { providerId: null } });

    later(6 * minute);
    await endAbandonedCalls();

    expect(await endOf(id)).toEqual(['MISSED', 'NO_ANSWER']);
    expect(await stored()).toBe(1);
    expect(rung(family)).toBe(1);
  });

  test('does not take the call to another person with the same phone for its own', async () => {
    const [family, other] = [await aCallableFamily(), await aCallableFamily()];
    service.state.trouble = { status: 503 };
    const id = await askForCall(family);
    // Too long ago for another request.
    const dialledAt = new Date(Date.now() - 6 * minute);
    await db.call.update({ where: { conversationId: id }, data: { dialledAt } });
    await db.conversation.update({ where: { id }, data: { phone: other.subject.phone } });
    service.state.trouble = null;
    const second = await ringNow(service, other);
    const of = { conversationId: second.id, providerId: second.call.sid };
    await expect.poll(() => db.call.count({ where: of }), slowly).toBe(1);

    await endAbandonedCalls();

    expect(await endOf(id)).toEqual(['FAILED', 'NOT_DIALLED']);
    await expectStatus(second.id, 'RINGING');
  });
});

test('A call that can’t be put through is tried once more, and then the family is told', async () => {
  const family = await aCallableFamily();
  const subjectId = family.subject.id;
  const { id, call } = await ringNow(service, family);
  await say.status(call, 'failed');
  expect(await endOf(id)).toEqual(['FAILED', 'NOT_PLACED']);
  await endedAgo(id, 46 * minute);
  await placeDueCalls();
  await expect.poll(() => rung(family), slowly).toBe(2);
  await say.status(await service.callTo(family.subject.phone), 'failed');
  const failed = () => db.conversation.findMany({ where: { subjectId, status: 'FAILED' } });
  await expect.poll(async () => (await failed()).length, slowly).toBe(2);
  for (const each of await failed()) await endedAgo(each.id, 121 * minute);
  await placeDueCalls();
  expect(await db.call.count({ where: { subjectId } })).toBe(2);

  await tellOfMissedCalls();
  await tellOfMissedCalls();

  const told = await db.notice.findMany({ where: { subjectId, kind: 'call-missed' } });
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(
    [family.owner.email, family.editor.email].sort(),
  );
  expect(told[0]?.data).toMatchObject({ tries: 2, notConnected: 2, notDialled: 0 });
});

type End =
  | 'NO_ANSWER'
  | 'NOT_PLACED'
  | 'NOT_DIALLED'
  | 'OUT_OF_HOURS'
  | 'NOT_ALLOWED'
  | 'ENDED_BY_HAND'
  | 'CONSENT_WITHDRAWN';

/** A call of some hours ago, by the ends of its tries; its time is no longer in the schedule unless it was asked for. */
async function aFailedCall(ends: readonly End[], asked = false): Promise<Family> {
  const family = await aCallableFamily();
  const { id: subjectId, phone } = family.subject;
  const scheduledFor = new Date(Date.now() - 5 * 60 * minute);
  for (const [at, endReason] of ends.entries()) {
    const id = newId();
    const missed = endReason === 'NO_ANSWER' ? 'MISSED' : null;
    const failed = ['NOT_PLACED', 'NOT_DIALLED'].includes(endReason) ? 'FAILED' : 'CANCELLED';
    const endedAt = new Date(scheduledFor.getTime() + at * 30 * minute);
    const status = missed ?? failed;
    await db.conversation.create({
      data: { id, subjectId, channel: 'PHONE', phone, status, endReason, endedAt },
    });
    const call = { conversationId: id, subjectId, line: 'PROVIDER', scheduledFor } as const;
    await db.call.create({ data: { ...call, asked, attempt: at + 1, createdAt: endedAt } });
  }
  return family;
}

const toldOf = ({ subject }: Family) =>
  db.notice.findMany({ where: { subjectId: subject.id, kind: 'call-missed' } });

describe('The letter about a call that came to nothing', () => {
  test.each<[End[], RegExp, RegExp]>([
    [
      ['NOT_PLACED', 'NOT_PLACED'],
      /We couldn’t call Alma/,
      /wanted to call Alma at .* We tried twice, and the call could not be put through\..*number is still right/,
    ],
    [
      ['NOT_DIALLED', 'NOT_DIALLED', 'NOT_DIALLED'],
      /We couldn’t call Alma/,
      /We tried 3 times, and the call could not be made, so the phone did not ring\./,
    ],
    [
      ['NO_ANSWER', 'NOT_PLACED', 'NOT_PLACED'],
      /Alma missed a call/,
      /We tried 3 times: once Alma couldn’t be reached; twice the call could not be put through\./,
    ],
    [
      ['NO_ANSWER', 'NO_ANSWER', 'OUT_OF_HOURS', 'NO_ANSWER'],
      /Alma missed a call/,
      /We tried 4 times: 3 times Alma couldn’t be reached; once the call could not be made/,
    ],
  ])('after %j says what happened', async (ends, subject, words) => {
    const family = await aFailedCall(ends);
    await Promise.all([tellOfMissedCalls(), tellOfMissedCalls()]);
    expect(await toldOf(family)).toHaveLength(2);
    const letters = () => lettersTo(family.owner.email);
    const find = async () =>
      (await letters()).find((letter) => subject.test(letter.subject ?? ''))?.text ?? '';
    await expect.poll(find, slowly).not.toBe('');
    expect((await find()).replace(/\s+/g, ' ')).toMatch(words);
    expect((await find()).includes('be reached')).toBe(ends.includes('NO_ANSWER'));
  });

  test.each<[string, End[]]>([
    ['another try follows', ['NO_ANSWER']],
    ['another try follows one that was not put through', ['NOT_PLACED']],
    ['the family called it off', ['NO_ANSWER', 'ENDED_BY_HAND']],
    ['the person no longer agrees', ['NO_ANSWER', 'CONSENT_WITHDRAWN']],
    ['a pause came before the dialling', ['NO_ANSWER', 'NOT_ALLOWED']],
  ])('is not sent when %s', async (_why, ends) => {
    const family = await aFailedCall(ends, true);
    await tellOfMissedCalls();
    expect(await toldOf(family)).toEqual([]);
  });

  test.each([
    ['calls are paused', { callsPausedUntil: new Date(Date.now() + 100 * 60 * minute) }],
    ['the book is paused', { status: 'PAUSED' as const }],
    ['there is no phone any more', { phone: null }],
  ])('is not held back for another try when %s', async (_why, data) => {
    const family = await aFailedCall(['NO_ANSWER'], true);
    await db.subject.update({ where: { id: family.subject.id }, data });
    await tellOfMissedCalls();
    expect(await toldOf(family)).toHaveLength(2);
  });

  test('ends the tries, even when the pause is lifted again', async () => {
    const family = await aFailedCall(['NO_ANSWER'], true);
    const { id } = family.subject;
    const paused = { callsPausedUntil: new Date(Date.now() + 100 * 60 * minute) };
    await db.subject.update({ where: { id }, data: paused });
    await tellOfMissedCalls();
    expect(await toldOf(family)).toHaveLength(2);
    await db.subject.update({ where: { id }, data: { callsPausedUntil: null } });
    await placeDueCalls();
    expect(await db.call.count({ where: { subjectId: id } })).toBe(1);
  });

  test('is sent when the time of the call was taken out of the schedule', async () => {
    const family = await aFailedCall(['NO_ANSWER']);
    await placeDueCalls();
    expect(await db.call.count({ where: { subjectId: family.subject.id } })).toBe(1);
    await tellOfMissedCalls();
    expect(await toldOf(family)).toHaveLength(2);
  });
});

test('The demo, started again, ends the calls whose phones went with it', async () => {
  const [talking, ringing] = [await aCallableFamily(), await aCallableFamily()];
  const taken = await connectedCall(service, talking);
  const { id } = await ringNow(service, ringing);
  const isKnown = () => db.call.count({ where: { conversationId: id, providerId: { not: null } } });
  await expect.poll(isKnown, slowly).toBe(1);

  await endCallsOfBefore();

  expect(await endOf(taken.id)).toEqual(['COMPLETED', 'HUNG_UP']);
  expect(await endOf(id)).toEqual(['MISSED', 'NO_ANSWER']);
});
