import { beforeAll, describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db } from '#api/platform/database/database.ts';
import { account } from '#tests/support/account.ts';
import { aBook, type Book } from '#tests/support/book.ts';
import { accept, invite } from '#tests/support/inviting.ts';
import { outcomeOf } from '#tests/support/matrix.ts';
import { type Answer, password } from '#tests/support/person.ts';
import { aFamily, aPerson, type Family, type Person, server, useServer } from '#tests/support/world.ts';

useServer();

let family: Family;
let book: Book;

beforeAll(async () => {
  family = await aFamily();
  book = await aBook(family);
});

/** A person who has joined by an invitation to read with these limits. */
async function aReader(limits: object): Promise<Person & { membershipId: string }> {
  const input = { subjectId: book.subjectId, role: 'VIEWER', ...limits };
  const { token } = await invite(family.owner, input);
  const reader = await aPerson('Rita');
  const { id: membershipId } = await accept(reader, token);
  return Object.assign(reader, { membershipId });
}

async function abilitiesOf(person: Person): Promise<string[]> {
  return (await person.gql(`{ subject(id: "${book.subjectId}") { abilities } }`)).subject.abilities;
}

async function setRights(person: Person, input: object): Promise<Answer> {
  const change = `mutation ($input: SetMemberRightsInput!) { setMemberRights(input: $input) {
    __typename ... on Membership { mayContribute mayDownload } ... on UserError { code path }
  } }`;
  return (await person.gql(change, { input })).setMemberRights;
}

async function aFile(contentType = 'image/jpeg'): Promise<string> {
  const storageKey = `${book.subjectId}/${crypto.randomUUID()}`;
  await ports.storage.put(storageKey, Buffer.from('a picture'));
  const { id } = await db.media.create({
    data: { subjectId: book.subjectId, storageKey, bytes: 9, contentType },
  });
  return id;
}

function get(person: Person, path: string) {
  return fetch(`${server().url}/media/${path}`, { headers: { cookie: person.cookie ?? '' } });
}

const ask = (person: Person) =>
  outcomeOf(person, 'mutation askQuestion', { subjectId: book.subjectId, text: 'Where?' });

