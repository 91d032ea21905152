import { parentPort } from 'node:worker_threads';
import { builtInWriter } from '../writing/compose.ts';
import type { Answered, Told } from './messages.ts';

const writer = builtInWriter();
const going = new Map<number, AbortController>();

parentPort?.on('message', async (told: Told) => {
  const { id } = told;
  if ('abandoned' in told) return going.get(id)?.abort();
  const abandoned = new AbortController();
  going.set(id, abandoned);
  try {
    answer({ id, written: await writer.write(told.request, abandoned.signal) });
  } catch (error) {
    answer({ id, error });
  } finally {
    going.delete(id);
  }
});

function answer(answered: Answered) {
  parentPort?.postMessage(answered);
}
