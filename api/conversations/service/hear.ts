import { answer } from '#api/conversations/engine/answering.ts';
import { followsFrom, hasEffects } from '#api/conversations/engine/effects.ts';
import { readWords } from '#api/conversations/engine/reading.ts';
import type { Speaker } from '#api/conversations/engine/speaker.ts';
import { pauseAnswering } from '#api/conversations/engine/stop-answering.ts';
import { type Kept, storeUtterance } from '#api/conversations/engine/store-utterance.ts';
import { takeTurn } from '#api/conversations/engine/turn-lock.ts';
import { ConversationClosed } from '#api/conversations/errors.ts';
import { messageAdded } from '#api/conversations/events.ts';
import { type Heard, refusesRecording } from '#api/conversations/interviewer/mind.ts';
import { touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import type { WordsContext } from '#api/conversations/reads/turn-context.ts';
import { db, prepared } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { revealsCodeWord } from '#api/platform/domain-values/code-word.ts';
import { bus } from '#api/platform/events/bus.ts';

/** One utterance; repeating an id means repeating the same utterance. */
export type Utterance = {
  conversationId: string;
  text: string;
  id: string;
  speaker: Speaker;
  /** How long the speaker may pause before going on; nothing is answered until then. */
  pauseMs?: number;
  /** The speaker may have gone on, unheard: such words agree to nothing and permit nothing. */
  cutOff?: boolean;
};

/**
 * Receives an utterance from any channel. Whether it is private is decided before it is stored; words that reveal the
 * subject's code word are private. It is stored together with its immediate effects; the answer is made afterwards.
 */
export async function hear(
  utterance: Utterance,
  context: WordsContext,
): Promise<{ row: Kept; heard: Heard }> {
  const { conversationId, text, id: clientMessageId, speaker, pauseMs, cutOff } = utterance;
  const { channel, subjectId, language, history, privateThemes, codeWord } = context;
  const read = await readWords({ text, history, channel, language }, subjectId);
  const heard = cutOff ? withoutAgreement(read) : read;
  const said = {
    conversationId,
    text,
    clientMessageId,
    private:
      revealsCodeWord(text, codeWord) ||
      heard.privateScope !== null ||
      touchesAvoided(privateThemes, text, [], language),
    announces: heard.privateScope === 'THIS_AND_NEXT',
    reading: heard.reading,
  };
  const row = hasEffects(heard)
    ? await transaction(async (tx, wake) => {
        await takeTurn(tx, conversationId);
        const { id, row } = await storeUtterance((sql, values) => tx.$queryRawUnsafe(sql, ...values), said);
        // A repeated utterance has already had its effects.
        if (row?.id !== id) return row;
        await followsFrom(tx, wake, heard, { message: row, channel, speaker });
        messageAdded(wake, row.subjectId);
        return row;
      })
    : await keepPlainly(said);
  if (!row) throw await closed(conversationId);
  // Not awaited, because the answer comes by subscription. A repeated utterance is answered too, because its answer
  // may still be missing.
  if (pauseMs) answerAfter(pauseMs, conversationId, row.seq);
  else {
    clearTimeout(pausing.get(conversationId));
    void answer(conversationId, row.answeredUntil);
  }
  return { row, heard };
}

function withoutAgreement(heard: Heard): Heard {
  const confirmed = refusesRecording(heard.confirmed) ? heard.confirmed : null;
  return { ...heard, confirmed, intents: heard.intents.filter((intent) => intent !== 'PERMITS') };
}

/** The pauses after which this process answers, by conversation. */
const pausing = new Map<string, NodeJS.Timeout>();

/** Answers after a pause, unless newer words came meanwhile; those are answered in their own time. */
function answerAfter(ms: number, conversationId: string, seq: number | null) {
  clearTimeout(pausing.get(conversationId));
  const timer = setTimeout(() => {
    pausing.delete(conversationId);
    void answerUnlessNewer(conversationId, seq);
  }, ms);
  timer.unref();
  pausing.set(conversationId, timer);
}

async function answerUnlessNewer(conversationId: string, seq: number | null) {
  const { awaitingSeq = null } =
    (await db.conversation
      .findUnique({ where: { id: conversationId }, select: { awaitingSeq: true } })
      .catch(() => null)) ?? {};
  if (awaitingSeq !== null && (seq === null || awaitingSeq === seq)) await answer(conversationId);
}

/**
 * Holds an answer that waits or is being made, because the speaker goes on; it is made when they have paused for `ms`.
 * Resolves when no answer is being made in this process.
 */
export async function holdAnswer(conversationId: string, ms: number): Promise<void> {
  answerAfter(ms, conversationId, null);
  await pauseAnswering(conversationId);
}

async function keepPlainly(said: Parameters<typeof storeUtterance>[1]): Promise<Kept | null> {
  const { id, row } = await storeUtterance(async (text, values) => {
    const { rows } = await prepared.query<Kept>({ name: 'say', text, values });
    return rows;
  }, said);
  if (row?.id === id) messageAdded((topic) => bus.publish(topic), row.subjectId);
  return row;
}

async function closed(conversationId: string): Promise<ConversationClosed> {
  const ended = await db.conversation.findUnique({
    where: { id: conversationId },
    select: { endedAt: true },
  });
  return new ConversationClosed(ended?.endedAt ?? null);
}
