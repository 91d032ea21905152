import { WebSocket } from 'ws';

type Usage = { heapUsed: number; external: number };

/**
 * The memory that a process really holds, in MB: its heap after a collection of garbage, and what lies outside of it.
 * Resident memory says little, because it grows with the speed at which garbage is made, and doesn't shrink.
 */
export async function liveMemoryOf(debuggerUrl: string): Promise<number> {
  const socket = new WebSocket(debuggerUrl);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let asked = 0;
  const ask = (method: string, params = {}) =>
    new Promise<{ result?: { value?: Usage } }>((resolve) => {
      const id = ++asked;
      socket.on('message', (data) => {
        const { id: answered, result } = JSON.parse(String(data));
        if (answered === id) resolve(result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  // What is only reachable from ended requests is freed by the second collection.
  await ask('HeapProfiler.collectGarbage');
  await ask('HeapProfiler.collectGarbage');
  const expression = 'process.memoryUsage()';
  const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
  socket.close();
  const { heapUsed = NaN, external = NaN } = result?.value ?? {};
  return (heapUsed + external) / 1024 / 1024;
}
