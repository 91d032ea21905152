import { beforeEach, describe, expect, test } from 'vitest';
import { announceCalls } from '#api/calls/announce.ts';
import { tellOfMissedCalls } from '#api/calls/missed.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { zonesOfPhone } from '#api/platform/domain-values/phone.ts';
import { askDueQuestions } from '#api/texts/service/ask.ts';
import { standAt, useClock } from '#tests/support/clock.ts';
import { changedEvenings, clockChanges } from '#tests/support/clock-changes.ts';
import { holdingPhone, holdingTurn } from '#tests/support/held-subject.ts';
import { textFromPhone } from '#tests/support/inbound.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { succeeded } from '#tests/support/person.ts';
import { noticesTo, pauseBetweenTexts, saidByText, textTalks } from '#tests/support/texting.ts';
import { aTextService } from '#tests/support/twilio/text-service.ts';
import { aFamily, type Family, giveConsents, useOwnServer } from '#tests/support/world.ts';

const service = await aTextService();
useOwnServer(service.env);
useClock();

beforeEach(() => pauseBetweenTexts(300));

/** A Tuesday, and 14:00 of it in New York. */
const tuesday = 2;
const atTwo = '2026-12-08T19:00:00Z';
const times = [{ weekday: tuesday, time: '14:00' }];

type Schedule = {
  scheduledBy: 'PHONE' | 'SMS';
  callTimes: { weekday: number; time: string }[];
  hoursFrom?: string;
  hoursUntil?: string;
};

/** A family whose schedule is this one, in a time zone that somebody said. */
async function aScheduledFamily(
  schedule: Schedule = { scheduledBy: 'SMS', callTimes: times },
  timeZone = 'America/New_York',
): Promise<Family> {
  standAt('2026-12-01T17:00:00Z');
  const family = await aFamily();
  const { id } = family.subject;
  await family.owner.gql('UpdateSubject', { input: { id, timeZone } });
  succeeded(await family.editor.gql('UpdateSubject', { input: { id, ...schedule } }));
  return family;
}

const questionsTo = (phone: string) =>
  db.notice.count({ where: { recipient: phone, kind: 'said-by-schedule' } });

