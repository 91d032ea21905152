/** A stretch of a recording, in milliseconds from its beginning. */
export type Span = { startMs: number; endMs: number };

/** The spans in order, without overlaps. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { startMs, endMs } of spans.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = merged.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else merged.push({ startMs, endMs });
  }
  return merged;
}

/** What of the spans lies in none of the others. */
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

/** Whether one of the spans holds all of another. */
export function holds(spans: readonly Span[], { startMs, endMs }: Span): boolean {
  return spans.some((span) => span.startMs <= startMs && endMs <= span.endMs);
}

/** A little is heard before and after the words, as long as it belongs to the same message. */
const marginMs = 300;

/** Where words of a message are spoken: words are taken to be spoken evenly over their message. */
export function spanOfWords(
  message: Span,
  { start, end, length }: { start: number; end: number; length: number },
): Span {
  const perUnit = (message.endMs - message.startMs) / Math.max(1, length);
  return {
    startMs: Math.max(message.startMs, Math.floor(message.startMs + start * perUnit) - marginMs),
    endMs: Math.min(message.endMs, Math.ceil(message.startMs + end * perUnit) + marginMs),
  };
}
