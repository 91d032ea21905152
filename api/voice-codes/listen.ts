import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { ports } from '#api/adapters/ports.ts';
import type { Budget } from '#api/platform/budgets.ts';
import { spendEach } from '#api/platform/caps.ts';
import { db } from '#api/platform/database/database.ts';
import { blockOf } from '#api/platform/domain-values/network.ts';
import { LimitReached } from '#api/platform/errors.ts';
import { loudnessLine, loudnessStepMs } from '#api/recordings/loudness.ts';
import { hashOfVoiceCode } from './codes.ts';
import { playsToEveryone } from './policy.ts';
import { storyToPlay } from './service.ts';
import { msOf, readVoices, type StoryVoice, type VoicePart } from './story-voice.ts';

/** A family listens to a whole book in an hour, also from one address; nobody needs more. */
const perBlock: Budget = { name: 'voice-codes-by-address', points: 300, seconds: 3600 };
/** Sounds made for one block of addresses, each a core for seconds. */
const soundsPerBlock: Budget = { name: 'voice-code-sounds', points: 60, seconds: 3600 };

/** What the page of a code shows. */
export type HeardStory = {
  title: string;
  /** Whose voice it is. */
  name: string;
  cloth: string;
  /** The language of the book. */
  language: string;
  seconds: number;
  /** The loudness along it, from 0 to 1. */
  loudness: number[];
  /** The words that are heard, as in the story: those who can't hear them can read them. */
  paragraphs: string[];
};

type Found = {
  title: string;
  subject: { preferredName: string; cloth: string; language: string };
  voice: StoryVoice;
};

/** The story of a code, if everybody may hear it now; null otherwise, also for an unknown code. */
async function storyOf(code: string): Promise<Found | null> {
  const found = await db.voiceCode.findUnique({
    where: { codeHash: hashOfVoiceCode(code) },
    select: { cardId: true },
  });
  if (!found) return null;
  const card = await db.card.findFirst({
    where: { id: await storyToPlay(found.cardId), ...playsToEveryone() },
    select: {
      ...{ id: true, revision: true, title: true },
      subject: { select: { preferredName: true, cloth: true, language: true } },
    },
  });
  const voice = card && (await readVoices([card])).get(card.id);
  return card && voice ? { ...card, voice } : null;
}

/** What the page of a code shows; null when it can't be heard. Throws `LimitReached` after too many from one address. */
export async function heardStory(code: string, ipAddress: string): Promise<HeardStory | null> {
  const spent = await spendEach([{ budget: perBlock, of: blockOf(ipAddress) }]);
  if (spent) throw new LimitReached('Too many codes were opened from here: wait an hour', spent.limit);
  const found = await storyOf(code);
  if (!found) return null;
  const { title, subject, voice } = found;
  const paragraphs = [...Map.groupBy(voice.sentences, ({ paragraph }) => paragraph).values()];
  return {
    title,
    name: subject.preferredName,
    cloth: subject.cloth,
    language: subject.language,
    seconds: Math.max(1, Math.round(msOf(voice.parts) / 1000)),
    loudness: lineOf(voice.parts),
    paragraphs: paragraphs.map((sentences) => sentences.map(({ text }) => text).join(' ')),
  };
}

function lineOf(parts: readonly VoicePart[]): number[] {
  const steps = parts.flatMap(({ loudness, stretch }) =>
    loudness.slice(
      Math.floor(stretch.startMs / loudnessStepMs),
      Math.max(1, Math.ceil(stretch.endMs / loudnessStepMs)),
    ),
  );
  return loudnessLine({ loudness: steps, durationMs: steps.length * loudnessStepMs }, 'ALL');
}

/** The sound of a story, by the parts that it is made of. */
const made = new LRUCache<string, Promise<Buffer | null>>({
  max: 200,
  maxSize: 96 * 1024 * 1024,
  sizeCalculation: () => 256 * 1024,
  ttl: 3_600_000,
});

export type HeardSound = { content: Buffer; mediaType: string; etag: string };

/** The sound of a code's story, if everybody may hear it now; null otherwise. Each request decides anew. */
export async function heardSound(code: string, ipAddress: string): Promise<HeardSound | null> {
  const found = await storyOf(code);
  if (!found) return null;
  const { parts } = found.voice;
  const what = parts.map(({ storageKey, stretch, heard }) => ({ storageKey, stretch, heard }));
  const name = createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32);
  if (!made.has(name)) await mayMake(ipAddress);
  const content = await joinedSound(parts, name);
  if (!content) return null;
  const isOpus = parts[0]?.mediaType === 'audio/webm';
  return { content, mediaType: isOpus ? 'audio/mpeg' : (parts[0]?.mediaType ?? ''), etag: `"${name}"` };
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
/** The most sounds that wait to be made. */
const mostWaiting = 8;

/** Throws `LimitReached` when too many sounds are made for one address, or wait to be made. */
async function mayMake(ipAddress: string): Promise<void> {
  if (waiting >= mostWaiting)
    throw new LimitReached('Many stories are opened just now: try again soon', mostWaiting);
  const spent = await spendEach([{ budget: soundsPerBlock, of: blockOf(ipAddress) }]);
  if (spent) throw new LimitReached('Too many codes were opened from here: wait an hour', spent.limit);
}

/** Joins the parts, one story at a time, because it takes a core for seconds and anybody may ask for it. */
function joinedSound(parts: readonly VoicePart[], name: string): Promise<Buffer | null> {
  const known = made.get(name);
  if (known) return known;
  waiting += 1;
  const making = last
    .then(() => join(parts))
    .finally(() => {
      waiting -= 1;
    });
  last = making.catch(() => {});
  made.set(name, making);
  making.then(
    (content) => {
      if (content) made.set(name, making, { size: content.length + 1 });
      else made.delete(name);
    },
    () => made.delete(name),
  );
  return making;
}

/** Opus becomes MP3, which every phone plays; MP3 and AAC are copied. */
async function join(parts: readonly VoicePart[]): Promise<Buffer | null> {
  // Loaded only where sound is processed.
  if (parts[0]?.mediaType !== 'audio/webm')
    return (await import('#api/recordings/sound.ts')).joinCuts(contentsOf(parts));
  const { joinExcerpts } = await import('#api/recordings/excerpts.ts');
  return joinExcerpts(contentsOf(parts), new AbortController().signal);
}

async function* contentsOf(parts: readonly VoicePart[]) {
  let opened = '';
  let content: Buffer = Buffer.alloc(0);
  for (const { storageKey, stretch, heard } of parts) {
    if (opened !== storageKey) content = await buffer(await ports.storage.open(storageKey));
    opened = storageKey;
    yield { content, stretch, heard };
  }
}
