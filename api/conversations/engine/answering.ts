import type { Progress } from '#api/conversations/events.ts';
import { builtInInterviewer, type DraftTurn } from '#api/conversations/interviewer/builtin.ts';
import type { Interviewer, TurnDraft } from '#api/conversations/interviewer/interviewer.ts';
import { modelInterviewer } from '#api/conversations/interviewer/model.ts';
import { outageIn } from '#api/platform/database/outage.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { log } from '#api/platform/log.ts';
import { modelsFor } from '#api/platform/models.ts';
import { watchCalls } from '#api/platform/observability/model-calls.ts';
import { scope, within } from '#api/platform/observability/scope.ts';
import { type Lease, takeLease } from './lease.ts';
import { findTurn } from './reading.ts';
import { type Answering, answering, interruptElsewhere } from './stop-answering.ts';
import { storeAnswer } from './store-answer.ts';
import { type Awaited, awaitedBy } from './turn-request.ts';

/** How soon an answer is tried again for which the database was not there. */
const outageMs = 1_000;

/** A model may take long; the process that ends does not wait for it. */
const settlingMs = 6_000;

let ending = false;

/**
 * Sees to it that everything that waits in a conversation is answered, and resolves when it is, or when somebody else
 * does it. Words that come amid an answer stop it, and one answer is made for all that was heard. Safe to call at any
 * time. `answeredUntil`: as the words were kept somebody had taken it on until then, and will look once more.
 */
export async function answer(conversationId: string, answeredUntil: Date | null = null): Promise<void> {
  const going = answering.get(conversationId);
  if (going) {
    going.again = true;
    going.interrupt();
    return going.done;
  }
  if (answeredUntil) leaveToOther(conversationId, { said: true, until: answeredUntil });
  else await begin(conversationId, true);
}

function begin(conversationId: string, said: boolean): Promise<void> {
  const state: Answering = { said, interrupt: () => {}, again: false, done: Promise.resolve() };
  answering.set(conversationId, state);
  const about = { requestId: null, ...scope()?.about, conversationId };
  // Whoever said it once has been answered by then: the interviewer's own steps are none of theirs.
  state.done = within({ ...scope(), about, once: null }, () => answerAll(conversationId, state))
    .catch((error: Error) => {
      log.error({ conversationId, error }, 'answering');
      // Nothing is lost: what was said still waits for its answer.
      if (outageIn(error)) tryAgainAt(new Date(Date.now() + outageMs), conversationId);
    })
    .finally(() => answering.delete(conversationId));
  return state.done;
}

/** The same for whoever only looks after what was forgotten: an answer in the making is left alone. */
export function seeToAnswer(conversationId: string): Promise<void> {
  return answering.get(conversationId)?.done ?? begin(conversationId, false);
}

/** From now on answers are made here. */
export function openAnswering() {
  ending = false;
}

/**
 * Lets the answers at hand end, and stops those that take long; no new one is begun. Whatever waits then is found by
 * the next to look, at once.
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
  const messageId = { next: newId() };
  do {
    state.again = false;
    const { lease, ...other } = await takeLease(conversationId);
    if (lease) {
      const over = new AbortController();
      mindOthers(conversationId, state, over.signal);
      try {
        await answerOnce(conversationId, state, lease, messageId);
      } catch (error) {
        over.abort();
        // A database that is away is no fault of the answer.
        await lease.release(outageIn(error) ? undefined : error);
        throw error;
      }
      over.abort();
      await lease.release();
      // Whatever came meanwhile is there for the next look; when nothing did, nothing is awaited.
      state.again = true;
    } else if ('freeAt' in other && other.freeAt) {
      leaveToOther(conversationId, { said: state.said, until: other.freeAt });
      return;
    }
  } while (state.again && !ending);
}

/** Tells whoever has taken it on that more was said, and looks after it when they should be done. */
function leaveToOther(conversationId: string, { said, until }: { said: boolean; until: Date }) {
  if (said) interruptElsewhere(conversationId);
  tryAgainAt(until, conversationId);
}

/** Stops the answer at hand when another process heard more, or the end. */
function mindOthers(conversationId: string, state: Answering, until: AbortSignal) {
  bus.listen(topics.answering(conversationId), until, (told) => {
    if (told) state.interrupt();
  });
}

async function answerOnce(
  conversationId: string,
  state: Answering,
  lease: Lease,
  messageId: { next: string },
) {
  const stopped = new AbortController();
  state.interrupt = () => stopped.abort();
  const awaited = await awaitedBy(conversationId);
  if (!awaited) return;
  const signal = AbortSignal.any([stopped.signal, lease.signal]);
  const tell = (text: string, done: boolean) =>
    bus.publish(topics.reply(conversationId), {
      messageId: messageId.next,
      text,
      done,
      private: awaited.private,
    } satisfies Progress);

  const interviewer = await chooseInterviewer(awaited);
  let last: TurnDraft | null = null;
  for await (const draft of interviewer.answer(awaited.request, signal)) {
    if (signal.aborted) return;
    last = draft;
    if (!draft.done) tell(draft.text, false);
  }
  if (signal.aborted || !last?.done) return;
  await lease.settle();
  const stored = await storeAnswer({
    id: messageId.next,
    conversationId,
    leaseUntil: lease.until(),
    interviewer: interviewer.name,
    awaited,
    draft: last,
  });
  if (!stored) return;
  tell(last.text, true);
  messageId.next = newId();
}

/**
 * The models that the team enabled, the one first that the agent prompt asks for, with the built-in interviewer behind
 * them. That one follows no instructions, but it begins with the agent prompt's first words too.
 */
async function chooseInterviewer({ subjectId, version }: Awaited): Promise<Interviewer> {
  const models = await modelsFor('interview', version?.modelId ?? null);
  const draft: DraftTurn = (request, signal) => findTurn(request, subjectId, signal);
  if (!models.length && !version) return builtInInterviewer(draft);
  return modelInterviewer(models, { watch: watchCalls('interview'), draft });
}

const waiting = new Map<string, NodeJS.Timeout>();

/** Looks after a conversation that another process answers, once that one should be done, or is dead. */
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
