import { createHash } from 'node:crypto';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellOfMissedCalls } from '#api/calls/missed.ts';
import { deliverGift, remindOfGifts } from '#api/gifts/service/deliver.ts';
import { notify } from '#api/notices/service.ts';
import { wantsNoLetters } from '#api/notices/unsubscribing.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { anAddress, signUp } from '#tests/support/account.ts';
import { aGift, giftOf } from '#tests/support/giving.ts';
import { accept, invite } from '#tests/support/inviting.ts';
import { linksIn, startMailServer } from '#tests/support/mail-server.ts';
import type { Person } from '#tests/support/person.ts';
import { server, speakTo, startTestServer } from '#tests/support/server.ts';
import { stories, told } from '#tests/support/told.ts';
import { aFamily, aPerson, type Family, nobody } from '#tests/support/world.ts';

const mail = await startMailServer();
beforeAll(async () => {
  speakTo(await startTestServer({ SMTP_URL: mail.url, MAIL_FROM: 'Evertold <hello@evertold.test>' }));
});
afterAll(async () => {
  await server().stop();
  speakTo(null);
  await mail.stop();
});

const newStory = /has told a new story/;

/** A family of which a story was just published, and the letter about it to its owner. */
async function aToldFamily(): Promise<Family & { letter: Email; cardId: string }> {
  const family = await aFamily();
  const { id: subjectId } = family.subject;
  await told(subjectId, [stories.bakery]);
  const card = await db.card.findFirstOrThrow({ where: { subjectId } });
  const letter = await mail.received(family.owner.email, newStory);
  return { ...family, letter, cardId: card.id };
}

/** The address that mail programs post to. */
function addressIn({ headers }: Email): string {
  const value = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const [, address = ''] = /^<(.*)>$/.exec(value) ?? [];
  return address;
}

/** What a mail program posts: no cookies, and the body of RFC 8058. */
async function post(address: string) {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  const answer = await fetch(address, { method: 'POST', body });
  return { status: answer.status, body: await answer.json() };
}

function choicesOf({ id: userId }: Person, { subject }: Family) {
  return db.membership.findFirst({
    where: { userId, subjectId: subject.id },
    select: { storyNotices: true, missedCallNotices: true, remarkNotices: true },
  });
}

describe('A letter about new stories', () => {
  test('names its address for one click in the headers, in its page and in its text, and one POST turns the letters off, again and at the same time', async () => {
    const family = await aToldFamily();
    const { owner, editor, letter, subject, cardId } = family;
    const header = (name: string) => letter.headers.find(({ key }) => key === name)?.value;
    const address = addressIn(letter);
    expect(address.startsWith(`${server().config.publicUrl}/unsubscribe/`)).toBe(true);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const { html, text } = linksIn(letter);
    expect(html).toContain(address);
    expect(text).toContain(address);

    const done = { status: 200, body: { subjectName: subject.preferredName, again: null } };
    expect(await Promise.all([post(address), post(address)])).toEqual([done, done]);
    expect(await post(address)).toEqual(done);
    expect(await choicesOf(owner, family)).toEqual({
      ...{ storyNotices: 'never', missedCallNotices: true, remarkNotices: true },
    });
    expect(await choicesOf(editor, family)).toMatchObject({ storyNotices: 'at-once' });

    // A letter that waited meanwhile is dropped when its turn comes.
    const waits = { kind: 'new-story', channel: 'mail', dedupeKey: newId() } as const;
    const data = { subjectId: subject.id, userId: owner.id, cardIds: [cardId] };
    await transaction((tx) => notify(tx, { ...waits, recipient: owner.email, data }));
    await expect.poll(() => db.notice.count({ where: { dedupeKey: waits.dedupeKey } })).toBe(0);

    const again = await owner.gql(
      `mutation ($input: SetNoticesInput!) { setNotices(input: $input) { ... on Membership { notices { stories } } } }`,
      { input: { subjectId: subject.id, stories: 'WEEKLY' } },
    );
    expect(again.setNotices.notices.stories).toBe('WEEKLY');
  });

  test('turns nothing off when its address is only opened', async () => {
    const family = await aToldFamily();
    const address = addressIn(family.letter);
    for (const method of ['GET', 'HEAD']) await fetch(address, { method, headers: { accept: 'text/html' } });
    expect(await choicesOf(family.owner, family)).toMatchObject({ storyNotices: 'at-once' });
  });

  test('turns nothing off by an address that was altered, is for another kind or member, or is none', async () => {
    const family = await aToldFamily();
    const { letter, viewer, owner, subject } = family;
    const [, , membershipId = '', choice = '', signature = ''] = new URL(addressIn(letter)).pathname.split(
      '/',
    );
    const { id: another } = await db.membership.findFirstOrThrow({
      where: { userId: viewer.id, subjectId: subject.id },
    });
    const { publicUrl } = server().config;
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const before = await choicesOf(owner, family);
    for (const path of [
      `${membershipId}/${choice}/${flipped}`,
      `${membershipId}/${choice}/${signature.slice(0, -4)}`,
      `${membershipId}/missed-calls/${signature}`,
      `${membershipId}/toString/${signature}`,
      `${another}/${choice}/${signature}`,
      `none/${choice}/${signature}`,
    ]) {
      const { status, body } = await post(`${publicUrl}/unsubscribe/${path}`);
      expect({ path, status, code: body.errors[0].extensions.code }).toEqual({
        path,
        status: 404,
        code: 'NOT_FOUND',
      });
    }
    expect(await choicesOf(owner, family)).toEqual(before);
    expect(await choicesOf(viewer, family)).toMatchObject({ storyNotices: 'at-once' });
  });

  test('has an address that still answers after its reader left the book', async () => {
    const { letter, owner } = await aToldFamily();
    await db.membership.deleteMany({ where: { userId: owner.id } });
    expect(await post(addressIn(letter))).toEqual({ status: 200, body: { subjectName: null, again: null } });
  });
});

