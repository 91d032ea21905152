import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import type { ExportedBook } from '#api/exports/format.ts';

/** A ZIP of these files, in their order; a name may come twice. */
export async function zipped(files: Iterable<readonly [string, Buffer]>, compress = true): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of files) zip.addBuffer(content, name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

const now = '2026-01-02T03:04:05.000Z';

/** A small book as an export says it: one story of Alma's with a photo, her words, and somebody in it. */
export function aSmallBook(): ExportedBook {
  return {
    ...{ format: 'evertold', version: 1, exportedAt: now },
    subject: {
      ...{ id: 's', fullName: 'Alma Rourke', preferredName: 'Alma', pronouns: null, birthDate: '1938' },
      ...{ birthPlace: null, language: 'en', timeZone: 'America/New_York', createdAt: now },
    },
    members: [{ name: 'Anna', role: 'OWNER', relationship: 'daughter' }],
    chapters: [
      { id: 'c1', key: 'childhood-of-the-file', title: 'Childhood', position: 0, audience: null },
      { id: 'c2', key: 'work-of-the-file', title: 'Work', position: 1, audience: null },
    ],
    people: [
      { id: 'p1', name: 'Tomas', relationship: 'father' },
      { id: 'p2', name: 'Clara', relationship: 'sister' },
    ],
    relations: [{ kind: 'PARENT', fromId: 'p1', toId: 'p2' }],
    places: [{ id: 'l1', name: 'Duluth' }],
    questions: [{ id: 'q1', text: 'Where was the shop?', status: 'QUEUED', askedBy: 'Anna', createdAt: now }],
    media: [],
    consents: [
      { kind: 'SHARING', status: 'GRANTED', via: 'WEB', wordingVersion: 1, wording: 'I share.', at: now },
    ],
    cards: [
      {
        ...{
          id: 'k1',
          chapterId: 'c1',
          title: 'The bakery',
          status: 'PUBLISHED',
          mark: 'SAID',
          happened: '1946',
        },
        ...{ place: 'Duluth', revision: 2, personIds: ['p1'], mediaIds: [], createdAt: now, updatedAt: now },
        audience: null,
        sentences: [
          {
            ...{ paragraph: 0, text: 'We had a bakery.' },
            sources: [{ messageId: 'm2', start: 0, end: 16 }],
          },
        ],
      },
    ],
    conversations: [
      {
        ...{ id: 't1', channel: 'PHONE', status: 'COMPLETED', title: 'The bakery', summary: null },
        ...{ startedAt: now, endedAt: now, recording: null },
        messages: [
          {
            ...{ id: 'm1', seq: 1, role: 'assistant', private: false, text: 'Where did you live?' },
            ...{ firstText: null, createdAt: now },
          },
          {
            ...{ id: 'm2', seq: 2, role: 'user', private: false, text: 'We had a bakery. It was warm.' },
            ...{ firstText: null, createdAt: now },
          },
        ],
      },
    ],
  };
}

/** The export of a book with these further files. */
export function exportWith(
  book: object,
  files: Iterable<readonly [string, Buffer]> = [],
  compress = true,
): Promise<Buffer> {
  return zipped([['evertold.json', Buffer.from(JSON.stringify(book))], ...files], compress);
}

/** The first of some rows that must be there. */
export function firstOf<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('There is no row');
  return row;
}
