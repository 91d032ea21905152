import type { Progress } from '#api/conversations/events.ts';
import { builtInInterviewer, type DraftTurn } from '#api/conversations/interviewer/builtin.ts';
import type { Interviewer, TurnDraft } from '#api/conversations/interviewer/interviewer.ts';
import { modelInterviewer } from '#api/conversations/interviewer/model.ts';
import { leadsToVoiceYes } from '#api/conversations/interviewer/plan.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { log } from '#api/platform/log.ts';
import { modelsFor } from '#api/platform/models.ts';
import { watchCalls } from '#api/platform/observability/model-calls.ts';
import { scope, within } from '#api/platform/observability/scope.ts';
import { lacksVoiceYes } from '#api/recordings/calls/voice-yes.ts';
import { type Lease, takeLease } from './lease.ts';
import { findTurn } from './reading.ts';
import { type Answering, answering, interruptElsewhere } from './stop-answering.ts';
import { followedBy, storeAnswer } from './store-answer.ts';
import { type Awaited, awaitedBy } from './turn-request.ts';

/** The delay before an answer is retried that failed because the database was unavailable. */
const outageMs = 1_000;

/** How long a stopping process waits for running answers before it interrupts them. */
const settlingMs = 6_000;

let ending = false;

/**
 * Answers everything that waits in a conversation. Resolves when that is done, or when another process does it. New
 * words interrupt an answer in the making, and one answer is then made to everything that was said. Safe to call at
 * any time. `answeredUntil` is the lease that another process held when the words were stored; that process looks for
 * new words once more.
 */
export async function answer(conversationId: string, answeredUntil: Date | null = null): Promise<void> {
  const going = answering.get(conversationId);
  if (going) {
    going.again = true;
    going.paused = false;
    going.interrupt();
    return going.done;
  }
  if (answeredUntil) leaveToOther(conversationId, { said: true, until: answeredUntil });
  else await begin(conversationId, true);
}

function begin(conversationId: string, said: boolean): Promise<void> {
  const state: Answering = {
    ...{ said, interrupt: () => {}, again: false, paused: false },
    done: Promise.resolve(),
  };
  answering.set(conversationId, state);
  const about = { requestId: null, ...scope()?.about, conversationId };
  // Clears the idempotency scope: the request that said the words may already have returned, and the interviewer's
  // own steps are not part of it.
  state.done = within({ ...scope(), about, once: null }, () => answerAll(conversationId, state))
    .catch((error: Error) => {
      log.error({ conversationId, error }, 'answering');
      // Nothing is lost: the stored words still wait for an answer.
      if (outageIn(error)) tryAgainAt(new Date(Date.now() + outageMs), conversationId);
    })
    .finally(() => answering.delete(conversationId));
  return state.done;
}

/** Answers what waits without interrupting an answer that is already being made. */
export function seeToAnswer(conversationId: string): Promise<void> {
  return answering.get(conversationId)?.done ?? begin(conversationId, false);
}

/** Lets this process make answers. */
export function openAnswering() {
  ending = false;
}

/**
 * Stops accepting new answers, waits for the running ones and interrupts those that take longer than `settlingMs`.
 * The next process finds whatever still waits.
 */
export async function answersSettled() {
  ending = true;
  for (const timer of waiting.values()) clearTimeout(timer);
  waiting.clear();
  const late = setTimeout(() => {
    for (const each of answering.values()) each.interrupt();
  }, settlingMs);
  await Promise.all([...answering.values()].map((each) => each.done));
  clearTimeout(late);
}

async function answerAll(conversationId: string, state: Answering) {
  do {
    state.again = false;
    const { lease, ...other } = await takeLease(conversationId);
    if (lease) {
      const over = new AbortController();
      listenForInterrupts(conversationId, state, over.signal);
      try {
        await answerOnce(conversationId, state, lease);
      } catch (error) {
        over.abort();
        // A database outage is not counted as a failed try.
        await lease.release(outageIn(error) ? undefined : error);
        throw error;
      }
      over.abort();
      await lease.release();
      // Looks again for words that came meanwhile; without any, the next lease request ends the loop.
      state.again = true;
    } else if ('freeAt' in other && other.freeAt) {
      leaveToOther(conversationId, { said: state.said, until: other.freeAt });
      return;
    }
  } while (state.again && !state.paused && !ending);
}

/** Tells the process that holds the lease about new words, and schedules a check for when its lease ends. */
function leaveToOther(conversationId: string, { said, until }: { said: boolean; until: Date }) {
  if (said) interruptElsewhere(conversationId);
  tryAgainAt(until, conversationId);
}

/** Interrupts the answer when another process received more words or ended the conversation. */
function listenForInterrupts(conversationId: string, state: Answering, until: AbortSignal) {
  bus.listen(topics.answering(conversationId), until, (message) => {
    if (message) state.interrupt();
  });
}

/** Makes one answer. Each try has its own message id: what was heard of one that was cut off is stored under it. */
async function answerOnce(conversationId: string, state: Answering, lease: Lease) {
  const stopped = new AbortController();
  state.interrupt = () => stopped.abort();
  if (state.paused) return;
  const awaited = await awaitedBy(conversationId);
  if (!awaited) return;
  const signal = AbortSignal.any([stopped.signal, lease.signal]);
  if (leadsToVoiceYes(awaited.request))
    awaited.request.conversation.lacksVoiceYes = await lacksVoiceYes(conversationId, signal);
  const messageId = newId();
  const tell = ({ text, by }: TurnDraft, done: boolean) =>
    bus.publish(topics.reply(conversationId), {
      ...{ messageId, text, done, private: awaited.private },
      ...{ madeBy: by, agentVersionId: followedBy(by, awaited) },
    } satisfies Progress);

  const interviewer = await chooseInterviewer(awaited);
  let last: TurnDraft | null = null;
  for await (const draft of interviewer.answer(awaited.request, signal)) {
    if (signal.aborted) return;
    last = draft;
    // On the phone, a whole answer is spoken while it is stored, as the words of a model are.
    const isSpokenAtOnce = draft.by === 'built-in' && awaited.request.conversation.channel === 'PHONE';
    if (!draft.done || isSpokenAtOnce) tell(draft, false);
  }
  if (signal.aborted || !last?.done) return;
  await lease.settle();
  const stored = await storeAnswer({
    id: messageId,
    conversationId,
    leaseUntil: lease.until(),
    interviewer: interviewer.name,
    awaited,
    draft: last,
  });
  if (stored) tell(last, true);
}

/**
 * Chooses the enabled models, the agent prompt's preferred one first, with the built-in interviewer as the fallback.
 * The built-in one follows no instructions, but it opens with the agent prompt's first words too.
 */
async function chooseInterviewer({ subjectId, version }: Awaited): Promise<Interviewer> {
  const models = await modelsFor('interview', version?.modelId ?? null);
  const draft: DraftTurn = (request, signal) => findTurn(request, subjectId, signal);
  if (!models.length && !version) return builtInInterviewer(draft);
  return modelInterviewer(models, { watch: watchCalls('interview', subjectId), draft });
}

const waiting = new Map<string, NodeJS.Timeout>();

/** Checks the conversation again at `time`, when the other process should be done or its lease has run out. */
function tryAgainAt(time: Date, conversationId: string) {
  if (ending) return;
  clearTimeout(waiting.get(conversationId));
  const timer = setTimeout(
    () => {
      waiting.delete(conversationId);
      void seeToAnswer(conversationId);
    },
    Math.max(0, time.getTime() - Date.now()) + 100,
  );
  timer.unref();
  waiting.set(conversationId, timer);
}
