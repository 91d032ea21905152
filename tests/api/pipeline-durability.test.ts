import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { biographyWrite } from '#api/biography/jobs.ts';
import { biographyResume } from '#api/biography/pipeline/resume.ts';
import { db } from '#api/platform/database/database.ts';
import { Stopping } from '#api/platform/jobs.ts';
import { aTelling, cardsOf, queueWriting, stories, told, until, writingOf } from '#tests/support/told.ts';
import { aFamily, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

const signal = AbortSignal.timeout(120_000);

/** Lets every commit of the writer fail until it is taken back, as a database that goes away would. */
async function aBrokenCommit(): Promise<() => Promise<unknown>> {
  const admin = new pg.Client({ connectionString: server().adminUrl });
  await admin.connect();
  await admin.query(`create function break_commit() returns trigger language plpgsql as $$
    begin if new.ok then raise exception 'gone'; end if; return new; end $$`);
  await admin.query(
    'create trigger break_commit before insert on writer_run for each row execute function break_commit()',
  );
  return async () => {
    await admin.query('drop trigger break_commit on writer_run; drop function break_commit()');
    await admin.end();
  };
}

describe('The writing job', () => {
  test('that runs twice writes once', async () => {
    const { subject, editor } = await aFamily();
    const { id } = await told(subject.id, [stories.bakery, stories.wedding]);
    const before = await cardsOf(editor, subject.id);

    await biographyWrite.run({ conversationId: id }, signal);

    expect(await cardsOf(editor, subject.id)).toEqual(before);
    expect(await db.writerRun.count({ where: { conversationId: id } })).toBe(1);
  });

  test('that runs twice concurrently writes once', async () => {
    const { subject, editor } = await aFamily();
    const { id } = await aTelling(subject.id, [stories.bakery, stories.wedding]);

    await Promise.all([1, 2, 3].map(() => biographyWrite.run({ conversationId: id }, signal)));

    expect(await cardsOf(editor, subject.id)).toHaveLength(2);
    expect(await db.writerRun.count({ where: { conversationId: id } })).toBe(1);
    expect(await db.mention.count({ where: { subjectId: subject.id, person: { name: 'Frank' } } })).toBe(1);
  });

  test('of two concurrent conversations merges their versions of one story', async () => {
    const { subject, editor } = await aFamily();
    const tellings = [
      await aTelling(subject.id, [stories.bakery]),
      await aTelling(subject.id, [stories.bakeryAgain]),
    ];

    await Promise.all(tellings.map(({ id }) => biographyWrite.run({ conversationId: id }, signal)));

    const cards = await cardsOf(editor, subject.id);
    expect(cards).toHaveLength(1);
    expect(cards[0].body).toContain('cinnamon');
    expect(cards[0].body).toContain('blankets');
  });

  test('that dies between writing and committing leaves nothing behind and starts again', async () => {
    const { subject, editor } = await aFamily();
    const { id } = await aTelling(subject.id, [stories.bakery]);
    const mend = await aBrokenCommit();

    await expect(biographyWrite.run({ conversationId: id }, signal)).rejects.toThrow();

    expect(await cardsOf(editor, subject.id)).toEqual([]);
    expect(await db.person.count({ where: { subjectId: subject.id } })).toBe(0);
    await mend();
    await biographyWrite.run({ conversationId: id }, signal);
    expect(await cardsOf(editor, subject.id)).toHaveLength(1);
  });

  test('that is interrupted by a shutdown has not failed, but one that timed out has', async () => {
    const { subject } = await aFamily();
    const { id } = await aTelling(subject.id, [stories.bakery]);
    const failures = () => db.writerRun.count({ where: { conversationId: id, ok: false } });
    const cutBy = (reason: Error) =>
      expect(biographyWrite.run({ conversationId: id }, AbortSignal.abort(reason))).rejects.toBe(reason);

    await cutBy(new Stopping());
    expect(await failures()).toBe(0);
    await cutBy(new Error('handler execution exceeded 900s'));
    expect(await failures()).toBe(1);
  });

  test('that fails permanently shows it, and is repaired by the next success', async () => {
    const { subject, editor } = await aFamily();
    const { id } = await aTelling(subject.id, [stories.bakery]);
    const mend = await aBrokenCommit();
    const tries = biographyWrite.retries + 1;

    for (let at = 1; at < tries; at++) {
      await expect(biographyWrite.run({ conversationId: id }, signal)).rejects.toThrow();
    }
    expect(await writingOf(id)).toBe('WRITING');
    await expect(biographyWrite.run({ conversationId: id }, signal)).rejects.toThrow();
    expect(await writingOf(id)).toBe('WRITING_FAILED');

    await mend();
    await db.$executeRaw`update conversation set updated_at = now() - interval '7 hours' where id = ${id}::uuid`;
    await biographyResume.run({}, signal);
    await until(async () => (await writingOf(id)) === 'WRITTEN');
    expect(await cardsOf(editor, subject.id)).toHaveLength(1);
  });

  test('notifies the subject’s subscribers when a conversation is written', async () => {
    const { subject, editor } = await aFamily();
    const { id } = await aTelling(subject.id, [stories.bakery]);
    const watcher = await editor.watch('ConversationChanged', { subjectId: subject.id });

    await queueWriting(id);

    const { conversationChanged } = await watcher.next();
    expect(conversationChanged).toMatchObject({ id, writing: 'WRITTEN' });
    await watcher.end();
  });
});
