import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { enqueue } from '#api/platform/jobs.ts';
import { eraseOldTexts } from '#api/texts/service/hear-text.ts';
import { keepWaitingMedia } from '#api/texts/service/media.ts';
import { tellWaiting } from '#api/texts/service/tell.ts';
import { reconcileSearch } from '#api/writer/reconcile/jobs.ts';
import { searchConflicts } from '#api/writer/reconcile/search.ts';
import { day, goAsUsual, later, useClock } from '#tests/support/clock.ts';
import { holdingSubject } from '#tests/support/held-subject.ts';
import { aText, hookWith } from '#tests/support/inbound.ts';
import { aPhoto } from '#tests/support/keepsake-files.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { aPhone } from '#tests/support/phone.ts';
import { textTalks, wordsIn } from '#tests/support/texting.ts';
import { cardsOf, stories, told, workDone } from '#tests/support/told.ts';
import { aTextService } from '#tests/support/twilio/text-service.ts';
import { aFamily, aPerson, type Family, useOwnServer } from '#tests/support/world.ts';

const service = await aTextService();
useOwnServer(service.env);
useClock();

const parts = `id kind status heading explanation choices resolution textCount decidedBy { name }
  texts { id text sentAt conversationId messageId }
  matches { person { name } sentence { text } card { id title } }`;
const list = `query ($subjectId: ID!, $status: ConflictStatus) {
  conflicts(subjectId: $subjectId, status: $status, first: 50) { edges { node { ${parts} } } } }`;
const preview = `query ($id: ID!, $resolution: ConflictResolution!) {
  conflictPreview(id: $id, resolution: $resolution) { mark changes { cardId } } }`;
const problem =
  '__typename ... on UserError { code message } ... on InvalidInput { issues { path message } }';
const resolve = `mutation ($input: ResolveConflictInput!) { resolveConflict(input: $input) {
  ... on Conflict { ${parts} } ... on SettledMeanwhile { settledBy } ${problem} } }`;
const undo = `mutation ($id: ID!) { undoConflict(id: $id) { ... on Conflict { ${parts} } ${problem} } }`;

const bread =
  'Mrs. Olsen came over with plums the day the oven broke, and my father Tomas sang on Mill Street.';
const hidden = 'Please keep that between us.';
const rolls = 'Tomas let me wipe the tables on Mill Street when I was seven, and he gave me a warm roll.';
const snow =
  'We dug a tunnel through the snow to the bakery, and I lost a red glove in it that nobody found.';

let ada: Person;
let bea: Person;
let family: Family;
let phone: string;
let subjectId: string;
beforeAll(async () => {
  ada = (await aFamily({ consents: [] })).admin;
  bea = await aPerson('Bea Team');
  await db.user.update({ where: { id: bea.id }, data: { role: 'admin' } });
});
beforeEach(async () => {
  // Texts of earlier tests would fit this book too.
  await db.inboundText.deleteMany();
  family = await aFamily();
  subjectId = family.subject.id;
  phone = aPhone();
  await told(subjectId, [stories.bakery]);
  await workDone();
});

const send = (from: string, words: string, ...urls: string[]) =>
  hookWith(
    aText(from, words, {
      NumMedia: String(urls.length),
      ...Object.fromEntries(urls.map((url, at) => [`MediaUrl${at}`, url])),
    }),
  );

async function phonesOf(id = subjectId, status: string | null = 'OPEN'): Promise<Answer[]> {
  const { conflicts } = await ada.gql(list, { subjectId: id, status });
  return conflicts.edges
    .map(({ node }: { node: Answer }) => node)
    .filter(({ kind }: Answer) => kind === 'UNKNOWN_PHONE');
}

async function searched(id = subjectId): Promise<Answer[]> {
  await transaction((tx) => enqueue(tx, reconcileSearch, { subjectId: id }));
  await workDone();
  return phonesOf(id);
}

const settle = async (by: Person, input: object): Promise<Answer> =>
  (await by.gql(resolve, { input })).resolveConflict;
const takeBack = async (id: string): Promise<Answer> => (await ada.gql(undo, { id })).undoConflict;

