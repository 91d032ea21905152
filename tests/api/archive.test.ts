import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { ports } from '#api/adapters/ports.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { findEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import {
  aFolder,
  anEarlierDatabase,
  anEmptyDatabase,
  archive,
  backingUp,
  contents,
  embedded,
  external,
  migrationNames,
  restoring,
} from '#tests/support/archive.ts';
import { aDatabase } from '#tests/support/database.ts';
import { ask } from '#tests/support/migrating.ts';
import { signIn } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aTelling, cardsOf, stories, told, until, workDone, writingOf } from '#tests/support/told.ts';
import { aFamily, type Family, server, useOwnServer } from '#tests/support/world.ts';

const [first, second, third] = [aFolder(), aFolder(), aFolder()];
const file = path.join(first, 'family.tar.gz');
const picture = randomBytes(3_000_000);

let family: Family;
/** How it was when it was backed up. */
let then: {
  cards: unknown;
  rows: Record<string, string>;
  mediaId: string;
  untold: string;
  cursor: string;
};
/** A place in the stream that was given out after the backup, and so is lost. */
let lost: string;

const newest = async () => {
  const filter = { subjectId: family.subject.id };
  return (await family.owner.gql('WriterMessages', { filter, first: 1 })).messages.pageInfo.startCursor;
};

describe('A backup', () => {
  useOwnServer(embedded(first));

  beforeAll(async () => {
    family = await aFamily();
    const { id: subjectId } = family.subject;
    await told(subjectId, [stories.bakery, { text: 'Between us, I never liked bread.', private: true }]);
    const storageKey = `${subjectId}/${randomUUID()}`;
    await ports.storage.put(storageKey, picture);
    const data = { subjectId, storageKey, bytes: picture.length, contentType: 'image/png' };
    const media = await db.media.create({ data });
    // The picture and its subject name each other: neither could be brought back before the other.
    await db.subject.update({ where: { id: subjectId }, data: { photoId: media.id } });
    const { id: untold } = await aTelling(subjectId, [stories.wedding]);
    await db.$executeRaw`insert into jobs.job (name, data, start_after)
      values ('biography.write', jsonb_build_object('conversationId', ${untold}::text), now() + interval '1 day')`;
    await (await aTalk(family.self, subjectId)).say('The last words before the backup.');
    then = {
      cards: await cardsOf(family.owner, subjectId),
      rows: {},
      mediaId: media.id,
      untold,
      cursor: await newest(),
    };
  });

  test('is made while Evertold runs, into one file that only its owner can read', async () => {
    const url = await embeddedUrl(first);
    await workDone();
    const before = await contents(url);
    const { code, said } = await archive('backup', file, embedded(first));
    then.rows = await contents(url);

    expect(said).toMatch(/Backed up into .*: \d+ rows of \d+ tables, 1 files\.\nIt holds everything: /);
    expect(code).toBe(0);
    expect(then.rows).toEqual(before);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(first).sort()).toEqual(['data', 'family.tar.gz']);
    expect((await fetch(`${server().url}/readyz`)).status).toBe(200);
  });

  test('contains no later changes', async () => {
    const talk = await aTalk(family.self, family.subject.id);
    await talk.say('Said after the backup, and lost with the machine.');
    await talk.end();
    lost = await newest();

    expect(lost).not.toBe(then.cursor);
  });
});

