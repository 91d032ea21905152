import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { goAsUsual, later, minute, useClock } from '#tests/support/clock.ts';
import { type Answer, type Person, succeeded } from '#tests/support/person.ts';
import { aSlowModel } from '#tests/support/slow-model.ts';
import { aTalk, type Said, type Talk } from '#tests/support/talk.ts';
import { until } from '#tests/support/told.ts';
import { aFamily, type Family, server, useServer } from '#tests/support/world.ts';

useServer({ ALLOW_PRIVATE_ADDRESSES: 'yes' });

const withinMs = 20_000;
const secret = 'My sister Assumpta had a child before she was married.';

const setPrivate = async (person: Person, { id }: { id: string }, isPrivate: boolean) =>
  succeeded(await person.gql('SetMessagePrivate', { id, private: isPrivate }));

/** Says the first words while another server answers, so that both are answered as one. */
async function inOneBreath(talk: Talk, first: string, second: string): Promise<[Said, Said]> {
  const where = { id: talk.id };
  await db.conversation.update({ where, data: { answeringUntil: new Date(Date.now() + 60_000) } });
  const before = await talk.send(first);
  await db.conversation.update({ where, data: { answeringUntil: null } });
  return [before, await talk.say(second)];
}

describe('Words made private by hand that were answered together with others', () => {
  let family: Family;
  let talk: Talk;
  beforeAll(async () => {
    family = await aFamily();
  });
  const privates = async () => (await talk.transcript(family.self)).slice(1).map((turn) => turn.private);

  test('make the common answer private, whichever of them is private', async () => {
    for (const chosen of [0, 1]) {
      talk = await aTalk(family.self, family.subject.id);
      const said = await inOneBreath(talk, secret, 'The nuns of Galway took it away.');
      await talk.say('My mother washed for the whole street.');

      await setPrivate(family.editor, said[chosen] as Said, true);

      expect(await privates()).toEqual([chosen === 0, chosen === 1, true, false, false]);
      const [, , , answer] = await talk.transcript(family.editor);
      expect(answer).toMatchObject({ role: 'assistant', private: true, text: null });
      await talk.end();
    }
  });

  test('keep the common answer private until the last of them is readable again', async () => {
    talk = await aTalk(family.self, family.subject.id);
    const [first, second] = await inOneBreath(talk, secret, 'The nuns of Galway took it away.');
    await setPrivate(family.editor, first, true);
    await setPrivate(family.editor, second, true);

    await setPrivate(family.self, first, false);
    expect(await privates()).toEqual([false, true, true]);

    await setPrivate(family.self, second, false);
    expect(await privates()).toEqual([false, false, false]);
    await talk.end();
  });
});

describe('Words made private by hand while they are being answered', () => {
  let model: Awaited<ReturnType<typeof aSlowModel>>;
  let asked = 0;
  beforeAll(async () => {
    model = await aSlowModel();
  });
  afterAll(() => model.stop());
  /** The next answer that the model is asked for. */
  const nextAsked = () => model.asked(asked++, withinMs);

  async function follow(reader: Person, talk: Talk) {
    const stream = await reader.watch('ReplyProgress', { conversationId: talk.id });
    onTestFinished(stream.end);
    return stream;
  }

  test('are answered again without a model, and only the speaker sees the growing answer', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const [editor, self] = [await follow(family.editor, talk), await follow(family.self, talk)];
    const first = await talk.send(secret);
    await nextAsked();
    await talk.send('The nuns of Galway took it away.');
    const answer = await nextAsked();
    answer.say('Assumpta had it hard. What ');
    expect((await editor.next()).replyProgress.text).toBe('Assumpta had it hard.');

    await setPrivate(family.editor, first, true);
    await talk.answered();

    expect(answer.left()).toBe(true);
    const last = await talk.last();
    expect(last.private).toBe(true);
    let grown: Answer = (await self.next()).replyProgress;
    while (!grown.done) grown = (await self.next()).replyProgress;
    expect(grown).toEqual({ messageId: last.id, text: last.text, done: true });
    // What comes to the editor next is of the next words.
    await talk.send('My mother washed for the whole street.');
    const next = await nextAsked();
    expect(next.body).not.toContain('Assumpta');
    next.say('A whole street of washing. What ');
    expect((await editor.next()).replyProgress.text).toBe('A whole street of washing.');
    next.finish();
    await talk.answered();
    await talk.end();
  });

  test('have no readable answer, even if it is stored at the same moment', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.send(secret);
    const answer = await nextAsked();
    answer.say('Assumpta had it hard. Who stood by her then?');
    const holder = new pg.Client({ connectionString: server().adminUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    const waiting = async () =>
      (
        await holder.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      ).rowCount;
    // The words are private, but not committed yet: the book is held.
    await holder.query('begin');
    await holder.query('select from subject where id = $1 for no key update', [family.subject.id]);
    const set = setPrivate(family.editor, said, true);
    await until(async () => (await waiting()) === 1);

    answer.finish();
    const where = { conversationId: talk.id, seq: { gt: said.seq } };
    await until(async () => (await waiting()) === 2 || (await db.message.count({ where })) > 0);
    await holder.query('commit');
    await set;
    await talk.answered();

    expect(await db.message.findMany({ where, select: { role: true, private: true } })).toEqual([
      { role: 'assistant', private: true },
    ]);
    expect((await talk.last()).text).not.toContain('Assumpta');
    await talk.end();
  });

  test('are not repeated even when they are from an earlier conversation', async () => {
    const family = await aFamily();
    const before = await aTalk(family.self, family.subject.id);
    const told = await before.send('She had it hard.');
    const earlier = await nextAsked();
    earlier.say('Who stood by Assumpta then?');
    earlier.finish();
    await before.answered();
    await before.end();
    const talk = await aTalk(family.self, family.subject.id);
    await talk.send('We had apple trees.');
    const answer = await nextAsked();
    expect(answer.body).toContain('Assumpta');

    await setPrivate(family.editor, told, true);

    const anew = await nextAsked();
    expect(answer.left()).toBe(true);
    expect(anew.body).not.toContain('Assumpta');
    anew.finish();
    await talk.answered();
    await talk.end();
  });
});

describe('The member who made words private', () => {
  useClock();
  const release = async (person: Person, { id }: { id: string }) =>
    (await person.gql('SetMessagePrivate', { id, private: false })).setMessagePrivate;

  test('may undo it for ten minutes, but nobody else may, and not after the person has asked for the same', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const said = await talk.say(secret);
    const isPrivate = async () => (await talk.transcript(family.editor))[1]?.private;

    await setPrivate(family.editor, said, true);
    await expect(release(family.owner, said)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await isPrivate()).toBe(true);
    expect(await release(family.editor, said)).toMatchObject({ id: said.id });
    expect(await isPrivate()).toBe(false);

    await setPrivate(family.editor, said, true);
    later(10 * minute);
    await expect(release(family.editor, said)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    goAsUsual();

    await setPrivate(family.self, said, true);
    await expect(release(family.editor, said)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await isPrivate()).toBe(true);
    await setPrivate(family.self, said, false);

    await setPrivate(family.editor, said, true);
    await talk.say('Please keep what I told you about Assumpta between us.');
    await expect(release(family.editor, said)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await isPrivate()).toBe(true);
    await talk.end();
  });
});
