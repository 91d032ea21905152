import { openSentence } from '#api/biography/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { withoutUnheard } from '#api/recordings/loudness.ts';
import { openSpans, openStretchOf, withSound } from '#api/recordings/policy.ts';
import { merge, type Span, subtract } from '#api/recordings/spans.ts';

/** A stretch of a stored recording in which everybody may hear all of `heard`. */
export type VoicePart = {
  storageKey: string;
  mediaType: string;
  stretch: Span;
  heard: readonly Span[];
  /** The loudness of each step of the stretch, from 0. */
  loudness: readonly number[];
};

/** What a story's code plays: the sentences that are heard, and the sound of the words that they rest on. */
export type StoryVoice = {
  cardId: string;
  sentences: { text: string; paragraph: number }[];
  parts: VoicePart[];
};

/** The number of stories per query. */
const storiesAtOnce = 100;

/**
 * The voice of these stories as everybody may hear it now; those without sound are left out. Parts of different formats
 * can't be joined, so that only those of the format with the most sound are in it.
 */
export async function readVoices(
  cards: readonly { id: string; revision: number }[],
): Promise<Map<string, StoryVoice>> {
  const voices = new Map<string, StoryVoice>();
  for (let at = 0; at < cards.length; at += storiesAtOnce)
    for (const voice of await readSome(cards.slice(at, at + storiesAtOnce))) voices.set(voice.cardId, voice);
  return voices;
}

async function readSome(cards: readonly { id: string; revision: number }[]): Promise<StoryVoice[]> {
  const sentences = await db.sentence.findMany({
    where: { ...openSentence, OR: cards.map(({ id: cardId, revision }) => ({ cardId, revision })) },
    orderBy: [{ cardId: 'asc' }, { position: 'asc' }],
    select: {
      ...{ cardId: true, text: true, paragraph: true },
      sources: {
        orderBy: { id: 'asc' },
        select: { start: true, end: true, message: { select: withSound } },
      },
    },
  });
  const messages = sentences.flatMap(({ sources }) => sources.map(({ message }) => message));
  const conversationIds = [...new Set(messages.map(({ conversationId }) => conversationId))];
  const [spans, recordings] = await Promise.all([
    openSpans(conversationIds),
    db.recording.findMany({
      where: { conversationId: { in: conversationIds } },
      select: { conversationId: true, loudness: true },
    }),
  ]);
  const loudnessOf = new Map(recordings.map(({ conversationId, loudness }) => [conversationId, loudness]));
  const heardIn = new Map(conversationIds.map((id, at) => [id, spans[at] ?? []]));
  const byCard = Map.groupBy(
    sentences.map(({ sources, ...sentence }) => ({
      ...sentence,
      parts: sources.flatMap(({ message, ...words }) => {
        const sound = openStretchOf(message, words);
        const { conversationId } = message;
        return sound
          ? audibleParts(sound, heardIn.get(conversationId) ?? [], loudnessOf.get(conversationId) ?? [])
          : [];
      }),
    })),
    ({ cardId }) => cardId,
  );
  return [...byCard].flatMap(([cardId, own]) => {
    const format = mostSound(own.flatMap(({ parts }) => parts));
    const heard = own
      .map((sentence) => ({
        ...sentence,
        parts: sentence.parts.filter(({ mediaType }) => mediaType === format),
      }))
      .filter(({ parts }) => parts.length > 0);
    if (!heard.length) return [];
    return {
      cardId,
      sentences: heard.map(({ text, paragraph }) => ({ text, paragraph })),
      parts: withoutRepeats(heard.flatMap(({ parts }) => parts)),
    };
  });
}

function audibleParts(
  { stretch, ...file }: { storageKey: string; mediaType: string; stretch: Span },
  heard: readonly Span[],
  loudness: readonly number[],
): VoicePart[] {
  const audible = subtract([stretch], subtract([stretch], heard));
  const heardLoudness = withoutUnheard(loudness, heard);
  return audible.map((span) => ({ ...file, stretch: span, heard, loudness: heardLoudness }));
}

/** The format that most of the time is in. */
function mostSound(parts: readonly VoicePart[]): string | undefined {
  const byFormat = [...Map.groupBy(parts, ({ mediaType }) => mediaType)].map(([format, own]) => ({
    format,
    ms: msOf(own),
  }));
  return byFormat.toSorted((one, other) => other.ms - one.ms)[0]?.format;
}

/** Joins parts that follow each other in the same recording, whose margins would otherwise be heard twice. */
function withoutRepeats(parts: readonly VoicePart[]): VoicePart[] {
  const joined: VoicePart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const continues =
      last?.storageKey === part.storageKey &&
      last.stretch.startMs <= part.stretch.startMs &&
      part.stretch.startMs <= last.stretch.endMs;
    if (!continues) joined.push(part);
    else {
      const [stretch = part.stretch] = merge([last.stretch, part.stretch]);
      joined.splice(-1, 1, { ...last, stretch });
    }
  }
  return joined;
}

/** How long the parts are together, in milliseconds. */
export function msOf(parts: readonly { stretch: Span }[]): number {
  return parts.reduce((sum, { stretch }) => sum + stretch.endMs - stretch.startMs, 0);
}
