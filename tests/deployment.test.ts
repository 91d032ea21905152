import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Environment } from '#api/config.ts';
import { apart, ofEngine } from '#api/platform/apart.ts';
import { readStages, sentToBuilder } from './support/image.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

describe('The image', () => {
  const stages = readStages();
  const last = stages.at(-1);

  test('is written as Docker reads it', () => {
    expect(validate(readFileSync('Dockerfile', 'utf8')).map(({ message }) => message)).toEqual([]);
  });

  test('runs on the Node that everything is tested on, as nobody in particular, and says how it is', () => {
    const bases = stages.map(({ base }) => base);
    expect(new Set(bases)).toEqual(new Set([`node:${manifest.optionalDependencies.node}-bookworm-slim`]));

    const said = (name: string) => last?.steps.filter(({ instruction }) => instruction === name);
    expect(said('USER')?.map(({ text }) => text)).toEqual(['node']);
    // Whoever ends what is unhealthy must not end a migration, however long it takes: then it is alive, not ready.
    expect(said('HEALTHCHECK')?.[0]?.text).toContain('/healthz');
    expect(said('RUN')).toEqual([]);
  });

  test('is sent no data, no secret and no history', () => {
    const sent = sentToBuilder([
      '.env',
      '.env.local',
      'web/.env',
      '.data/auth-secret',
      '.git/config',
      'tests/x.ts',
    ]);
    expect(sent).toEqual([]);
    expect(sentToBuilder(['api/main.ts', 'web/app/main.tsx', 'prisma.config.ts'])).toHaveLength(3);
  });

  test('has what the built server does not have in itself, and no package that is for development alone', () => {
    const has = new Set(
      last?.steps
        .filter(({ instruction }) => instruction === 'COPY')
        .flatMap(({ sources }) => sources)
        .map((source) => source.replace(/^\/app\//, '')),
    );
    const { files, packages } = reached(['prisma.config.ts', 'prisma/schema-engine.mjs']);

    const within = (file: string) => [...has].some((each) => file === each || file.startsWith(`${each}/`));
    expect([...files].filter((file) => !within(file))).toEqual([]);
    expect(has).toContain('api/dist');
    const brought = [...apart, ...ofEngine];
    expect([...packages].filter((name) => !brought.some((each) => each === name))).toEqual([]);
    expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(brought));
    const listed = JSON.parse(readFileSync('api/dist/packages.json', 'utf8'));
    expect(Object.keys(listed.dependencies)).toEqual(brought);
    // Whatever is found by name while the server runs is found there.
    const finders = globSync('api/**/*.ts', {
      exclude: ['api/generated/**', 'api/dist/**', 'api/people/gazetteer/make.ts'],
    }).filter((file) => /createRequire|import\.meta\.resolve/.test(readFileSync(file, 'utf8')));
    expect(finders).toEqual(['api/platform/apart.ts']);
  });

  test('is built from files that are sent to its builder', () => {
    const { files } = reached(['api/application.ts', 'api/archive/main.ts', 'api/text-worker.ts']);
    // Generated there.
    const written = [...files].filter((file) => !file.startsWith('api/generated/'));
    expect(sentToBuilder(written)).toEqual(written);
  });
});

describe('The composition', () => {
  const text = readFileSync('docker-compose.yml', 'utf8');
  const composition = parse(text, { merge: true }) as Composition;
  const { services } = composition;
  const app = [services.web, services.worker];

  test('is what Docker Compose takes', () => {
    const linter = new DCLinter({ rules: {}, exclude: [], quiet: false, debug: false });
    const [linted] = linter.lintFiles(['docker-compose.yml'], false) as Linted[];
    // Its warnings are of the order in which things stand.
    const wrong = linted?.messages.filter(({ type }) => type === 'error');

    expect(wrong).toEqual([]);
  });

  test('names nothing that it does not define', () => {
    expect(undefinedIn(composition)).toEqual([]);
  });

  test.each([
    ['a volume', 'data:/data', 'dta:/data', 'volume dta of web'],
    [
      'a service to wait for',
      '      redis:\n        condition',
      '      reddis:\n        condition',
      'service reddis of web',
    ],
    ['a network', '    tmpfs:\n', '    networks: [inside]\n    tmpfs:\n', 'network inside of redis'],
  ])('is found to name %s that there is not', (_what, right, wrong, found) => {
    expect(undefinedIn(parse(text.replace(right, wrong), { merge: true }))).toContain(found);
  });

  test('serves a developer without any variable, and runs Evertold only when it is asked for', () => {
    // One that must be set would have to be set for each of its services.
    expect(text).not.toMatch(/\$\{\w+:?\?/);
    for (const [name, { profiles }] of Object.entries(services)) {
      expect(profiles, name).toEqual(['web', 'worker'].includes(name) ? ['app'] : undefined);
    }
  });

  test('waits for what is healthy, and can tell of each whether it is', () => {
    for (const [name, { healthcheck, build }] of Object.entries(services)) {
      // The image of Evertold brings its own.
      expect(healthcheck ?? build, name).toBeDefined();
    }
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(condition).toBe('service_healthy');
        expect(services[other], other).toBeDefined();
        expect(services[other]?.healthcheck?.disable, other).toBeFalsy();
      }
    }
  });

  test('lets Evertold migrate for hours, and begins to work when that is done', () => {
    const { test, start_period, retries } = services.web?.healthcheck ?? {};

    expect(test?.join(' ')).toContain('/readyz');
    expect([start_period, retries]).toEqual([expect.stringMatching(/^\d+h$/), 3]);
    expect(services.worker?.depends_on?.web).toEqual({ condition: 'service_healthy' });
  });

  test('lets what was begun come to its end, and hands on what a server reads of its environment', () => {
    for (const service of app) {
      // Longer than the server itself takes: 30 seconds for jobs, 10 for everything else.
      expect(service?.stop_grace_period).toBe('60s');
      expect(service?.env_file).toEqual([{ path: '.env', required: false }]);
    }
  });

  test('opens ports to its own machine alone, and takes no image that changes under its name', () => {
    for (const [name, { ports = [], image }] of Object.entries(services)) {
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
      if (name !== 'web' && name !== 'worker') expect(image).toMatch(/:.*\d/);
    }
  });

  test('lets Evertold write into its data alone, as a user who can gain no rights', () => {
    for (const service of app) {
      expect(service).toMatchObject({
        ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
        ...{ tmpfs: ['/tmp'], volumes: ['data:/data'] },
      });
    }
  });

  test('names variables that Evertold knows, and no secret', () => {
    const known = Object.keys(Environment.shape);
    for (const service of app) {
      expect(Object.keys(service?.environment ?? {}).filter((name) => !known.includes(name))).toEqual([]);
    }
    const secrets = [...text.matchAll(/(\w*(?:PASSWORD|SECRET|KEY)\w*): (.+)/g)].map(([, , value]) => value);
    for (const value of secrets) expect(value).toMatch(/^\$\{\w+:-(evertold)?\}$/);
  });
});

