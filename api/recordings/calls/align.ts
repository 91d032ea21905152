import { type Span, subtract } from '../spans.ts';

/** A message of a call, in the order of the transcript. */
export type TranscriptMessage = {
  id: string;
  role: 'user' | 'assistant';
  /** When it was stored, in milliseconds from the start of the recording; negative for one before it. */
  atMs: number;
  text: string;
};

/** The time span of a message in the recording. */
export type Placed = Span & { id: string };

/** The spans of speech of both sides; null when the recording has only one channel. */
export type Speech = { person: readonly Span[]; evertold: readonly Span[] } | null;

/** Our clock and the provider's may differ, and a recording begins a little after it was requested. */
const slackMs = 400;
/** The extra time kept silent around what only the person may hear. */
const guardMs = 500;

/** Speaking time per word, for messages whose speech was not found. */
const wordMs = 420;

/**
 * Places the messages of a call in its recording. Words of the person are stored after they were spoken, so their
 * speech ends before that; an answer is stored before it is spoken. Where the speech is found in the channels, the
 * times are measured; otherwise they are estimated from the number of words. Messages before the recording and those
 * in `unheard` are not placed, and no placed message overlaps one in `unheard`.
 */
export function align(
  said: readonly TranscriptMessage[],
  { speech, durationMs, unheard }: { speech: Speech; durationMs: number; unheard: readonly string[] },
): { placed: Placed[]; isMeasured: boolean } {
  const heard = said.filter(({ atMs }) => atMs > 0);
  const found = new Map<string, Span>();
  if (speech) {
    const person = heard.filter(({ role }) => role === 'user');
    for (const span of speech.person) {
      const message = person.find(({ atMs }) => span.endMs <= atMs + slackMs);
      if (message) widen(found, message.id, span);
    }
    const evertold = heard.filter(({ role }) => role === 'assistant');
    for (const span of speech.evertold) {
      const message = evertold.findLast(({ atMs }) => atMs <= span.startMs + slackMs);
      if (message) widen(found, message.id, span);
    }
  }
  const closed = heard.flatMap(({ id, atMs }, at) => {
    if (!unheard.includes(id)) return [];
    // The transcript differs from what was spoken, so its word count can't be used to estimate the time.
    const { startMs, endMs } = found.get(id) ?? { startMs: atMs, endMs: heard[at + 1]?.atMs ?? durationMs };
    return { startMs: startMs - guardMs, endMs: endMs + guardMs };
  });
  const placed = heard.flatMap(({ id }, at) => {
    if (unheard.includes(id)) return [];
    const span = found.get(id) ?? estimate(heard, at, durationMs);
    const whole = { startMs: Math.max(0, span.startMs), endMs: Math.min(durationMs, span.endMs) };
    const [longest] = subtract([whole], closed).toSorted(
      (one, other) => other.endMs - other.startMs - (one.endMs - one.startMs),
    );
    return longest && longest.startMs < longest.endMs ? { id, ...longest } : [];
  });
  return { placed, isMeasured: speech !== null && placed.every(({ id }) => found.has(id)) };
}

function widen(found: Map<string, Span>, id: string, { startMs, endMs }: Span) {
  const before = found.get(id);
  found.set(id, {
    startMs: Math.min(before?.startMs ?? startMs, startMs),
    endMs: Math.max(before?.endMs ?? endMs, endMs),
  });
}

/** Where a message is probably spoken, within the time between its neighbours. */
function estimate(heard: readonly TranscriptMessage[], at: number, durationMs: number): Span {
  const { role, atMs, text } = heard[at] ?? { role: 'user', atMs: 0, text: '' };
  const ms = (text.match(/\S+/g)?.length ?? 0) * wordMs;
  if (role === 'assistant') {
    return { startMs: atMs, endMs: Math.min(atMs + ms, heard[at + 1]?.atMs ?? durationMs) };
  }
  return { startMs: Math.max(atMs - ms - slackMs, heard[at - 1]?.atMs ?? 0), endMs: atMs };
}