describe('A question by text', () => {
  test('comes at its time, once for all servers, and says who asks and for whom', async () => {
    const { subject, editor } = await aScheduledFamily();
    standAt('2026-12-08T18:59:00Z');
    await askDueQuestions();
    expect(await textTalks(subject.id)).toEqual([]);

    standAt(atTwo);
    await Promise.all([askDueQuestions(), askDueQuestions(), askDueQuestions()]);
    await askDueQuestions();
    const [question] = await saidByText(subject.id, 1);
    expect(question?.text).toMatch(/Evertold, a computer, writing for your daughter Anna/);
    await expect.poll(() => service.textsTo(subject.phone), { timeout: 15_000 }).toContain(question?.text);
    expect(await textTalks(subject.id)).toHaveLength(1);
    expect(await questionsTo(subject.phone)).toBe(1);

    await textFromPhone(subject.phone, 'We lived above the bakery, and I carried the flour.');
    expect(await saidByText(subject.id, 3)).toHaveLength(3);
    const { subject: book } = await editor.gql(
      `query ($id: ID!) { subject(id: $id) { scheduledBy whyNoTexts nextText { at } nextCall { at } } }`,
      { id: subject.id },
    );
    expect(book).toEqual({
      scheduledBy: 'SMS',
      whyNoTexts: null,
      nextText: { at: '2026-12-15T19:00:00.000Z' },
      nextCall: null,
    });
  });

  test('is texted once when the carrier’s response is lost or the carrier first refuses', async () => {
    const { subject } = await aScheduledFamily();
    standAt(atTwo);
    await expect.poll(() => service.textsTo(subject.phone).length, { timeout: 15_000 }).toBe(1);
    service.state.trouble = 'lost answer';
    await askDueQuestions();
    const [question] = await saidByText(subject.id, 1);
    await expect
      .poll(
        async () => (await db.notice.findFirst({ where: { dedupeKey: `said:${question?.id}` } }))?.status,
        { timeout: 20_000 },
      )
      .toBe('SENT');
    expect(service.textsTo(subject.phone).filter((text) => text === question?.text)).toHaveLength(1);
  });

  test('does not come while somebody else writes from the phone, and ends all its idle conversations', async () => {
    const { subject: joe } = await aScheduledFamily();
    const { subject: alma } = await aFamily();
    const { phone } = joe;
    await db.subject.update({ where: { id: alma.id }, data: { phone } });
    const ago = (minutes: number) => new Date(Date.parse(atTwo) - minutes * 60_000);
    const of = (subjectId: string, startedAt: Date, lastHeardAt: Date) =>
      db.conversation.create({
        data: { subjectId, phone, channel: 'SMS', status: 'IN_PROGRESS', startedAt, lastHeardAt },
      });
    const { id: almas } = await of(alma.id, ago(180), ago(5));
    const { id: joes } = await of(joe.id, ago(120), ago(110));
    const live = async () =>
      (await db.conversation.findMany({ where: { phone, status: 'IN_PROGRESS' } }))
        .map(({ id }) => id)
        .sort();

    standAt(atTwo);
    await askDueQuestions();
    expect(await live()).toEqual([almas, joes].sort());

    await db.conversation.update({ where: { id: almas }, data: { lastHeardAt: ago(30) } });
    await askDueQuestions();
    const [, asked] = await textTalks(joe.id);
    expect(await live()).toEqual([asked?.id]);
  });

  test.each([
    ['before the hours', '2026-12-08T13:30:00Z', 8 * 60 + 30],
    ['after the hours', '2026-12-08T23:30:00Z', 18 * 60 + 30],
  ])('does not come %s, whatever an older schedule says', async (_when, moment, minute) => {
    const { subject } = await aScheduledFamily();
    await db.callTime.updateMany({ where: { subjectId: subject.id }, data: { minute } });
    standAt(moment);
    await askDueQuestions();
    expect(await textTalks(subject.id)).toEqual([]);
  });

  test('does not come to a phone that said stop, to a paused book, or at a skipped time', async () => {
    const [stopped, paused, skipped, until] = [
      await aScheduledFamily(),
      await aScheduledFamily(),
      await aScheduledFamily(),
      await aScheduledFamily(),
    ];
    standAt('2026-12-08T17:00:00Z');
    await textFromPhone(stopped.subject.phone, 'STOP');
    await paused.owner.gql('UpdateSubject', { input: { id: paused.subject.id, status: 'PAUSED' } });
    await skipped.editor.gql(
      `mutation ($id: ID!) { skipNextCall(subjectId: $id, skip: true) { __typename } }`,
      { id: skipped.subject.id },
    );
    await until.editor.gql(
      `mutation ($id: ID!, $until: DateTime) { pauseCalls(subjectId: $id, until: $until) { __typename } }`,
      { id: until.subject.id, until: '2026-12-09T17:00:00Z' },
    );
    standAt(atTwo);
    await askDueQuestions();
    for (const { subject } of [stopped, paused, skipped, until])
      expect(await textTalks(subject.id)).toEqual([]);
  });

  test('ends as missed after half a day without an answer', async () => {
    const { subject } = await aScheduledFamily();
    standAt(atTwo);
    await askDueQuestions();
    await saidByText(subject.id, 1);
    const sent = { recipient: subject.phone, kind: 'said-by-schedule', status: 'SENT' as const };
    await expect.poll(() => db.notice.count({ where: sent }), { timeout: 15_000 }).toBe(1);
    const [talk] = await textTalks(subject.id);
    const long = new Date(Date.now() - 13 * 3_600_000);
    await db.conversation.update({ where: { id: talk?.id ?? '' }, data: { startedAt: long } });
    await db.notice.updateMany({
      where: { recipient: subject.phone },
      data: { status: 'SENT', sentAt: long },
    });
    const { endSilent } = await import('#api/conversations/jobs.ts');
    await endSilent();
    expect((await textTalks(subject.id))[0]).toMatchObject({
      status: 'MISSED',
      endReason: 'SILENCE',
      writing: null,
    });
  });

  test('can be sent at once by the family, within the hours', async () => {
    const { subject, editor } = await aScheduledFamily();
    const begin = async () =>
      (await editor.gql('BeginConversation', { input: { subjectId: subject.id, channel: 'SMS' } }))
        .beginConversation;
    standAt('2026-12-08T03:00:00Z');
    expect((await begin()).message).toMatch(/not between 9:00 and 18:00/);
    standAt(atTwo);
    const { id } = await begin();
    expect((await begin()).id).toBe(id);
    expect(await saidByText(subject.id, 1)).toHaveLength(1);
  });
});

