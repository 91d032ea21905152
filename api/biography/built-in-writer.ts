import { type RunOptions, runInWorker } from '#api/platform/text-workers/pool.ts';
import { composeConversation } from './text-tasks.ts';
import { BUILT_IN_WRITER } from './writing/compose.ts';
import type { WriteRequest, Writer } from './writing/writer.ts';

/** Time limit for composing one conversation: several times what the longest one needs. */
const composingMs = 60_000;

/**
 * The writer that needs no model: it arranges the person's own words into cards and adds none. The same
 * request always gives the same answer. It runs in a worker, so that it doesn't delay live conversations.
 */
export const builtInWriter: Writer = {
  name: BUILT_IN_WRITER,
  write: (request, signal) => runInWorker(composeConversation, request, turnOf(request, signal)),
};

/**
 * The queue options for composing a conversation: each subject gets one turn before any subject gets a
 * second.
 */
export function turnOf({ conversation }: WriteRequest, signal: AbortSignal): RunOptions {
  const { subjectId = conversation.id } = conversation;
  return { subjectId, signal, deadlineMs: composingMs, background: true };
}
