import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Running } from '#tests/support/process.ts';

/** The memory that a process, started with `--inspect`, uses after a garbage collection. */
export async function memoryOf(held: Running): Promise<{ heapBytes: number; bufferBytes: number }> {
  const [, address = ''] = await held.line(/^Debugger listening on (ws:\S+)$/);
  const inspector = new WebSocket(address);
  await once(inspector, 'open');
  let id = 0;
  async function ask(method: string) {
    inspector.send(JSON.stringify({ id: ++id, method }));
    const [said] = await once(inspector, 'message');
    return JSON.parse(String(said)).result;
  }
  try {
    await ask('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = await ask('Runtime.getHeapUsage');
    return { heapBytes: usedSize, bufferBytes: backingStorageSize };
  } finally {
    inspector.terminate();
  }
}