describe('A text conversation that the family begins from a phone that two people share', () => {
  /** Two people with one phone, at a time when texts may be sent. */
  async function aSharedPhone() {
    const joes = await aScheduledFamily();
    const { phone } = joes.subject;
    const almas = await aFamily();
    const { id } = almas.subject;
    await almas.owner.gql('UpdateSubject', { input: { id, timeZone: 'America/New_York' } });
    await db.subject.update({ where: { id }, data: { phone } });
    await giveConsents(almas.self, id, ['SMS'], phone);
    await db.subject.update({ where: { id: joes.subject.id }, data: { preferredName: 'Joe' } });
    standAt(atTwo);
    return { phone, almas, joes };
  }
  const begin = async ({ editor, subject }: Family) =>
    (await editor.gql('BeginConversation', { input: { subjectId: subject.id, channel: 'SMS' } }))
      .beginConversation;
  const refused = {
    __typename: 'WrongState',
    message: 'We’re waiting for an answer on this phone. Please try again later.',
  };
  const oven = 'The oven was lit at three every morning.';
  const ago = (minutes: number) => new Date(Date.parse(atTwo) - minutes * 60_000);
  const scheduled = async ({ subject }: Family) => {
    await db.subject.update({ where: { id: subject.id }, data: { scheduledBy: 'SMS' } });
    await db.callTime.create({ data: { subjectId: subject.id, weekday: tuesday, minute: 14 * 60 } });
  };
  const liveOn = async (phone: string) =>
    (await db.conversation.findMany({ where: { phone, status: 'IN_PROGRESS' } })).map(({ id }) => id);
  /** A conversation of this family in which nobody has written for half an hour. */
  const leftIdle = async (family: Family) => {
    const { id } = await begin(family);
    await saidByText(family.subject.id, 1);
    await db.conversation.update({ where: { id }, data: { startedAt: ago(30) } });
    return id;
  };

  test('is refused while the other is writing, whose next text stays theirs', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    const { id } = await begin(almas);
    await saidByText(almas.subject.id, 1);
    await textFromPhone(phone, 'My father kept a bakery in Galway.');
    await saidByText(almas.subject.id, 3);

    expect(await begin(joes)).toMatchObject(refused);
    expect(await textTalks(joes.subject.id)).toEqual([]);
    await textFromPhone(phone, oven);
    expect((await saidByText(almas.subject.id, 5)).map(({ text }) => text)).toContain(oven);
    // Their own conversation is given to them.
    expect((await begin(almas)).id).toBe(id);
  });

  test('begins when the other has not written for 20 minutes, and ends theirs', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    const id = await leftIdle(almas);
    expect((await begin(joes)).id).toBeDefined();
    expect(await db.conversation.findUnique({ where: { id } })).toMatchObject({ endReason: 'SILENCE' });
    await saidByText(joes.subject.id, 1);
    await textFromPhone(phone, oven);
    expect((await saidByText(joes.subject.id, 3)).map(({ text }) => text)).toContain(oven);
  });

  test('is refused while a text waits because we asked who wrote it, and the answer still counts', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    await textFromPhone(phone, oven);
    await noticesTo(phone, ['texts-whose-story'], 1);
    expect(await begin(almas)).toMatchObject(refused);
    await textFromPhone(phone, 'Joe');
    expect((await saidByText(joes.subject.id, 1))[0]?.text).toBe(oven);
    expect(await textTalks(almas.subject.id)).toEqual([]);
  });

  test('begins for one of them only when both are asked for at once', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    const begun = await Promise.all([begin(almas), begin(joes)]);
    expect(begun.filter(({ id }) => id)).toHaveLength(1);
    expect(begun.filter(({ id }) => !id)).toMatchObject([refused]);
    expect(await db.conversation.count({ where: { phone, status: 'IN_PROGRESS' } })).toBe(1);
  });

  test('leaves theirs when it is refused: without consent, outside of the hours, or while the book is paused', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    const id = await leftIdle(almas);
    const stranger = await aFamily({ consents: ['SHARING', 'CALLS'] });
    await db.subject.update({ where: { id: stranger.subject.id }, data: { phone } });
    const input = { subjectId: stranger.subject.id, channel: 'SMS' };
    const asked =
      'mutation ($input: BeginConversationInput!) { beginConversation(input: $input) { __typename } }';
    expect(await stranger.editor.gql(asked, { input })).toEqual({
      beginConversation: { __typename: 'ConsentMissing' },
    });
    await expect(
      joes.viewer.gql('BeginConversation', { input: { ...input, subjectId: joes.subject.id } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    standAt('2026-12-09T00:30:00Z');
    expect((await begin(joes)).message).toMatch(/not between 9:00 and 18:00/);
    standAt(atTwo);
    await db.subject.update({ where: { id: joes.subject.id }, data: { status: 'PAUSED' } });
    expect(await begin(joes)).toMatchObject({ __typename: 'WrongState' });
    expect(await liveOn(phone)).toEqual([id]);
  });

  test('leaves theirs when the person is already in a conversation, and so does a scheduled question', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    const id = await leftIdle(almas);
    const input = { subjectId: joes.subject.id, channel: 'WEB', together: true };
    const { beginConversation } = await joes.editor.gql('BeginConversation', { input });
    expect((await begin(joes)).id).toBe(beginConversation.id);
    await askDueQuestions();
    expect(await textTalks(joes.subject.id)).toEqual([]);
    expect(await liveOn(phone)).toEqual([id]);
  });

  test('leaves theirs when a scheduled question is due outside of the hours', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    const id = await leftIdle(almas);
    await db.callTime.updateMany({ where: { subjectId: joes.subject.id }, data: { minute: 18 * 60 + 30 } });
    standAt('2026-12-08T23:30:00Z');
    await askDueQuestions();
    expect(await textTalks(joes.subject.id)).toEqual([]);
    expect(await liveOn(phone)).toEqual([id]);
  });

  test('begins once when a scheduled question of the other is due at the same moment', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    const held = await holdingPhone(phone);
    const asked = await held.queue(() => askDueQuestions());
    const begun = await held.queue(() => begin(almas));
    await held.letGo();
    await asked.answer;
    expect(await begun.answer).toMatchObject(refused);
    const [question] = await textTalks(joes.subject.id);
    expect(await liveOn(phone)).toEqual([question?.id]);
  });

  test('begins once when questions of both are due and several servers ask', async () => {
    const { phone, almas } = await aSharedPhone();
    await scheduled(almas);
    const held = await holdingPhone(phone);
    const asked = [
      await held.queue(() => askDueQuestions()),
      await held.queue(() => askDueQuestions()),
      await held.queue(() => askDueQuestions()),
    ];
    await held.letGo();
    await Promise.all(asked.map(({ answer }) => answer));
    expect(await liveOn(phone)).toHaveLength(1);
    expect(await db.conversation.count({ where: { phone } })).toBe(1);
  });

  test.each(['by hand', 'on schedule'])(
    'does not end one in which the other wrote just before, %s',
    async (how) => {
      const { phone, almas, joes } = await aSharedPhone();
      const id = await leftIdle(almas);
      const held = await holdingTurn(id);
      const begun = await held.queue<unknown>(() => (how === 'by hand' ? begin(joes) : askDueQuestions()));
      await db.conversation.update({ where: { id }, data: { lastHeardAt: ago(0) } });
      await held.letGo();
      const answer = await begun.answer;
      if (how === 'by hand') expect(answer).toMatchObject(refused);
      expect(await textTalks(joes.subject.id)).toEqual([]);
      expect(await liveOn(phone)).toEqual([id]);
    },
  );

  test('is a browser conversation without hindrance', async () => {
    const { phone, almas, joes } = await aSharedPhone();
    await begin(almas);
    const input = { subjectId: joes.subject.id, channel: 'WEB', together: true };
    expect((await joes.editor.gql('BeginConversation', { input })).beginConversation.id).toBeDefined();
    expect(await db.conversation.count({ where: { phone, status: 'IN_PROGRESS' } })).toBe(1);
  });
});

