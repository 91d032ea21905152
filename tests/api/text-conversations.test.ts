import { describe, expect, test, vi } from 'vitest';
import { endSilent } from '#api/conversations/jobs.ts';
import { endText } from '#api/conversations/service/end.ts';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { eraseOldTexts } from '#api/texts/service/hear-text.ts';
import { tellWaiting } from '#api/texts/service/tell.ts';
import { day, later, minute, night, noon, standAt, useClock } from '#tests/support/clock.ts';
import { aText, hookWith, textFromPhone, useCarriersSignature } from '#tests/support/inbound.ts';
import { textsTo, textTo } from '#tests/support/outbox.ts';
import { aPhone } from '#tests/support/phone.ts';
import { aTalk } from '#tests/support/talk.ts';
import {
  noticesTo,
  pauseBetweenTexts,
  saidByText,
  textTalks,
  useTextsAtNoon,
  wordsIn,
} from '#tests/support/texting.ts';
import { aFamily, aPerson, aSubject, type Family, giveConsents, useServer } from '#tests/support/world.ts';

useServer();
useClock();
useCarriersSignature();
useTextsAtNoon();

const bakery = 'My father kept a bakery in Galway, and we lived above it with the smell of bread.';

/** Somebody who agreed to texts, and has been told so. */
async function aTexter(): Promise<Family> {
  const family = await aFamily({ through: 'api' });
  const { id } = family.subject;
  await db.subject.update({ where: { id }, data: { timeZone: 'America/New_York', timeZoneSaid: true } });
  await noticesTo(family.subject.phone, ['texts-agreed'], 1);
  return family;
}

const said = ['said-in-answer', 'said-at-once', 'said-by-schedule'];

async function answersTo(phone: string) {
  const agreed = 'you agreed to text messages';
  return (await textsTo(phone)).map(({ text }) => text).filter((text) => !text.includes(agreed));
}

