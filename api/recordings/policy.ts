import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { noteReading } from '#api/conversations/service/note-reading.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { hasScope, type Scope } from '#api/partners/policy.ts';
import { db } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, subjectAccessAt } from '#api/subjects/policy.ts';
import { merge, type Span, spanOfWords, subtract, type Words } from './spans.ts';
import { timesOfShownWords } from './words/align-words.ts';

/** Recordings that can be heard: joined, and not silenced. */
export const audible = {
  silencedAt: null,
  storageKey: { not: null },
  durationMs: { not: null },
} satisfies Prisma.RecordingWhereInput;

/** The extra time cut around private words, because the times of messages are not exact. */
const guardMs = 1_000;

/** The audible part of a recording: its file, a stretch of it (null: all), and the spans that are not silent. */
export type Sound = {
  id: string;
  storageKey: string;
  mediaType: string;
  stretch: Span | null;
  heard: readonly Span[] | 'ALL';
};

/**
 * The audible spans of a recording with this access. The person hears all of it; everyone else only messages that are
 * open to all its readers: no private or deleted words, and nothing outside of messages; and no words that an audience
 * keeps from them, except those of `told`, of which a story that they read tells.
 */
export async function heardBy(
  subjectAccess: SubjectAccess,
  conversationId: string,
  told?: string,
): Promise<readonly Span[] | 'ALL'> {
  if (subjectAccess.can('READ_PRIVATE')) return 'ALL';
  const { messageIds } = await wordsKeptFrom([subjectAccess], [conversationId]);
  const [open = []] = await openSpans([conversationId], new Set([...messageIds].filter((id) => id !== told)));
  return open;
}

/** The spans of each recording that listeners who stand so may hear; for those who may not hear all of it. */
export async function spansHeardBy(
  asked: readonly { conversationId: string; subjectAccess: SubjectAccess }[],
): Promise<Span[][]> {
  const conversationIds = asked.map(({ conversationId }) => conversationId);
  const { messageIds } = await wordsKeptFrom(
    asked.map(({ subjectAccess }) => subjectAccess),
    conversationIds,
  );
  return openSpans(conversationIds, messageIds);
}

/** The spans that every listener of these conversations may hear, without the words of `kept` messages. */
export async function openSpans(
  conversationIds: readonly string[],
  kept: ReadonlySet<string> = new Set(),
): Promise<Span[][]> {
  const messages = await db.message.findMany({
    where: {
      conversationId: { in: [...conversationIds] },
      audioStartMs: { not: null },
      audioEndMs: { not: null },
    },
    select: {
      ...{ id: true, conversationId: true, private: true, deletedAt: true },
      ...{ audioStartMs: true, audioEndMs: true },
    },
  });
  return conversationIds.map((id) => {
    const spans = messages
      .filter(({ conversationId }) => conversationId === id)
      .map(({ audioStartMs, audioEndMs, deletedAt, ...message }) => ({
        isOpen: !message.private && deletedAt === null && !kept.has(message.id),
        span: { startMs: audioStartMs ?? 0, endMs: audioEndMs ?? 0 },
      }));
    const open = spans.filter(({ isOpen }) => isOpen).map(({ span }) => span);
    const closed = spans
      .filter(({ isOpen }) => !isOpen)
      .map(({ span }) => ({ startMs: span.startMs - guardMs, endMs: span.endMs + guardMs }));
    return subtract(merge(open), closed);
  });
}

/** The messages of a conversation that only the subject may hear, and those that are `kept`. */
const closedIn = (conversationId: string, kept: ReadonlySet<string>) =>
  ({
    conversationId,
    OR: [{ private: true }, { deletedAt: { not: null } }, { id: { in: [...kept] } }],
  }) satisfies Prisma.MessageWhereInput;

/**
 * The spans of a conversation's sound that only the subject may hear: private and deleted words, with `guardMs` around;
 * and those of `kept` messages.
 */
export async function closedSpans(
  conversationId: string,
  kept: ReadonlySet<string> = new Set(),
): Promise<Span[]> {
  const messages = await db.message.findMany({
    where: {
      ...closedIn(conversationId, kept),
      audioStartMs: { not: null },
      audioEndMs: { not: null },
    },
    select: { audioStartMs: true, audioEndMs: true },
  });
  return messages.map(({ audioStartMs, audioEndMs }) => ({
    startMs: (audioStartMs ?? 0) - guardMs,
    endMs: (audioEndMs ?? 0) + guardMs,
  }));
}

/** Whether nobody knows where some of the closed words are. Erased words are silent in the file itself. */
export async function hasUntimedClosedWords(
  conversationId: string,
  kept: ReadonlySet<string>,
): Promise<boolean> {
  const where = { ...closedIn(conversationId, kept), audioStartMs: null, text: { not: '' } };
  return (await db.message.count({ where })) > 0;
}

/** What must be selected of a message to find its sound. */
export const withSound = {
  id: true,
  private: true,
  deletedAt: true,
  text: true,
  correctedText: true,
  audioStartMs: true,
  audioEndMs: true,
  wordStartsMs: true,
  conversationId: true,
  subjectId: true,
  conversation: {
    select: { recording: { select: { storageKey: true, mediaType: true, silencedAt: true } } },
  },
} satisfies Prisma.MessageSelect;

