import { readdirSync } from 'node:fs';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Mail, MailPort } from '#api/adapters/mail/port.ts';
import { MailRefused } from '#api/adapters/mail/port.ts';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { kinds, type NoticeData, type NoticeKind } from '#api/notices/kinds.ts';
import { laidOut } from '#api/notices/mails/laid-out.ts';
import { deliver, eraseSentNotices } from '#api/notices/sending.ts';
import { notify } from '#api/notices/service.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { aRemark } from '#tests/support/book.ts';
import { waitsHere } from '#tests/support/database.ts';
import { aGift } from '#tests/support/giving.ts';
import { lettersTo, letterTo } from '#tests/support/outbox.ts';
import { aPerson } from '#tests/support/person.ts';
import { server, useServer } from '#tests/support/server.ts';
import { aStoryToTell, storyTitle } from '#tests/support/story.ts';

useServer();

let addresses = 0;
const anAddress = () => `reader.${++addresses}@evertold.test`;
let story: NoticeData<'new-story'>;
let gift: NoticeData<'gift'>;
let remarks: NoticeData<'remark'>;
/** The address of the reader of both. */
let email: string;
beforeAll(async () => {
  const { id: giftId } = await aGift((await aPerson('Teresa')).id, { message: 'Your <b>and</b> ours' });
  gift = { giftId };
  const toTell = await aStoryToTell();
  story = toTell;
  const { subjectId, userId, cardIds } = toTell;
  await aRemark(subjectId, cardIds[0] ?? '');
  const [from, until] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  remarks = { subjectId, userId, from: from ?? '', until: until ?? '' };
  email = (await db.user.findUniqueOrThrow({ where: { id: userId } })).email;
});

function tell(recipient: string, dedupeKey = newId()) {
  return transaction((tx) =>
    notify(tx, { kind: 'new-story', channel: 'mail', recipient, data: story, dedupeKey }),
  );
}

/** A notice that waits, and that no job knows of. */
function aWaitingNotice(recipient = anAddress()) {
  return db.notice.create({
    data: { kind: 'new-story', channel: 'mail', recipient, data: story, dedupeKey: newId() },
  });
}

type Told = Awaited<ReturnType<typeof aStoryToTell>>;

const hide = (id = '') => db.card.update({ where: { id }, data: { status: 'HIDDEN' } });

/** Mail goes through this until the test ends. */
function mailThrough(send: (mail: Mail) => Promise<void>) {
  const usual = ports;
  const mail: MailPort = { ...usual.mail, send };
  openPorts({ ...usual, mail });
  onTestFinished(() => openPorts(usual));
}

