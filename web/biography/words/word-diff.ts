/** A run of words that is in both texts, only in the new one, or only in the old one. */
export interface Stretch {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** With its position in the list, which serves as a key. */
export type PlacedStretch = Stretch & { at: number };

/** When the changed parts have more word pairs than this, they are shown as replaced as a whole. */
const mostCells = 4_000_000;

/** The changes from `before` to `after`, word by word. A space belongs to the word before it. */
export function wordDiff(before: string, after: string): PlacedStretch[] {
  const a = wordsOf(before);
  const b = wordsOf(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;

  const middle = diffWords(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return mergeStretches([
    ...a.slice(0, start).map((text): Stretch => ({ kind: 'same', text })),
    ...middle,
    ...a.slice(a.length - end).map((text): Stretch => ({ kind: 'same', text })),
  ]).map((stretch, at) => ({ ...stretch, at }));
}

function wordsOf(text: string): string[] {
  return text.match(/\n+|[^\s]+[^\S\n]*|[^\S\n]+/g) ?? [];
}

/** Compares two word lists by their longest common subsequence, using the table of lengths. */
function diffWords(a: readonly string[], b: readonly string[]): Stretch[] {
  const removed = (words: readonly string[]) => words.map((text): Stretch => ({ kind: 'removed', text }));
  const added = (words: readonly string[]) => words.map((text): Stretch => ({ kind: 'added', text }));
  if (a.length * b.length > mostCells || !a.length || !b.length) return [...removed(a), ...added(b)];

  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const out: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      out.push({ kind: 'same', text: a[i] ?? '' });
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) out.push(...removed(a.slice(i, ++i)));
    else out.push(...added(b.slice(j, ++j)));
  }
  return [...out, ...removed(a.slice(i)), ...added(b.slice(j))];
}

/** Merges neighbours of the same kind; within a change, removed words come before added ones. */
function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const out: Stretch[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) out.push({ kind: 'removed', text: removed });
    if (added) out.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of stretches) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = out.at(-1);
      if (last?.kind === 'same') last.text += text;
      else out.push({ kind: 'same', text });
    }
  }
  flush();
  return out;
}