describe('The choice of texts', () => {
  const choose = async ({ editor, subject }: Family) =>
    (await editor.gql('UpdateSubject', { input: { id: subject.id, scheduledBy: 'SMS' } })).updateSubject;

  test('is refused without the consent to texts', async () => {
    const family = await aFamily({ consents: ['SHARING', 'CALLS'] });
    expect(await choose(family)).toMatchObject({
      __typename: 'WrongState',
      message: 'Texts were not agreed to',
    });
    const { subject } = await family.editor.gql(`query ($id: ID!) { subject(id: $id) { whyNoTexts } }`, {
      id: family.subject.id,
    });
    expect(subject.whyNoTexts).toBe('Texts were not agreed to');
    const { beginConversation } = await family.editor.gql(
      `mutation ($input: BeginConversationInput!) {
        beginConversation(input: $input) { ... on ConsentMissing { code kind } }
      }`,
      { input: { subjectId: family.subject.id, channel: 'SMS' } },
    );
    expect(beginConversation).toEqual({ code: 'EXPECTATION_FAILED', kind: 'SMS' });
  });

  test('is the family’s, but a viewer or a stranger can’t choose', async () => {
    const { subject, viewer, stranger } = await aFamily();
    for (const who of [viewer, stranger]) {
      const input = { id: subject.id, scheduledBy: 'SMS' };
      const refused = await who.gql('UpdateSubject', { input }).catch((error) => ({ updateSubject: error }));
      expect(refused.updateSubject.code).toMatch(/FORBIDDEN|NOT_FOUND/);
    }
    expect((await db.subject.findUniqueOrThrow({ where: { id: subject.id } })).scheduledBy).toBe('PHONE');
  });

  test('is between calls and texts', async () => {
    const { subject, editor } = await aFamily();
    const input = { id: subject.id, scheduledBy: 'WEB' };
    const { updateSubject } = await editor.gql('UpdateSubject', { input });
    expect(updateSubject).toMatchObject({ __typename: 'InvalidInput' });
  });
});