export type SoundingMessage = Prisma.MessageGetPayload<{ select: typeof withSound }>;

/** Whether a message's words can be heard by its readers. */
export function isHeard({
  audioStartMs,
  audioEndMs,
  ...message
}: Pick<SoundingMessage, 'private' | 'deletedAt' | 'audioStartMs' | 'audioEndMs' | 'conversation'>): boolean {
  const { recording } = message.conversation;
  return (
    !message.private &&
    message.deletedAt === null &&
    audioStartMs !== null &&
    audioEndMs !== null &&
    !!recording?.storageKey &&
    recording.silencedAt === null
  );
}

function mayAsk(viewer: Viewer | null, scope: Scope): viewer is Viewer {
  return viewer !== null && (!viewer.key || hasScope(viewer.key.scopes, scope));
}

/** A whole recording, for viewers who may read its transcript. */
async function wholeFor(viewer: Viewer, id: string): Promise<Sound | null> {
  const recording = await db.recording.findFirst({ where: { id, ...audible } });
  if (!recording?.storageKey) return null;
  const subjectAccess = await subjectAccessAt(viewer, recording.subjectId);
  if (!subjectAccess.can('READ_TRANSCRIPTS')) return null;
  await noteReading(viewer, 'transcript.read', subjectAccess, recording.conversationId);
  const { storageKey, mediaType } = recording;
  const heard = await heardBy(subjectAccess, recording.conversationId);
  return { id, storageKey, mediaType, stretch: null, heard };
}

/** The seconds of a sentence's source, for viewers of the sentence, with or without access to the transcript. */
async function sourceFor(viewer: Viewer, id: string, words: Words | null): Promise<Sound | null> {
  const source = await db.source.findUnique({
    where: { id },
    include: {
      message: { select: withSound },
      sentence: {
        select: {
          hidden: true,
          revision: true,
          card: { select: { id: true, revision: true, status: true } },
        },
      },
    },
  });
  if (!source || source.sentence.hidden || source.sentence.revision !== source.sentence.card.revision)
    return null;
  const subjectAccess = await subjectAccessAt(viewer, source.subjectId);
  const { card } = source.sentence;
  if (!(await db.card.count({ where: { AND: [{ id: card.id }, visibleCards(subjectAccess)] } }))) return null;
  await noteReading(viewer, card.status === 'PUBLISHED' ? 'transcript.read' : 'drafts.read', subjectAccess);
  const asked = words ?? source;
  const start = Math.max(source.start, asked.start);
  const end = Math.min(source.end, asked.end);
  return start < end ? soundOf(id, source.message, { start, end }, subjectAccess) : null;
}

/** The words of a message, for viewers who may read the transcript. */
async function wordsFor(viewer: Viewer, id: string, words: Words): Promise<Sound | null> {
  const message = await db.message.findUnique({ where: { id }, select: withSound });
  if (!message) return null;
  const subjectAccess = await subjectAccessAt(viewer, message.subjectId);
  if (!subjectAccess.can('READ_TRANSCRIPTS')) return null;
  const { messageIds } = await wordsKeptFrom([subjectAccess], [message.conversationId]);
  if (messageIds.has(id)) return null;
  await noteReading(viewer, 'transcript.read', subjectAccess, message.conversationId);
  return soundOf(id, message, words, subjectAccess);
}

/** The stored recording of a message and the stretch of these words in it; null without sound that its readers hear. */
export function openStretchOf(
  message: SoundingMessage,
  words: Words,
): { conversationId: string; storageKey: string; mediaType: string; stretch: Span } | null {
  const { audioStartMs: startMs, audioEndMs: endMs, conversation } = message;
  const { recording } = conversation;
  if (!isHeard(message) || startMs === null || endMs === null || !recording?.storageKey) return null;
  const text = message.correctedText ?? message.text;
  const wordStartsMs = timesOfShownWords(message);
  const stretch = spanOfWords({ startMs, endMs }, words, { text, wordStartsMs });
  const { storageKey, mediaType } = recording;
  return { conversationId: message.conversationId, storageKey, mediaType, stretch };
}

async function soundOf(
  id: string,
  message: SoundingMessage,
  words: Words,
  subjectAccess: SubjectAccess,
): Promise<Sound | null> {
  const sound = openStretchOf(message, words);
  if (!sound) return null;
  const { conversationId, ...stretch } = sound;
  return { id, ...stretch, heard: await heardBy(subjectAccess, conversationId, message.id) };
}

/** The audio at an address for a viewer: a recording, the seconds of a source, or words of a message; else null. */
export async function soundFor(
  viewer: Viewer | null,
  id: string,
  words: Words | null,
): Promise<Sound | null> {
  if (mayAsk(viewer, 'messages:read')) {
    const found = (await wholeFor(viewer, id)) ?? (words && (await wordsFor(viewer, id, words)));
    if (found) return found;
  }
  return mayAsk(viewer, 'biography:read') ? sourceFor(viewer, id, words) : null;
}
