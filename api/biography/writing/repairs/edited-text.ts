import { GAP } from '#api/biography/writing/language/speech/spoken-tokens.ts';
import type { SourceSpan, WriteMessage } from '#api/biography/writing/writer.ts';

/** A change to what was said, applied before it is written. Offsets are positions in the message. */
export interface Edit {
  start: number;
  end: number;
  /** The replacement; empty where the words are removed. */
  text: string;
  /** Where the replacement was said, when that is elsewhere. */
  by: { source: SourceSpan; value: SourceSpan } | null;
  /**
   * Whether the removed words are still a source of the sentence, as a slip of the tongue is; words outside
   * the story are not.
   */
  isSlip: boolean;
}

interface Piece {
  /** Position in the edited text. */
  at: number;
  length: number;
  start: number;
  end: number;
  by: Edit['by'];
  /** Whether it continues the words of the piece before it. */
  goesOn: boolean;
}

/**
 * The story part of a person's turn with their corrections applied, and the mapping back to what was said.
 */
export interface EditedText {
  messageId: string;
  text: string;
  pieces: Piece[];
}

/** A run of spaces of this length stands for words outside the story. */
const BLANK = / {3,}/g;

/** The text that is written from: without gaps and slips, with the right values in place. */
export function editText(message: Pick<WriteMessage, 'id' | 'text'>, edits: readonly Edit[]): EditedText {
  const changes = [...edits, ...gapsIn(message.text, edits)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const pieces: Piece[] = [];
  let text = '';
  let from = 0;
  let goesOn = false;
  const add = (words: string, start: number, end: number, by: Edit['by']) => {
    if (words === '') return;
    pieces.push({ at: text.length, length: words.length, start, end, by, goesOn });
    text += words;
    goesOn = true;
  };
  for (const change of changes) {
    if (change.start < from) continue;
    add(message.text.slice(from, change.start), from, change.start, null);
    if (!change.isSlip && !change.by) {
      text += change.text;
      goesOn = false;
    } else add(change.text, change.start, change.end, change.by);
    from = change.end;
  }
  add(message.text.slice(from), from, message.text.length, null);
  return { messageId: message.id, text, pieces };
}

/** The sources of a span of the edited text: the words said there, and the words that corrected them. */
export function sourcesOf({ messageId, text, pieces }: EditedText, start: number, end: number): SourceSpan[] {
  const said: SourceSpan[] = [];
  const puttingRight: SourceSpan[] = [];
  for (const piece of pieces) {
    const from = Math.max(start, piece.at);
    const to = Math.min(end, piece.at + piece.length);
    if (from >= to) continue;
    const isUnchanged = piece.by === null && piece.length === piece.end - piece.start;
    const span = {
      messageId,
      start: isUnchanged ? piece.start + from - piece.at : piece.start,
      end: isUnchanged ? piece.start + to - piece.at : piece.end,
    };
    const last = said.at(-1);
    if (last && piece.goesOn) last.end = span.end;
    // The full stop after words that were left out is no source.
    else if (!isUnchanged || /[\p{L}\p{N}]/u.test(text.slice(from, to))) said.push(span);
    if (piece.by) puttingRight.push(piece.by.source);
  }
  const unlike = puttingRight.filter(
    (span, at) =>
      !said.some((other) => covers(other, span)) &&
      !puttingRight.slice(0, at).some((other) => covers(other, span)),
  );
  return [...said, ...unlike];
}

/** Where a name or date of the edited text was said. */
export function spanInMessage(edited: EditedText, start: number, end: number): SourceSpan | null {
  const piece = edited.pieces.find((one) => one.at <= start && start < one.at + one.length);
  if (piece?.by) return piece.by.value;
  const [span] = sourcesOf(edited, start, end);
  return span ?? null;
}

function covers(outer: SourceSpan, inner: SourceSpan): boolean {
  return outer.messageId === inner.messageId && outer.start <= inner.start && inner.end <= outer.end;
}

/** Replaces a gap by a mark inside a sentence, and by nothing between two sentences. */
function gapsIn(text: string, edits: readonly Edit[]): Edit[] {
  const found: Edit[] = [];
  for (const { 0: blank, index: start } of text.matchAll(BLANK)) {
    const end = start + blank.length;
    if (edits.some((edit) => edit.start < end && start < edit.end)) continue;
    const before = text.slice(Math.max(0, start - 4), start);
    const inner =
      before.trim() !== '' && !/[.!?…]["'”’)]*$/.test(before) && !before.endsWith('\n') && end < text.length;
    found.push({
      start,
      end,
      text: inner ? ` ${GAP} ` : /\p{Ll}/u.test(text[end] ?? '') ? '\n' : ' ',
      by: null,
      isSlip: false,
    });
  }
  return found;
}
