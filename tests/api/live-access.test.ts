import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { post } from '#tests/support/person.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import type { Watcher } from '#tests/support/watch.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

type Event = { cursor: string; node: { id: string; text: string | null; private: boolean } };

async function take(stream: Watcher, count: number): Promise<Event[]> {
  const events: Event[] = [];
  while (events.length < count) events.push((await stream.next()).messageAdded);
  return events;
}

describe('A stream ends when its follower may follow no more', () => {
  async function following(person: Family['owner'], family: Family, talk: Talk) {
    const stream = await person.watch('MessageAdded', { filter: { subjectId: family.subject.id } });
    await talk.say('Still here?');
    await take(stream, 2);
    return stream;
  }

  test('at sign-out', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stream = await following(family.editor, family, talk);

    await post('/api/auth/sign-out', {}, family.editor.cookie ?? '');
    await stream.ended;
    await talk.say('Nobody else hears this.');

    await expect(stream.next()).rejects.toThrow();
    expect(stream.waiting()).toBe(0);
  });

  test('when their membership ends', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stream = await following(family.editor, family, talk);
    const { members } = (await family.owner.gql('FamilyFriends', { subjectId: family.subject.id })).subject;
    const own = members.find((member: { user: { id: string } }) => member.user.id === family.editor.id);

    await family.owner.gql('RemoveMember', { id: own.id });
    await stream.ended;
    await talk.say('Nobody else hears this.');

    await expect(stream.next()).rejects.toThrow('ended');
    expect(stream.waiting()).toBe(0);
  });

  test('when the subject withdraws sharing; they themself read on', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stream = await following(family.owner, family, talk);
    const own = await family.self.watch('MessageAdded', { filter: { subjectId: family.subject.id } });

    const input = { subjectId: family.subject.id, kinds: ['SHARING'] };
    await family.self.gql('WithdrawConsent', { input });
    await stream.ended;
    await talk.say('For me alone.');

    await expect(stream.next()).rejects.toThrow('ended');
    expect(stream.waiting()).toBe(0);
    expect((await take(own, 1))[0]?.node.text).toBe('For me alone.');
    await own.end();
  });

  test('when they are banned', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stream = await following(family.editor, family, talk);

    await post('/api/auth/admin/ban-user', { userId: family.editor.id }, family.admin.cookie ?? '');
    await stream.ended;
    await talk.say('Nobody else hears this.');

    await expect(stream.next()).rejects.toThrow();
    expect(stream.waiting()).toBe(0);
  });

  test('and though nobody told of it, with the next message at the latest', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);
    const stream = await family.viewer.watch('MessageAdded', {
      filter: { subjectId: (await openToViewers(family)).id },
    });
    await talk.say('Still here?');
    await take(stream, 2);

    await db.subject.update({ where: { id: family.subject.id }, data: { viewersReadTranscripts: false } });

    let over = false;
    void stream.ended.then(() => {
      over = true;
    });
    await expect
      .poll(
        async () => {
          await talk.send('The garden had three apple trees.');
          return over;
        },
        { timeout: 15_000, interval: 300 },
      )
      .toBe(true);
  });

  async function openToViewers(family: Family) {
    return db.subject.update({ where: { id: family.subject.id }, data: { viewersReadTranscripts: true } });
  }
});
