import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { beforeAll, describe, expect, test } from 'vitest';

const ours = globSync(['api/**/*.ts', 'web/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'prisma/**/*.ts']).filter(
  (file) => !/\/generated\/|\.graphql\.ts$|^web\/dist\//.test(file),
);

/** Folders of `api` that are no domain: the shell around them, and what knows language and nothing of the product. */
const shell = ['graphql', 'http', 'archive'];
const base = ['platform', 'adapters'];
const language = ['language', 'dialogue-acts'];
const domains = readdirSync('api', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .filter((name) => ![...shell, ...base, ...language, 'generated', 'dist'].includes(name));

const inFolders = (names: readonly string[]) => `^api/(${names.join('|')})/`;

/** How imports may go. `from` and `to` are paths from the top; types and dynamic imports count. */
const rules: IForbiddenRuleType[] = [
  { name: 'no import circles', from: { pathNot: '^api/generated/' }, to: { circular: true } },
  {
    name: 'platform and adapters know no domain',
    from: { path: inFolders(base) },
    to: { path: inFolders([...domains, ...shell]) },
  },
  {
    name: 'platform knows no adapter',
    from: { path: '^api/platform/' },
    to: { path: '^api/adapters/' },
  },
  {
    name: 'the language folders know no domain, no database and no GraphQL',
    from: { path: inFolders(language) },
    to: { path: ['^api/(graphql|http|adapters|generated)/', '^api/platform/database/', inFolders(domains)] },
  },
  {
    name: 'the interviewer and the writer know no database and no GraphQL',
    from: { path: '^api/(conversations/interviewer|biography/writing)/' },
    to: { path: ['^api/(graphql|http|generated)/', '^api/platform/database/'] },
  },
  {
    name: 'the GraphQL shell knows only the policy of a domain',
    from: { path: '^api/graphql/', pathNot: '/print\\.ts$' },
    to: { path: inFolders(domains), pathNot: '/policy\\.ts$' },
  },
  {
    name: 'only schemas speak GraphQL',
    from: { path: inFolders(domains), pathNot: ['/schema/', '/schema\\.ts$'] },
    to: { path: '^api/graphql/builder\\.ts$' },
  },
  {
    name: 'schemas are imported by schemas alone',
    from: { path: inFolders(domains), pathNot: ['/schema/', '/schema\\.ts$'] },
    to: { path: ['/schema/', '/schema\\.ts$'] },
  },
  {
    name: 'only the choice of adapters knows what implements a port',
    from: { path: '^api/', pathNot: '^api/adapters/' },
    to: { path: '^api/adapters/[^/]+/', pathNot: '/port\\.ts$' },
  },
  { name: 'the API knows nothing of the web', from: { path: '^api/' }, to: { path: '^web/' } },
];

/** Imports that break a rule, with the folder that each is planted in; one run checks them all. */
const planted: [rule: string, folder: string, specifier: string][] = [
  ['platform and adapters know no domain', 'platform', '#api/subjects/policy.ts'],
  [
    'the language folders know no domain, no database and no GraphQL',
    'language',
    '#api/platform/database/database.ts',
  ],
  ['the GraphQL shell knows only the policy of a domain', 'graphql', '#api/subjects/service.ts'],
  ['only schemas speak GraphQL', 'subjects', '#api/graphql/builder.ts'],
];

const plantedIn = (folder: string) => `api/${folder}/planted`;

function plant(folder: string, name: string, content: string) {
  mkdirSync(plantedIn(folder), { recursive: true });
  writeFileSync(path.join(plantedIn(folder), name), content);
}

let violations: string[] = [];

beforeAll(async () => {
  for (const [, folder, specifier] of planted)
    plant(folder, 'planted.ts', `export const planted = import('${specifier}');\n`);
  plant('questions', 'one.ts', `import type { Two } from './two.ts';\nexport type One = Two | 1;\n`);
  plant('questions', 'two.ts', `import type { One } from './one.ts';\nexport type Two = One | 2;\n`);
  try {
    violations = await violationsIn(['api']);
  } finally {
    for (const folder of [...planted.map(([, of]) => of), 'questions'])
      rmSync(plantedIn(folder), { recursive: true });
  }
});

async function violationsIn(folders: string[]): Promise<string[]> {
  const { output } = await cruise(
    folders,
    {
      validate: true,
      ruleSet: { forbidden: rules.map((rule) => ({ severity: 'error', ...rule })) },
      // TypeScript 7 has no compiler API that the cruiser can use.
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: 'node_modules|/dist/' },
    },
    { exportsFields: ['exports'], conditionNames: ['node', 'import'] },
  );
  const { summary } = output as ICruiseResult;
  // Without its parser the cruiser finds no imports, and says nothing.
  expect(summary.totalDependenciesCruised).toBeGreaterThan(0);
  return summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${cycle ? [from, ...cycle.map(({ name }) => name)].join(' → ') : `${from} → ${to}`}`,
  );
}

describe('The imports of the API', () => {
  test.each(rules.map(({ name }) => name))('%s', (name) => {
    const ofRule = violations.filter((violation) => violation.startsWith(`${name}:`));
    expect(ofRule.filter((violation) => !violation.includes('/planted/'))).toEqual([]);
  });
});

describe('A planted import', () => {
  test.each(planted)('breaks the rule: %s', (name, folder) => {
    expect(violations.join('\n')).toContain(`${name}: ${plantedIn(folder)}/planted.ts → `);
  });

  test('that closes a circle of types is found', () => {
    expect(violations.join('\n')).toContain(`no import circles: ${plantedIn('questions')}/`);
  });
});

/** Every import that is written out, of ours and of the tests. */
const imports = ours
  .filter((file) => file !== 'tests/architecture.test.ts')
  .flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(/(?:from\s+|import\s*\(?\s*)'([#.][^']+)'/g)].map(
      ([, specifier = '']) => ({
        from,
        to: specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(from), specifier),
      }),
    ),
  );

describe('The files', () => {
  test('of the web import nothing of the API', () => {
    expect(imports.filter(({ from, to }) => from.startsWith('web/') && to.startsWith('api/'))).toEqual([]);
  });

  test('read the environment in the configuration alone', () => {
    const readers = ours
      .filter((file) => file.startsWith('api/') && file !== 'api/config.ts')
      .filter((file) => /process\.env\b/.test(readFileSync(file, 'utf8')));

    // The database's hand the environment on to a program that they start; the others to the configuration.
    expect(readers.sort()).toEqual([
      'api/application.ts',
      'api/archive/main.ts',
      'api/platform/database/embedded-cluster.ts',
      'api/platform/database/migrate.ts',
    ]);
  });

  test('delete stories where their keepsakes are kept as closed as they were, or go too', () => {
    const deleting = ours
      .filter((file) => file.startsWith('api/') && !file.includes('/generated/'))
      .filter((file) => /\bcard\.delete|delete from card\b/.test(readFileSync(file, 'utf8')));

    expect(deleting.sort()).toEqual(['api/biography/privacy.ts', 'api/subjects/erasing.ts']);
    expect(readFileSync('api/biography/privacy.ts', 'utf8').match(/\bcard\.delete/g)).toHaveLength(1);
  });

  test('import files that are there, by their real endings', () => {
    const missing = imports.filter(({ to }) => !existsSync(to) && !/generated|\.graphql\.ts$/.test(to));

    expect(missing).toEqual([]);
  });

  test('have names that say something', () => {
    const vague = ours.filter((file) => /\/(utils?|helpers?|common|types|misc|index)\.tsx?$/.test(file));

    expect(vague).toEqual(['api/adapters/index.ts']);
  });
});