describe('A text to Evertold', () => {
  test('starts a conversation in which several texts get one answer by text', async () => {
    // Longer than a busy machine takes between two texts.
    pauseBetweenTexts(2_000);
    const { subject, editor } = await aTexter();
    await textFromPhone(subject.phone, bakery);
    await textFromPhone(subject.phone, 'My mother sold it over the counter.');
    await textFromPhone(subject.phone, 'I carried the flour.');

    const words = await saidByText(subject.id, 4);
    expect(words.map(({ role }) => role)).toEqual(['user', 'user', 'user', 'assistant']);
    expect(words[0]).toMatchObject({ text: bakery, phone: subject.phone });
    await noticesTo(subject.phone, said, 1);
    await expect.poll(() => answersTo(subject.phone), { timeout: 15_000 }).toEqual([words[3]?.text]);
    expect(words[3]?.text.match(/\?/g)?.length ?? 0).toBeLessThanOrEqual(1);

    const [talk] = await textTalks(subject.id);
    const { conversation } = await editor.gql(
      `query ($id: ID!) { conversation(id: $id) { channel status messages(first: 10) { edges { node { text } } } } }`,
      { id: talk?.id },
    );
    expect(conversation).toMatchObject({ channel: 'SMS', status: 'IN_PROGRESS' });
    expect(conversation.messages.edges).toHaveLength(4);
    const { subject: book } = await editor.gql(
      `query ($id: ID!) { subject(id: $id) { liveConversation { id channel } } }`,
      { id: subject.id },
    );
    expect(book.liveConversation).toEqual({ id: talk?.id, channel: 'SMS' });
  });

  test('is stored once, even if the carrier repeats it, even concurrently', async () => {
    const { subject } = await aTexter();
    const fields = aText(subject.phone, bakery);
    expect(await Promise.all([hookWith(fields), hookWith(fields), hookWith(fields)])).toEqual([
      200, 200, 200,
    ]);
    await saidByText(subject.id, 2);
    expect(await hookWith(fields)).toBe(200);
    await tellWaiting();
    const words = await saidByText(subject.id, 2);
    expect(words.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(await textTalks(subject.id)).toHaveLength(1);
  });

  test.each(['SMS', 'WEB'])('that reveals the code word is private, by %s', async (channel) => {
    const { subject, owner, self } = await aTexter();
    const { id: subjectId } = subject;
    await db.subject.update({ where: { id: subjectId }, data: { codeWord: 'Marigold' } });
    const talk = channel === 'WEB' ? await aTalk(self, subjectId) : null;
    for (const words of ['Our code word is marigold.', 'Marigold.', 'We grew marigolds beside the beans.']) {
      if (talk) await talk.say(words);
      else await textFromPhone(subject.phone, words);
    }
    const mine = { subjectId, role: 'user' } as const;
    await expect.poll(() => db.message.count({ where: mine }), { timeout: 15_000 }).toBe(3);
    const privately = await db.message.findMany({ where: mine, orderBy: { seq: 'asc' } });
    expect(privately.map((message) => message.private)).toEqual([true, true, false]);
    const { messages } = await owner.gql(
      `query ($filter: MessageFilter) { messages(filter: $filter, first: 20) { edges { node { text } } } }`,
      { filter: { subjectId } },
    );
    expect(JSON.stringify(messages)).not.toMatch(/marigold\b/i);
    expect(JSON.stringify(messages)).toContain('We grew marigolds');
  });

  test('changes nothing unless the carrier signed it', async () => {
    const { subject } = await aTexter();
    expect(await hookWith(aText(subject.phone, bakery), 'x')).toBe(403);
    await tellWaiting();
    expect(await textTalks(subject.id)).toEqual([]);
  });

  test('is added to its conversation within a minute if the process died that was adding it', async () => {
    const { subject } = await aTexter();
    const { id: subjectId, phone } = subject;
    for (const text of [bakery, 'I carried the flour.']) {
      await db.inboundText.create({ data: { providerId: newId(), phone, text, tells: true, subjectId } });
    }
    await Promise.all([tellWaiting(), tellWaiting()]);
    const words = await saidByText(subjectId, 3);
    expect(words.map(({ text }) => text).slice(0, 2)).toEqual([bakery, 'I carried the flour.']);
    expect(words).toHaveLength(3);
  });

  test('starts a conversation that ends after half a day of silence and is then written', async () => {
    const { subject } = await aTexter();
    await textFromPhone(subject.phone, bakery);
    await saidByText(subject.id, 2);
    const [talk] = await textTalks(subject.id);
    const id = talk?.id ?? '';
    await endSilent();
    expect((await textTalks(subject.id))[0]?.status).toBe('IN_PROGRESS');
    const sent = { recipient: subject.phone, kind: { in: said }, status: 'SENT' as const };
    await expect.poll(() => db.notice.count({ where: sent }), { timeout: 15_000 }).toBe(1);

    const long = new Date(Date.now() - 13 * 3_600_000);
    await db.conversation.update({ where: { id }, data: { startedAt: long, lastHeardAt: long } });
    await db.notice.updateMany({
      where: { recipient: subject.phone },
      data: { status: 'SENT', sentAt: long },
    });
    await endSilent();
    expect((await textTalks(subject.id))[0]).toMatchObject({ status: 'COMPLETED', endReason: 'SILENCE' });
    await expect
      .poll(async () => (await textTalks(subject.id))[0]?.writing, { timeout: 60_000 })
      .toBe('WRITTEN');

    await textFromPhone(subject.phone, 'And my brother drove the van.');
    await expect.poll(async () => (await textTalks(subject.id)).length, { timeout: 15_000 }).toBe(2);
  });

  test('keeps its conversation open while our answer waits for the morning', async () => {
    const { subject } = await aTexter();
    await textFromPhone(subject.phone, bakery);
    await saidByText(subject.id, 2);
    const long = new Date(Date.now() - 13 * 3_600_000);
    const [talk] = await textTalks(subject.id);
    await db.conversation.update({
      where: { id: talk?.id ?? '' },
      data: { startedAt: long, lastHeardAt: long },
    });
    await endSilent();
    expect((await textTalks(subject.id))[0]?.status).toBe('IN_PROGRESS');
  });

  test('in confidence is read by nobody else', async () => {
    const { subject, editor, self } = await aTexter();
    await textFromPhone(subject.phone, 'Keep this between us: I never loved the man I married first.');
    const [words] = await saidByText(subject.id, 2);
    expect(words?.private).toBe(true);
    const read = `query ($id: ID!) { conversation(id: $id) { messages(first: 9) { edges { node { text } } } } }`;
    const textsFor = async (by: typeof editor) =>
      (await by.gql(read, { id: words?.conversationId })).conversation.messages.edges.map(
        ({ node }: { node: { text: string | null } }) => node.text,
      );
    expect(await textsFor(editor)).toEqual([null, null]);
    expect((await textsFor(self))[0]).toContain('I never loved');
  });

  test('is answered in the morning if it comes at night, and at once if it is a cry for help', async () => {
    standAt(night);
    const { subject } = await aTexter();
    await textFromPhone(subject.phone, bakery);
    const [waiting] = await noticesTo(subject.phone, said, 1);
    expect(waiting).toMatchObject({
      kind: 'said-in-answer',
      status: 'WAITING',
      timeZone: 'America/New_York',
    });
    await expect
      .poll(async () => (await db.notice.findUniqueOrThrow({ where: { id: waiting?.id } })).claimedUntil, {
        timeout: 15_000,
      })
      .not.toBeNull();
    expect(await answersTo(subject.phone)).toEqual([]);

    await textFromPhone(subject.phone, 'I want to end my life tonight.');
    await expect.poll(() => answersTo(subject.phone), { timeout: 15_000 }).toHaveLength(1);
    expect((await answersTo(subject.phone))[0]).toMatch(/988|emergency|112|911/);
    expect(await db.wellbeingNote.count({ where: { subjectId: subject.id } })).toBe(1);
  });
});

describe('A stop during a conversation by text', () => {
  test.each(['STOP', 'please don’t text me any more'])(
    'ends it, and no more texts come: %s',
    async (stop) => {
      const { subject } = await aTexter();
      await textFromPhone(subject.phone, bakery);
      await saidByText(subject.id, 2);
      await expect.poll(() => answersTo(subject.phone), { timeout: 15_000 }).toHaveLength(1);
      await textFromPhone(subject.phone, stop);

      await expect.poll(async () => (await textTalks(subject.id))[0]?.status).toBe('COMPLETED');
      const stopped = await noticesTo(subject.phone, ['texts-stopped'], 1);
      expect(stopped).toHaveLength(1);
      await textFromPhone(subject.phone, 'My brother drove the van.');
      await tellWaiting();
      expect(await textTalks(subject.id)).toHaveLength(1);
      expect(await db.notice.count({ where: { recipient: subject.phone, kind: { in: said } } })).toBe(1);
    },
  );

  test('to calls, together with a story, keeps the story and the texts', async () => {
    const { subject } = await aTexter();
    await textFromPhone(subject.phone, `${bakery} And please stop calling me.`);
    const [words] = await saidByText(subject.id, 2);
    expect(words?.text).toContain(bakery);
    expect((await textTalks(subject.id))[0]?.status).toBe('IN_PROGRESS');
  });

  test('that comes while an answer is being made prevents that answer', async () => {
    const { subject } = await aTexter();
    await textFromPhone(subject.phone, bakery);
    await saidByText(subject.id, 1);
    await textFromPhone(subject.phone, 'STOP');
    await expect.poll(async () => (await textTalks(subject.id))[0]?.status).toBe('COMPLETED');
    expect(
      await db.notice.count({ where: { recipient: subject.phone, kind: { in: said }, status: 'SENT' } }),
    ).toBe(0);
  });

  test('is not meant by YES, which is stored as an ordinary word', async () => {
    const { subject } = await aTexter();
    await textFromPhone(subject.phone, bakery);
    await saidByText(subject.id, 2);
    await textFromPhone(subject.phone, 'Yes');
    const words = await saidByText(subject.id, 4);
    expect(words[2]).toMatchObject({ role: 'user', text: 'Yes' });
    expect(await db.notice.count({ where: { recipient: subject.phone, kind: 'texts-not-asked' } })).toBe(0);
  });
});

describe('A phone that two people share', () => {
  async function aSharedPhone() {
    const phone = aPhone();
    const [alma, joe] = [await aPerson('Alma Rourke'), await aPerson('Joe Rourke')];
    const timeZone = 'America/New_York';
    const first = await aSubject(alma, { isSelf: true, phone, timeZone });
    await giveConsents(alma, first.id, ['SMS', 'SHARING', 'AI_WRITING'], phone);
    const second = await aSubject(joe, {
      isSelf: true,
      phone,
      timeZone,
      fullName: 'Joe Rourke',
      preferredName: 'Joe',
    });
    await giveConsents(joe, second.id, ['SMS', 'SHARING', 'AI_WRITING'], phone);
    return { phone, first, second };
  }

  test.each([['2'], ['Joe'], ['For Joe.']])(
    'is asked whom a text is about before anything is written: %s',
    async (answer) => {
      const { phone, first, second } = await aSharedPhone();
      await textFromPhone(phone, bakery);
      const [asked] = await noticesTo(phone, ['texts-whose-story'], 1);
      await textFromPhone(phone, 'My mother sold it over the counter, and I carried all of the flour.');
      await tellWaiting();
      expect([...(await textTalks(first.id)), ...(await textTalks(second.id))]).toEqual([]);
      expect(await db.notice.count({ where: { recipient: phone, kind: 'texts-whose-story' } })).toBe(1);
      expect(asked?.data).toMatchObject({ subjects: [{ subjectName: 'Alma' }, { subjectName: 'Joe' }] });

      await textFromPhone(phone, answer);
      const words = await saidByText(second.id, 3);
      expect(words.map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
      expect(words[0]?.text).toBe(bakery);
      expect(await textTalks(first.id)).toEqual([]);

      // From then on it is known.
      await textFromPhone(phone, 'My brother drove the van.');
      expect((await saidByText(second.id, 5))[3]?.text).toBe('My brother drove the van.');
    },
  );

  test('offers each person in their own language, and understands a name without its accents', async () => {
    const { phone, second } = await aSharedPhone();
    const spanish = { language: 'es', fullName: 'José Ibáñez', preferredName: 'José' };
    await db.subject.update({ where: { id: second.id }, data: spanish });
    await textFromPhone(phone, bakery);
    await noticesTo(phone, ['texts-whose-story'], 1);
    await expect
      .poll(async () => (await textsTo(phone)).at(-1)?.text, { timeout: 15_000 })
      .toMatch(
        /Whose story is this\? Reply 1 for Alma\..*\n\n.*¿De quién es esta historia\? Responda 2 para José\./s,
      );

    await textFromPhone(phone, 'para Jose Ibanez');
    expect((await saidByText(second.id, 2))[0]?.text).toBe(bakery);
  });

  test('is asked again if the answer names nobody', async () => {
    const { phone, first, second } = await aSharedPhone();
    await textFromPhone(phone, bakery);
    await noticesTo(phone, ['texts-whose-story'], 1);
    await textFromPhone(phone, 'Margaret');
    await noticesTo(phone, ['texts-whose-story'], 2);
    expect([...(await textTalks(first.id)), ...(await textTalks(second.id))]).toEqual([]);
  });

  /** A shared phone on which Alma has told of the bakery. */
  async function withAlmasThread() {
    const shared = await aSharedPhone();
    await textFromPhone(shared.phone, 'This is Alma.');
    await textFromPhone(shared.phone, bakery);
    await saidByText(shared.first.id, 3);
    return shared;
  }
  const toldBy = async (subjectId: string) =>
    (await db.inboundText.findMany({ where: { subjectId, tells: true }, orderBy: { id: 'asc' } })).map(
      ({ text }) => text,
    );
  const questions = (phone: string) => ({ recipient: phone, kind: 'texts-whose-story' });
  const asked = (phone: string) => db.notice.count({ where: questions(phone) });
  const askedLongAgo = (phone: string) =>
    db.notice.updateMany({
      where: questions(phone),
      data: { createdAt: new Date(Date.now() - 7 * day) },
    });
  /** Waits until we answered this text, and makes the answer this question. */
  async function weAskedOf(subjectId: string, question: string, { after }: { after: string | undefined }) {
    await vi.waitFor(
      async () => {
        const words = await wordsIn((await textTalks(subjectId))[0]?.id ?? '');
        const last = words.at(-1);
        if (last?.role !== 'assistant' || !words.some(({ text }) => text === after))
          throw new Error('It was not answered yet');
        await db.message.update({ where: { id: last.id }, data: { text: question } });
      },
      { timeout: 15_000 },
    );
  }

  test.each([
    ['This is Joe. My brother drove the van.', 'Alma here'],
    ['hi, joe here - the van was green', 'It’s Alma again.'],
    ['Soy Joe. Mi hermano manejaba la camioneta.', 'Ahora es Alma.'],
    ['My name is Joe and I drove the van', 'No, it’s Alma.'],
  ])('hears who is writing, and keeps their words out of the other’s book: %s', async (joes, almas) => {
    const { phone, first, second } = await withAlmasThread();
    await textFromPhone(phone, joes);
    // Before that has begun a conversation.
    await textFromPhone(phone, 'We sold it when my father died.');
    await saidByText(second.id, 2);
    await textFromPhone(phone, 'He is in Boston now.');
    await textFromPhone(phone, almas);
    await textFromPhone(phone, 'The oven was lit at three.');

    expect(await toldBy(second.id)).toEqual([
      joes,
      'We sold it when my father died.',
      'He is in Boston now.',
    ]);
    expect(await toldBy(first.id)).toEqual(['This is Alma.', bakery, almas, 'The oven was lit at three.']);
    expect(await asked(phone)).toBe(0);
  });

  test.each(['Joe came home in 1952.', 'It’s Joe who drove the van.', 'José vino a casa en 1952.', 'Joe'])(
    'takes no mention for a greeting: %s',
    async (mention) => {
      const { phone, first, second } = await withAlmasThread();
      await textFromPhone(phone, mention);
      expect(await toldBy(first.id)).toEqual(['This is Alma.', bakery, mention]);
      expect([await toldBy(second.id), await asked(phone)]).toEqual([[], 0]);
    },
  );

  test.each([
    ['This is Joe, my brother.', '1', 'first'],
    ['My brother drove the van. – Joe', 'Joe', 'second'],
    ['this is joe my brother drove the van', 'It’s Joe.', 'second'],
  ] as const)('is asked where it is not certain who writes: %s', async (said, answer, whose) => {
    const shared = await withAlmasThread();
    const { phone, first, second } = shared;
    await textFromPhone(phone, said);
    // Alma’s conversation goes on meanwhile.
    const more = ['It was as green as the fields of Connemara.', 'We all loved it.'];
    for (const text of more) await textFromPhone(phone, text);
    expect(await asked(phone)).toBe(1);
    expect(await toldBy(first.id)).toEqual(['This is Alma.', bakery, ...more]);
    expect(await toldBy(second.id)).toEqual([]);

    await weAskedOf(first.id, 'What colour was it?', { after: more[1] });
    await textFromPhone(phone, answer);
    expect(await toldBy(shared[whose].id)).toContain(said);
    expect(await toldBy(shared[whose === 'first' ? 'second' : 'first'].id)).not.toContain(said);
    await textFromPhone(phone, 'Alma here. The oven was lit at three.');
    expect(await asked(phone)).toBe(1);
  });

  test.each([
    ['Who drove it?', 'Joe'],
    ['How many brothers did you have?', '2'],
  ])('is asked again when an answer may be to our newer question: %s', async (question, answer) => {
    const { phone, first, second } = await withAlmasThread();
    await textFromPhone(phone, 'My brother drove the van. – Joe');
    await textFromPhone(phone, 'We all loved it.');
    await weAskedOf(first.id, question, { after: 'We all loved it.' });
    await textFromPhone(phone, answer);
    expect([await toldBy(second.id), await asked(phone)]).toEqual([[], 2]);
    await textFromPhone(phone, '1');
    expect(await toldBy(first.id)).toEqual(
      expect.arrayContaining(['My brother drove the van. – Joe', 'We all loved it.', answer]),
    );
  });

  test.each(['It’s Joe.', 'Joe again.', 'Joe too.'])(
    'is asked when a name may answer our question: %s',
    async (name) => {
      const { phone, first, second } = await withAlmasThread();
      await weAskedOf(first.id, 'Who drove the van?', { after: bakery });
      await textFromPhone(phone, name);
      expect([await toldBy(second.id), await asked(phone)]).toEqual([[], 1]);
      await textFromPhone(phone, '1');
      expect(await toldBy(first.id)).toContain(name);
    },
  );

  test('is asked so too before an earlier answer is in the conversation', async () => {
    const { phone, first, second } = await withAlmasThread();
    await weAskedOf(first.id, 'Who drove the van, and what colour was it?', { after: bakery });
    await db.inboundText.create({
      data: {
        ...{ providerId: newId(), phone, text: 'A green one.', tells: true, subjectId: first.id },
        at: new Date(Date.parse(noon) + 1_000),
      },
    });
    await textFromPhone(phone, 'It’s Joe.');
    expect([await toldBy(second.id), await asked(phone)]).toEqual([[], 1]);
  });

  test.each(['This is Joe.', 'Joe today'])(
    'is asked for the book of a picture that is sent with a name: %s',
    async (caption) => {
      const { phone, second } = await withAlmasThread();
      const picture = { NumMedia: '1', MediaUrl0: 'https://x.test/1' };
      await hookWith(aText(phone, caption, picture));
      expect([await toldBy(second.id), await asked(phone)]).toEqual([[], 1]);
      // Another picture does not answer, whatever its words are.
      await hookWith(aText(phone, 'Joe', picture));
      expect(await toldBy(second.id)).toEqual([]);
    },
  );

  test('keeps a text that nobody claimed, however long it waits, until somebody says whose it is', async () => {
    const { phone, first, second } = await aSharedPhone();
    await textFromPhone(phone, bakery);
    await noticesTo(phone, ['texts-whose-story'], 1);
    await askedLongAgo(phone);
    const joes = 'This is Joe. My brother drove the van.';
    await textFromPhone(phone, joes);
    await saidByText(second.id, 1);
    expect([await toldBy(first.id), await toldBy(second.id)]).toEqual([[], [joes]]);

    later(31 * day);
    await eraseOldTexts();
    standAt(noon);
    const [{ id } = { id: '' }] = await textTalks(second.id);
    await endText(id, 'SILENCE');
    const more = 'My mother sold it over the counter, and I carried all of the flour.';
    await textFromPhone(phone, more);
    expect(await asked(phone)).toBe(2);
    await textFromPhone(phone, '1');
    expect(await toldBy(first.id)).toEqual([bakery, more]);
  });

  test('keeps no text any more that waits when no book has the phone', async () => {
    const { phone, first, second } = await aSharedPhone();
    await textFromPhone(phone, bakery);
    await db.subject.update({ where: { id: first.id }, data: { phone: null } });
    later(31 * day);
    await eraseOldTexts();
    expect(await db.inboundText.count({ where: { phone } })).toBe(1);
    await db.subject.update({ where: { id: second.id }, data: { deletedAt: new Date() } });
    await eraseOldTexts();
    expect(await db.inboundText.count({ where: { phone } })).toBe(0);
  });

  test('is asked again when a conversation has ended, however lately it was asked before', async () => {
    const { phone, first } = await aSharedPhone();
    await textFromPhone(phone, bakery);
    await textFromPhone(phone, '1');
    await saidByText(first.id, 2);
    const [{ id } = { id: '' }] = await textTalks(first.id);
    await endText(id, 'OTHER_CHANNEL');
    await textFromPhone(phone, 'My mother sold it over the counter, and I carried all of the flour.');
    expect(await asked(phone)).toBe(2);
  });

  test('keeps a text that waited until the conversation with somebody else is idle', async () => {
    const { phone, first, second } = await aSharedPhone();
    const become = (status: 'PAUSED' | 'ACTIVE') =>
      db.subject.update({ where: { id: second.id }, data: { status } });
    const at = (minutes: number) => standAt(new Date(Date.parse(noon) + minutes * minute).toISOString());
    await become('PAUSED');
    await textFromPhone(phone, 'This is Joe. My brother drove the van.');
    await tellWaiting();
    at(25);
    await textFromPhone(phone, `This is Alma. ${bakery}`);
    await saidByText(first.id, 2);
    // The database's clock is not moved.
    const heardAt = new Date(Date.parse(noon) + 25 * minute);
    await db.conversation.updateMany({
      where: { subjectId: first.id },
      data: { startedAt: heardAt, lastHeardAt: heardAt },
    });
    await become('ACTIVE');
    await tellWaiting();
    expect(await textTalks(second.id)).toEqual([]);

    at(46);
    await tellWaiting();
    expect(await saidByText(second.id, 1)).toMatchObject([
      { text: 'This is Joe. My brother drove the van.' },
    ]);
    expect(await textTalks(first.id)).toMatchObject([{ status: 'COMPLETED', endReason: 'SILENCE' }]);
  });

  test('is stopped for both people', async () => {
    const { phone, first, second } = await aSharedPhone();
    await textFromPhone(phone, bakery);
    await expect.poll(async () => (await textsTo(phone)).length, { timeout: 15_000 }).toBe(3);
    await textFromPhone(phone, '1');
    await saidByText(first.id, 2);
    await textFromPhone(phone, 'STOP');
    await textFromPhone(phone, 'Joe was born in Cork.');
    await tellWaiting();
    expect(await textTalks(second.id)).toEqual([]);
    expect(await db.notice.count({ where: { recipient: phone, kind: 'texts-whose-story' } })).toBe(1);
  });
});

describe('An unknown phone', () => {
  test('hears once a day what Evertold is, and its words are not used', async () => {
    const phone = aPhone();
    await textFromPhone(phone, bakery);
    await textFromPhone(phone, 'Hello?');
    expect((await textTo(phone)).text).toMatch(/^This is Evertold, a computer/);
    expect(await db.notice.count({ where: { recipient: phone } })).toBe(1);
    expect(await db.message.count({ where: { phone } })).toBe(0);
  });

  test('hears nothing after a stop', async () => {
    const phone = aPhone();
    await textFromPhone(phone, 'STOP');
    await textFromPhone(phone, bakery);
    expect(await db.notice.count({ where: { recipient: phone, kind: 'texts-what-we-are' } })).toBe(0);
  });
});

describe('A conversation in the browser', () => {
  test('ends the one by text, and new texts wait until it is over', async () => {
    const { subject, self } = await aTexter();
    await textFromPhone(subject.phone, bakery);
    await saidByText(subject.id, 2);
    const talk = await aTalk(self);
    expect((await textTalks(subject.id))[0]).toMatchObject({
      status: 'COMPLETED',
      endReason: 'OTHER_CHANNEL',
    });

    await textFromPhone(subject.phone, 'My brother drove the van.');
    await tellWaiting();
    expect(await textTalks(subject.id)).toHaveLength(1);
    await talk.end();
    await tellWaiting();
    const [, second] = await textTalks(subject.id);
    expect((await wordsIn(second?.id ?? ''))[0]?.text).toBe('My brother drove the van.');
  });

  test('that is refused leaves the one by text as it is', async () => {
    const { subject, editor, stranger } = await aTexter();
    await textFromPhone(subject.phone, bakery);
    await saidByText(subject.id, 2);
    const alone = { subjectId: subject.id, channel: 'WEB', together: false };
    const { beginConversation } = await editor.gql('BeginConversation', { input: alone });
    expect(beginConversation).toMatchObject({ __typename: 'InvalidInput', path: ['together'] });
    const hidden = await stranger.gql('BeginConversation', { input: { ...alone, together: true } });
    expect(hidden.beginConversation.__typename).toBe('NotFound');
    const trying = 'mutation ($id: ID!) { tryCall(subjectId: $id) { __typename } }';
    expect((await stranger.gql(trying, { id: subject.id })).tryCall.__typename).toBe('NotFound');
    expect(await textTalks(subject.id)).toMatchObject([{ status: 'IN_PROGRESS', endReason: null }]);
  });

  test('by text can’t begin where no carrier is configured', async () => {
    const { subject, editor } = await aTexter();
    const { beginConversation } = await editor.gql('BeginConversation', {
      input: { subjectId: subject.id, channel: 'SMS' },
    });
    expect(beginConversation).toMatchObject({
      message: 'No text service is set up here, so nobody can be texted',
    });
  });
});

describe('While a book is paused', () => {
  test('texts wait, and are added when it resumes', async () => {
    const { subject, owner } = await aTexter();
    const become = (status: string) => owner.gql('UpdateSubject', { input: { id: subject.id, status } });
    await become('PAUSED');
    await textFromPhone(subject.phone, bakery);
    await tellWaiting();
    expect(await textTalks(subject.id)).toEqual([]);
    later(31 * day);
    await eraseOldTexts();
    standAt(noon);
    await become('ACTIVE');
    await tellWaiting();
    expect((await saidByText(subject.id, 1))[0]?.text).toBe(bakery);
  });
});