describe('A restored database', () => {
  beforeAll(async () => {
    const { said } = await archive('restore', file, embedded(second));
    expect(said).toMatch(/Restored from/);
    expect(said).not.toContain('AUTH_SECRET');
  });
  useOwnServer(embedded(second));

  test('has every row and every file unchanged', async () => {
    const { _prisma_migrations: _, ...rows } = await contents(await embeddedUrl(second));
    const { _prisma_migrations: __, ...expected } = then.rows;
    expect(rows).toEqual(expected);

    const { cookie } = family.owner;
    const response = await fetch(`${server().url}/media/${then.mediaId}`, {
      headers: { cookie: cookie ?? '' },
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true);
  });

  test('is used by a role that owns nothing, also when that role did not exist', async () => {
    const { rows } = await pool.query(
      "select current_user as role, count(*)::int as owned from pg_class where pg_has_role(relowner, 'usage')",
    );
    expect(rows).toEqual([{ role: 'evertold_server', owned: 0 }]);
  });

  test('has stories whose sentences open their sources', async () => {
    expect(await cardsOf(family.owner, family.subject.id)).toEqual(then.cards);
  });

  test('has its users, both signed-in and signing in', async () => {
    const { me } = await family.viewer.gql('{ me { id } }');
    expect(me.id).toBe(family.viewer.id);
    expect(await signIn(family.editor.email)).toContain('session');
  });

  test('continues the waiting jobs', async () => {
    await pool.query("update jobs.job set start_after = now() where name = 'biography.write'");

    await until(async () => (await writingOf(then.untold)) === 'WRITTEN');
    expect(await cardsOf(family.owner, family.subject.id)).toHaveLength(2);
  });

  test.each([
    ['before the backup', () => then.cursor],
    ['after it, and so of words that are lost', () => lost],
  ])('takes streams up at places given out %s', async (when, cursor) => {
    const filter = { subjectId: family.subject.id, role: 'user' };
    const stream = await family.owner.watch('MessageAdded', { filter, after: cursor() });

    const talk = await aTalk(family.self, family.subject.id);
    await talk.say(`Said to the restored one, ${when}.`);
    await talk.end();

    const { node } = (await stream.next()).messageAdded;
    expect(node.text).toBe(`Said to the restored one, ${when}.`);
    expect(stream.waiting()).toBe(0);
    await stream.end();
    await db.message.delete({ where: { id: node.id } });
  });
});

describe('An archive', () => {
  let url: string;
  beforeAll(async () => {
    url = await anEmptyDatabase();
  });

  test('moves data from the embedded database to an external one', async () => {
    const folder = aFolder();
    const { code, said } = await archive('restore', file, external(folder, url));

    expect([code, said]).toEqual([
      0,
      expect.stringContaining('set AUTH_SECRET to the "authSecret" of its manifest'),
    ]);
    const { _prisma_migrations: _, ...rows } = await contents(url);
    const { _prisma_migrations: __, ...expected } = then.rows;
    expect(rows).toEqual(expected);
    expect(readdirSync(path.join(folder, 'data'))).toEqual(['media']);
  });

  test('can be made of a restored database, also while no server runs, and restored again', async () => {
    const again = path.join(second, 'again.tar.gz');
    const made = await backingUp(again, embedded(second));

    expect(await restoring(again, embedded(third))).toEqual(made);
    expect(readdirSync(path.join(second, 'data/postgres'))).not.toContain('postmaster.pid');
  });

  test('is never restored over an existing folder, database or files', async () => {
    await expect(restoring(file, embedded(second))).rejects.toThrow('has data already (');
    const before = await contents(url);
    await expect(restoring(file, external(aFolder(), url))).rejects.toThrow(
      'the database is not empty (table ',
    );
    expect(await contents(url)).toEqual(before);
    await expect(restoring(file, external(second, await anEmptyDatabase()))).rejects.toThrow(
      'the storage keeps files already',
    );
  });

  test('never replaces another one', async () => {
    await expect(backingUp(file, embedded(second))).rejects.toThrow('is there already');
    await expect(backingUp(`${file}.2`, embedded(aFolder()))).rejects.toThrow('There is no database in ');
    expect(readdirSync(first).sort()).toEqual(['data', 'family.tar.gz']);
  });

  test('of an earlier version is migrated to this one', async () => {
    const old = await anEmptyDatabase();
    const client = new pg.Client({ connectionString: old });
    await client.connect();
    await anEarlierDatabase(client);
    await client.end();
    const folder = aFolder();
    const kept = path.join(folder, 'old.tar.gz');
    await backingUp(kept, external(folder, old));

    const url = await anEmptyDatabase();
    await restoring(kept, external(folder, url));

    const now = new pg.Client({ connectionString: url });
    await now.connect();
    const { rows: events } = await now.query("select kind from event where topic = 'old'");
    const { rows: migrations } = await now.query('select migration_name from _prisma_migrations');
    await now.end();
    expect(events).toEqual([{ kind: 'kept' }]);
    expect(migrations).toHaveLength(migrationNames().length);
  });

  test('of a version with two migrations that are merged now is restored unchanged', async () => {
    const database = await aDatabase();
    const sql = `update _prisma_migrations set checksum = '9496f944f466a910558dd457a7e730067d44cb183dd005a0f3bdd7d6422fab02'
        where migration_name = '20261123051500_spans_of_shown_words';
      insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
        values ('second', 'a75fbf92e481af779a08fb7273b65b18d66b9f1f072d29732334a79826179db6',
          '20261123060500_spans_kept_as_json', now(), 1)`;
    await ask(database.adminUrl, sql);
    const folder = aFolder();
    const kept = path.join(folder, 'two.tar.gz');
    await backingUp(kept, external(folder, database.adminUrl));
    const then = await contents(database.adminUrl);
    await database.drop();

    const url = await anEmptyDatabase();
    await restoring(kept, external(folder, url));

    expect(await contents(url)).toEqual(then);
  });

  test('of a server with a configured secret does not contain it, and says so', async () => {
    const folder = aFolder();
    const given = path.join(folder, 'given.tar.gz');
    const env = { ...external(folder, url), AUTH_SECRET: 'g'.repeat(32) };
    expect((await archive('backup', given, env)).said).toContain('It holds everything but AUTH_SECRET: ');

    const { said } = await archive('restore', given, external(aFolder(), await anEmptyDatabase()));
    expect(said).toContain('AUTH_SECRET is not in it: set the one that its server had');
  });

  test('of a later version is refused', async () => {
    const later = await anEmptyDatabase();
    const client = new pg.Client({ connectionString: later });
    await client.connect();
    await anEarlierDatabase(client, '99990101000000_not_yet');
    await client.end();
    const folder = aFolder();
    const kept = path.join(folder, 'later.tar.gz');
    await backingUp(kept, external(folder, later));

    await expect(restoring(kept, embedded(folder))).rejects.toThrow(
      'of a later version of Evertold: 99990101000000_not_yet',
    );
    expect(existsSync(path.join(folder, 'data/postgres'))).toBe(false);
  });

  test('requires a file name', async () => {
    expect(await archive('backup', '', embedded(first))).toMatchObject({
      code: 1,
      said: expect.stringContaining('npm run backup -- FILE'),
    });
  });
});

/** The address of a database that runs in a folder. */
async function embeddedUrl(folder: string): Promise<string> {
  return (await findEmbeddedPostgres(path.join(folder, 'data/postgres')))?.url() ?? '';
}
