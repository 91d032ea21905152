import type { WrittenDownFragment } from './words.graphql.ts';

type Stored = NonNullable<WrittenDownFragment['oldRecording']>['lines'][number];

/** A line while it is edited. The key identifies its field when other lines are added or removed. */
export type EditedLine = Pick<Stored, 'startMs' | 'endMs' | 'text' | 'someoneElse'> & { key: number };

let lastKey = 0;

export function newLine(startMs: number): EditedLine {
  lastKey += 1;
  return { key: lastKey, startMs, endMs: null, text: '', someoneElse: false };
}

/** The stored lines, or one empty line. */
export function editedLines(stored: readonly Stored[]): EditedLine[] {
  if (stored.length === 0) return [newLine(0)];
  return stored.map(({ startMs, endMs, text, someoneElse }) => ({
    ...newLine(startMs),
    ...{ endMs: endMs ?? null, text, someoneElse },
  }));
}

/**
 * Begins a new line at this time, with the words after the cursor of the line at `at`. Lines stay in the order of their
 * times.
 */
export function splitLine(
  lines: readonly EditedLine[],
  at: number,
  { ms, cursor }: { ms: number; cursor: number },
): { lines: EditedLine[]; key: number } {
  const line = lines[at];
  if (!line) return { lines: [...lines], key: -1 };
  const next = lines[at + 1];
  const startMs = Math.max(line.startMs, next ? Math.min(ms, next.startMs) : ms);
  const before = { ...line, text: line.text.slice(0, cursor).trimEnd(), endMs: null };
  const after = { ...newLine(startMs), text: line.text.slice(cursor).trimStart(), endMs: line.endMs };
  return { lines: lines.toSpliced(at, 1, before, after), key: after.key };
}

/** Sets the time of a line, between its neighbours. */
export function setLineTime(lines: readonly EditedLine[], at: number, ms: number): EditedLine[] {
  const line = lines[at];
  if (!line) return [...lines];
  const startMs = Math.min(Math.max(ms, lines[at - 1]?.startMs ?? 0), lines[at + 1]?.startMs ?? ms);
  return lines.with(at, { ...line, startMs, endMs: null });
}
