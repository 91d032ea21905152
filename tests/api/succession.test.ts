import { describe, expect, test } from 'vitest';
import { settleSuccessions } from '#api/people/service/succession.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { account } from '#tests/support/account.ts';
import { aCallToUs, booksOf } from '#tests/support/book.ts';
import { day, useClock } from '#tests/support/clock.ts';
import { type Letter, lettersTo } from '#tests/support/outbox.ts';
import { password, signIn, succeeded } from '#tests/support/person.ts';
import { aFamily, type Family, type Person, theAdmin, useServer } from '#tests/support/world.ts';

useServer();
useClock();

const naming = `mutation ($subjectId: ID!, $membershipId: ID) {
  setSuccessor(subjectId: $subjectId, membershipId: $membershipId) {
    ... on Subject { id } ... on UserError { code message } } }`;
const claiming = `mutation ($subjectId: ID!) { claimSuccession(subjectId: $subjectId) {
  ... on Subject { succession { ownerName claimedAt takesOverAt } } ... on UserError { code message } } }`;
const answering = `mutation ($subjectId: ID!) { answerSuccession(subjectId: $subjectId) {
  ... on Subject { succession { takesOverAt maySayAgainAt } } ... on UserError { code message } } }`;
const succession = `query ($id: ID!) { subject(id: $id) { myRole
  succession { ownerName successorName isMine claimedAt takesOverAt maySayAgainAt } } }`;

const claim = async (by: Person, subjectId: string) =>
  (await by.gql(claiming, { subjectId })).claimSuccession;
const answer = async (by: Person, subjectId: string) =>
  (await by.gql(answering, { subjectId })).answerSuccession;
const seenBy = async (by: Person, id: string) => (await by.gql(succession, { id })).subject?.succession;

async function memberOf(subjectId: string, { id: userId }: Person) {
  return (await db.membership.findFirstOrThrow({ where: { subjectId, userId } })).id;
}

async function name(by: Person, subjectId: string, successor: Person) {
  const membershipId = await memberOf(subjectId, successor);
  succeeded(await by.gql(naming, { subjectId, membershipId }));
}

/** A family whose reader is the named successor. */
async function withSuccessor(): Promise<Family & { id: string }> {
  const family = await aFamily();
  await name(family.owner, family.subject.id, family.viewer);
  return { ...family, id: family.subject.id };
}

/** Lets the server's clock show a time this many days after today. */
function daysPass(days: number) {
  clock.now = () => new Date(Date.now() + days * day);
}

async function letterAbout(email: string, subject: RegExp): Promise<Letter> {
  const found = async () => (await lettersTo(email)).find((letter) => subject.test(letter.subject ?? ''));
  await expect.poll(found).toBeDefined();
  return (await found()) as Letter;
}

const noticesOf = (subjectId: string, kind: string) => db.notice.count({ where: { subjectId, kind } });
const role = async (subjectId: string, person: Person) =>
  (await db.membership.findFirstOrThrow({ where: { subjectId, userId: person.id } })).role;

