import path from 'node:path';
import { startEmbeddedPostgres } from '#api/platform/database/embedded.ts';
import { aRedis } from '#tests/support/redis.ts';
import { type Member, member } from '#tests/support/several.ts';
import { factsOf, serverPid } from './facts.ts';
import { type House, ready } from './house.ts';

/** Two web processes, a worker, Redis and a database, all separate. */
export async function aLargeHouse(dataDir: string, env: NodeJS.ProcessEnv): Promise<House> {
  const folder = path.join(dataDir, 'postgres');
  const [postgres, redis] = await Promise.all([startEmbeddedPostgres(folder), aRedis()]);
  const { facts, killSession } = factsOf(async () => postgres.url());
  const own = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url(),
    REDIS_URL: redis.url,
    ...env,
    // A process logs the address on which it listens.
    LOG_LEVEL: 'info',
  };
  const all: Member[] = [];
  const start = async (role: 'web' | 'worker') => {
    const started = await member({ ...own, ROLE: role });
    all.push(started);
    return started;
  };
  const webs = await Promise.all([start('web'), start('web')]);
  let worker = await start('worker');
  /** The restarts that are still running. */
  let coming: Promise<unknown> = Promise.resolve();

  async function end({ signal, ended }: Member) {
    signal('SIGKILL');
    await ended;
  }
  const startWeb = async () => void webs.push(await start('web'));
  const startWorker = async () => {
    worker = await start('worker');
  };

  return {
    url: () => webs[0]?.url ?? '',
    origin: () => env.PUBLIC_URL ?? '',
    victims: ['web', 'worker', 'redis', 'database', 'session', 'all'],
    facts,
    async kill(victim) {
      await coming;
      if (victim === 'session') await killSession();
      if (victim === 'database' || victim === 'all') process.kill(serverPid(folder), 'SIGKILL');
      const dying = {
        web: webs.slice(0, 1),
        worker: [worker],
        all: [...webs, worker],
      }[victim as string];
      for (const each of dying ?? []) if (webs.includes(each)) webs.splice(webs.indexOf(each), 1);
      await Promise.all([
        ...(dying ?? []).map(end),
        victim === 'redis' || victim === 'all' ? redis.kill() : null,
      ]);
    },
    async recover(victim) {
      if (victim === 'redis' || victim === 'all') await redis.start();
      if (victim === 'web') coming = startWeb();
      if (victim === 'worker') coming = startWorker();
      if (victim === 'all') coming = Promise.all([startWeb(), startWeb(), startWorker()]);
      // Without any web process, waits for the restarts.
      if (!webs.length) await coming;
      await ready(() => webs[0]?.url ?? '');
    },
    lines: () => all.flatMap(({ lines }) => lines),
    async stop() {
      await coming;
      const alive = [...webs, worker];
      for (const { signal } of alive) signal('SIGTERM');
      const codes = await Promise.all(alive.map(({ ended }) => ended));
      await redis.kill();
      await postgres.stop();
      return codes;
    },
  };
}
