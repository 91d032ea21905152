import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { shapeOf } from '#api/http/request.ts';
import { type Facts, log, openLog } from '#api/platform/log.ts';
import { OperatorError } from '#api/platform/observability/failure.ts';
import { concerning, within } from '#api/platform/observability/scope.ts';

const conversationId = '0195f0c2-0000-7000-8000-00000000abcd';

/** The one line that `work` writes, as text and as data. */
function lineOf(work: () => void, level = 'trace') {
  const lines: string[] = [];
  openLog(level, { write: (line: string) => void lines.push(line) });
  work();
  const [text = ''] = lines;
  return { lines, text, told: text ? JSON.parse(text) : null };
}

/** What a process of its own tells of jobs before it ends, and how often it had written by then. */
function toldBy(work: string) {
  const script = `import fs from 'node:fs';
    import { log, openLog } from '#api/platform/log.ts';
    const { write } = fs;
    let writes = 0;
    fs.write = (...given) => {
      writes += 1;
      return write(...given);
    };
    openLog('info');
    ${work}
    console.error(writes);
    process.exit();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  const lines = stdout.trim().split('\n');
  return { told: lines.map((line) => JSON.parse(line).job), writes: Number(stderr) };
}

afterEach(() => openLog('silent'));

describe('A log line', () => {
  test('contains only the allowed fields', () => {
    const { told } = lineOf(() =>
      log.info({ operation: 'Dashboard', status: 200, ms: 12, text: 'words of Alma' } as Facts, 'request'),
    );

    expect(told).toMatchObject({ operation: 'Dashboard', status: 200, ms: 12, msg: 'request' });
    expect(told).not.toHaveProperty('text');
  });

  test('has only listed fields, because others would be dropped silently', () => {
    const more = Math.random() < 2 && { words: 'of Alma' };
    // @ts-expect-error: the compiler refuses it, also where it is one of several.
    const { told } = lineOf(() => log.info({ keyId: 'key-1', ...more }, 'request'));

    expect(told).toMatchObject({ keyId: 'key-1' });
    expect(told).not.toHaveProperty('words');
  });

  test.each<[string, Facts]>([
    ['an id', { requestId: 'Alma Rourke' }],
    ['a conversation', { conversationId: 'Alma' }],
    ['a name', { model: 'alma@evertold.test' }],
    ['a number', { ms: 'Alma' as unknown as number }],
  ])('has no place for what is not %s', (_what, facts) => {
    expect(lineOf(() => log.info(facts, 'request')).text).not.toMatch(/alma/i);
  });

  test('is written in a batch, and none is lost when the process ends', () => {
    const { told, writes } = toldBy(`for (const job of ['first', 'second']) log.info({ job }, 'job');`);

    expect(told).toEqual(['first', 'second']);
    expect(writes).toBe(0);
  });

  test('is flushed at once at the levels warn and above, whatever its size', () => {
    const { told, writes } = toldBy(`log.info({ job: 'first' }, 'job');
      for (let n = 0; n < 20; n++) log.warn({ job: 'failed' }, 'job');`);

    // What is being written as the process ends may come after the rest.
    expect(told.toSorted()).toEqual([...Array.from({ length: 20 }, () => 'failed'), 'first']);
    expect(writes).toBeGreaterThan(0);
  });

  test('contains the ids of the current request and conversation', async () => {
    let told: object | null = null;
    await within({ about: { requestId: 'request-1' } }, async () => {
      concerning(conversationId);
      await Promise.resolve();
      told = lineOf(() => log.warn('something')).told;
    });

    expect(told).toMatchObject({ requestId: 'request-1', conversationId });
    expect(lineOf(() => log.warn('something')).told).not.toHaveProperty('requestId');
  });

  test('is not built when its level is off', () => {
    expect(lineOf(() => log.debug({ ms: 1 }, 'job done'), 'info').lines).toEqual([]);
  });
});

describe('An error in the log', () => {
  const told = (error: unknown) => lineOf(() => log.error({ error }, 'defect'));

  test('is logged with its name, code and position, without its message', () => {
    const error = Object.assign(new RangeError('Invalid time zone specified: Alma'), { code: '23505' });
    const { text, told: line } = told(error);

    expect(line.error).toMatchObject({ name: 'RangeError', code: '23505' });
    expect(line.error.at[0]).toMatch(/^tests\/unit\/log\.test\.ts:\d+:\d+$/);
    expect(text).not.toContain('Alma');
  });

  test('has no positions that come from its message', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    const words = `Alma\n    at Alma (file://${root}api/Alma.ts:1:1)\n    at ${root}Alma:2:2`;
    const error = new Error(words);
    const rewritten = Object.assign(new Error('first words'), { stack: `Error: ${words}`, message: 'other' });

    expect(told(error).text).not.toContain('Alma');
    expect(told(new Error('outer', { cause: error })).text).not.toContain('Alma');
    expect(told(Object.assign(new Error(), { name: 'Alma Rourke' })).text).not.toContain('Alma');
    expect(told(Object.assign(new Error(), { code: 'alma@evertold.test' })).text).not.toContain('alma@');
    expect(told(rewritten).text).not.toContain('Alma');
  });

  test('has the code of the database, also inside a Prisma error', () => {
    const error = Object.assign(new Error('Raw query failed: Key (email)=(alma@evertold.test)'), {
      name: 'PrismaClientKnownRequestError',
      code: 'P2010',
      meta: { driverAdapterError: { cause: { originalCode: '23505', message: 'alma@evertold.test' } } },
    });

    expect(told(error).told.error).toMatchObject({ name: error.name, code: 'P2010 23505' });
    expect(told(error).text).not.toContain('alma');
  });

  test('has its message when it is an OperatorError', () => {
    const error = new OperatorError('The disk is full');

    expect(told(error).told.error).toMatchObject({ name: 'OperatorError', words: 'The disk is full' });
  });

  test('may be any thrown value', () => {
    expect(told('Alma').told.error).toEqual({ name: 'string' });
  });
});

describe('A path in the log', () => {
  test.each([
    ['/dashboard/0195f0c2-0000-7000-8000-00000000abcd/call-log/', '/dashboard/:/call-log/'],
    ['/invite/viewer/s3cretT0ken/', '/invite/viewer/:/'],
    ['/api/auth/reset-password/s3cretT0ken', '/api/auth/reset-password/:'],
    ['/api/auth/sign-in/email', '/api/auth/sign-in/email'],
    ['/Alma/Rourke/+12025550199', '/:/:/:'],
    ['/', '/'],
  ])('%s keeps the words that are ours: %s', (path, shape) => {
    expect(shapeOf(path)).toBe(shape);
  });
});
