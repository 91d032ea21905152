import { describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { post, succeeded } from '#tests/support/person.ts';
import { aTalk, type Talk } from '#tests/support/talk.ts';
import type { Watcher } from '#tests/support/watch.ts';
import { aFamily, aPerson, type Family, useServer } from '#tests/support/world.ts';

useServer();

type Event = { cursor: string; node: { id: string; text: string | null; private: boolean } };

async function take(stream: Watcher, count: number): Promise<Event[]> {
  const events: Event[] = [];
  while (events.length < count) events.push((await stream.next()).messageAdded);
  return events;
}

describe('A stream ends when the follower loses access', () => {
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
    await talk.say('The hens came home by themselves.');

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
    await talk.say('The hens came home by themselves.');

    await expect(stream.next()).rejects.toThrow('ended');
    expect(stream.waiting()).toBe(0);
  });

  test('when the subject withdraws sharing, except the subject’s own stream', async () => {
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
    await talk.say('The hens came home by themselves.');

    await expect(stream.next()).rejects.toThrow();
    expect(stream.waiting()).toBe(0);
  });

  test('when they are no longer an admin, whatever their filter', async () => {
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id, { channel: 'PHONE' });
    const raised = await aPerson('Rosa Raised');
    const setRole = (role: string) =>
      post('/api/auth/admin/set-role', { userId: raised.id, role }, family.admin.cookie ?? '');
    await setRole('admin');
    const filter = { phone: family.subject.phone.slice(0, 6) };
    const stream = await raised.watch('MessageAdded', { filter });
    await talk.say('Still here?');
    expect((await take(stream, 1))[0]?.node.text).toBe('Still here?');

    await setRole('user');
    await stream.ended;
    const known = stream.waiting();
    await talk.say('The hens came home by themselves.');

    expect(stream.waiting()).toBe(known);
    await expect(raised.gql('WriterMessages', { filter })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await talk.end();
  });

  test('with a phone filter, when they are no longer an owner but may still read the transcripts', async () => {
    const family = await aFamily();
    const { id: subjectId, phone } = family.subject;
    const talk = await aTalk(family.self, subjectId, { channel: 'PHONE' });
    const filter = { subjectId, phone: phone.slice(0, 6) };
    const { members } = (await family.owner.gql('FamilyFriends', { subjectId })).subject;
    const roleOf = (person: Family['owner'], role: string) =>
      family.self.gql('SetMemberRole', {
        id: members.find((member: { user: { id: string } }) => member.user.id === person.id).id,
        role,
      });
    succeeded(await roleOf(family.editor, 'OWNER'));
    const stream = await family.owner.watch('MessageAdded', { filter });
    await talk.say('Still here?');
    await take(stream, 2);

    succeeded(await roleOf(family.owner, 'EDITOR'));
    await stream.ended;
    await talk.say('The hens came home by themselves.');

    await expect(stream.next()).rejects.toThrow('ended');
    await expect(family.owner.gql('WriterMessages', { filter })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await talk.transcript(family.owner)).map(({ text }) => text)).toContain(
      'The hens came home by themselves.',
    );
    await talk.end();
  });

  test('with the next message at the latest, even if no event reported the loss', async () => {
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
