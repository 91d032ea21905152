import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account } from '#tests/support/account.ts';
import { aBook, type Book } from '#tests/support/book.ts';
import { speaking } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, type Family, join, useServer } from '#tests/support/world.ts';

useServer();

describe('The list of messages', () => {
  test('is audited when an admin reads it, and so is a transcript', async () => {
    const [family, other] = await Promise.all([aFamily(), aFamily()]);
    const talk = await aTalk(other.self, other.subject.id);
    await family.admin.gql('WriterMessages', { filter: { subjectId: other.subject.id } });
    await talk.transcript(family.admin);
    await talk.transcript(other.owner);

    const audited = await db.auditEvent.findMany({
      where: { subjectId: other.subject.id, action: { in: ['messages.read', 'transcript.read'] } },
      orderBy: { action: 'asc' },
    });

    expect(audited).toMatchObject([
      { action: 'messages.read', actorId: family.admin.id },
      { action: 'transcript.read', actorId: family.admin.id, targetId: talk.id },
    ]);
  });

  test('is audited by whatever way the team comes to it, once for each book; the family’s own reading is not', async () => {
    const books = await Promise.all([aFamily(), aFamily()]);
    const [first, second] = await Promise.all(books.map((each) => aBook(each)));
    const { admin } = books[0] as Family;
    const read = (about: string[], by = { actorId: admin.id }) =>
      db.auditEvent.findMany({
        where: { ...by, subjectId: { in: about }, action: { endsWith: 'read' } },
        select: { subjectId: true, action: true, impersonatorId: true },
      });
    const at = (book?: Book) => book?.subjectId ?? '';
    const subjectId = at(first);
    const { id: sentenceId } = await db.sentence.findFirstOrThrow({ where: { subjectId } });
    const source = { subjectId, sentenceId, messageId: first?.messageId ?? '', start: 0, end: 2 };
    await db.source.create({ data: source });
    await admin.gql('WriterMessages', { first: 100 });
    expect((await read([at(first), at(second)])).map(({ subjectId }) => subjectId).toSorted()).toEqual(
      [at(first), at(second)].toSorted(),
    );

    const wholeBook = `query ($id: ID!) { subject(id: $id) { chapters { cards { body sentences { text
      sources { message { text } } } conversations { title summary } } } liveConversation { title } } }`;
    for (const _time of [1, 2]) await admin.gql(wholeBook, { id: at(first) });
    const actions = (await read([at(first)])).map(({ action }) => action).toSorted();
    expect(actions).toEqual(['call-log.read', 'drafts.read', 'messages.read', 'transcript.read']);
    expect((await read([at(second)])).map(({ action }) => action)).toEqual(['messages.read']);

    const { owner, editor, self } = books[0] as Family;
    for (const person of [owner, editor, self]) await person.gql(wholeBook, { id: at(first) });
    const acting = await account(
      '/admin/impersonate-user',
      { userId: editor.id },
      { cookie: admin.cookie ?? '' },
    );
    expect(await read([at(first)], { actorId: editor.id })).toEqual([]);
    await speaking(acting.cookie).gql(wholeBook, { id: at(first) });
    const asEditor = await read([at(first)], { actorId: editor.id });
    expect(asEditor).toContainEqual({
      ...{ subjectId: at(first), action: 'transcript.read', impersonatorId: admin.id },
    });
  });

  test('is audited of an admin who has a place in the book too, however they came by it', async () => {
    const { owner, self, admin, subject } = await aFamily();
    const talk = await aTalk(self, subject.id);
    await join(owner, subject.id, admin, 'EDITOR');
    await talk.transcript(admin);
    await talk.transcript(owner);
    const read = { subjectId: subject.id, action: 'transcript.read' };
    expect(await db.auditEvent.findMany({ where: read })).toMatchObject([{ actorId: admin.id }]);
  });
});
