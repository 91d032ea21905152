import { Worker } from 'node:worker_threads';
import { log } from '#api/platform/log.ts';
import { BUILT_IN_WRITER } from '../writing/compose.ts';
import type { WriteRequest, Writer, Written } from '../writing/writer.ts';
import type { Answered, Told } from './messages.ts';

/** A thread that died may have died of something else; what kills two is not tried a third time. */
const tries = 2;

type Waiting = { resolve: (written: Written) => void; reject: (error: unknown) => void };

/** A thread in which the built-in writer works, and who waits for it. */
type Thread = { tell: (told: Told) => void; wait: (id: number, waiting: Waiting) => void };

class ThreadEnded extends Error {
  override name = 'ThreadEnded';
}

/** Beside this file; in the built server both are JavaScript. */
const program = new URL(`./writer-thread.${import.meta.url.split('.').at(-1)}`, import.meta.url);

let thread: Thread | null = null;
let asked = 0;

/**
 * The built-in writer in a thread of its own, so that who talks with us meanwhile is answered at once. One thread
 * for the whole process, begun with the first request; when it dies, the next request begins another.
 */
export function threadedWriter(): Writer {
  return {
    name: BUILT_IN_WRITER,
    async write(request, signal) {
      for (let tried = 1; ; tried++) {
        try {
          return await writeInThread(request, signal);
        } catch (error) {
          if (!(error instanceof ThreadEnded) || tried === tries) throw error;
        }
      }
    },
  };
}

async function writeInThread(request: WriteRequest, signal: AbortSignal): Promise<Written> {
  signal.throwIfAborted();
  const id = ++asked;
  thread ??= begin();
  const { tell, wait } = thread;
  const answer = Promise.withResolvers<Written>();
  const abandon = () => {
    tell({ id, abandoned: true });
    answer.reject(signal.reason);
  };
  signal.addEventListener('abort', abandon, { once: true });
  try {
    wait(id, answer);
    tell({ id, request });
    return await answer.promise;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

function begin(): Thread {
  const waiting = new Map<number, Waiting>();
  const worker = new Worker(program, { name: 'writer', execArgv: [] });
  // By itself it keeps no process alive; a request does, until it is answered.
  worker.unref();
  const begun: Thread = {
    tell: (told) => worker.postMessage(told),
    wait(id, each) {
      waiting.set(id, each);
      worker.ref();
    },
  };

  worker.on('message', (answered: Answered) => {
    const each = waiting.get(answered.id);
    waiting.delete(answered.id);
    if (!waiting.size) worker.unref();
    if ('written' in answered) each?.resolve(answered.written);
    else each?.reject(answered.error);
  });
  worker.on('error', (error: Error) => log.error({ error }, 'writer thread'));
  worker.on('exit', () => {
    if (thread === begun) thread = null;
    for (const each of waiting.values()) each.reject(new ThreadEnded('The thread of the writer has ended'));
    waiting.clear();
  });
  return begun;
}
