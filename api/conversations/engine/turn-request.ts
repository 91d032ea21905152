import { covers, newestConsents } from '#api/consent/ledger.ts';
import { contextOf, type Heard, listen } from '#api/conversations/interviewer/mind.ts';
import type { HistoryTurn, TurnRequest } from '#api/conversations/interviewer/request.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/values/clock.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { nextCallAt } from '#api/subjects/calls.ts';
import { historyOf, type Turn, turnsOf, unanswered } from './history.ts';
import { onBehalfOf, subjectFacts } from './subject-facts.ts';
import { listenerOf, toldBefore } from './told.ts';

/** An answer that is awaited: what it answers, and everything an interviewer may know to find it. */
export type Awaited = {
  subjectId: string;
  /** The seq of the utterance that waits; 0 when the interviewer begins. */
  seq: number;
  /** An answer to private words is private too. */
  private: boolean;
  /** Which turns were private as the answer was begun: it may say back all others. */
  privateSeqs: number[];
  request: TurnRequest;
};

/** What a conversation waits for now; null when it waits for nothing, or has ended. */
export async function awaitedBy(conversationId: string): Promise<Awaited | null> {
  const conversation = await db.conversation.findUnique({
    where: { id: conversationId },
    include: {
      heldBy: { select: { name: true } },
      subject: {
        include: {
          callTimes: { select: { weekday: true, minute: true } },
          namedThemes: { where: { message: { is: { private: true } } }, select: { theme: true } },
          members: { include: { user: { select: { name: true } } }, orderBy: { createdAt: 'asc' } },
          questions: {
            where: { status: 'QUEUED' },
            orderBy: { createdAt: 'asc' },
            take: 20,
            include: { askedBy: { select: { name: true } } },
          },
        },
      },
    },
  });
  if (!conversation || conversation.awaitingSeq === null) return null;
  if (conversation.status !== 'IN_PROGRESS' || !conversation.startedAt) return null;
  const { subject, awaitingSeq: seq } = conversation;
  const [turns, consents, told] = await Promise.all([
    turnsOf(conversationId),
    newestConsents(subject.id),
    toldBefore(conversation, listenerOf(conversation, subject)),
  ]);
  const said = turns.filter((turn) => turn.seq <= seq);
  const { history, heard, isPrivate } = heardOf(said, conversation.channel);
  const now = clock.now();
  const callsAgreed = covers(consents, 'CALLS', subject.phone);
  const together = conversation.together && conversation.heldById !== subject.selfUserId;
  const { askedTexts, confidedTexts, doneKeys, chapters, earlierWords, number, last, findings, people } =
    told;
  return {
    subjectId: subject.id,
    seq,
    private: isPrivate,
    privateSeqs: said.filter((turn) => turn.private).map((turn) => turn.seq),
    request: {
      subject: {
        ...subjectFacts({ ...subject, people }),
        isSelf: subject.selfUserId !== null && conversation.heldById === subject.selfUserId,
        onBehalfOf: onBehalfOf(subject, conversation.heldById),
      },
      conversation: {
        channel: conversation.channel,
        togetherWith: together ? (conversation.heldBy?.name ?? null) : null,
        number,
        startedAt: conversation.startedAt,
        limits: { minutes: subject.maxMinutes, questions: subject.maxQuestions },
        nextCallAt: nextCallAt({ ...subject, callsAgreed }, now),
        last,
      },
      history,
      heard,
      requests: subject.questions.map(({ id, text, askedBy }) => ({
        id,
        text,
        askedBy: askedBy?.name ?? '',
      })),
      findings,
      told: { askedTexts, confidedTexts, doneKeys, chapters, earlierWords },
      bank: BANK,
      agentPrompt: null,
      mayUseModel: covers(consents, 'AI_WRITING', null),
      now,
      seed: Number.parseInt(conversationId.slice(-8), 16),
    },
  };
}

/** What waits for an answer, heard as one; private words of earlier turns are withheld from every answer to come. */
function heardOf(turns: readonly Turn[], channel: 'PHONE' | 'SMS' | 'WEB') {
  const waiting = unanswered(turns);
  const before = turns.slice(0, turns.length - waiting.length);
  const isPrivate = waiting.some((turn) => turn.private);
  const words = waiting.map((turn) => turn.text).join('\n');
  const withheld = historyOf(before).map((turn) => (turn.private ? { ...turn, text: null } : turn));
  if (!waiting.length) return { history: withheld, heard: null, isPrivate };

  const history: HistoryTurn[] = [...withheld, { role: 'user', text: words, private: isPrivate }];
  const heard = listen(words, contextOf(historyOf(before), channel));
  return { history, heard: isPrivate ? confided(heard) : heard, isPrivate };
}

function confided(heard: Heard): Heard {
  if (heard.privateScope) return heard;
  return { ...heard, privateScope: 'THIS', intents: [...heard.intents, 'PRIVATE'] };
}