describe('When the only owner has died', () => {
  test('the successor says so, the owner and the person are written to, and after 30 days it is theirs too', async () => {
    const { id, owner, editor, viewer, self, admin } = await withSuccessor();
    expect(await seenBy(viewer, id)).toEqual({
      ...{ ownerName: 'Anna Rourke', successorName: 'Vi Rourke', isMine: true },
      ...{ claimedAt: null, takesOverAt: null, maySayAgainAt: null },
    });
    expect(await seenBy(owner, id)).toMatchObject({ isMine: false });
    for (const person of [editor, admin]) expect(await seenBy(person, id)).toBeNull();

    const said = await claim(viewer, id);
    const { claimedAt, takesOverAt } = said.succession;
    expect(Date.parse(takesOverAt) - Date.parse(claimedAt)).toBe(30 * day);
    expect((await seenBy(owner, id)).takesOverAt).toBe(takesOverAt);
    const toOwner = await letterAbout(owner.email, /told us that you have died/);
    expect(toOwner.text).toContain('Vi Rourke is named as your successor for Alma’s book');
    expect(toOwner.links.join()).toContain(`/dashboard/${id}/settings/`);
    const toSelf = await letterAbout(self.email, /told us that Anna Rourke has died/);
    expect(toSelf.text).toContain('choose “Anna Rourke is alive”');
    expect(await noticesOf(id, 'owner-said-dead')).toBe(2);

    daysPass(22.9);
    await settleSuccessions();
    expect(await noticesOf(id, 'owner-said-dead')).toBe(2);
    // In the last week both are written to once more.
    for (const days of [23, 24, 29.9]) {
      daysPass(days);
      await settleSuccessions();
      expect(await noticesOf(id, 'owner-said-dead')).toBe(4);
    }
    await settleSuccessions();
    expect(await role(id, viewer)).toBe('VIEWER');
    daysPass(30);
    // The job may run twice, also at once.
    await Promise.all([settleSuccessions(), settleSuccessions()]);
    await settleSuccessions();
    expect(await role(id, viewer)).toBe('OWNER');
    expect(await role(id, owner)).toBe('OWNER');
    expect((await viewer.gql(succession, { id })).subject).toEqual({ myRole: 'OWNER', succession: null });
    expect(await noticesOf(id, 'owner-said-dead')).toBe(6);
    for (const person of [owner, self])
      expect((await letterAbout(person.email, /Vi Rourke is now an owner/)).text).toContain('still an owner');
    const last = await letterAbout(viewer.email, /now an owner of/);
    expect(last.text).toContain('nobody has answered for 30 days');
    expect(await noticesOf(id, 'book-handed-over')).toBe(1);
    const log = await db.auditEvent.findMany({ where: { subjectId: id, targetId: viewer.id } });
    expect(log.filter(({ action }) => action === 'member.role')).toMatchObject([
      { actorId: null, detail: { to: 'OWNER', saidDead: owner.id } },
    ]);
    const claimed = { subjectId: id, action: 'member.succession', actorId: viewer.id };
    expect(await db.auditEvent.count({ where: claimed })).toBe(1);
    expect(await db.successor.count({ where: { subjectId: id } })).toBe(0);
  });

  test('nobody but the successor says so, once, and only where there is one owner', async () => {
    const [{ id, owner, editor, viewer, self, stranger, nobody, admin }, other] = [
      await withSuccessor(),
      await withSuccessor(),
    ];
    for (const person of [owner, editor, self, admin])
      await expect(claim(person, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const person of [stranger, other.viewer])
      expect(await claim(person, id)).toMatchObject({ code: 'NOT_FOUND' });
    await expect(claim(nobody, id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await claim(viewer, 'x')).toMatchObject({ code: 'NOT_FOUND' });
    expect(await noticesOf(id, 'owner-said-dead')).toBe(0);

    succeeded(await owner.gql('SetMemberRole', { id: await memberOf(id, editor), role: 'OWNER' }));
    expect(await seenBy(viewer, id)).toBeNull();
    expect(await claim(viewer, id)).toMatchObject({ code: 'CONFLICT', message: /another owner/ });
    succeeded(await owner.gql('SetMemberRole', { id: await memberOf(id, editor), role: 'EDITOR' }));

    // Two at once, and again later: it is said once.
    const both = await Promise.all([claim(viewer, id), claim(viewer, id)]);
    expect(both.filter(({ succession }) => succession)).toHaveLength(1);
    expect(await claim(viewer, id)).toMatchObject({ code: 'CONFLICT', message: 'You have told us already' });
    expect(await noticesOf(id, 'owner-said-dead')).toBe(2);
  });

  test('an admin who acts for the successor can’t say so, nor a successor who owns too many books', async () => {
    const { id, viewer } = await withSuccessor();
    const admin = await theAdmin();
    const { cookie } = await account(
      '/admin/impersonate-user',
      { userId: viewer.id },
      { cookie: admin.cookie ?? '' },
    );
    const { server } = await import('#tests/support/server.ts');
    const response = await fetch(`${server().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query: claiming, variables: { subjectId: id } }),
    });
    expect((await response.json()).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await booksOf(viewer, 25);
    expect(await claim(viewer, id)).toMatchObject({ message: 'You can own at most 25 books' });
    expect(await noticesOf(id, 'owner-said-dead')).toBe(0);
  });

  test.each([
    ['the owner', ({ owner }: Family) => owner],
    ['the person', ({ self }: Family) => self],
  ])('%s answers, and the book stays as it is', async (_, who) => {
    const family = await withSuccessor();
    const { id, editor, viewer } = family;
    const by = who(family);
    expect(await answer(by, id)).toMatchObject({ code: 'CONFLICT' });
    await claim(viewer, id);
    for (const person of [viewer, editor])
      await expect(answer(person, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await answer(family.stranger, id)).toMatchObject({ code: 'NOT_FOUND' });

    const both = await Promise.all([answer(by, id), answer(by, id)]);
    expect(both.filter(({ succession }) => succession?.takesOverAt === null)).toHaveLength(1);
    const letter = await letterAbout(viewer.email, /stays with Anna Rourke/);
    expect(letter.text).toContain('we were told that Anna Rourke is alive');
    expect(await noticesOf(id, 'owner-is-here')).toBe(1);
    expect(await claim(viewer, id)).toMatchObject({ code: 'CONFLICT', message: /tell us again/ });
    daysPass(30);
    await settleSuccessions();
    expect(await role(id, viewer)).toBe('VIEWER');
    // After 30 days it can be said again.
    expect((await claim(viewer, id)).succession).toMatchObject({ ownerName: 'Anna Rourke' });
  });

  test.each([
    ['signs in', async ({ email }: Person) => signIn(email)],
    [
      'keeps a session in use',
      async ({ id }: Person) =>
        db.session.updateMany({ where: { userId: id }, data: { updatedAt: new Date() } }),
    ],
    [
      'signs in and out again',
      async ({ email }: Person) => account('/sign-out', {}, { cookie: await signIn(email) }),
    ],
  ])('the owner who %s after that keeps the book', async (_, happens) => {
    const { id, owner, viewer } = await withSuccessor();
    await claim(viewer, id);
    daysPass(31);
    await happens(owner);
    await settleSuccessions();
    await settleSuccessions();
    expect(await role(id, viewer)).toBe('VIEWER');
    const letter = await letterAbout(viewer.email, /stays with Anna Rourke/);
    expect(letter.text).toContain('somebody has used Anna Rourke’s account');
    expect(await noticesOf(id, 'owner-is-here')).toBe(1);
  });

  test('a successor who is no longer named, or was named anew, takes over nothing', async () => {
    const { id, owner, editor, viewer } = await withSuccessor();
    await claim(viewer, id);
    await name(owner, id, editor);
    await expect(claim(viewer, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await seenBy(editor, id)).toMatchObject({ isMine: true, claimedAt: null });
    await name(owner, id, viewer);
    daysPass(31);
    await settleSuccessions();
    expect(await role(id, viewer)).toBe('VIEWER');
    expect(await seenBy(viewer, id)).toMatchObject({ claimedAt: null });
  });

  test.each([
    [
      'another owner has come',
      async ({ id, self, editor }: Family & { id: string }) =>
        succeeded(await self.gql('SetMemberRole', { id: await memberOf(id, editor), role: 'OWNER' })),
    ],
    [
      'another owner has come, and the one who was said dead is no owner any more',
      async ({ id, owner, self, editor }: Family & { id: string }) => {
        succeeded(await owner.gql('SetMemberRole', { id: await memberOf(id, editor), role: 'OWNER' }));
        succeeded(await self.gql('SetMemberRole', { id: await memberOf(id, owner), role: 'EDITOR' }));
      },
    ],
    [
      'the successor is banned',
      async ({ viewer }: Family) => db.user.update({ where: { id: viewer.id }, data: { banned: true } }),
    ],
    [
      'the owner is banned, and can’t answer',
      async ({ owner }: Family) => db.user.update({ where: { id: owner.id }, data: { banned: true } }),
    ],
    [
      'the owner is the person, and tells something by phone',
      async ({ id, owner }: Family & { id: string }) => {
        await db.subject.update({ where: { id }, data: { selfUserId: owner.id } });
        await aCallToUs(id);
      },
    ],
    ['the successor owns too many books', async ({ viewer }: Family) => booksOf(viewer, 25)],
    [
      'the book is deleted',
      async ({ id, self }: Family & { id: string }) => succeeded(await self.gql('DeleteSubject', { id })),
    ],
  ])('the successor doesn’t take over when %s', async (_, happens) => {
    const family = await withSuccessor();
    const { id, viewer } = family;
    await claim(viewer, id);
    await happens(family);
    daysPass(31);
    await settleSuccessions();
    expect(await role(id, viewer)).toBe('VIEWER');
    expect(await noticesOf(id, 'book-handed-over')).toBe(0);
  });

  test('nobody is said to have died whose account is closed for now', async () => {
    const { id, owner, viewer } = await withSuccessor();
    await db.user.update({ where: { id: owner.id }, data: { banned: true } });
    expect(await claim(viewer, id)).toMatchObject({ code: 'CONFLICT', message: /closed/ });
  });

  test('a second succession, after a first one was changed back, has its own letters', async () => {
    const { id, owner, self, viewer } = await withSuccessor();
    for (const times of [1, 2]) {
      await claim(viewer, id);
      daysPass(31 * times);
      await settleSuccessions();
      expect(await role(id, viewer)).toBe('OWNER');
      expect(await noticesOf(id, 'book-handed-over')).toBe(times);
      succeeded(await self.gql('SetMemberRole', { id: await memberOf(id, viewer), role: 'VIEWER' }));
      await db.successor.create({ data: { subjectId: id, membershipId: await memberOf(id, viewer) } });
      expect(await role(id, owner)).toBe('OWNER');
    }
  });

  test('the owner’s account that is deleted meanwhile hands the book over at once, and nothing comes after', async () => {
    const { id, owner, viewer } = await withSuccessor();
    await claim(viewer, id);
    expect((await account('/delete-user', { password }, { cookie: owner.cookie ?? '' })).status).toBe(200);
    expect(await role(id, viewer)).toBe('OWNER');
    await settleSuccessions();
    expect(await noticesOf(id, 'book-handed-over')).toBe(1);
  });

  test('a session that was not confirmed lately is asked to confirm first', async () => {
    const { id, viewer } = await withSuccessor();
    const old = new Date(Date.now() - 2 * day);
    await db.session.updateMany({ where: { userId: viewer.id }, data: { createdAt: old, provenAt: old } });
    const { claimSuccession } = await viewer.gql(
      'mutation ($subjectId: ID!) { claimSuccession(subjectId: $subjectId) { __typename } }',
      { subjectId: id },
    );
    expect(claimSuccession.__typename).toBe('ProofNeeded');
  });
});