test('A letter about a missed call turns off only letters about missed calls', async () => {
  const family = await aFamily();
  const { subject, owner } = family;
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
  const id = newId();
  const ofSubject = { subjectId: subject.id };
  await db.conversation.create({
    data: {
      ...{ id, ...ofSubject, channel: 'PHONE', phone: subject.phone, status: 'MISSED' },
      ...{ endedAt: hoursAgo(3), endReason: 'NO_ANSWER' },
    },
  });
  await db.call.create({
    data: { conversationId: id, ...ofSubject, line: 'PROVIDER', scheduledFor: hoursAgo(3), attempt: 1 },
  });
  await tellOfMissedCalls();
  const letter = await mail.received(owner.email, /missed a call/);
  expect(await post(addressIn(letter))).toMatchObject({ status: 200 });
  expect(await choicesOf(owner, family)).toEqual({
    ...{ storyNotices: 'at-once', missedCallNotices: false, remarkNotices: true },
  });
});

test('A letter about remarks turns off only letters about remarks', async () => {
  const family = await aToldFamily();
  const { subject, owner, viewer, cardId } = family;
  const createdAt = clock.now();
  await db.remark.create({
    data: { subjectId: subject.id, cardId, authorId: viewer.id, text: 'So it was.', createdAt },
  });
  const data = {
    ...{ subjectId: subject.id, userId: owner.id },
    ...{ from: createdAt.toISOString(), until: new Date(createdAt.getTime() + 1).toISOString() },
  };
  const letterOf = { kind: 'remark', channel: 'mail', recipient: owner.email, data } as const;
  await transaction((tx) => notify(tx, { ...letterOf, dedupeKey: newId() }));
  const letter = await mail.received(owner.email, /wrote a remark/);
  const address = addressIn(letter);
  const { html, text } = linksIn(letter);
  expect(html).toContain(address);
  expect(text).toContain(address);
  expect(await post(address)).toEqual({
    status: 200,
    body: { subjectName: subject.preferredName, again: null },
  });
  expect(await choicesOf(owner, family)).toEqual({
    ...{ storyNotices: 'at-once', missedCallNotices: true, remarkNotices: false },
  });
});

test('A letter that nobody can turn off has no such header', async () => {
  const { owner, subject } = await aFamily();
  await owner.gql('DeleteSubject', { id: subject.id });
  const letter = await mail.received(owner.email, /book was deleted/);
  expect(letter.headers.map(({ key }) => key).filter((key) => key.startsWith('list-'))).toEqual([]);
});

