import { type RunOptions, runInWorker } from '#api/platform/text-workers/pool.ts';
import { composeConversation } from './text-tasks.ts';
import { BUILT_IN_WRITER } from './writing/compose.ts';
import type { WriteRequest, Writer } from './writing/writer.ts';

/** How long a conversation may take to be composed: several times what the longest one takes. */
const composingMs = 60_000;

/**
 * The writer that needs no model: it lays the person's own words into cards and adds none. The same request always
 * gives the same answer. It works in a worker, so that whoever talks with us meanwhile is answered at once.
 */
export const builtInWriter: Writer = {
  name: BUILT_IN_WRITER,
  write: (request, signal) => runInWorker(composeConversation, request, turnOf(request, signal)),
};

/** A conversation's turn among all that are written: each subject has one before any has a second one. */
export function turnOf({ conversation }: WriteRequest, signal: AbortSignal): RunOptions {
  const { subjectId = conversation.id } = conversation;
  return { subjectId, signal, deadlineMs: composingMs, background: true };
}
