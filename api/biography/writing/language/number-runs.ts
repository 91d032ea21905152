/** A word or a number in digits, at its offsets in the text. */
export interface Piece {
  word: string;
  start: number;
  end: number;
}

/** The pieces of a text, in lower case. */
export function piecesOf(text: string, piece: RegExp): Piece[] {
  return Array.from(text.matchAll(piece), (match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The numbers that begin at each piece, without overlaps: `runAt` gives what begins at one and the pieces it takes. */
export function collectNumbers<Run extends { length: number }>(
  text: string,
  pieces: readonly Piece[],
  runAt: (at: number) => Run | null,
): (Omit<Run, 'length'> & { text: string; start: number; end: number })[] {
  const found = [];
  for (let at = 0; at < pieces.length; ) {
    const run = runAt(at);
    if (!run) {
      at += 1;
      continue;
    }
    const { length, ...number } = run;
    const { start } = pieces[at] as Piece;
    const { end } = pieces[at + length - 1] as Piece;
    found.push({ ...number, text: text.slice(start, end), start, end });
    at += length;
  }
  return found;
}