describe('A reader', () => {
  test('may ask and download unless the invitation says otherwise', async () => {
    const [free, limited] = [await aReader({}), await aReader({ mayContribute: false, mayDownload: false })];

    expect(await abilitiesOf(free)).toEqual(expect.arrayContaining(['READ', 'ASK', 'DOWNLOAD']));
    expect(await abilitiesOf(limited)).toEqual(['READ', 'CLAIM']);
  });

  test('who is limited to reading reads all that readers read, and asks nothing', async () => {
    const reader = await aReader({ mayContribute: false });

    expect(await ask(reader)).toBe('FORBIDDEN');
    expect(await outcomeOf(reader, 'query card', { id: book.publishedId })).toBe('OK');
    expect(await outcomeOf(reader, 'query card', { id: book.draftId })).toBe('NULL');
    expect(await outcomeOf(reader, 'subscription cardChanged', { subjectId: book.subjectId })).toBe('OK');
    const input = { id: book.subjectId, relationship: 'niece' };
    expect(await outcomeOf(reader, 'mutation updateSubject', { input })).toBe('OK');
    expect(await ask(await aReader({ mayDownload: false }))).toBe('OK');
  });

  test('without downloads is shown files, and gets none to save', async () => {
    const [free, limited] = [await aReader({}), await aReader({ mayDownload: false })];
    const [picture, paper] = [await aFile(), await aFile('text/plain')];

    for (const person of [free, family.editor, family.owner, family.self, family.admin]) {
      const saved = await get(person, `${picture}?download=yes`);
      expect([saved.status, saved.headers.get('content-disposition')], person.name).toEqual([
        200,
        'attachment',
      ]);
      expect((await get(person, paper)).status, person.name).toBe(200);
    }
    const shown = await get(limited, picture);
    expect([shown.status, shown.headers.get('content-disposition')]).toEqual([200, 'inline']);
    for (const path of [`${picture}?download=yes`, paper])
      expect((await get(limited, path)).status).toBe(404);
  });

  test('is given other rights by an owner, at once', async () => {
    const reader = await aReader({});
    const { membershipId: id } = reader;

    expect(await setRights(family.owner, { id, mayContribute: false })).toEqual({
      __typename: 'Membership',
      ...{ mayContribute: false, mayDownload: true },
    });
    expect(await ask(reader)).toBe('FORBIDDEN');
    expect(await setRights(family.owner, { id, mayContribute: true, mayDownload: false })).toMatchObject({
      ...{ mayContribute: true, mayDownload: false },
    });
    expect(await ask(reader)).toBe('OK');
    // Two at once both count.
    await Promise.all([
      setRights(family.owner, { id, mayContribute: false }),
      setRights(family.owner, { id, mayDownload: true }),
    ]);
    expect(await db.membership.findUnique({ where: { id } })).toMatchObject({
      ...{ mayContribute: false, mayDownload: true },
    });
  });

  test('keeps the limits for as long as they are a reader', async () => {
    const reader = await aReader({ mayContribute: false, mayDownload: false });
    const role = (to: string) =>
      outcomeOf(family.owner, 'mutation setMemberRole', { id: reader.membershipId, role: to });

    await role('EDITOR');
    expect(await abilitiesOf(reader)).toEqual(expect.arrayContaining(['ASK', 'DOWNLOAD', 'WRITE']));
    expect(await setRights(family.owner, { id: reader.membershipId, mayDownload: false })).toMatchObject({
      ...{ code: 'CONFLICT', path: ['id'] },
    });
    await role('VIEWER');
    expect(await abilitiesOf(reader)).toEqual(['READ', 'CLAIM']);
  });

  test('can’t change their own rights, nor can another family', async () => {
    const reader = await aReader({ mayContribute: false });
    const { owner: other } = await aFamily();

    expect(await setRights(other, { id: reader.membershipId, mayContribute: true })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(
      await outcomeOf(reader, 'mutation setMemberRights', {
        input: { id: reader.membershipId, mayContribute: true },
      }),
    ).toBe('FORBIDDEN');
    expect(await abilitiesOf(reader)).not.toContain('ASK');
  });
});

test.each(['mayContribute', 'mayDownload'])(
  'An invitation with %s false is refused for other roles',
  async (field) => {
    const input = { subjectId: book.subjectId, role: 'EDITOR', [field]: false };
    expect(await invite(family.owner, input)).toMatchObject({ code: 'BAD_REQUEST', path: [field] });
  },
);

describe('A change of the members', () => {
  const following = 'subscription ($subjectId: ID!) { membersChanged(subjectId: $subjectId) { subjectId } }';

  test('reaches the others at once: somebody joined, was limited, left, named their relationship, deleted their account', async () => {
    const streams = await Promise.all(
      [family.owner, family.viewer].map((person) => person.watch(following, { subjectId: book.subjectId })),
    );
    const change = { membersChanged: { subjectId: book.subjectId } };
    const seen = async () => Promise.all(streams.map((stream) => stream.next()));

    const reader = await aReader({});
    expect(await seen()).toEqual([change, change]);
    await setRights(family.owner, { id: reader.membershipId, mayDownload: false });
    expect(await seen()).toEqual([change, change]);
    expect(await outcomeOf(reader, 'mutation removeMember', { id: reader.membershipId })).toBe('OK');
    expect(await seen()).toEqual([change, change]);
    // With a password, an account is deleted at once.
    const leaver = await aReader({});
    expect(await seen()).toEqual([change, change]);
    const input = { id: book.subjectId, relationship: 'niece' };
    expect(await outcomeOf(leaver, 'mutation updateSubject', { input })).toBe('OK');
    expect(await seen()).toEqual([change, change]);
    await account('/delete-user', { password }, { cookie: leaver.cookie ?? '' });
    expect(await seen()).toEqual([change, change]);
    await Promise.all(streams.map((stream) => stream.end()));
  });
});