/** A conflict about the phone, whose texts are assigned and written. */
async function assigned(...texts: string[]): Promise<Answer> {
  for (const text of texts) await send(phone, text);
  const [conflict] = await searched();
  const settled = await settle(ada, { id: conflict.id, resolution: 'KEEP_LEFT' });
  expect(settled).toMatchObject({ status: 'RESOLVED', resolution: 'KEEP_LEFT' });
  await workDone();
  return settled;
}

/** Begins a conversation that other texts must wait for. Returns a function that ends it. */
async function aLiveTalk(): Promise<() => Promise<unknown>> {
  const { id } = await db.conversation.create({
    data: { subjectId, channel: 'WEB', status: 'IN_PROGRESS', startedAt: new Date() },
  });
  return () => db.conversation.update({ where: { id }, data: { status: 'COMPLETED', endedAt: new Date() } });
}

/** Sends texts and settles the conflict that is found about them. */
async function settledTexts(resolution: string, ...texts: string[]): Promise<Answer> {
  for (const text of texts) await send(phone, text);
  const [conflict] = await searched();
  return settle(ada, { id: conflict.id, resolution });
}

const jpeg = async () => service.keep({ content: await aPhoto(), contentType: 'image/jpeg' });

const noticesTo = (recipient: string) => db.notice.count({ where: { recipient } });
const bodiesOf = async () =>
  (await cardsOf(family.owner, subjectId)).map(({ body }: Answer) => body).join('\n');

/** The rows of a subject's book, without times and activity. */
async function bookAsItIs() {
  const [sentences, people, places, media, themes, questions] = await Promise.all([
    db.$queryRaw`select s.text, s.hidden from sentence s join card c on c.id = s.card_id and c.revision = s.revision
      where c.subject_id = ${subjectId}::uuid and c.status <> 'HIDDEN' order by s.text`,
    db.person.findMany({ where: { subjectId }, orderBy: { name: 'asc' }, select: { name: true } }),
    db.place.findMany({ where: { subjectId }, orderBy: { name: 'asc' }, select: { name: true } }),
    db.media.findMany({ where: { subjectId }, select: { id: true } }),
    db.subject.findUniqueOrThrow({ where: { id: subjectId }, select: { avoidedThemes: true } }),
    db.questionRequest.findMany({ where: { subjectId }, select: { text: true, status: true } }),
  ]);
  return { sentences, people, places, media, themes, questions };
}