describe('A letter that its reader didn’t ask for', () => {
  /** A book with an invitation to an address that has no account, and its letter. */
  async function anInvitedStranger(role = 'VIEWER') {
    const family = await aFamily();
    const email = anAddress();
    const invited = await invite(family.owner, { subjectId: family.subject.id, role, email });
    const letter = await mail.received(email, /invites you|le invita/);
    return { ...family, email, invited, letter, address: addressIn(letter) };
  }

  const unopenedFor15Days = () => ({
    status: 'DELIVERED' as const,
    deliveredAt: new Date(clock.now().getTime() - 15 * 24 * 3_600_000),
  });

  const isUnwanted = async (email: string) => wantsNoLetters(email);

  test('names its address in the headers, in its page and in its text, and opening it changes nothing', async () => {
    const { email, letter, address } = await anInvitedStranger();
    expect(address.startsWith(`${server().config.publicUrl}/unsubscribe/`)).toBe(true);
    expect(address).not.toContain(email.split('@')[0]);
    expect(letter.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe(
      'List-Unsubscribe=One-Click',
    );
    const { html, text } = linksIn(letter);
    expect(html).toContain(address);
    expect(text).toContain(address);
    expect(letter.text).toContain('Stop invitations and gifts by email');
    for (const method of ['GET', 'HEAD']) await fetch(address, { method, headers: { accept: 'text/html' } });
    expect(await isUnwanted(email)).toBe(false);
  });

  test('is sent to nobody who said so, by anybody, and the invitation still opens the book', async () => {
    const { email, address, subject, invited } = await anInvitedStranger();
    const again = expect.stringMatching(/^\/unsubscribe\/[^/]+\/from-others-again\/[^/]+$/);
    const done = { status: 200, body: { subjectName: null, again } };
    expect(await Promise.all([post(address), post(address)])).toEqual([done, done]);
    expect(await post(address)).toEqual(done);
    expect(await isUnwanted(email)).toBe(true);

    const other = await aFamily();
    const second = await invite(other.owner, {
      ...{ subjectId: other.subject.id, role: 'VIEWER', email: email.toUpperCase() },
    });
    expect(second).toMatchObject({ __typename: 'InviteSuccess', isLetterUnwanted: true });
    expect(await db.notice.count({ where: { dedupeKey: `invitation:${second.invitation.id}` } })).toBe(0);
    const reader = await aPerson();
    expect(await accept(reader, second.token)).toMatchObject({ role: 'VIEWER' });
    expect(await accept(reader, invited.token)).toMatchObject({ subject: { id: subject.id } });

    // A letter that waited meanwhile is dropped when its turn comes.
    const waits = { kind: 'invitation', channel: 'mail', dedupeKey: newId() } as const;
    const data = {
      ...{ url: 'http://localhost/', inviterName: 'Anna', subjectName: 'Alma', role: 'VIEWER' as const },
      expiresAt: clock.now().toISOString(),
    };
    await transaction((tx) => notify(tx, { ...waits, recipient: email, data }));
    await expect.poll(() => db.notice.count({ where: { dedupeKey: waits.dedupeKey } })).toBe(0);
  });

  test('is no longer sent about a gift, and the giver is told', async () => {
    const { email, address, owner } = await anInvitedStranger();
    await post(address);
    const gift = await aGift(owner.id, {
      recipientEmail: email,
      deliverAt: new Date(clock.now().getTime() - 1000),
    });
    await deliverGift(gift.id);
    expect(await giftOf(owner, gift.id)).toMatchObject({ status: 'DELIVERED', undelivered: true });
    expect(await db.notice.count({ where: { recipient: email, kind: 'gift' } })).toBe(0);
  });

  test('has no reminder of a gift, and the giver reads of none', async () => {
    const { email, address, owner } = await anInvitedStranger();
    const { id } = await aGift(owner.id, { recipientEmail: email, ...unopenedFor15Days() });
    await post(address);
    await remindOfGifts();
    expect(await giftOf(owner, id)).toMatchObject({ remindedAt: null, undelivered: true });
    const asIs = await db.gift.findUnique({ where: { id } });
    await remindOfGifts();
    expect(await db.gift.findUnique({ where: { id } })).toEqual(asIs);
    expect(await db.notice.count({ where: { recipient: email, kind: 'gift-reminder' } })).toBe(0);
  });

  test.each(['gift', 'gift-reminder'] as const)(
    'is dropped where it waited as a %s while its reader turned it off, and the giver is told',
    async (kind) => {
      const { email, address, owner } = await anInvitedStranger();
      const remindedAt = kind === 'gift-reminder' ? clock.now() : null;
      const delivered = { recipientEmail: email, ...unopenedFor15Days(), remindedAt };
      const { id } = await aGift(owner.id, delivered);
      const opened = await aGift(owner.id, { ...delivered, status: 'REDEEMED', redeemedAt: clock.now() });
      await post(address);
      for (const giftId of [id, opened.id]) {
        const waits = { kind, channel: 'mail', recipient: email, dedupeKey: `${kind}:${giftId}` } as const;
        await transaction((tx) => notify(tx, { ...waits, data: { giftId } }));
        await expect.poll(() => db.notice.count({ where: { dedupeKey: waits.dedupeKey } })).toBe(0);
      }
      expect(await giftOf(owner, id)).toMatchObject({
        ...{ status: 'DELIVERED', undelivered: true, remindedAt: null },
      });
      expect(await giftOf(owner, opened.id)).toMatchObject({ status: 'REDEEMED', undelivered: false });
    },
  );

  test('can’t be turned off by an address that was altered, or is for another reader', async () => {
    const { email, address } = await anInvitedStranger();
    const other = await anInvitedStranger();
    const [, , id = '', choice = '', signature = ''] = new URL(address).pathname.split('/');
    const [, , another = ''] = new URL(other.address).pathname.split('/');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const path of [
      `${id}/${choice}/${flipped}`,
      `${another}/${choice}/${signature}`,
      `${id}/stories/${signature}`,
    ])
      expect(await post(`${server().config.publicUrl}/unsubscribe/${path}`)).toMatchObject({ status: 404 });
    expect([await isUnwanted(email), await isUnwanted(other.email)]).toEqual([false, false]);
  });

  test('is turned on again by the address in the answer, also twice, and then sent', async () => {
    const { email, address, owner, subject } = await anInvitedStranger();
    const other = await anInvitedStranger();
    await post(other.address);
    const { body } = await post(address);
    const again = `${server().config.publicUrl}${body.again}`;
    for (const method of ['GET', 'HEAD']) await fetch(again, { method, headers: { accept: 'text/html' } });
    expect(await isUnwanted(email)).toBe(true);
    const done = { status: 200, body: { subjectName: null, again: null } };
    expect(await Promise.all([post(again), post(again)])).toEqual([done, done]);
    expect(await post(again)).toEqual(done);
    expect([await isUnwanted(email), await isUnwanted(other.email)]).toEqual([false, true]);

    const invited = await invite(owner, { subjectId: subject.id, role: 'EDITOR', email });
    expect(invited).toMatchObject({ __typename: 'InviteSuccess', isLetterUnwanted: false });
    await post(address);
    expect(await isUnwanted(email)).toBe(true);
  });

  test('is turned on again by no address that was altered, is for another reader, or turns it off', async () => {
    const { email, address } = await anInvitedStranger();
    const other = await anInvitedStranger();
    const partsOf = (path: string) => path.split('/').slice(2);
    const [id = '', off = '', offSignature = ''] = partsOf(new URL(address).pathname);
    const [, choice = '', signature = ''] = partsOf((await post(address)).body.again);
    const [, , otherSignature = ''] = partsOf((await post(other.address)).body.again);
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const path of [
      `${id}/${choice}/${flipped}`,
      `${id}/${choice}/${offSignature}`,
      `${id}/${choice}/${otherSignature}`,
      `${id}/${off}/${signature}`,
    ]) {
      const answer = await post(`${server().config.publicUrl}/unsubscribe/${path}`);
      expect(answer).toMatchObject({
        status: 404,
        body: { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
      });
    }
    expect([await isUnwanted(email), await isUnwanted(other.email)]).toEqual([true, true]);
  });

  test('names and stores its address by a hash that nobody can compute without the secret', async () => {
    const { email, address } = await anInvitedStranger();
    await post(address);
    const [, , id = ''] = new URL(address).pathname.split('/');
    expect(await db.unwantedLetters.count({ where: { addressHash: id } })).toBe(1);
    const bare = createHash('sha256').update(email).digest();
    for (const encoding of ['base64url', 'base64', 'hex'] as const)
      expect(id).not.toBe(bare.toString(encoding));
  });

  test('is not a letter that its reader asks for, which is still sent', async () => {
    const { email, address, invited, subject } = await anInvitedStranger();
    await post(address);
    const asking = 'mutation ($input: AskToEnterInput!) { askToEnter(input: $input) { __typename } }';
    await nobody().gql(asking, { input: { token: invited.token, name: 'Nina', email } });
    const letter = await mail.received(email, new RegExp(`Open ${subject.preferredName}`));
    expect(letter.headers.map(({ key }) => key).filter((key) => key.startsWith('list-'))).toEqual([]);
    await signUp(email);
    await mail.received(email, /confirm/i);
  });

  test('says so in Spanish where it is in Spanish', async () => {
    const family = await aFamily();
    await db.subject.update({ where: { id: family.subject.id }, data: { language: 'es', selfUserId: null } });
    const email = anAddress();
    await invite(family.owner, { subjectId: family.subject.id, role: 'SUBJECT', email });
    const letter = await mail.received(email, /le invita/);
    expect(letter.text).toContain('No recibir más invitaciones ni regalos por correo electrónico');
  });
});
