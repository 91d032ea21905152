import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { useClock } from '#tests/support/clock.ts';
import { aKeepsake, change } from '#tests/support/keepsakes.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, useOwnServer } from '#tests/support/world.ts';

useOwnServer();
useClock();

const fields = 'id role text keepsakeAskedAbout { id title media { url contentType } }';

const transcript = `query ($id: ID!) { conversation(id: $id) { messages(first: 50) { edges { node { ${fields} } } } } }`;

const added = `subscription ($filter: MessageFilter) { messageAdded(filter: $filter) { node { ${fields} } } }`;

/** The titles of the keepsakes beside the messages, as a person reads them; null for a message without one. */
async function besideIn(reader: Person, id: string): Promise<(string | null)[]> {
  const { conversation } = await reader.gql(transcript, { id });
  return (conversation?.messages.edges ?? []).map(
    ({ node }: { node: { keepsakeAskedAbout: { title: string } | null } }) =>
      node.keepsakeAskedAbout?.title ?? null,
  );
}

/** A family in whose conversation the interviewer has just asked about a photo. */
async function anAskedFamily() {
  const family = await aFamily();
  const { subject, self, owner } = family;
  const photo = await aKeepsake(owner, subject.id, { title: 'Two girls on a pier' });
  const talk = await aTalk(self, subject.id);
  return { ...family, photo, talk };
}

describe('The message that asks about a keepsake', () => {
  test('has the keepsake, and so do turns that wait for the answer, but not the answer', async () => {
    const { self, owner, photo, talk } = await anAskedFamily();
    const { conversation } = await self.gql(transcript, { id: talk.id });
    const media = { url: `/media/${photo.media.id}`, contentType: 'image/jpeg' };
    expect(conversation.messages.edges[0].node.keepsakeAskedAbout).toEqual({
      ...{ id: photo.id, title: 'Two girls on a pier', media },
    });

    await talk.say('Hm, let me think.');
    expect(await besideIn(owner, talk.id)).toEqual(['Two girls on a pier', null, 'Two girls on a pier']);
  });

  test('has it in the streams of the person and of the family', async () => {
    const { subject, self, owner, editor } = await aFamily();
    const streams = [];
    for (const reader of [self, owner, editor])
      streams.push(await reader.watch(added, { filter: { subjectId: subject.id } }));
    const { id } = await aKeepsake(owner, subject.id, { title: 'Two girls on a pier' });
    await aTalk(self, subject.id);
    for (const stream of streams)
      expect((await stream.next()).messageAdded.node.keepsakeAskedAbout).toMatchObject({ id });
  });

  test('has none for those who may not see the keepsake, or once it is deleted', async () => {
    const { self, owner, editor, photo, talk } = await anAskedFamily();
    succeeded(await owner.gql('SetAudience', { input: { keepsakeId: photo.media.id, afterDeath: true } }));
    expect(await besideIn(editor, talk.id)).toEqual([null]);
    expect(await besideIn(self, talk.id)).toEqual(['Two girls on a pier']);
    succeeded(await owner.gql('SetAudience', { input: { keepsakeId: photo.media.id, everyone: true } }));
    expect(await besideIn(editor, talk.id)).toEqual(['Two girls on a pier']);

    succeeded({ deleted: await change(owner, 'deleteKeepsake', { id: photo.id }) });
    for (const reader of [self, owner, editor]) expect(await besideIn(reader, talk.id)).toEqual([null]);
  });

  test('has none in a stream of a member whom the audience leaves out, while another member sees it', async () => {
    const { subject, owner, editor, photo, talk } = await anAskedFamily();
    succeeded(await owner.gql('SetAudience', { input: { keepsakeId: photo.media.id, afterDeath: true } }));
    const filter = { subjectId: subject.id };
    const [own, theirs] = [await owner.watch(added, { filter }), await editor.watch(added, { filter })];
    await talk.say('Hm, let me think.');
    for (const stream of [own, theirs]) expect((await stream.next()).messageAdded.node.role).toBe('user');
    expect((await own.next()).messageAdded.node.keepsakeAskedAbout).toMatchObject({ id: photo.id });
    expect((await theirs.next()).messageAdded.node.keepsakeAskedAbout).toBeNull();
  });

  test('has none for those who may not read the message', async () => {
    const { owner, viewer, stranger, nobody, talk } = await anAskedFamily();
    await db.message.updateMany({ where: { conversationId: talk.id }, data: { private: true } });
    expect(await besideIn(owner, talk.id)).toEqual([null]);
    expect(await besideIn(viewer, talk.id)).toEqual([]);
    for (const outsider of [stranger, nobody])
      expect(await outsider.gql(transcript, { id: talk.id })).toEqual({ conversation: null });
  });

  test('takes as many statements for many messages as for two', async () => {
    const { subject, self, owner, photo, talk } = await anAskedFamily();
    const { requestId } = await db.message.findFirstOrThrow({ where: { conversationId: talk.id } });
    const asking = (seq: number, turn: object) => ({
      ...{
        subjectId: subject.id,
        conversationId: talk.id,
        seq,
        role: 'assistant' as const,
        text: `Turn ${seq}`,
      },
      ...turn,
    });
    const add = (from: number, count: number) =>
      db.message.createMany({
        data: Array.from({ length: count }, (_, at) =>
          asking(from + at, at % 2 ? { turnKind: 'WAIT' } : { turnKind: 'FOLLOW_UP', requestId }),
        ) as never,
      });
    for (const reader of [self, owner]) {
      await db.message.deleteMany({ where: { conversationId: talk.id, seq: { gt: 100 } } });
      const statements = async () => {
        await besideIn(reader, talk.id);
        return (await statementsOf(() => besideIn(reader, talk.id))).length;
      };
      await add(101, 2);
      const few = await statements();
      await add(103, 30);
      expect(await besideIn(reader, talk.id)).toEqual(Array(33).fill(photo.title));
      expect(await statements()).toBeLessThanOrEqual(few);
    }
  });
});
