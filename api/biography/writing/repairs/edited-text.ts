import { GAP } from '#api/biography/writing/language/speech/spoken-tokens.ts';
import type { SourceSpan, WriteMessage } from '#api/biography/writing/writer.ts';

/** A change to what was said, before it is written: offsets count the message. */
export interface Edit {
  start: number;
  end: number;
  /** What stands there instead; empty where the words go. */
  text: string;
  /** Where the words that stand there instead were said, when that is elsewhere. */
  by: { source: SourceSpan; value: SourceSpan } | null;
  /** Whether the words belong to the sentence still, as a slip of the tongue does; what tells nothing doesn't. */
  isSlip: boolean;
}

interface Piece {
  /** Offsets into the edited text. */
  at: number;
  length: number;
  start: number;
  end: number;
  by: Edit['by'];
  /** Whether the piece before it belongs to the same words. */
  goesOn: boolean;
}

/** What a person's turn tells, with what they put right put right, and the way back to the words as they were said. */
export interface EditedText {
  messageId: string;
  text: string;
  pieces: Piece[];
}

/** Spaces of this length stand for words that tell nothing. */
const BLANK = / {3,}/g;

/** The words as they are written from: without gaps and slips, with the right values in their places. */
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

/** What words of the edited text rest on: the words that were said there, and those by which they were put right. */
export function sourcesOf({ messageId, pieces }: EditedText, start: number, end: number): SourceSpan[] {
  const said: SourceSpan[] = [];
  const puttingRight: SourceSpan[] = [];
  for (const piece of pieces) {
    const from = Math.max(start, piece.at);
    const to = Math.min(end, piece.at + piece.length);
    if (from >= to) continue;
    const kept = piece.by === null && piece.length === piece.end - piece.start;
    const span = {
      messageId,
      start: kept ? piece.start + from - piece.at : piece.start,
      end: kept ? piece.start + to - piece.at : piece.end,
    };
    const last = said.at(-1);
    if (last && piece.goesOn) last.end = span.end;
    else said.push(span);
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

/** Gaps as marks where they interrupt a sentence, as nothing where they stand between two. */
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
