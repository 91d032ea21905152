/** A stretch of a recording, in milliseconds from its start. */
export type Span = { startMs: number; endMs: number };

/** Sorts the spans and merges overlaps. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { startMs, endMs } of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = merged.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else merged.push({ startMs, endMs });
  }
  return merged;
}

/** The parts of the spans outside of all others. */
export function subtract(spans: readonly Span[], others: readonly Span[]): Span[] {
  let left = merge(spans);
  for (const other of others) {
    left = left.flatMap(({ startMs, endMs }) =>
      [
        { startMs, endMs: Math.min(endMs, other.startMs) },
        { startMs: Math.max(startMs, other.endMs), endMs },
      ].filter((part) => part.startMs < part.endMs),
    );
  }
  return merge(left);
}

/** Whether one of the spans fully contains another. */
export function holds(spans: readonly Span[], { startMs, endMs }: Span): boolean {
  return spans.some((span) => span.startMs <= startMs && endMs <= span.endMs);
}

/** The margin played before and after the words, within the same message. */
const marginMs = 300;
/** The margin played before words whose times are measured. */
const measuredMarginMs = 100;

/** The start and end of words in their message, in UTF-16 units. */
export type Words = { start: number; end: number };

/** The span of words in a message, from the times of its words; without them, an even speaking rate is assumed. */
export function spanOfWords(
  message: Span,
  { start, end }: Words,
  { text, wordStartsMs }: { text: string; wordStartsMs: readonly number[] },
): Span {
  if (wordStartsMs.length) {
    const words = [...text.matchAll(/\S+/g)];
    const first = words.findIndex((word) => word.index + word[0].length > start);
    const next = words.findIndex((word) => word.index >= end);
    return {
      startMs: Math.max(message.startMs, (wordStartsMs[first] ?? message.startMs) - measuredMarginMs),
      endMs: wordStartsMs[next] ?? message.endMs,
    };
  }
  const perUnit = (message.endMs - message.startMs) / Math.max(1, text.length);
  return {
    startMs: Math.max(message.startMs, Math.floor(message.startMs + start * perUnit) - marginMs),
    endMs: Math.min(message.endMs, Math.ceil(message.startMs + end * perUnit) + marginMs),
  };
}
