import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { indexBuiltBy } from '#api/platform/database/migrate.ts';

/** They made an empty database, and had nobody to keep waiting. */
const first = ['20261121000000_init', '20261121000100_rules'];

/** What is a matter of taste, and not of locks. */
const taste = ['prefer-bigint-over-int', 'prefer-identity', 'prefer-robust-stmts', 'prefer-text-field'];
/** How long one may wait is for `schema-engine.mjs` to say, for all of them; and none that is here takes long. */
const timeouts = ['require-lock-timeout', 'require-statement-timeout'];

const migrations = globSync('prisma/migrations/*/migration.sql').sort();

type Finding = { file: string; line: number; rule_name: string };

/** What squawk finds in these files, or in SQL by itself. */
function squawk(files: readonly string[], { isSingle, sql }: { isSingle: boolean; sql?: string }): Finding[] {
  const found = spawnSync(
    'node_modules/.bin/squawk',
    [
      ...['--reporter', 'Json', '--pg-version', '15.0', '--no-error-on-unmatched-pattern'],
      // As Prisma runs it: several statements are one transaction, a single one is none.
      ...(isSingle ? [] : ['--assume-in-transaction']),
      ...[...taste, ...timeouts].flatMap((rule) => ['--exclude', rule]),
      ...files,
    ],
    { input: sql, encoding: 'utf8' },
  );
  if (!found.stdout.trim()) throw new Error(`squawk did not run: ${found.stderr}`);
  return JSON.parse(found.stdout);
}

const inWords = ({ line, rule_name: rule }: Finding) => `${rule} in line ${line + 1}`;

/** What could keep those waiting who use the database meanwhile. */
const findings = (sql: string) => squawk([], { isSingle: isSingle(sql), sql }).map(inWords);

function isSingle(sql: string): boolean {
  const statements = sql.replace(/^\s*--.*$/gm, '').split(';');
  return statements.filter((statement) => statement.trim()).length === 1;
}

describe('A migration', () => {
  const later = migrations.filter((file) => !first.some((name) => file.includes(name)));
  const [single, several] = [true, false].map((wanted) => {
    const files = later.filter((file) => isSingle(readFileSync(file, 'utf8')) === wanted);
    return squawk(files, { isSingle: wanted });
  }) as [Finding[], Finding[]];

  test.each(later)('keeps nobody waiting: %s', (file) => {
    const found = [...single, ...several].filter((each) => each.file === file);
    expect(found.map(inWords)).toEqual([]);
  });

  test('that builds an index without locking names it, for who has to clear away what is left of it', () => {
    const building = migrations
      .map((file) => readFileSync(file, 'utf8'))
      .filter((sql) => /index concurrently/i.test(sql) && !/^drop index/im.test(sql));

    expect(building).not.toEqual([]);
    for (const sql of building) expect(sql).toContain(`concurrently "${indexBuiltBy(sql)}" on`);
  });

  test.each([
    ['builds an index', 'create index message_by_phone on message (phone);'],
    ['rewrites a table', 'alter table message alter column seq type bigint;'],
    [
      'reads all of a table under lock',
      'alter table message add constraint some_text check (text is not null);',
    ],
    ['takes away what a running server uses', 'alter table message drop column phone;'],
    [
      'binds a table to another',
      'alter table message add foreign key (request_id) references question_request;',
    ],
    [
      'builds an index in one with more',
      'create index concurrently a on message (phone); create table b (id int primary key);',
    ],
  ])('is found when it %s', (_what, sql) => {
    expect(findings(sql)).not.toEqual([]);
  });

  test('may build an index of a large table, alone and without locking it', () => {
    expect(
      findings('-- For the list.\ncreate index concurrently if not exists a on message (phone);'),
    ).toEqual([]);
  });
});
