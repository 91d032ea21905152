import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Environment, readConfig } from '#api/config.ts';
import { measures } from '#api/measures.ts';
import { metrics, openMetrics } from '#api/platform/observability/metrics.ts';

const text = readFileSync('api/platform/README.md', 'utf8');
const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, block]) => block ?? '');

describe('The README for operators', () => {
  test.each([
    ['Caddy', /header_up X-Request-Id \{http\.request\.uuid\}/, /header_up -traceparent/],
    ['nginx', /proxy_set_header X-Request-Id \$request_id;/, /proxy_set_header traceparent "";/],
  ])('has %s take away what a visitor sent under names that are believed from a proxy', (proxy, ...taken) => {
    const block = blocks.find((each) => each.startsWith(`# ${proxy}`));

    for (const header of taken) expect(block).toMatch(header);
  });

  test('has a proxy keep no address of a request, with the token of a link in it', () => {
    const caddy = blocks.find((each) => each.startsWith('# Caddy'));
    const nginx = blocks.find((each) => each.startsWith('# nginx')) ?? '';
    const servers = nginx.split(/^server /m).slice(1);

    expect(caddy).toMatch(/fields \{\s+request delete\s+\}/);
    expect(servers).toHaveLength(2);
    for (const server of servers) expect(server).toMatch(/^ {2}access_log off;$/m);
    // What can't be passed on is told with its request line, but for what is critical.
    expect(servers[1]).toMatch(/^ {2}error_log \S+ crit;$/m);
  });

  test('names every number that is told, and what it is told by', async () => {
    openMetrics({ role: 'all' }, measures);
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    for (const { name, labelNames = [] } of metrics.registry.getMetricsAsArray() as Told[]) {
      const short = name.replace('evertold_', '');
      const row = rows.find((each) => each.includes(`\`${short}\``));
      expect(row, name).toBeDefined();
      if (short === 'build_info') continue;
      for (const label of labelNames) expect(row, name).toMatch(RegExp(`\\b${label}\\b`));
    }
  });

  test.each([
    ['a server', /^NODE_ENV=production /m, {}],
    ['containers', /^SERVER_PASSWORD=/m, { NODE_ENV: 'production' }],
  ])('gives %s all that it asks for', (_what, which, image) => {
    const block = blocks.find((each) => which.test(each)) ?? '';
    const given = [...block.matchAll(/\b([A-Z][A-Z0-9_]+)=(?:'([^']*)'|(\S+))/g)].map(
      ([, name = '', quoted, bare = '']) => [name, (quoted ?? bare).replace('…', 'x'.repeat(32))] as const,
    );
    const known = given.filter(([name]) => name in Environment.shape);
    // Of the bucket the composition knows the rest.
    const env = Object.fromEntries(known.filter(([name]) => !name.startsWith('S3_')));
    expect(readConfig({ DATA_DIR: '.data/readme-test', ...image, ...env })).toMatchObject({
      production: true,
      mail: { kind: 'smtp', from: 'Evertold <hello@stories.example.org>' },
    });
  });

  test('speaks in containers to services that there are, and runs what is in the image', () => {
    const { services } = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true });
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    const commands = blocks
      .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
      .filter((line) => /^docker compose (exec|run|cp) /.test(line));

    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const [, service = ''] = /\s(\w+)(?::\S+|\s+node )/.exec(command) ?? [];
      expect(Object.keys(services), command).toContain(service);
      const [, file, act] = /\bnode (\S+) (\S+)/.exec(command) ?? [];
      if (!file) continue;
      expect(dockerfile).toContain(`/app/${file.slice(0, file.lastIndexOf('/'))} `);
      expect(existsSync(file), file).toBe(true);
      expect(['backup', 'restore']).toContain(act);
    }
  });
});

type Told = { name: string; labelNames?: string[] };