describe('When the clocks change', () => {
  test.each(clockChanges)(
    'in %s a question comes at 14:00 local time: %s, %s',
    async (zone, before, after) => {
      const { subject } = await aScheduledFamily(
        { scheduledBy: 'SMS', callTimes: [{ weekday: 7, time: '14:00' }] },
        zone,
      );
      for (const [at, moment] of [before, after].entries()) {
        for (const minutes of [-61, -60, -1, 0, 1, 59, 60, 61]) {
          standAt(new Date(Date.parse(moment) + minutes * 60_000).toISOString());
          await askDueQuestions();
          const asked = await db.scheduledText.findMany({ where: { subjectId: subject.id } });
          expect(asked, `${minutes} minutes from ${moment}`).toHaveLength(at + (minutes < 0 ? 0 : 1));
        }
        await db.conversation.updateMany({ where: { subjectId: subject.id }, data: { status: 'COMPLETED' } });
      }
      const asked = await db.scheduledText.findMany({
        where: { subjectId: subject.id },
        orderBy: { scheduledFor: 'asc' },
      });
      expect(asked.map(({ scheduledFor }) => scheduledFor.toISOString())).toEqual(
        [before, after].map((moment) => new Date(moment).toISOString()),
      );
    },
  );
});

describe('The hours that a family chooses', () => {
  const late = { callTimes: [{ weekday: 7, time: '20:45' }], hoursFrom: '08:00', hoursUntil: '21:00' };

  test.each(changedEvenings)(
    'in %s hold on the day of a clock change: %s, %s',
    async (zone, morning, evening) => {
      const { subject, editor } = await aScheduledFamily({ scheduledBy: 'SMS', ...late }, zone);
      const asked = () => db.scheduledText.count({ where: { subjectId: subject.id } });
      const at = (minutes: number) => standAt(new Date(Date.parse(evening) + minutes * 60_000).toISOString());
      standAt(morning);
      const shown = await editor.gql('query ($id: ID!) { subject(id: $id) { nextText { at } } }', {
        id: subject.id,
      });
      expect(shown.subject.nextText.at).toBe(new Date(evening).toISOString());
      // It is due until 21:45, but the hours end at 21:00.
      for (const minutes of [-1, 15, 16]) {
        at(minutes);
        await askDueQuestions();
        expect(await asked(), `${minutes} minutes from ${evening}`).toBe(0);
      }
      at(14);
      await askDueQuestions();
      expect(await asked()).toBe(1);
    },
  );

  test('are named when it is too late, hold for what waits, and can’t leave a call time outside', async () => {
    const { subject, editor, viewer } = await aScheduledFamily({ scheduledBy: 'SMS', ...late });
    const { id } = subject;
    const begin = async () =>
      (await editor.gql('BeginConversation', { input: { subjectId: id, channel: 'SMS' } })).beginConversation;
    standAt('2026-12-08T02:30:00Z');
    expect((await begin()).message).toBe('It is not between 8:00 and 21:00 where Alma lives');
    const { updateSubject: refused } = await editor.gql('UpdateSubject', {
      input: { id, hoursUntil: '20:00' },
    });
    expect(refused).toMatchObject({ __typename: 'InvalidInput', path: ['callTimes', '0', 'time'] });
    await expect(viewer.gql('UpdateSubject', { input: { id, hoursUntil: '20:50' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const earlier = { callTimes: times, hoursFrom: '10:30', hoursUntil: '15:00' };
    succeeded(await editor.gql('UpdateSubject', { input: { id, ...earlier } }));
    // 15:10 in New York: a text that nobody waits for waits until 10:30 of the next day.
    standAt('2026-12-08T20:10:00Z');
    expect((await begin()).message).toBe('It is not between 10:30 and 15:00 where Alma lives');
    const notice = await db.notice.create({
      data: {
        ...{ id: newId(), subjectId: id, channel: 'sms', recipient: subject.phone, kind: 'call-tomorrow' },
        ...{ data: {}, dedupeKey: `hours-${id}`, timeZone: 'America/New_York' },
      },
    });
    const { deliver } = await import('#api/notices/sending.ts');
    await deliver(notice.id, 3);
    const waiting = await db.notice.findUniqueOrThrow({ where: { id: notice.id } });
    expect(waiting.claimedUntil?.toISOString()).toBe('2026-12-09T15:30:00.000Z');
  });
});

describe('The hours that a family chooses while nobody has entered the time zone', () => {
  test('hold in the zone that the book shows, and are never exceeded', async () => {
    const { subject, editor } = await aScheduledFamily({
      ...{ scheduledBy: 'SMS', callTimes: times, hoursFrom: '10:00', hoursUntil: '15:00' },
    });
    const { id, phone } = subject;
    await db.subject.update({ where: { id }, data: { timeZoneSaid: false } });
    const begin = async () =>
      (await editor.gql('BeginConversation', { input: { subjectId: id, channel: 'SMS' } })).beginConversation;
    const { deliver } = await import('#api/notices/sending.ts');
    const waiting = async (key: string) => {
      const text = { channel: 'sms', recipient: phone, kind: 'call-tomorrow', data: {} };
      const timeZone = zonesOfPhone(phone).join(' ');
      const notice = { ...text, id: newId(), subjectId: id, dedupeKey: `${key}-${id}`, timeZone };
      await db.notice.create({ data: notice });
      await deliver(notice.id, 3);
      return db.notice.findUniqueOrThrow({ where: { id: notice.id } });
    };

    // 16:00 in New York, and day in all of the country, as far as Honolulu.
    standAt('2026-12-08T21:00:00Z');
    expect((await begin()).message).toMatch(
      /^We don’t know Alma’s time zone, and it is not between 8:00 and 21:00 everywhere .* and between 10:00 and 15:00 in the time zone America\/New_York/,
    );
    expect((await waiting('late')).claimedUntil?.toISOString()).toBe('2026-12-09T18:00:00.000Z');

    // In Honolulu it is never 8:00 before 13:00 in New York.
    await db.subject.update({ where: { id }, data: { hoursFrom: 8 * 60, hoursUntil: 12 * 60 } });
    expect((await begin()).message).toMatch(/it is never between .* Enter the time zone in the settings\.$/);
    expect(await waiting('never')).toMatchObject({ status: 'FAILED' });

    await db.subject.update({ where: { id }, data: { hoursFrom: 10 * 60, hoursUntil: 15 * 60 } });
    standAt('2026-12-08T19:30:00Z');
    expect((await begin()).id).toEqual(expect.any(String));
  });
});

describe('The day before a call', () => {
  const announced = (phone: string) =>
    db.notice.count({ where: { recipient: phone, kind: 'call-tomorrow' } });
  const calls = { scheduledBy: 'PHONE', callTimes: times } as const;

  test('a text says when it comes, from which number and for whom, once', async () => {
    const { subject } = await aScheduledFamily({ ...calls, callTimes: [...times] });
    standAt('2026-12-07T18:59:00Z');
    await announceCalls();
    expect(await announced(subject.phone)).toBe(0);
    standAt('2026-12-07T19:10:00Z');
    await Promise.all([announceCalls(), announceCalls()]);
    await announceCalls();
    await expect
      .poll(() => service.textsTo(subject.phone).filter((text) => text.includes('tomorrow')), {
        timeout: 15_000,
      })
      .toEqual([
        'Hello Alma, this is Evertold, a computer. I’ll call you tomorrow at 2 PM for Anna Rourke, from +12025550100. Reply STOP to get no texts, HELP for help.',
      ]);
    expect(await announced(subject.phone)).toBe(1);
  });

  test('no text comes without the consent to texts, or about a skipped call or a question by text', async () => {
    const [silent, skipped, byText] = [
      await aScheduledFamily({ ...calls, callTimes: [...times] }),
      await aScheduledFamily({ ...calls, callTimes: [...times] }),
      await aScheduledFamily(),
    ];
    await textFromPhone(silent.subject.phone, 'STOP');
    standAt('2026-12-07T18:00:00Z');
    await skipped.editor.gql(
      `mutation ($id: ID!) { skipNextCall(subjectId: $id, skip: true) { __typename } }`,
      { id: skipped.subject.id },
    );
    standAt('2026-12-07T19:10:00Z');
    await announceCalls();
    for (const { subject } of [silent, skipped, byText]) expect(await announced(subject.phone)).toBe(0);
  });

  test('no text comes about a call that was skipped before the text was sent', async () => {
    const { subject, editor } = await aScheduledFamily({ ...calls, callTimes: times });
    // Schedules from before may hold such a time.
    await db.callTime.updateMany({ where: { subjectId: subject.id }, data: { minute: 8 * 60 } });
    standAt('2026-12-07T13:30:00Z');
    await announceCalls();
    const [notice] = await noticesTo(subject.phone, ['call-tomorrow'], 1);
    await expect
      .poll(
        async () =>
          (await db.notice.findUniqueOrThrow({ where: { id: notice?.id } })).claimedUntil?.toISOString(),
        {
          timeout: 15_000,
        },
      )
      .toBe('2026-12-07T14:00:00.000Z');
    await editor.gql(`mutation ($id: ID!) { skipNextCall(subjectId: $id, skip: true) { __typename } }`, {
      id: subject.id,
    });
    standAt('2026-12-07T14:01:00Z');
    const { deliver } = await import('#api/notices/sending.ts');
    await deliver(notice?.id ?? '', 3);
    expect(service.textsTo(subject.phone).join()).not.toContain('tomorrow');
  });
});

describe('A scheduled call that was missed', () => {
  async function aMissedCall(statuses: readonly ('MISSED' | 'COMPLETED')[]) {
    const family = await aScheduledFamily({ scheduledBy: 'PHONE', callTimes: [...times] });
    const { id: subjectId, phone } = family.subject;
    for (const [at, status] of statuses.entries()) {
      const endedAt = new Date(Date.parse(atTwo) + at * 45 * 60_000);
      const id = newId();
      await db.conversation.create({
        data: { id, subjectId, channel: 'PHONE', phone, status, endedAt, endReason: 'NO_ANSWER' },
      });
      const call = {
        conversationId: id,
        subjectId,
        line: 'PROVIDER',
        scheduledFor: new Date(atTwo),
      } as const;
      await db.call.create({ data: { ...call, attempt: at + 1 } });
    }
    return family;
  }

  test('is reported once to those who manage the book, when no further try follows', async () => {
    const { owner, editor, viewer, subject } = await aMissedCall(['MISSED', 'MISSED', 'MISSED']);
    await editor.gql(
      `mutation ($id: ID!) { setNotices(input: { subjectId: $id, missedCalls: false }) { __typename } }`,
      { id: subject.id },
    );
    standAt('2026-12-08T22:00:00Z');
    await tellOfMissedCalls();
    const told = () => db.notice.count({ where: { subjectId: subject.id, kind: 'call-missed' } });
    expect(await told()).toBe(0);
    standAt('2026-12-08T22:40:00Z');
    await Promise.all([tellOfMissedCalls(), tellOfMissedCalls()]);
    await tellOfMissedCalls();
    expect(await told()).toBe(1);
    const letters = await lettersTo(owner.email);
    const missed =
      letters.find(({ subject }) => subject === 'Alma missed a call') ??
      (await letterTo(owner.email, { known: letters.length }));
    expect(missed.text).toMatch(/Tuesday, December 8 at 2:00 PM, Alma’s time\). We tried 3 times/);
    for (const other of [editor, viewer]) {
      expect((await lettersTo(other.email)).map((letter) => letter.subject)).not.toContain(
        'Alma missed a call',
      );
    }
  });

  test('is not reported if a later try was answered', async () => {
    const { subject } = await aMissedCall(['MISSED', 'COMPLETED']);
    standAt('2026-12-08T23:40:00Z');
    await tellOfMissedCalls();
    expect(await db.notice.count({ where: { subjectId: subject.id, kind: 'call-missed' } })).toBe(0);
  });
});