/** Lets every change of notices wait, until the answer is called. */
async function holdingUpNotices() {
  const holder = new pg.Client({ connectionString: server().databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table notice in share mode');
  return {
    waiting: async () => {
      const { rows } = await holder.query<{ pid: number }>(
        `select pid from pg_locks where relation = 'notice'::regclass and ${waitsHere}`,
      );
      return rows.map(({ pid }) => pid);
    },
    cutOff: (pid: number) => holder.query('select pg_terminate_backend($1)', [pid]),
    end: () => holder.end(),
  };
}

describe('A notice', () => {
  test('is sent once its cause is committed', async () => {
    const recipient = anAddress();
    await tell(recipient);
    const letter = await letterTo(recipient);
    expect(letter.subject).toBe('Alma has told a new story');
    expect(letter.text).toContain(storyTitle);
    expect(letter.html).toContain(storyTitle);
    expect(letter.links).toContain(
      `${publicUrl()}/dashboard/${story.subjectId}/biography/?cardId=${story.cardIds[0]}`,
    );
    await expect
      .poll(() => db.notice.findFirst({ where: { recipient } }))
      .toMatchObject({ status: 'SENT', attempts: 1, sentAt: expect.any(Date) });
  });

  test('about stories stores none of their words, and contains what its recipient may read when it is sent', async () => {
    const held = await aStoryToTell();
    const { id } = await db.notice.create({
      data: { kind: 'new-story', channel: 'mail', recipient: anAddress(), data: held, dedupeKey: newId() },
    });
    const [cardId = ''] = held.cardIds;
    expect(JSON.stringify(await db.notice.findUnique({ where: { id } }))).not.toContain(storyTitle);
    const went: Mail[] = [];
    mailThrough(async (mail) => void went.push(mail));
    const another = await db.card.findUniqueOrThrow({ where: { id: cardId } });
    const kept = await db.card.create({
      data: {
        ...{ subjectId: held.subjectId, chapterId: another.chapterId },
        title: 'The other',
        status: 'PUBLISHED',
      },
    });
    await db.notice.update({ where: { id }, data: { data: { ...held, cardIds: [cardId, kept.id] } } });
    // Held back while the letter waited.
    await db.card.update({ where: { id: cardId }, data: { status: 'HIDDEN' } });
    await deliver(id, 1);
    expect(went).toHaveLength(1);
    expect(went[0]?.text).toContain('The other');
    expect(JSON.stringify(went)).not.toContain(storyTitle);
  });

  test.each([
    ['the story is hidden', ({ cardIds }: Told) => hide(cardIds[0])],
    ['the story is erased', ({ cardIds }: Told) => db.card.deleteMany({ where: { id: { in: cardIds } } })],
    [
      'nothing is shared any more',
      ({ subjectId }: Told) => db.subject.update({ where: { id: subjectId }, data: { sharing: false } }),
    ],
    [
      'its reader reads the book no more',
      ({ subjectId }: Told) => db.membership.deleteMany({ where: { subjectId } }),
    ],
    [
      'the book is deleted',
      ({ subjectId }: Told) =>
        db.subject.update({ where: { id: subjectId }, data: { deletedAt: new Date() } }),
    ],
  ])('about a story does not go when meanwhile %s', async (_what, change) => {
    const held = await aStoryToTell();
    const { id } = await db.notice.create({
      data: { kind: 'new-story', channel: 'mail', recipient: anAddress(), data: held, dedupeKey: newId() },
    });
    await change(held);
    const went: Mail[] = [];
    mailThrough(async (mail) => void went.push(mail));
    await deliver(id, 1);
    expect(went).toEqual([]);
    expect(await db.notice.count({ where: { id } })).toBe(0);
  });

  test('is not written when its cause is rolled back', async () => {
    const recipient = anAddress();
    const failing = transaction(async (tx) => {
      await notify(tx, { kind: 'new-story', channel: 'mail', recipient, data: story, dedupeKey: newId() });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.notice.count({ where: { recipient } })).toBe(0);
  });

  test('with the same key is written once, also by concurrent requests', async () => {
    const recipient = anAddress();
    const key = newId();
    await Promise.all(Array.from({ length: 5 }, () => tell(recipient, key)));
    await letterTo(recipient);
    expect(await db.notice.count({ where: { recipient } })).toBe(1);
    expect(await lettersTo(recipient)).toHaveLength(1);
  });

  test('is sent by one of two concurrent jobs, and by no later one', async () => {
    const { id } = await aWaitingNotice();
    const sent: string[] = [];
    mailThrough(async (mail) => void sent.push(mail.id));
    const three = await Promise.allSettled([deliver(id, 3), deliver(id, 3), deliver(id, 3)]);
    await deliver(id, 3);
    expect(sent).toEqual([id]);
    // Those who found it in the hands of another look again: that one may die.
    expect(three.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
  });

  test('claimed by another sender is retried later and never counted as settled', async () => {
    const { id } = await aWaitingNotice();
    const sent: string[] = [];
    mailThrough(async (mail) => void sent.push(mail.id));
    await db.notice.update({ where: { id }, data: { claimedUntil: new Date(Date.now() + 30_000) } });

    await expect(deliver(id, 3)).rejects.toThrow('in the hands of another');
    expect(sent).toEqual([]);

    await db.notice.update({ where: { id }, data: { claimedUntil: new Date(Date.now() - 1) } });
    await deliver(id, 3);
    expect(sent).toEqual([id]);
  });

  test('sent during an outage is recorded when the database is back, and not sent again', async () => {
    const { id } = await aWaitingNotice();
    const sent: string[] = [];
    let held: Awaited<ReturnType<typeof holdingUpNotices>> | undefined;
    mailThrough(async (mail) => {
      sent.push(mail.id);
      held = await holdingUpNotices();
    });

    const delivered = deliver(id, 3);
    await expect.poll(() => held?.waiting(), { timeout: 15_000 }).toHaveLength(1);
    for (const pid of (await held?.waiting()) ?? []) await held?.cutOff(pid);
    await held?.end();

    await delivered;
    expect(await db.notice.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'SENT',
      attempts: 1,
    });
    await deliver(id, 3);
    expect(sent).toEqual([id]);
  });

  test('whose sender died is sent by the next one as the same letter', async () => {
    const recipient = anAddress();
    const { id } = await aWaitingNotice(recipient);
    await deliver(id, 3);
    await db.notice.update({
      where: { id },
      data: { status: 'WAITING', claimedUntil: new Date(Date.now() - 1) },
    });
    await deliver(id, 3);
    expect(await lettersTo(recipient)).toHaveLength(1);
  });

  test('that could not be sent waits for a retry, with its error but without the address', async () => {
    const recipient = anAddress();
    const { id } = await aWaitingNotice(recipient);
    mailThrough(async (mail) => Promise.reject(new Error(`451 <${mail.to}> try later`)));
    await expect(deliver(id, 3)).rejects.toThrow('could not be sent');
    const notice = await db.notice.findUniqueOrThrow({ where: { id } });
    expect(notice).toMatchObject({ status: 'WAITING', attempts: 1, lastError: '451 <[address]> try later' });
  });

  test('stays FAILED after the last try', async () => {
    const { id } = await aWaitingNotice();
    mailThrough(async () => Promise.reject(new Error('down')));
    await expect(deliver(id, 2)).rejects.toThrow();
    await expect(deliver(id, 2)).rejects.toThrow();
    await deliver(id, 2);
    expect(await db.notice.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'FAILED',
      attempts: 2,
    });
  });

  test('that the mail server refuses for good is not retried', async () => {
    const { id } = await aWaitingNotice();
    mailThrough(async () => Promise.reject(new MailRefused('no such user')));
    await expect(deliver(id, 5)).resolves.toBeUndefined();
    expect(await db.notice.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'FAILED',
      attempts: 1,
    });
  });

  test('is erased 30 days after it was sent, with its file; one that waits is kept', async () => {
    const recipient = anAddress();
    const long = new Date(Date.now() - 31 * 24 * 3600 * 1000);
    const old = await aWaitingNotice(recipient);
    await db.notice.update({ where: { id: old.id }, data: { createdAt: long } });
    await deliver(old.id, 1);
    const waiting = await aWaitingNotice();
    await db.notice.update({ where: { id: waiting.id }, data: { createdAt: long } });
    const fresh = await aWaitingNotice();
    await deliver(fresh.id, 1);

    await eraseSentNotices();
    const kept = await db.notice.findMany({ where: { id: { in: [old.id, waiting.id, fresh.id] } } });
    expect(kept.map(({ id }) => id).sort()).toEqual([waiting.id, fresh.id].sort());
    const files = readdirSync(server().outbox).join();
    expect([files.includes(old.id), files.includes(fresh.id)]).toEqual([false, true]);
  });
});

const url = 'http://localhost/x?a=1&b=2';
const samples = (): { [K in NoticeKind]: NoticeData<K> } => ({
  'verify-email': { name: 'Anna', url },
  'verify-new-email': { name: 'Anna', url },
  'change-email': { name: 'Anna', newEmail: 'anna@evertold.test', url },
  'delete-account': { name: 'Anna', url },
  'reset-password': { name: 'Anna', url },
  'already-registered': { name: 'Anna', signInUrl: url, forgotUrl: 'http://localhost/forgot-password' },
  invitation: {
    subjectName: 'Alma',
    inviterName: 'Teresa',
    role: 'VIEWER',
    url,
    expiresAt: '2026-12-05T10:42:00.000Z',
    message: 'Come <b>and</b> read',
  },
  'enter-book': { name: 'Nina', subjectName: 'Alma', url },
  'enter-as-usual': { name: 'Nina', subjectName: 'Alma', url },
  wellbeing: { subjectName: 'Alma', url },
  'export-ready': { subjectName: 'Alma', until: '2026-12-01T10:00:00Z', url },
  'book-brought': { subjectName: 'Alma', url },
  gift,
  'gift-reminder': gift,
  'new-story': story,
  'stories-of-a-week': story,
  remark: remarks,
  'email-changed': { name: 'Anna', newEmail: 'new@evertold.test', url, until: '2026-12-01T10:00:00Z' },
  'email-change-undone': { name: 'Anna', url },
  'phone-changed': { name: 'Anna', change: 'CHANGED', ending: '07', url },
  'account-changed': { name: 'Anna', what: 'EDITOR_INVITED', about: 'Alma', url },
  'webhook-off': { name: 'Anna', reason: 'FAILING', url },
  'account-deleted': {
    name: 'Anna',
    until: '2026-12-01T10:00:00Z',
    url: 'http://localhost/',
    deleted: [{ subjectName: 'Alma', url }],
    handedOver: [{ subjectName: 'Ed', toName: 'Paul' }],
  },
  'book-deleted': { subjectName: 'Alma', byName: 'Anna', until: '2026-12-01T10:00:00Z', url },
  'book-handed-over': { subjectName: 'Alma', fromName: 'Anna', asSuccessor: true, url },
  'successor-named': { subjectName: 'Alma', byName: 'Anna', url },
  'successor-ended': { subjectName: 'Alma', byName: 'Anna', url },
  'owner-said-dead': {
    ...{ subjectName: 'Alma', ownerName: 'Anna', byName: 'Vi', own: true },
    ...{ until: '2026-12-01T10:00:00Z', url },
  },
  'owner-is-here': { subjectName: 'Alma', ownerName: 'Anna', byHand: true, url },
  'book-claimed': { subjectName: 'Alma', claimedBy: 'Alma Hale', own: false, url },
  'caller-unconfirmed': { subjectName: 'Alma', url },
  'story-deleted-by-phone': { subjectName: 'Alma', byHand: false, url },
  'call-missed': {
    ...{ subjectName: 'Alma', tries: 3, time: 'Tuesday, November 24, 2 PM', url },
    timeInSpanish: 'martes, 24 de noviembre, 2:00 p. m.',
  },
  'calls-stopped': {
    ...{ subjectName: 'Alma', said: 'SAID_TO_HAVE_DIED', timeZone: 'America/New_York', url },
    ...{ isNew: true, own: false },
    at: '2026-12-01T15:00:00.000Z',
  },
  'code-word-changed': { subjectName: 'Alma', change: 'CHANGED', byName: 'Anna', own: false, url },
  'consent-changed': { subjectName: 'Alma', kinds: ['SHARING', 'AI_WRITING'], status: 'WITHDRAWN', url },
});

/** Other forms of a letter, with wordings that its sample doesn't have. */
const variants: { [K in NoticeKind]?: Partial<NoticeData<K>>[] } = {
  invitation: [{ role: 'EDITOR' }, { role: 'OWNER' }, { role: 'SUBJECT' }, { message: null }],
  'book-brought': [{ hasRecordings: true }],
  'phone-changed': [{ change: 'ADDED' }, { change: 'REMOVED' }],
  'account-changed': (
    [
      ...['KEY_MADE', 'WEBHOOK_MADE', 'PASSWORD_CHANGED', 'SUBJECT_INVITED', 'MEMBER_CHANGED'],
      ...['SUCCESSOR_CHANGED', 'SECURED'],
    ] as NoticeData<'account-changed'>['what'][]
  ).map((what) => ({ what, about: null })),
  'webhook-off': [{ reason: 'GONE' }],
  'account-deleted': [{ deleted: [], handedOver: [] }],
  'book-handed-over': [{ asSuccessor: false }, { saidDead: true }],
  'owner-said-dead': [{ own: false }, { isOver: true }, { own: false, isOver: true }],
  'owner-is-here': [{ byHand: false }],
  'successor-ended': [{ isMember: false }],
  'book-claimed': [{ own: true }],
  'story-deleted-by-phone': [{ byHand: true }],
  'call-missed': [
    ...[{ tries: 1 }, { asked: true }, { tries: 2, notConnected: 2 }, { notDialled: 3 }],
    { tries: 5, notConnected: 2, notDialled: 1, asked: true },
  ],
  'calls-stopped': [
    ...[{ said: 'WRONG_NUMBER' }, { said: 'WRONG_NUMBER', isNew: false }, { isNew: false }, { own: true }],
    ...[
      { own: true, said: 'WRONG_NUMBER' },
      { own: true, said: 'WRONG_NUMBER', isNew: false },
      { own: true, isNew: false },
    ],
  ] as Partial<NoticeData<'calls-stopped'>>[],
  'code-word-changed': [
    { change: 'CHOSEN' },
    { change: 'REMOVED' },
    ...(['CHOSEN', 'CHANGED', 'REMOVED'] as const).map((change) => ({ change, own: true })),
  ],
  'consent-changed': [{ status: 'GRANTED' }, { kinds: ['CALLS', 'SMS', 'RECORDING'] }],
};

/** Each letter: its kind, and how it differs from the sample. */
const everyLetter = () =>
  (Object.keys(kinds) as NoticeKind[]).flatMap((kind) =>
    [{}, ...(variants[kind] ?? [])].map((variant) => [kind, variant] as const),
  );

describe('A letter', () => {
  test.each(everyLetter())('of the kind %s (%j) is whole, plain and safe', async (kind, variant) => {
    const letter = await kinds[kind].letter({ ...samples()[kind], ...variant }, email);
    if (!letter) throw new Error('There is nothing to say');
    const { html } = await laidOut(letter);
    const said = [
      letter.subject,
      letter.preview,
      ...letter.paragraphs,
      ...(letter.after ?? []),
      letter.why,
    ].join(' ');
    expect(said).not.toMatch(/!|undefined|null|subject\b|viewer\b|\buser\b/i);
    expect(letter.subject.length).toBeLessThan(80);
    expect(html).toContain(letter.action?.url.replaceAll('&', '&amp;'));
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toContain('<b>and</b>');
    expect(html).not.toMatch(/<script|src=/);
  });

  test.each(everyLetter())('of the kind %s (%j) is whole in Spanish', async (kind, variant) => {
    const letter = await kinds[kind].letter({ ...samples()[kind], ...variant, language: 'es' }, email);
    if (!letter) throw new Error('There is nothing to say');
    const said = [
      ...[letter.subject, letter.preview, letter.action?.label, letter.why],
      ...[...letter.paragraphs, ...(letter.after ?? []), letter.unsubscribe?.letters],
    ]
      .join(' ')
      .replaceAll(storyTitle, '')
      // The button that a gift is opened by; the page around it is English.
      .replaceAll('«I was given this»', '');
    const { html } = await laidOut(letter);
    expect(letter.subject.length).toBeLessThan(80);
    expect(html).toContain('lang="es"');
    expect(said).toMatch(/Recibe este correo/);
    expect(said).not.toMatch(/!|undefined|null|\b(?:the|you|your|of|was|is|and)\b/i);
    expect(html).toContain('Evertold guarda las historias');
    expect(html).not.toContain('Evertold keeps');
  });

  test.each(['invitation', 'export-ready', 'book-deleted'] as const)(
    'of the kind %s says until which day, where the person of the book lives',
    async (kind) => {
      const until = '2026-12-05T03:30:00.000Z';
      const said = async (more: object) => {
        const data = { ...samples()[kind], until, expiresAt: until, ...more };
        const letter = await kinds[kind].letter(data, 'anna@evertold.test');
        return [letter?.preview, ...(letter?.paragraphs ?? []), ...(letter?.after ?? [])].join(' ');
      };

      expect(await said({ timeZone: 'America/New_York' })).toContain('until 4 December');
      expect(await said({ timeZone: 'America/New_York' })).not.toContain('5 December');
      expect(await said({ timeZone: 'Europe/Madrid', language: 'es' })).toContain('hasta el 5 de diciembre');
      expect(await said({ timeZone: 'America/Mexico_City', language: 'es' })).toContain(
        'hasta el 4 de diciembre',
      );
    },
  );

  test('does not greet by a name that would become a link', async () => {
    const greetingOf = async (name: string) =>
      (await kinds['verify-email'].letter({ name, url }))?.paragraphs[0];
    for (const name of ['http://evil.test', 'evil.test', 'www evil', 'a@b', 'x'.repeat(61)])
      expect(await greetingOf(name)).toBe('Hello,');
    for (const name of ['Anna', 'J. F. Kennedy', 'Zoë O’Neill', 'Mary-Jo'])
      expect(await greetingOf(name)).toBe(`Hello ${name},`);
  });
});