describe('Texts of an unknown phone', () => {
  test('that name people and places of the book are found with their words and what they agree with', async () => {
    await send(phone, bread);
    await send(phone, snow);

    const [conflict, ...others] = await searched();

    expect(others).toEqual([]);
    expect(conflict).toMatchObject({
      ...{ status: 'OPEN', heading: 'Texts from an unknown phone', textCount: 2 },
      ...{ choices: ['KEEP_LEFT', 'DISMISS'], texts: [{ text: bread }, { text: snow }] },
      explanation:
        'No book, account or request has this phone. The texts name people or places of Alma’s book.',
    });
    const named = conflict.matches.map(({ person, sentence }: Answer) => person?.name ?? sentence.text);
    expect(named.join('\n')).toContain('Mrs. Olsen');
    expect(named.join('\n')).toContain('Mill Street');
    expect(JSON.stringify(conflict)).not.toContain(phone.slice(-4));
  });

  test('are stored in the conflict as ids alone, without the number and the words', async () => {
    await send(phone, bread);
    const [{ id }] = await searched();
    const row = await db.conflict.findUniqueOrThrow({
      where: { id },
      include: { texts: true, matches: true, sides: true },
    });
    expect(JSON.stringify(row)).not.toMatch(/plums|\+1401555/);
    expect(row.key).not.toContain(phone.slice(1));
  });

  test('that a relative wrote, that are commands, or that name nothing of the book are not found', async () => {
    const other = aPhone();
    await send(
      phone,
      'My grandmother Alma told us about Tomas and Mrs. Olsen on Mill Street. Can I read it?',
    );
    await send(other, 'Is this the plumber? The tap in my kitchen drips.');
    expect(await searched()).toEqual([]);

    const third = aPhone();
    await send(third, 'HELP');
    await send(third, bread);
    await send(third, 'STOP');
    const [conflict] = await searched();
    expect(conflict).toMatchObject({ textCount: 1, texts: [{ text: bread }] });
  });

  test('of a phone that a book, an account or a request has are not found', async () => {
    await send(phone, bread);
    const other = await aFamily();
    await db.subject.update({ where: { id: other.subject.id }, data: { phone } });
    expect(await searched()).toEqual([]);

    await db.subject.update({ where: { id: other.subject.id }, data: { phone: other.subject.phone } });
    expect(await searched()).toHaveLength(1);
    await db.user.update({ where: { id: other.stranger.id }, data: { phoneNumber: phone } });
    expect(await phonesOf()).toEqual([]);
  });

  test('do not agree with what is private or held back in the book', async () => {
    const { said } = await told(subjectId, [
      'Our neighbour Quillfeather taught me chess in Zagorsk, and I never lost again.',
    ]);
    await workDone();
    const words = 'Quillfeather let me win, I think, because it was always raining in Zagorsk.';
    await send(phone, words);
    expect(await searched()).toHaveLength(1);

    succeeded(await family.editor.gql('SetMessagePrivate', { id: said[0], private: true }));
    expect(await phonesOf()).toEqual([]);
    expect(await searched()).toEqual([]);
  });

  test('do not agree with stories that are for some members only', async () => {
    await send(phone, bread);
    expect(await searched()).toHaveLength(1);
    const cards = await db.card.findMany({ where: { subjectId } });
    await db.audience.createMany({ data: cards.map(({ id: cardId }) => ({ subjectId, cardId })) });
    expect(await phonesOf()).toEqual([]);
    expect(await searched()).toEqual([]);
  });

  test('that ask for privacy are not shown, nor those before them', async () => {
    await send(phone, snow);
    await send(phone, hidden);
    await send(phone, bread);
    const [conflict] = await searched();
    expect(conflict.texts.map(({ text }: Answer) => text)).toEqual([null, null, bread]);
  });

  test('are gone from reconcile when they are erased after 30 days', async () => {
    await send(phone, bread);
    await searched();
    later(31 * day);
    await eraseOldTexts();
    goAsUsual();
    expect(await db.inboundText.count({ where: { phone } })).toBe(0);
    expect(await phonesOf()).toEqual([]);
    expect(await searched()).toEqual([]);
    expect(await db.conflict.count({ where: { subjectId, kind: 'UNKNOWN_PHONE' } })).toBe(0);
  });

  test('are shown to admins alone, and reading them is recorded with their ids', async () => {
    await send(phone, bread);
    const [{ id, texts }] = await searched();
    for (const person of [family.owner, family.self, family.stranger]) {
      await expect(person.gql(list, { subjectId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(person.gql(undo, { id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      const input = { id, resolution: 'KEEP_LEFT' };
      await expect(person.gql(resolve, { input })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await expect(family.nobody.gql(list, { subjectId })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const input = { id, resolution: 'KEEP_LEFT' };
    await expect(family.nobody.gql(resolve, { input })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const read = await db.auditEvent.findMany({ where: { action: 'texts.read', subjectId } });
    expect(read).toMatchObject([{ actorId: ada.id, targetId: texts[0].id }]);
  });
});

describe('Texts that are the subject’s', () => {
  test('become one conversation by text in their order, are written, and nothing is sent to the phone', async () => {
    const questionId = (
      await db.questionRequest.create({ data: { subjectId, text: 'What did you lose in the snow?' } })
    ).id;
    for (const text of [bread, snow]) await send(phone, text);
    const before = await noticesTo(phone);
    const [{ id }] = await searched();
    const { conflictPreview } = await ada.gql(preview, { id, resolution: 'KEEP_LEFT' });
    const { mark } = conflictPreview;

    await settle(ada, { id, resolution: 'KEEP_LEFT', mark, note: 'Her own words' });
    await workDone();

    const talks = await textTalks(subjectId);
    expect(talks).toMatchObject([{ status: 'COMPLETED', silent: true, phone, writing: 'WRITTEN' }]);
    const words = await wordsIn(talks[0]?.id ?? '');
    expect(words.map(({ role, text }) => [role, text])).toEqual([
      ['user', bread],
      ['user', snow],
    ]);
    expect(await bodiesOf()).toContain('red glove');
    expect(await noticesTo(phone)).toBe(before);
    expect(service.textsTo(phone).filter((text) => !text.includes('Evertold'))).toEqual([]);
    expect(await db.questionRequest.findUnique({ where: { id: questionId } })).toMatchObject({
      status: 'QUEUED',
      tries: 0,
    });
    const { phone: unchanged } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
    expect(unchanged).toBe(family.subject.phone);
    const [settled] = await phonesOf(subjectId, 'RESOLVED');
    expect(settled).toMatchObject({
      id,
      texts: [
        { text: bread, conversationId: talks[0]?.id },
        { text: snow, messageId: words[1]?.id },
      ],
    });
    const audits = await db.auditEvent.findMany({
      where: { targetId: id },
      select: { action: true, detail: true },
    });
    expect(audits).toEqual([
      {
        action: 'conflict.settled',
        detail: {
          ...{ kind: 'UNKNOWN_PHONE', resolution: 'KEEP_LEFT' },
          textIds: settled.texts.map((text: Answer) => text.id),
        },
      },
    ]);
    // Her own texts begin another conversation, and the phone stays a stranger's.
    expect(await searched()).toEqual([]);
  });

  test('keep an earlier one private when a later one asks for it', async () => {
    await assigned(bread, snow, hidden);

    const [talk] = await textTalks(subjectId);
    const words = await wordsIn(talk?.id ?? '');
    expect(words.map(({ text, private: isPrivate }) => [text, isPrivate])).toEqual([
      [bread, false],
      [snow, true],
      [hidden, true],
    ]);
    expect(await bodiesOf()).not.toContain('red glove');
    const [settled] = await phonesOf(subjectId, 'RESOLVED');
    expect(settled.texts.map(({ text }: Answer) => text)).toEqual([bread, null, null]);
  });

  test('hide their words in a settled conflict once somebody makes them private', async () => {
    await assigned(bread);
    const [talk] = await textTalks(subjectId);
    const [message] = await wordsIn(talk?.id ?? '');
    succeeded(await family.editor.gql('SetMessagePrivate', { id: message?.id, private: true }));
    const [settled] = await phonesOf(subjectId, 'RESOLVED');
    expect(settled.texts).toMatchObject([{ text: null }]);
  });

  test('give and withdraw no consent', async () => {
    const consents = () => db.consentEntry.count();
    for (const text of [bread, 'Don’t write it down any more, I don’t want any of this in a book.', snow])
      await send(phone, text);
    const before = await consents();
    const [conflict] = await searched();

    await settle(ada, { id: conflict.id, resolution: 'KEEP_LEFT' });
    await workDone();

    expect(await consents()).toBe(before);
    const [talk] = await textTalks(subjectId);
    expect((await wordsIn(talk?.id ?? '')).map(({ text }) => text)).toEqual([bread, snow]);
    const { sharing } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
    expect(sharing).toBe(true);
  });

  test('do not correct a story, as other words do, so that undoing leaves it as it was', async () => {
    const correction = 'It was not 1946 when my father Tomas let me carry the warm rolls, it was 1948.';
    const other = await aFamily();
    await told(other.subject.id, [stories.bakery]);
    await told(other.subject.id, [correction]);
    const [corrected] = await cardsOf(other.owner, other.subject.id);
    expect(corrected.body).toContain('In 1948 he let me carry');

    const before = await bookAsItIs();
    const { id } = await assigned(bread, correction);
    expect(await bodiesOf()).toContain('In 1946 he let me carry');
    await takeBack(id);
    await workDone();
    expect(await bookAsItIs()).toEqual(before);
  });

  test('bring a picture with them, but none with private words, and ask nothing about it', async () => {
    await send(phone, bread, await jpeg());
    await send(phone, snow, await jpeg());
    await send(phone, hidden);
    const [{ id }] = await searched();
    await settle(ada, { id, resolution: 'KEEP_LEFT' });
    await workDone();

    const media = await db.inboundMedia.findMany({
      where: { text: { phone } },
      orderBy: { text: { at: 'asc' } },
    });
    expect(media.map(({ settledAt }) => settledAt !== null)).toEqual([true, true]);
    const kept = await db.media.findMany({ where: { subjectId } });
    expect(kept.map((each) => each.id)).toEqual([media[0]?.id]);
    expect(await db.questionRequest.count({ where: { subjectId } })).toBe(0);

    expect(await takeBack(id)).toMatchObject({ status: 'OPEN' });
    expect(await db.media.count({ where: { subjectId } })).toBe(0);
    await workDone();
    await settle(ada, { id, resolution: 'KEEP_LEFT' });
    await workDone();
    expect((await db.media.findMany({ where: { subjectId } })).map((each) => each.id)).toEqual([
      media[0]?.id,
    ]);
  });

  test('bring no picture while later ones wait, which may ask to keep it private', async () => {
    const share = (sharing: boolean) => db.subject.update({ where: { id: subjectId }, data: { sharing } });
    let ends = await aLiveTalk();
    await send(phone, snow, await jpeg());
    await settledTexts('KEEP_LEFT', bread);
    await share(false);
    await ends();
    await tellWaiting();
    await workDone();
    await share(true);
    ends = await aLiveTalk();
    await settledTexts('KEEP_LEFT', rolls);
    await workDone();
    const toldAt = new Date(Date.now() - 3_600_000);
    await db.inboundText.updateMany({ where: { phone, toldAt: { not: null } }, data: { toldAt } });

    await keepWaitingMedia();
    expect(await db.inboundMedia.count({ where: { text: { phone }, settledAt: null } })).toBe(1);
    expect(await db.media.count({ where: { subjectId } })).toBe(0);

    await ends();
    await tellWaiting();
    await workDone();
    expect(await db.inboundMedia.count({ where: { text: { phone }, settledAt: null } })).toBe(0);
    expect(await db.media.count({ where: { subjectId } })).toBe(1);
  });

  test('bring no picture when their words become private while it is stored', async () => {
    await send(phone, snow, await jpeg());
    await settledTexts('KEEP_LEFT', bread);
    await workDone();
    const where = { text: { phone } };
    const { id } = await db.inboundMedia.findFirstOrThrow({ where });
    await db.media.delete({ where: { id } });
    await db.inboundMedia.updateMany({ where, data: { settledAt: null } });
    const toldAt = new Date(Date.now() - 3_600_000);
    await db.inboundText.updateMany({ where: { phone }, data: { toldAt } });

    const held = await holdingSubject(subjectId);
    const { answer } = await held.queue(keepWaitingMedia);
    await db.message.updateMany({ where: { subjectId, role: 'user' }, data: { private: true } });
    await held.letGo();
    await answer;
    expect(await db.inboundMedia.count({ where: { ...where, settledAt: null } })).toBe(0);
    expect(await db.media.count({ where: { subjectId } })).toBe(0);
  });

  test('wait for a conversation that is going on, and do not mix with it', async () => {
    const { id: liveId } = await db.conversation.create({
      data: { subjectId, channel: 'PHONE', status: 'IN_PROGRESS', startedAt: new Date() },
    });
    await assigned(bread);
    expect(await textTalks(subjectId)).toEqual([]);
    await db.conversation.update({
      where: { id: liveId },
      data: { status: 'COMPLETED', endedAt: new Date() },
    });
    await tellWaiting();
    const [talk] = await textTalks(subjectId);
    expect((await wordsIn(talk?.id ?? '')).map(({ text }) => text)).toEqual([bread]);
  });

  test('are refused when the phone has become somebody’s meanwhile', async () => {
    await send(phone, bread);
    const [{ id }] = await searched();
    const { conflictPreview } = await ada.gql(preview, { id, resolution: 'KEEP_LEFT' });
    const { id: otherId } = (await aFamily()).subject;
    await db.subject.update({ where: { id: otherId }, data: { phone } });

    const input = { id, resolution: 'KEEP_LEFT', mark: conflictPreview.mark };
    expect(await settle(ada, input)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await textTalks(subjectId)).toEqual([]);
    await workDone();
    expect(await db.inboundText.count({ where: { phone, subjectId } })).toBe(0);
  });

  test('are refused when a newer text came, and searched again with it', async () => {
    await send(phone, bread);
    const [{ id }] = await searched();
    const { conflictPreview } = await ada.gql(preview, { id, resolution: 'KEEP_LEFT' });
    await send(phone, snow);

    const input = { id, resolution: 'KEEP_LEFT', mark: conflictPreview.mark };
    expect(await settle(ada, input)).toMatchObject({ __typename: 'ChangedSince', code: 'CONFLICT' });
    expect(await textTalks(subjectId)).toEqual([]);
    await workDone();
    const [again, ...others] = await phonesOf();
    expect(others).toEqual([]);
    expect(again.texts.map(({ text }: Answer) => text)).toEqual([bread, snow]);
  });

  test('are given once by two admins at the same time, and the same decision twice changes nothing', async () => {
    await send(phone, bread);
    const [{ id }] = await searched();
    const answers = await Promise.all([ada, bea].map((by) => settle(by, { id, resolution: 'KEEP_LEFT' })));
    const [won] = answers.filter(({ status }) => status === 'RESOLVED');
    const [lost] = answers.filter(({ code }) => code === 'CONFLICT');
    expect(lost).toMatchObject({ __typename: 'SettledMeanwhile', settledBy: won.decidedBy.name });
    const winner = won.decidedBy.name === 'Ada' ? ada : bea;
    expect(await settle(winner, { id, resolution: 'KEEP_LEFT' })).toMatchObject({ status: 'RESOLVED' });
    await workDone();
    await tellWaiting();
    const talks = await textTalks(subjectId);
    expect(talks).toHaveLength(1);
    expect(await wordsIn(talks[0]?.id ?? '')).toHaveLength(1);
  });

  test('go to one subject only when two books agree with them', async () => {
    const other = await aFamily();
    await told(other.subject.id, [stories.bakery]);
    await send(phone, bread);
    const [[mine], [theirs]] = [await searched(), await searched(other.subject.id)];
    await settle(ada, { id: mine.id, resolution: 'KEEP_LEFT' });

    expect(await settle(ada, { id: theirs.id, resolution: 'KEEP_LEFT' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    await workDone();
    expect(await textTalks(other.subject.id)).toEqual([]);
  });

  test('are refused for a memorial', async () => {
    await send(phone, bread);
    const [{ id }] = await searched();
    await db.subject.update({ where: { id: subjectId }, data: { status: 'MEMORIAL' } });
    expect(await settle(ada, { id, resolution: 'KEEP_LEFT' })).toMatchObject({
      message: 'Alma’s book is a memorial: no texts can be added',
    });
  });

  test('can only be kept or dismissed', async () => {
    await send(phone, bread);
    const [{ id }] = await searched();
    expect((await settle(ada, { id, resolution: 'MERGE' })).issues).toMatchObject([{ path: 'resolution' }]);
  });
});

describe('Undoing', () => {
  test('erases everything that followed from the texts, and they are nobody’s again', async () => {
    const before = await bookAsItIs();
    const conflict = await assigned(
      bread,
      snow,
      'My cousin Wilhelmina Achterberg had a parrot in Rotterdam that sang hymns, and we visited her in 1951.',
      'Please don’t ask me about the war.',
    );
    const [talk] = await textTalks(subjectId);
    expect(await bookAsItIs()).not.toEqual(before);

    expect(await takeBack(conflict.id)).toMatchObject({ status: 'OPEN', resolution: null });
    await workDone();

    expect(await bookAsItIs()).toEqual(before);
    expect(await textTalks(subjectId)).toEqual([]);
    expect(await db.message.count({ where: { conversationId: talk?.id } })).toBe(0);
    expect(await db.sentence.count({ where: { subjectId, text: { contains: 'glove' } } })).toBe(0);
    const texts = await db.inboundText.findMany({ where: { phone } });
    expect(texts.map(({ subjectId: of, assigned: isAssigned, toldAt }) => [of, isAssigned, toldAt])).toEqual(
      texts.map(() => [null, false, null]),
    );
    expect((await searched()).map(({ id }) => id)).toEqual([conflict.id]);
    const audits = await db.auditEvent.findMany({ where: { targetId: conflict.id }, orderBy: { at: 'asc' } });
    expect(audits.map(({ action }) => action)).toEqual(['conflict.settled', 'conflict.reopened']);

    // They can be given to the subject again.
    await settle(ada, { id: conflict.id, resolution: 'KEEP_LEFT' });
    await workDone();
    const [again] = await textTalks(subjectId);
    expect(await wordsIn(again?.id ?? '')).toHaveLength(4);
  });

  test('also works before the texts are in a conversation', async () => {
    await db.conversation.create({
      data: { subjectId, channel: 'PHONE', status: 'IN_PROGRESS', startedAt: new Date() },
    });
    const { id } = await assigned(bread);
    expect(await takeBack(id)).toMatchObject({ status: 'OPEN' });
    await db.conversation.updateMany({ where: { subjectId }, data: { status: 'COMPLETED' } });
    await tellWaiting();
    expect(await textTalks(subjectId)).toEqual([]);
  });

  test('is refused while the texts are being added', async () => {
    const { id } = await assigned(bread);
    await db.conversation.updateMany({ where: { subjectId, silent: true }, data: { status: 'IN_PROGRESS' } });
    expect(await takeBack(id)).toMatchObject({
      message: 'The texts are still being added. Try again in a moment',
    });
    expect(await textTalks(subjectId)).toHaveLength(1);
  });

  test('erases a picture also after the texts were erased', async () => {
    await send(phone, bread, await jpeg());
    const { id } = await settledTexts('KEEP_LEFT', snow);
    await workDone();
    expect(await db.media.count({ where: { subjectId } })).toBe(1);
    later(31 * day);
    await eraseOldTexts();
    goAsUsual();
    expect(await db.inboundMedia.count({ where: { text: { phone } } })).toBe(0);

    expect(await takeBack(id)).toMatchObject({ status: 'OPEN' });
    expect(await db.media.count({ where: { subjectId } })).toBe(0);
  });

  test('leaves later texts of the phone that were added together with them', async () => {
    const ends = await aLiveTalk();
    const first = await settledTexts('KEEP_LEFT', bread, snow);
    await settledTexts('KEEP_LEFT', rolls);
    await ends();
    await tellWaiting();
    await workDone();
    const [talk] = await textTalks(subjectId);
    const inBoth = (await wordsIn(talk?.id ?? '')).map(({ text }) => text);
    expect(inBoth).toEqual([bread, snow, rolls]);
    expect(await bodiesOf()).toMatch(/wipe the tables/);

    expect(await takeBack(first.id)).toMatchObject({ status: 'OPEN' });
    await workDone();

    expect((await wordsIn(talk?.id ?? '')).map(({ text }) => text)).toEqual([rolls]);
    expect(await bodiesOf()).toMatch(/wipe the tables/);
    expect(await bodiesOf()).not.toMatch(/plums|red glove/);
    expect(await db.sentence.count({ where: { subjectId, text: { contains: 'glove' } } })).toBe(0);
  });

  test.each(['KEEP_LEFT', 'DISMISS'])(
    'lets them be assigned again when later texts were settled with %s',
    async (resolution) => {
      const first = await assigned(bread, snow);
      const second = await settledTexts(resolution, rolls);
      await workDone();

      expect(await takeBack(first.id)).toMatchObject({ status: 'OPEN' });
      await workDone();
      const [open, ...others] = await searched();
      expect(others).toEqual([]);
      expect(open.id).toBe(first.id);
      expect(open.texts.map(({ text }: Answer) => text)).toEqual([bread, snow]);
      expect(await settle(ada, { id: first.id, resolution: 'KEEP_LEFT' })).toMatchObject({
        status: 'RESOLVED',
      });
      await workDone();
      expect(await bodiesOf()).toContain('red glove');
      expect(await searched()).toEqual([]);
      expect((await phonesOf(subjectId, null)).map(({ id }) => id)).toEqual(
        expect.arrayContaining([first.id, second.id]),
      );
    },
  );

  test('works when the team may no longer read the names that the texts contain', async () => {
    const { id } = await assigned(bread);
    const named = async () => JSON.stringify((await phonesOf(subjectId, 'RESOLVED'))[0]?.matches);
    expect(await named()).toContain('Mill Street');
    const messages = await db.message.findMany({
      where: { subjectId, role: 'user', conversation: { silent: false } },
    });
    for (const message of messages)
      succeeded(await family.editor.gql('SetMessagePrivate', { id: message.id, private: true }));
    expect(await named()).not.toMatch(/Mill Street|Olsen/);

    expect(await takeBack(id)).toMatchObject({ status: 'OPEN' });
    expect(await textTalks(subjectId)).toEqual([]);
  });

  test('works when the stories are for some members only, and when nothing is shared any more', async () => {
    const { id } = await assigned(bread);
    const cards = await db.card.findMany({ where: { subjectId } });
    expect(await phonesOf(subjectId, 'RESOLVED')).toMatchObject([{ id, texts: [{ text: bread }] }]);
    await db.audience.createMany({ data: cards.map(({ id: cardId }) => ({ subjectId, cardId })) });
    expect(await phonesOf(subjectId, 'RESOLVED')).toMatchObject([{ id, texts: [{ text: null }] }]);
    await db.subject.update({ where: { id: subjectId }, data: { sharing: false } });
    const [settled] = await phonesOf(subjectId, 'RESOLVED');
    expect(settled).toMatchObject({ id, matches: [], texts: [{ text: null }] });

    expect(await takeBack(id)).toMatchObject({ status: 'OPEN', matches: [] });
    expect(await textTalks(subjectId)).toEqual([]);
    expect(await phonesOf(subjectId, null)).toEqual([]);
  });

  test('leaves what the subject told again in a later conversation', async () => {
    const parrot =
      'My cousin Wilhelmina Achterberg had a parrot in Rotterdam that sang hymns, and we visited her in 1951.';
    const { id } = await assigned(bread, parrot);
    const { said } = await told(subjectId, [parrot]);
    await workDone();
    // The writer may have joined both tellings in one sentence.
    const [messageId = ''] = said;
    await db.sentence.deleteMany({ where: { sources: { some: { messageId } } } });
    const { id: sentenceId } = await db.sentence.findFirstOrThrow({
      where: { subjectId, text: { contains: 'sang hymns' } },
    });
    await db.source.create({
      data: { subjectId, sentenceId, messageId, start: 0, end: parrot.length },
    });

    expect(await takeBack(id)).toMatchObject({ status: 'OPEN' });
    await workDone();
    expect(await bodiesOf()).toContain('sang hymns');
    expect(await bodiesOf()).not.toContain('plums');
  });

  test('works after the texts were erased, and leaves no open conflict', async () => {
    const { id } = await assigned(bread);
    later(31 * day);
    await eraseOldTexts();
    goAsUsual();
    expect(await db.inboundText.count({ where: { phone } })).toBe(0);
    expect(await bodiesOf()).toContain('plums');

    expect(await takeBack(id)).toMatchObject({ status: 'OPEN' });
    await workDone();
    expect(await bodiesOf()).not.toContain('plums');
    expect(await phonesOf(subjectId, null)).toEqual([]);
  });

  test('leaves it open where a search began before', async () => {
    const { id } = await assigned(bread);
    const held = await holdingSubject(subjectId);
    const undone = await held.queue(() => takeBack(id));
    // It reads the texts while they are still the subject's, and stores what it found after the undo.
    const search = await held.queue(() => searchConflicts(subjectId, new AbortController().signal));
    await held.letGo();
    await search.answer;

    expect(await undone.answer).toMatchObject({ id, status: 'OPEN' });
    expect(await phonesOf()).toMatchObject([{ id }]);
    expect(await searched()).toMatchObject([{ id }]);
  });
});

describe('Dismissed texts', () => {
  test('do not come back, but later texts of the phone are found by themselves', async () => {
    await send(phone, bread);
    const [{ id }] = await searched();
    expect(await settle(ada, { id, resolution: 'DISMISS' })).toMatchObject({ status: 'DISMISSED' });
    expect(await searched()).toEqual([]);
    expect(await phonesOf(subjectId, 'DISMISSED')).toMatchObject([{ id, texts: [{ text: bread }] }]);

    await send(phone, 'Good morning to you.');
    expect(await searched()).toEqual([]);
    const more = 'Tomas let me wipe the tables on Mill Street when I was seven.';
    await send(phone, more);
    const [found] = await searched();
    expect(found.texts.map(({ text }: Answer) => text)).toEqual(['Good morning to you.', more]);
  });

  test('are open again after undoing', async () => {
    await send(phone, bread);
    const [{ id }] = await searched();
    await settle(ada, { id, resolution: 'DISMISS' });
    expect(await takeBack(id)).toMatchObject({ status: 'OPEN' });
    expect((await searched()).map((each) => each.id)).toEqual([id]);
  });
});
