import { once } from 'node:events';
import { createServer, get as getFrom, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { askedRange, sendFile } from '#api/platform/send-file.ts';
import { aFamily, type Person, server, useServer } from '#tests/support/world.ts';

useServer();

const content = Buffer.from('a picture of a switchboard');

async function aPicture(
  subjectId: string,
  more: { cardId?: string; contentType?: string } = {},
): Promise<string> {
  const storageKey = `${subjectId}/${crypto.randomUUID()}`;
  await ports.storage.put(storageKey, content);
  const data = { subjectId, storageKey, bytes: content.length, contentType: 'image/jpeg', ...more };
  return (await db.media.create({ data })).id;
}

function get(person: Person, id: string, headers: Record<string, string> = {}) {
  const cookie = person.cookie ?? '';
  return fetch(`${server().url}/media/${id}`, { headers: { ...headers, ...(cookie && { cookie }) } });
}

describe('A stored file', () => {
  test('is visible only to those who may see its subject', async () => {
    const { subject, nobody, stranger, ...family } = await aFamily();
    const id = await aPicture(subject.id);

    for (const person of [family.owner, family.editor, family.viewer, family.self, family.admin]) {
      const response = await get(person, id);
      expect(response.status, person.name).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    }
    for (const person of [nobody, stranger]) expect((await get(person, id)).status).toBe(404);
    for (const wrong of ['x', crypto.randomUUID(), '..%2f..%2fconfig.ts']) {
      expect((await get(family.owner, wrong)).status).toBe(404);
    }
  });

  test('of a draft is visible only to those who may read drafts', async () => {
    const { subject, owner, viewer } = await aFamily();
    const chapter = await db.chapter.findFirstOrThrow({ where: { subjectId: subject.id } });
    const card = await db.card.create({
      data: {
        subjectId: subject.id,
        chapterId: chapter.id,
        title: 'The exchange',
      },
    });
    const id = await aPicture(subject.id, { cardId: card.id });

    expect((await get(owner, id)).status).toBe(200);
    expect((await get(viewer, id)).status).toBe(404);
    await db.card.update({ where: { id: card.id }, data: { status: 'PUBLISHED' } });
    expect((await get(viewer, id)).status).toBe(200);
  });

  test('can be cached but is revalidated each time, and not shown after access is lost', async () => {
    const { subject, viewer, owner } = await aFamily();
    const id = await aPicture(subject.id);
    const first = await get(viewer, id);
    const kept = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect((await get(viewer, id, kept)).status).toBe(304);

    const { members } = (await owner.gql('FamilyFriends', { subjectId: subject.id })).subject;
    const membership = members.find((member: { user: { id: string } }) => member.user.id === viewer.id);
    await owner.gql('RemoveMember', { id: membership.id });
    expect((await get(viewer, id, kept)).status).toBe(404);
  });

  test('is resized if it is a wide enough picture and the width is supported, else sent unchanged', async () => {
    const { subject, owner, stranger } = await aFamily();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const wide = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer();
    const storageKey = `${subject.id}/${crypto.randomUUID()}`;
    await ports.storage.put(storageKey, wide);
    const data = { subjectId: subject.id, storageKey, bytes: wide.length, contentType: 'image/jpeg' };
    const { id } = await db.media.create({ data });

    const smaller = await get(owner, `${id}?width=480`);
    const content = Buffer.from(await smaller.arrayBuffer());
    expect(smaller.headers.get('content-type')).toBe('image/webp');
    expect(smaller.headers.get('cache-control')).toBe('private, no-cache');
    expect(await sharp(content).metadata()).toMatchObject({ width: 480, height: 270 });
    expect(Buffer.from(await (await get(owner, `${id}?width=480`)).arrayBuffer())).toEqual(content);
    const kept = { 'if-none-match': smaller.headers.get('etag') ?? '' };
    expect((await get(owner, `${id}?width=480`, kept)).status).toBe(304);
    expect((await get(owner, id, kept)).status).toBe(200);

    for (const width of ['479', '-480', '99999', 'x', '']) {
      const whole = await get(owner, `${id}?width=${width}`);
      expect(Buffer.from(await whole.arrayBuffer()), width).toEqual(wide);
    }
    expect((await get(stranger, `${id}?width=480`)).status).toBe(404);
  });

  test('with a wrong picture type is sent unchanged in any width', async () => {
    const { subject, owner } = await aFamily();
    const answer = await get(owner, `${await aPicture(subject.id)}?width=480`);

    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
  });

  test('can be requested in ranges', async () => {
    const { subject, owner } = await aFamily();
    const id = await aPicture(subject.id);
    const part = await get(owner, id, { range: 'bytes=2-8' });

    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 2-8/${content.length}`);
    expect(await part.text()).toBe('picture');
    expect((await get(owner, id, { range: 'bytes=900-' })).status).toBe(416);
  });

  test('that can’t be opened is answered with an error at once', async () => {
    const { subject, owner } = await aFamily();
    const id = await aPicture(subject.id);
    const { open } = ports.storage;
    ports.storage.open = async () => {
      throw new Error('the disk is broken');
    };
    try {
      for (const range of ['', 'bytes=2-8']) {
        const response = await get(owner, id, range ? { range } : {});
        expect(response.status).toBe(500);
        expect(response.headers.get('cache-control')).toBe('no-store');
      }
    } finally {
      ports.storage.open = open;
    }
    expect((await get(owner, id)).status).toBe(200);
  });

  test('is closed again if the client has gone while it was opened', async () => {
    const source = new Readable({ read() {} });
    const asked = Promise.withResolvers<ServerResponse>();
    const opened = Promise.withResolvers<Readable>();
    const sent = Promise.withResolvers<void>();
    const open = () => opened.promise;
    const sender = createServer((request: IncomingMessage, response) => {
      const file = { size: 5, open, etag: '"a"', mediaType: 'audio/wav', disposition: 'inline' };
      sent.resolve(sendFile(request, response, file));
      asked.resolve(response);
    }).listen(0, '127.0.0.1');
    await once(sender, 'listening');
    try {
      const client = getFrom({ host: '127.0.0.1', port: (sender.address() as AddressInfo).port });
      client.on('error', () => undefined);
      const response = await asked.promise;
      const gone = once(response, 'close');
      client.destroy();
      await gone;
      opened.resolve(source);
      await sent.promise;

      expect(source.destroyed).toBe(true);
      expect(response.headersSent).toBe(false);
    } finally {
      sender.close();
    }
  });

  test('with active content is only downloaded and cannot run scripts', async () => {
    const { subject, owner } = await aFamily();
    const { headers } = await get(owner, await aPicture(subject.id, { contentType: 'image/svg+xml' }));

    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('A range', () => {
  test.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=90-', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=50-1000', { first: 50, last: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=9-1', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['lines=0-1', null],
    [undefined, null],
  ])('of %s in a hundred bytes is %j', (header, range) => {
    expect(askedRange(header, 100)).toEqual(range);
  });
});
