import { setTimeout as sleep } from 'node:timers/promises';
import { covers, lockSubject, newestConsents } from '#api/consent/ledger.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { dropCallRecordings } from './removing.ts';

/** How long the person waits for the recording to begin, and how often it is looked for. */
export const starting = { mostMs: 2_000, lookEveryMs: 100 };

/**
 * Resolves when a call is being recorded that its person has just agreed to. False if it does not begin soon or has
 * failed, if a yes in their own voice is already kept for the standing consent, or if `signal` aborts.
 */
export async function lacksVoiceYes(conversationId: string, signal: AbortSignal): Promise<boolean> {
  const conversation = await db.conversation.findUniqueOrThrow({
    where: { id: conversationId },
    select: { subjectId: true, phone: true },
  });
  const entryId = await standingConsent(db, conversation);
  if (!entryId || (await isVoiceYesKept(conversation.subjectId, entryId))) return false;
  const until = Date.now() + starting.mostMs;
  for (;;) {
    // The row is stored a moment after the words that agreed to it.
    const recording = await db.callRecording.findUnique({
      where: { conversationId },
      select: { status: true },
    });
    if (recording && recording.status !== 'AGREED') return recording.status === 'RECORDING';
    if (Date.now() >= until || signal.aborted) return false;
    await sleep(starting.lookEveryMs);
  }
}

/** Notes the message in which the person said yes while they were recorded, as evidence for their consent. */
export async function keepVoiceYes(tx: Tx, { id, conversationId, subjectId }: Said): Promise<void> {
  await lockSubject(tx, subjectId);
  const { phone } = await tx.conversation.findUniqueOrThrow({
    where: { id: conversationId },
    select: { phone: true },
  });
  const consentEntryId = await standingConsent(tx, { subjectId, phone });
  await tx.callRecording.updateMany({
    where: { conversationId, status: { in: ['RECORDING', 'READY'] } },
    data: { voiceMessageId: id, consentEntryId },
  });
}

type Said = { id: string; conversationId: string; subjectId: string };

/** Ends the recording of a call and deletes it, because the person doesn't want it; their consent stays. */
export async function declineRecording(
  tx: Tx,
  { conversationId, subjectId }: Pick<Said, 'conversationId' | 'subjectId'>,
): Promise<void> {
  await lockSubject(tx, subjectId);
  await dropCallRecordings(tx, subjectId, { id: conversationId });
}

/** The id of the ledger's entry by which calls with this phone may be recorded; null without the consent. */
async function standingConsent(
  tx: Tx,
  { subjectId, phone }: { subjectId: string; phone: string | null },
): Promise<string | null> {
  const consents = await newestConsents(subjectId, tx);
  return consents.find((consent) => covers([consent], 'RECORDING', phone))?.id ?? null;
}

/** The words of a message by which somebody said yes. */
export type VoiceYes = { messageId: string; start: number; end: number };

/** The newest yes in the person's own voice for each of these entries of their ledger. */
export async function voiceYesOf(subjectId: string, entryIds: string[]): Promise<Map<string, VoiceYes>> {
  const kept = await db.callRecording.findMany({
    where: { ...isTheirs(subjectId), consentEntryId: { in: entryIds }, status: 'KEPT' },
    orderBy: { createdAt: 'asc' },
    select: { consentEntryId: true, voiceMessageId: true },
  });
  const messages = await db.message.findMany({
    where: { id: { in: kept.flatMap(({ voiceMessageId }) => voiceMessageId ?? []) } },
    select: { id: true, text: true, reading: true },
  });
  const found = new Map(messages.map((message) => [message.id, message]));
  return new Map(
    kept.flatMap(({ consentEntryId, voiceMessageId }) => {
      const message = found.get(voiceMessageId ?? '');
      if (!message || !consentEntryId) return [];
      const [answer] = (message.reading as UtteranceReading | null)?.spans ?? [];
      return [[consentEntryId, { messageId: message.id, start: 0, end: answer?.end ?? message.text.length }]];
    }),
  );
}

/** The recordings in which the person speaks. Whoever called us unconfirmed may be anybody. */
function isTheirs(subjectId: string) {
  const call = { OR: [{ inbound: false }, { confirmedAt: { not: null } }], refusedAt: null };
  return { subjectId, conversation: { call } };
}

/** Whether a yes in the person's own voice is kept for this consent. */
async function isVoiceYesKept(subjectId: string, consentEntryId: string): Promise<boolean> {
  const count = await db.callRecording.count({
    where: {
      ...isTheirs(subjectId),
      ...{ consentEntryId, voiceMessageId: { not: null }, status: { not: 'NOT_KEPT' } },
    },
  });
  return count > 0;
}
