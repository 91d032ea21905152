import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdapters } from '#api/adapters/index.ts';
import { openPorts, ports } from '#api/adapters/ports.ts';
import { mostBytesOfTake } from '#api/conversations/service/dictate.ts';
import { db } from '#api/platform/database/database.ts';
import type { Person } from '#tests/support/person.ts';
import { aTake } from '#tests/support/sound.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aTranscriptionServer, transcriptionAnswers } from '#tests/support/transcription-server.ts';
import { aFamily, giveConsents, server, useOwnServer } from '#tests/support/world.ts';

useOwnServer({ ALLOW_PRIVATE_ADDRESSES: 'yes', RATE_LIMIT: 'on' });

let peer: Awaited<ReturnType<typeof aTranscriptionServer>>;
let usual: typeof ports;
beforeAll(async () => {
  peer = await aTranscriptionServer();
  usual = ports;
  transcribe();
});
afterAll(() => {
  openPorts(usual);
  peer.close();
});

/** Configures this test's server to transcribe with the test's transcription server. */
function transcribe() {
  const transcription = { baseUrl: peer.baseUrl, model: 'large-v3', apiKey: 'a key' };
  openAdapters({ ...server().config, transcription, allowPrivateAddresses: true });
}

async function dictates(
  person: Person,
  id: string,
  content: Uint8Array,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${server().url}/media/dictation/${id}`, {
    method: 'POST',
    headers: { ...(person.cookie && { cookie: person.cookie }), 'content-type': 'audio/webm', ...headers },
    body: new Uint8Array(content),
  });
  return { status: response.status, ...((await response.json()) as { text?: string }) };
}

async function mayDictate(person: Person, id: string): Promise<boolean | undefined> {
  const asked = 'query ($id: ID!) { conversation(id: $id) { mayDictate } }';
  return (await person.gql(asked, { id })).conversation?.mayDictate;
}

describe('Dictation by the server', () => {
  test('answers with the words of a take, and stores neither the sound nor the words', async () => {
    const { self, subject } = await aFamily();
    const { id } = await aTalk(self, subject.id);
    const sound = await aTake(2);
    peer.answerWith(transcriptionAnswers.text('  We had a bakery\n on Mill Street. '));
    expect(await mayDictate(self, id)).toBe(true);
    const before = await db.message.count({ where: { conversationId: id } });
    expect(await dictates(self, id, sound)).toMatchObject({
      status: 200,
      text: 'We had a bakery on Mill Street.',
    });
    const [asked] = peer.asked;
    expect(asked?.fields).toMatchObject({ model: 'large-v3', language: 'en' });
    expect(asked?.file?.type).toBe('audio/webm');
    expect(asked?.file?.content.equals(sound)).toBe(true);
    expect(await db.message.count({ where: { conversationId: id } })).toBe(before);
    for await (const key of ports.storage.keys()) expect(key).not.toContain(subject.id);
  });

  test('is only for the speaker of a live conversation whose person agreed that a computer writes', async () => {
    const { self, owner, editor, viewer, stranger, subject } = await aFamily({ consents: ['SHARING'] });
    const { id } = await aTalk(self, subject.id);
    const sound = await aTake(1);
    peer.answerWith(transcriptionAnswers.text('Never heard.'));
    expect(await mayDictate(self, id)).toBe(false);
    expect((await dictates(self, id, sound)).status).toBe(412);
    // The first wording spoke of reading, and said that private words are given to nobody.
    const first = { kind: 'AI_WRITING', status: 'GRANTED', wordingVersion: 1, via: 'WEB' } as const;
    await db.consentEntry.create({ data: { ...first, subjectId: subject.id } });
    expect(await mayDictate(self, id)).toBe(false);
    expect((await dictates(self, id, sound)).status).toBe(412);
    expect(peer.asked).toEqual([]);
    await giveConsents(self, subject.id, ['AI_WRITING'], subject.phone);
    expect(await mayDictate(self, id)).toBe(true);
    const nobody = { ...stranger, cookie: undefined } as unknown as Person;
    expect((await dictates(nobody, id, sound)).status).toBe(401);
    for (const other of [owner, editor]) {
      expect(await mayDictate(other, id)).toBe(false);
      expect((await dictates(other, id, sound)).status).toBe(403);
    }
    for (const other of [viewer, stranger]) {
      expect(await mayDictate(other, id)).toBeUndefined();
      expect((await dictates(other, id, sound)).status).toBe(404);
    }
    expect((await dictates(self, randomUUID(), sound)).status).toBe(404);
    const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await dictates(self, id, sound, elsewhere)).status).toBe(403);
    await self.gql('mutation ($id: ID!) { endConversation(id: $id) { __typename } }', { id });
    expect(await mayDictate(self, id)).toBe(false);
    expect((await dictates(self, id, sound)).status).toBe(409);
    expect(peer.asked).toEqual([]);
  });

  test('refuses what is no sound, is too large, or is too much', async () => {
    const { self, subject } = await aFamily();
    const { id } = await aTalk(self, subject.id);
    peer.answerWith(transcriptionAnswers.text('Words.'));
    expect((await dictates(self, id, Buffer.from('<html>no sound</html>'))).status).toBe(422);
    expect((await dictates(self, id, Buffer.alloc(0))).status).toBe(422);
    const head = await aTake(1);
    const padded = (bytes: number) => Buffer.concat([head, Buffer.alloc(bytes - head.length)]);
    expect((await dictates(self, id, padded(mostBytesOfTake + 1))).status).toBe(413);
    expect(peer.asked).toEqual([]);
    const statuses: number[] = [];
    for (let times = 0; times < 60; times += 1)
      statuses.push((await dictates(self, id, padded(mostBytesOfTake))).status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(peer.asked.length).toBe(statuses.filter((status) => status === 200).length);
  });

  test('says whether trying again may help when the service fails, and is not offered without one', async () => {
    const { self, subject } = await aFamily();
    const { id } = await aTalk(self, subject.id);
    const sound = await aTake(1);
    peer.answerWith(transcriptionAnswers.status(500));
    expect((await dictates(self, id, sound)).status).toBe(503);
    peer.answerWith(transcriptionAnswers.status(401));
    expect((await dictates(self, id, sound)).status).toBe(422);
    openAdapters(server().config);
    try {
      expect(await mayDictate(self, id)).toBe(false);
      expect((await dictates(self, id, sound)).status).toBe(409);
    } finally {
      transcribe();
    }
  });
});
