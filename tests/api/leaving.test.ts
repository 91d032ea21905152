import { describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { eraseDeleted } from '#api/subjects/erasing.ts';
import { account, linkIn } from '#tests/support/account.ts';
import { aBook, booksOf } from '#tests/support/book.ts';
import { type Letter, lettersTo, letterTo } from '#tests/support/outbox.ts';
import { password, succeeded } from '#tests/support/person.ts';
import { aFamily, aPerson, aSubject, join, type Person, theAdmin, useServer } from '#tests/support/world.ts';

useServer();

const decide = `mutation ($books: [BookDecision!]!) {
  decideBooks(books: $books) { ... on User { id } ... on UserError { code message path } }
}`;
const alone = '{ me { booksOwnedAlone { id preferredName } } }';
const preview = 'query ($token: String!) { deletedBook(token: $token) { preferredName keptUntil } }';
const reclaim = `mutation ($token: String!) {
  reclaimSubject(token: $token) { ... on Subject { id status myRole isSelf } ... on UserError { code message } }
}`;

function leave(person: Person, body: object = { password }) {
  return account('/delete-user', body, { cookie: person.cookie ?? '' });
}

/** The last part of the link that a letter gives to have a book back. */
function tokenIn(letter: Letter): string {
  return new URL(linkIn(letter, '/restore/')).pathname.split('/').at(-1) ?? '';
}

async function letterAbout(email: string, subject: RegExp): Promise<Letter> {
  for (let known = 0; ; known += 1) {
    const letter = await letterTo(email, { known });
    if (subject.test(letter.subject ?? '')) return letter;
  }
}

async function ago(subjectId: string, days: number) {
  const deletedAt = new Date(Date.now() - days * 24 * 3_600_000);
  await db.subject.update({ where: { id: subjectId }, data: { deletedAt } });
}

describe('A book', () => {
  test('deleted by an owner is hidden from everyone, and can be restored for 30 days', async () => {
    const { subject, owner, editor, viewer, self } = await aFamily();
    const book = await aBook({ subject, owner });
    const { id } = subject;
    for (const person of [editor, viewer])
      await expect(person.gql('DeleteSubject', { id })).rejects.toMatchObject({ code: 'FORBIDDEN' });

    const deleted = succeeded(await owner.gql('DeleteSubject', { id }));
    expect(deleted).toMatchObject({ id, status: 'DELETED', deletedAt: expect.any(String) });
    expect((await editor.gql('SubjectHome', { id })).subject).toBeNull();
    expect((await viewer.gql('SubjectHome', { id })).subject).toBeNull();
    const refused = await owner.gql('Say', {
      input: { conversationId: book.liveId, text: 'Still here?', clientMessageId: 'after-it-went' },
    });
    expect(refused.say.code).toBe('NOT_FOUND');
    expect(await db.conversation.findUnique({ where: { id: book.liveId } })).toMatchObject({
      status: 'COMPLETED',
    });
    await expect(owner.gql('DeleteSubject', { id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const person of [owner, self]) {
      const letter = await letterAbout(person.email, /was deleted/);
      expect(letter.links.join()).toContain(`/dashboard/${id}/`);
    }

    await expect(editor.gql('RestoreSubject', { id })).resolves.toMatchObject({
      restoreSubject: { code: 'NOT_FOUND' },
    });
    const back = await Promise.all([owner, self].map((person) => person.ask('RestoreSubject', { id })));
    const states = back.map(
      ({ data, errors }) => data?.restoreSubject.status ?? errors?.[0]?.extensions.code ?? 'NO',
    );
    expect(states).toContain('ACTIVE');
    expect((await viewer.gql('SubjectHome', { id })).subject).toMatchObject({ status: 'ACTIVE' });
    await expect(owner.gql('RestoreSubject', { id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is erased with its files after 30 days, and the ledger stays without names', async () => {
    const { subject, owner } = await aFamily();
    await aBook({ subject, owner });
    const subjectId = subject.id;
    const storageKey = `${subjectId}/${crypto.randomUUID()}`;
    await ports.storage.put(storageKey, Buffer.from('a picture'));
    await db.media.create({ data: { subjectId, storageKey, bytes: 9, contentType: 'image/jpeg' } });
    succeeded(await owner.gql('DeleteSubject', { id: subjectId }));

    await ago(subjectId, 29.9);
    await eraseDeleted();
    expect(await db.subject.count({ where: { id: subjectId } })).toBe(1);

    await ago(subjectId, 30);
    const late = await owner.gql('RestoreSubject', { id: subjectId });
    expect(late.restoreSubject).toMatchObject({ code: 'CONFLICT', message: 'The 30 days are over' });
    await eraseDeleted();
    await eraseDeleted();
    expect(await db.subject.count({ where: { id: subjectId } })).toBe(0);
    expect(await ports.storage.size(storageKey)).toBeNull();
    expect(await db.message.count({ where: { subjectId } })).toBe(0);
    expect(await db.consentEntry.count({ where: { subjectId } })).toBeGreaterThan(0);
    expect(await db.consentIdentity.count({ where: { subjectId } })).toBe(0);
  });

  test('cannot be deleted by an admin impersonating its owner', async () => {
    const { subject, owner } = await aFamily();
    const admin = await theAdmin();
    const acting = await account(
      '/admin/impersonate-user',
      { userId: owner.id },
      { cookie: admin.cookie ?? '' },
    );
    const ask = async (document: string, variables: object) => {
      const { cookie } = acting;
      const { server } = await import('#tests/support/server.ts');
      const response = await fetch(`${server().url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ query: document, variables }),
      });
      return (await response.json()).errors?.[0]?.extensions.code;
    };
    const remove = 'mutation ($id: ID!) { deleteSubject(id: $id) { __typename } }';
    expect(await ask(remove, { id: subject.id })).toBe('FORBIDDEN');
    expect(await ask(decide, { books: [] })).toBe('FORBIDDEN');
    expect(await ask(reclaim, { token: 'x' })).toBe('FORBIDDEN');
    const own: [string, object][] = [
      ['/delete-user', { password }],
      ['/delete-user', {}],
      ['/change-password', { currentPassword: password, newPassword: 'another one of mine' }],
      ['/change-email', { newEmail: 'taken.over@evertold.test' }],
      ['/unlink-account', { providerId: 'credential' }],
    ];
    for (const [path, body] of own) {
      const refused = await account(path, body, { cookie: acting.cookie });
      expect([path, refused.status, refused.body.message]).toEqual([path, 403, 'Not authorized']);
    }
    expect(await db.user.count({ where: { id: owner.id } })).toBe(1);
  });
});

describe('A user who deletes their account', () => {
  test('can hand a book to a member, who becomes its owner and gets a letter', async () => {
    const leaver = await aPerson('Lea Rourke');
    const [heir, stranger] = [await aPerson('Hal Rourke'), await aPerson('Sam Other')];
    const { id } = await aSubject(leaver);
    await join(leaver, id, heir, 'VIEWER');
    expect((await leaver.gql(alone)).me.booksOwnedAlone).toEqual([{ id, preferredName: 'Alma' }]);

    const toStranger = await leaver.gql(decide, { books: [{ subjectId: id, handTo: stranger.id }] });
    expect(toStranger.decideBooks).toMatchObject({ code: 'BAD_REQUEST', path: ['books', '0', 'handTo'] });
    const foreign = await stranger.gql(decide, { books: [{ subjectId: id, handTo: stranger.id }] });
    expect(foreign.decideBooks).toMatchObject({ code: 'BAD_REQUEST', path: ['books', '0', 'subjectId'] });
    succeeded(await leaver.gql(decide, { books: [{ subjectId: id, handTo: heir.id }] }));
    expect((await leave(leaver, { password: 'not the password' })).status).toBe(400);
    expect((await heir.gql('SubjectHome', { id })).subject.myRole).toBe('VIEWER');

    expect((await leave(leaver)).status).toBe(200);
    expect((await heir.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'OWNER' });
    await letterAbout(heir.email, /now the owner of/);
    const last = await letterAbout(leaver.email, /account is deleted/);
    expect(last.text).toContain('Hal Rourke is now the owner of Alma’s book.');
    expect(last.text).not.toContain('/restore/');
  });

  test('cannot hand a book to a member with the maximum of books, so it is deleted and can be restored', async () => {
    const [leaver, heir] = [await aPerson('Lia Rourke'), await aPerson('Hew Rourke')];
    const [{ id }, { id: second }] = [await aSubject(leaver), await aSubject(leaver)];
    for (const book of [id, second]) await join(leaver, book, heir, 'EDITOR');
    const books = [id, second].map((subjectId) => ({ subjectId, handTo: heir.id }));
    succeeded(await leaver.gql(decide, { books }));
    // Room for one of the two is left by then.
    await booksOf(heir, 24);

    expect((await leave(leaver)).status).toBe(200);
    const owned = await db.membership.count({
      where: { userId: heir.id, role: 'OWNER', subject: { deletedAt: null } },
    });
    expect(owned).toBe(25);
    const gone = await db.subject.findMany({ where: { id: { in: [id, second] }, status: 'DELETED' } });
    expect(gone).toHaveLength(1);
    const last = await letterAbout(leaver.email, /account is deleted/);
    expect(last.text).toContain('Hew Rourke is now the owner of');
    expect(last.text).toContain('/restore/');

    const late = await aPerson('Lyn Rourke');
    const { id: third } = await aSubject(late);
    await join(late, third, heir, 'EDITOR');
    const refused = await late.gql(decide, { books: [{ subjectId: third, handTo: heir.id }] });
    expect(refused.decideBooks).toMatchObject({ code: 'BAD_REQUEST', path: ['books', '0', 'handTo'] });
  });

  test('deletes solely owned books, and can restore them once by the link', async () => {
    const leaver = await aPerson('Lou Rourke');
    const editor = await aPerson('Eve Rourke');
    const { id } = await aSubject(leaver, { isSelf: true, fullName: 'Lou Rourke', preferredName: 'Lou' });
    await join(leaver, id, editor, 'EDITOR');
    // Two at once: one account, one letter.
    const both = await Promise.all([leave(leaver), leave(leaver)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(await db.user.count({ where: { id: leaver.id } })).toBe(0);
    expect((await editor.gql('SubjectHome', { id })).subject).toBeNull();
    expect(await db.notice.count({ where: { recipient: leaver.email, kind: 'account-deleted' } })).toBe(1);

    const token = tokenIn(await letterAbout(leaver.email, /account is deleted/));
    const again = await aPerson('Lou Rourke');
    expect((await again.gql(preview, { token })).deletedBook).toMatchObject({ preferredName: 'Lou' });
    expect((await again.gql(preview, { token: 'x' })).deletedBook).toBeNull();
    const taken = await Promise.all([again.gql(reclaim, { token }), again.gql(reclaim, { token })]);
    const results = taken.map(({ reclaimSubject }) => reclaimSubject.code ?? reclaimSubject.status).sort();
    expect(results).toEqual(['DRAFT', 'NOT_FOUND']);
    expect((await again.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'OWNER' });
    expect(await db.subject.findUnique({ where: { id } })).toMatchObject({ selfUserId: again.id });
    expect((await editor.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'EDITOR' });
  });

  test('leaves a book to the person themself by default, if they have an account', async () => {
    const { subject, owner, self } = await aFamily();
    expect((await leave(owner)).status).toBe(200);
    expect((await self.gql('SubjectHome', { id: subject.id })).subject).toMatchObject({ myRole: 'OWNER' });
  });

  test('by the mailed link has their earlier decisions applied, and two owners leaving at once leave no book without one', async () => {
    const [one, two, heir] = [
      await aPerson('Ona Rourke'),
      await aPerson('Ted Rourke'),
      await aPerson('Ira Rourke'),
    ];
    const { id } = await aSubject(one);
    const member = await join(one, id, two, 'EDITOR');
    succeeded(await one.gql('SetMemberRole', { id: member, role: 'OWNER' }));
    await join(one, id, heir, 'EDITOR');
    expect((await one.gql(alone)).me.booksOwnedAlone).toEqual([]);
    await Promise.all([leave(one), leave(two)]);
    // Whoever was last took it along, and can have it back.
    expect(await db.subject.findUnique({ where: { id } })).toMatchObject({ status: 'DELETED' });
    expect(await db.subjectRestore.count({ where: { subjectId: id } })).toBe(1);

    const slow = await aPerson('Sol Rourke');
    const { id: book } = await aSubject(slow);
    await join(slow, book, heir, 'EDITOR');
    succeeded(await slow.gql(decide, { books: [{ subjectId: book, handTo: heir.id }] }));
    await leave(slow, {});
    const link = new URL(
      linkIn(await letterTo(slow.email, { leadingTo: '/delete-user/callback' }), '/delete-user/callback'),
    );
    const token = link.searchParams.get('token');
    expect((await leave(heir, { token })).body.code).toBe('INVALID_TOKEN');
    expect((await leave(slow, { token: 'a'.repeat(32) })).body.code).toBe('INVALID_TOKEN');
    await leave(slow, {});
    const fresh = new URL(
      linkIn(
        await letterTo(slow.email, { known: 1, leadingTo: '/delete-user/callback' }),
        '/delete-user/callback',
      ),
    );
    expect((await leave(slow, { token: fresh.searchParams.get('token') })).status).toBe(200);
    expect((await heir.gql('SubjectHome', { id: book })).subject).toMatchObject({ myRole: 'OWNER' });
  });
});

const naming = `mutation ($subjectId: ID!, $membershipId: ID) {
  setSuccessor(subjectId: $subjectId, membershipId: $membershipId) {
    ... on Subject { successor { id user { id } } } ... on UserError { code message path }
  }
}`;
const successor = 'query ($id: ID!) { subject(id: $id) { successor { user { id } } } }';

describe('The successor of a book’s owner', () => {
  const name = async (by: Person, subjectId: string, membershipId: string | null) =>
    (await by.gql(naming, { subjectId, membershipId })).setSuccessor;
  const memberOf = async (subjectId: string, { id: userId }: Person) =>
    (await db.membership.findFirstOrThrow({ where: { subjectId, userId } })).id;
  const lettersOn = (person: Person) =>
    db.notice.count({ where: { recipient: person.email, kind: 'successor-named' } });

  test('is named by an owner or the person, also among the readers, and is written to', async () => {
    const { subject, owner, editor, viewer, self, stranger, nobody, admin } = await aFamily();
    const { id } = subject;
    const [reader, member] = [await memberOf(id, viewer), await memberOf(id, editor)];

    expect(await name(owner, id, reader)).toMatchObject({ successor: { user: { id: viewer.id } } });
    // The same again, also at the same moment, changes nothing and writes no second letter.
    await Promise.all([name(owner, id, reader), name(self, id, reader)]);
    const letter = await letterAbout(viewer.email, /named as successor/);
    expect(letter.text).toContain('Anna Rourke has named you as the successor for Alma’s book.');
    expect(await lettersOn(viewer)).toBe(1);
    await letterAbout(owner.email, /changed who takes over/);

    for (const person of [editor, viewer, admin]) {
      await expect(name(person, id, member)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      expect((await person.gql(successor, { id })).subject.successor).toBeNull();
    }
    expect(await name(stranger, id, member)).toMatchObject({ code: 'NOT_FOUND' });
    await expect(name(nobody, id, member)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await name(self, id, member)).toMatchObject({ successor: { user: { id: editor.id } } });
    expect((await owner.gql(successor, { id })).subject.successor.user.id).toBe(editor.id);
    expect(await name(owner, id, null)).toEqual({ successor: null });
    expect(await name(owner, id, null)).toEqual({ successor: null });
    const audited = { subjectId: id, action: 'member.successor' };
    expect(await db.auditEvent.count({ where: audited })).toBe(3);
    // Both who were named are told that they aren't any more, once each.
    const ended = await letterAbout(viewer.email, /no longer the named successor/);
    expect(ended.text).toContain('Alma Rourke has changed who takes over Alma’s book');
    expect((await letterAbout(editor.email, /no longer the named successor/)).text).toContain('Anna Rourke');
    expect(await db.notice.count({ where: { subjectId: id, kind: 'successor-ended' } })).toBe(2);

    // So is a successor who is removed, but not one who leaves.
    await name(owner, id, reader);
    succeeded(await owner.gql('RemoveMember', { id: reader }));
    const lettersOnEnd = async () =>
      (await lettersTo(viewer.email)).filter(({ subject: about }) => /no longer the named/.test(about ?? ''));
    await expect.poll(async () => (await lettersOnEnd()).length).toBe(2);
    // A removed member can't open the book any more.
    const said = (await lettersOnEnd()).map(({ text = '' }) => text.includes('is not changed'));
    expect(said).toEqual([true, false]);
    await name(owner, id, member);
    succeeded(await editor.gql('RemoveMember', { id: member }));
    expect(await db.notice.count({ where: { subjectId: id, kind: 'successor-ended' } })).toBe(3);
  });

  test('is not oneself, an owner, or a member of another book', async () => {
    const [{ subject, owner, editor, self }, other] = [await aFamily(), await aFamily()];
    const { id } = subject;
    const at = { path: ['membershipId'] };
    for (const foreign of [await memberOf(other.subject.id, other.editor), subject.id, 'x', ''])
      expect([foreign, await name(owner, id, foreign)]).toMatchObject([
        foreign,
        { code: 'NOT_FOUND', ...at },
      ]);
    expect(await name(owner, id, await memberOf(id, owner))).toMatchObject({ code: 'CONFLICT', ...at });
    expect(await name(self, id, await memberOf(id, owner))).toMatchObject({ code: 'CONFLICT', ...at });
    const own = await join(owner, id, self, 'VIEWER');
    expect(await name(self, id, own)).toMatchObject({ code: 'CONFLICT', ...at });
    expect(await db.successor.count({ where: { subjectId: id } })).toBe(0);

    // Two at once: one of them is named.
    const [one, two] = [await memberOf(id, editor), own];
    await Promise.all([name(owner, id, one), name(owner, id, two)]);
    const named = await db.successor.findUnique({ where: { subjectId: id } });
    expect([one, two]).toContain(named?.membershipId);
  });

  test('becomes the owner only when the last owner’s account is deleted, before the person themself', async () => {
    const { subject, owner, editor, viewer, self } = await aFamily();
    const { id } = subject;
    succeeded(await owner.gql('SetMemberRole', { id: await memberOf(id, editor), role: 'OWNER' }));
    await name(owner, id, await memberOf(id, viewer));

    expect((await leave(owner)).status).toBe(200);
    expect((await viewer.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'VIEWER' });
    // Twice at once, as every request may come.
    await Promise.all([leave(editor), leave(editor)]);
    expect((await viewer.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'OWNER' });
    expect((await self.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'SUBJECT' });
    const letter = await letterAbout(viewer.email, /now the owner of/);
    expect(letter.text).toContain('The account of Ed Rourke was deleted. You were named as the successor');
    const last = await letterAbout(editor.email, /account is deleted/);
    expect(last.text).toContain('Vi Rourke is now the owner of Alma’s book.');
    expect(await db.successor.count({ where: { subjectId: id } })).toBe(0);
  });

  test.each([
    ['they left', async ({ viewer, member }: Named) => viewer.gql('RemoveMember', { id: member })],
    ['they were removed', async ({ owner, member }: Named) => owner.gql('RemoveMember', { id: member })],
    ['this was taken back', async ({ owner, id }: Named) => name(owner, id, null)],
    [
      'their account is banned',
      async ({ viewer }: Named) => db.user.update({ where: { id: viewer.id }, data: { banned: true } }),
    ],
    ['they own as many books as one may', async ({ viewer }: Named) => booksOf(viewer, 25)],
    [
      'the owner decided otherwise',
      async ({ owner, self, id }: Named) =>
        succeeded(await owner.gql(decide, { books: [{ subjectId: id, handTo: self.id }] })),
    ],
  ])('does not become the owner when %s', async (_, happens) => {
    const { subject, owner, viewer, self } = await aFamily();
    const { id } = subject;
    const member = await memberOf(id, viewer);
    await name(owner, id, member);
    await happens({ id, member, owner, viewer, self });
    expect((await leave(owner)).status).toBe(200);
    expect((await self.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'OWNER' });
  });

  test.each([
    [
      'named after it',
      async ({ owner, id, member }: Named) => {
        await name(owner, id, member);
      },
    ],
    [
      'named long before, and the decision belongs to a deletion that was given up',
      async ({ owner, id, member }: Named) => {
        await db.successor.create({ data: { subjectId: id, membershipId: member } });
        const updatedAt = new Date(Date.now() - 26 * 3_600_000);
        await db.accountDeletion.update({ where: { userId: owner.id }, data: { updatedAt } });
      },
    ],
  ])('becomes the owner although the owner once decided to delete the book: %s', async (_, happens) => {
    const { subject, owner, viewer, self } = await aFamily();
    const [{ id }, { id: another }] = [subject, await aSubject(owner)];
    const books = [id, another].map((subjectId) => ({ subjectId, handTo: null }));
    succeeded(await owner.gql(decide, { books }));
    expect((await leave(owner, { password: 'not the password' })).status).toBe(400);
    await happens({ id, member: await memberOf(id, viewer), owner, viewer, self });

    expect((await leave(owner)).status).toBe(200);
    expect((await viewer.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'OWNER' });
    expect(await db.subject.findUnique({ where: { id: another } })).toMatchObject({ status: 'DELETED' });
  });

  test('who is named while the account is being deleted does not own more books than one may', async () => {
    const { subject, owner, viewer, self } = await aFamily();
    const { id } = subject;
    await booksOf(viewer, 24);
    const membershipId = await memberOf(id, viewer);
    const waitsFor = (lock: string) =>
      expect
        .poll(
          async () => db.$queryRaw<object[]>`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ilike ${lock}`,
        )
        .toHaveLength(1);
    let leaving: Promise<{ status: number }> | undefined;
    await db.$transaction(async (other) => {
      await db.$transaction(async (tx) => {
        await tx.$queryRaw`select 1 from subject where id = ${id}::uuid for no key update`;
        leaving = leave(owner);
        await waitsFor('%from subject where id = any%for no key update%');
        await tx.successor.create({ data: { subjectId: id, membershipId } });
        await other.$queryRaw`select 1 from "user" where id = ${viewer.id}::uuid for update`;
      });
      // The deletion goes on, and finds the successor's account locked.
      await Promise.race([leaving, waitsFor('%from "user" where id = any%for update%')]);
      const members = { create: { userId: viewer.id, role: 'OWNER' as const } };
      await other.subject.create({ data: { fullName: 'The last', preferredName: 'B', members } });
    });
    expect((await leaving)?.status).toBe(200);
    const where = { userId: viewer.id, role: 'OWNER', subject: { deletedAt: null } } as const;
    expect(await db.membership.count({ where })).toBe(25);
    expect((await self.gql('SubjectHome', { id })).subject).toMatchObject({ myRole: 'OWNER' });
  });

  test('is no longer named once they own the book', async () => {
    const { subject, owner, viewer } = await aFamily();
    const member = await memberOf(subject.id, viewer);
    await name(owner, subject.id, member);
    succeeded(await owner.gql('SetMemberRole', { id: member, role: 'OWNER' }));
    expect((await owner.gql(successor, subject)).subject.successor).toBeNull();
  });

  test('who is named while the last owner’s account is deleted takes over, or was not named', async () => {
    for (let round = 0; round < 3; round++) {
      const { subject, owner, editor } = await aFamily({ consents: [] });
      const { id } = subject;
      await db.subject.update({ where: { id }, data: { selfUserId: null } });
      const member = await memberOf(id, editor);
      const [named] = await Promise.all([
        name(owner, id, member).catch(({ code }) => ({ code })),
        leave(owner),
      ]);
      const { role } = await db.membership.findUniqueOrThrow({ where: { id: member } });
      const { status } = await db.subject.findUniqueOrThrow({ where: { id } });
      expect([role, status === 'DELETED']).toEqual(named.successor ? ['OWNER', false] : ['EDITOR', true]);
    }
  });
});

type Named = { id: string; member: string; owner: Person; viewer: Person; self: Person };