type Linted = { messages: { type: string; message: string }[] };

type Composition = {
  services: Record<string, Service>;
  volumes?: Record<string, unknown>;
  networks?: Record<string, unknown>;
};

type Service = {
  image?: string;
  build?: object;
  profiles?: string[];
  ports?: string[];
  environment?: Record<string, string>;
  healthcheck?: { disable?: boolean; test?: string[]; start_period?: string; retries?: number };
  stop_grace_period?: string;
  env_file?: object[];
  depends_on?: Record<string, { condition: string }>;
  volumes?: string[];
  networks?: string[];
};

/** What services name and the composition does not have: its schema, and so a linter, takes any name. */
function undefinedIn({ services, volumes = {}, networks = {} }: Composition): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    // What begins otherwise is a folder of the machine's.
    const mounted = (service.volumes ?? []).flatMap((volume) => /^(\w[\w.-]*):/.exec(volume)?.[1] ?? []);
    const without = (kind: string, used: string[], there: object) =>
      used.filter((each) => !Object.hasOwn(there, each)).map((each) => `${kind} ${each} of ${name}`);
    return [
      ...without('volume', mounted, volumes),
      ...without('service', Object.keys(service.depends_on ?? {}), services),
      ...without('network', service.networks ?? [], { default: {}, ...networks }),
    ];
  });
}

/** The files and packages that are imported from here on, now or later, but for types. */
function reached(entries: string[]) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const imports =
    /^(?:import|export)\s+(?!type\s)[^;'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)|\.resolve\('([^']+)'\)/gm;
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, ...found] of readFileSync(file, 'utf8').matchAll(imports)) {
      const name = found.find(Boolean) ?? '';
      if (name.startsWith('node:')) continue;
      const target = name.startsWith('#') ? name.slice(1) : path.join(path.dirname(file), name);
      if (!/^[.#]/.test(name)) {
        packages.add(
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        );
      } else if (existsSync(target)) {
        visit(target);
      }
    }
  };
  for (const entry of entries) visit(entry);
  for (const migration of globSync('prisma/{migrations,schema}/**/*.{sql,prisma,toml}')) files.add(migration);
  return { files, packages };
}
