import { isSubjectPronoun } from '#api/biography/writing/language/speech/word-classes.ts';
import type { Edit } from './edited-text.ts';
import { editingEnd, editingStart, isEditing, leadsToSpeech, namesSpeaker } from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { sameKind, sameValue, type Value } from './values.ts';

/** Words that lead to a value: "in", "my", "it was". */
const LEADING =
  /^(?:in|at|on|of|to|from|by|with|for|the|a|an|my|our|his|her|their|your|mr|mrs|ms|dr|st|about|around|year|number)$/;
const COPULA =
  /^(?:it|that|he|she|they|we|i|there|this)(?:'s|'d)?$|^(?:was|were|is|be|been|would|must|have|called|named|really|in)$/;
const DENIAL =
  /^(?:(?:it|that|this|he|she|they|we|i|there) )?(?:not|(?:was|were|is) not|wasn't|weren't|isn't|never)$/;
const SAID_NO = /^(?:no|yes|well|oh|nope|sorry)$/;

/**
 * What somebody puts right in the middle of a sentence: "in 1961, no, sorry, 1963". The wrong words go, the right ones
 * stand in their place. What is put right within the story, by somebody who speaks in it, is left as it is.
 */
export function repairSentence(sentence: SaidSentence): Edit[] {
  if (sentence.isQuoted || isSpoken(sentence)) return [];
  const edits: Edit[] = [];
  const { chunks } = sentence;
  for (let at = 1; at < chunks.length; at += 1) {
    const repair = repairAt(sentence, at);
    if (!repair) continue;
    edits.push(...repair.edits);
    at = repair.next;
  }
  return edits;
}

/** Whether what sounds like putting right is somebody's words in the story: "and I said no, it's Kowalczyk". */
export function isSpoken({ chunks }: SaidSentence): boolean {
  return chunks.some(({ words }, at) => {
    const before = chunks[at - 1]?.words ?? [];
    const editing = isEditing(words) || editingStart(words) > 0 || DENIAL.test(words.slice(0, 3).join(' '));
    if (editing && leadsToSpeech(before)) return true;
    const last = words.at(-1) ?? '';
    if (SAID_NO.test(last) && leadsToSpeech(words.slice(0, -1))) return true;
    return (
      at > 0 &&
      editingEnd(words) === 0 &&
      !isEditing(words) &&
      (namesSpeaker(words) ||
        (at < chunks.length - 1 && leadsToSpeech(words) && SAID_NO.test(chunks[at + 1]?.words[0] ?? '')))
    );
  });
}

interface Repair {
  edits: Edit[];
  /** The last piece that the repair uses. */
  next: number;
}

function repairAt(sentence: SaidSentence, at: number): Repair | null {
  const { chunks } = sentence;
  const chunk = chunks[at] as SaidChunk;
  const before = chunks.slice(0, at);
  const denied = deniedIn(chunk, before);
  if (isEditing(chunk.words) || denied) {
    let last = at;
    while (
      chunks[last + 1] &&
      (isEditing((chunks[last + 1] as SaidChunk).words) || deniedIn(chunks[last + 1] as SaidChunk, before))
    )
      last += 1;
    const right = chunks[last + 1];
    // "Pedersen, I should say," comes after what is right.
    if (!denied && at >= 2 && editingEnd(['x', ...chunk.words]) === chunk.words.length) {
      const repaired = repair(before.slice(0, -1), before.at(-1) as SaidChunk, 0, 0, null);
      if (repaired) return { edits: [...repaired, cut(before.at(-1)?.end ?? 0, chunk.end)], next: at };
    }
    if (!right) return null;
    const explicit =
      chunks
        .slice(at, last + 1)
        .map((one) => deniedIn(one, before))
        .find(Boolean) ?? null;
    const edits = repair(before, right, 0, editingEnd(right.words), explicit, chunks[last + 2]);
    return edits && { edits, next: last + 1 };
  }
  const head = editingStart(chunk.words);
  if (head > 0 && head < chunk.words.length) {
    const single = head === 1 && chunk.words[0] === 'no';
    const edits = repair(before, chunk, head, editingEnd(chunk.words), null, chunks[at + 1], single);
    return edits && { edits, next: at };
  }
  const tail = editingEnd(chunk.words);
  if (tail > 0) {
    const edits = repair(before, chunk, 0, tail, null, chunks[at + 1]);
    return edits && { edits, next: at };
  }
  return null;
}

/** The value that a piece denies after it was told: "it wasn't March", "not Halloran". */
function deniedIn({ words, values }: SaidChunk, before: readonly SaidChunk[]): Value | null {
  const [value, other] = values;
  if (!value || other || words.length > 6) return null;
  const lead = words.slice(0, words.length - value.text.split(/[\s-]+/).length);
  while (LEADING.test(lead.at(-1) ?? '')) lead.pop();
  if (!DENIAL.test(lead.join(' '))) return null;
  return before.some((chunk) => chunk.values.some((told) => sameKind(told, value) && sameValue(told, value)))
    ? value
    : null;
}

/** The edits by which the first value of `right` stands for the last of its kind before it; null where none is sure. */
function repair(
  before: readonly SaidChunk[],
  right: SaidChunk,
  head: number,
  tail: number,
  explicit: Value | null,
  after?: SaidChunk,
  single = false,
): Edit[] | null {
  const value = right.values[0];
  const lead = value && leadOf(right, value, head);
  if (!value || !lead) return null;
  if (single && value.kind === 'KIN') return null;
  const old = oldOf(before, value, explicit);
  if (!old) return null;
  const { told, chunk } = old;
  const copular = lead.some((word) => COPULA.test(word) && word !== 'in');
  const rest = right.words.length - head - lead.length - wordCount(value) - tail;
  const isLast = chunk === before.at(-1) && /^(?:['’]s)?$/.test(textAfter(chunk, told));
  const tailEdit = tail > 0 ? [cut(value.end, right.end)] : [];
  if (isLast && !copular) {
    const from = leadStart(chunk, told, lead.length);
    const to = lead.length > 0 || head > 0 ? startOf(right, head) : value.start;
    return [cut(from, to), ...tailEdit];
  }
  if (rest > 0) return null;
  const last = before.at(-1) as SaidChunk;
  // "my uncle Tam, no, he'd be my great-uncle, Tam": the name need not stand twice.
  const again =
    after &&
    after.words.length <= 2 &&
    after.values.length === 1 &&
    chunk.values.some((one) => one.kind === 'NAME' && sameValue(one, after.values[0] as Value));
  return [replace(told, value.text), cut(last.end, again ? after.end : right.end)];
}

/** The last value of the same kind before; the one that is denied, where one is. */
function oldOf(before: readonly SaidChunk[], value: Value, explicit: Value | null) {
  for (const chunk of before.toReversed()) {
    for (const told of chunk.values.toReversed()) {
      if (!sameKind(told, value) || sameValue(told, value)) continue;
      if (explicit && !sameValue(told, explicit)) continue;
      if (told.head && value.head && told.head !== value.head) continue;
      if (isNegated(chunk, told)) continue;
      return { told, chunk };
    }
  }
  return null;
}

function isNegated(chunk: SaidChunk, told: Value): boolean {
  const at = wordsBefore(chunk, told);
  return chunk.words
    .slice(Math.max(0, at - 3), at)
    .some((word) => /^(?:no|not|never|neither|nor|without)$|n't$/.test(word));
}

/** The small words between the editing words and the value; null when others stand there. */
function leadOf(chunk: SaidChunk, value: Value, head: number): string[] | null {
  const lead = chunk.words.slice(head, wordsBefore(chunk, value));
  const small = lead.every((word) => LEADING.test(word) || COPULA.test(word) || isSubjectPronoun(word));
  return small && lead.length <= 5 ? lead : null;
}

/** Where the small words before a told value begin that are said anew before the right one. */
function leadStart(chunk: SaidChunk, told: Value, count: number): number {
  let at = wordsBefore(chunk, told);
  for (let left = count; left > 0 && at > 0 && LEADING.test(chunk.words[at - 1] ?? ''); left -= 1) at -= 1;
  return at === wordsBefore(chunk, told) ? told.start : (chunk.starts[at] ?? told.start);
}

function startOf(chunk: SaidChunk, word: number): number {
  return chunk.starts[word] ?? chunk.start;
}

function wordsBefore(chunk: SaidChunk, value: Value): number {
  return chunk.starts.filter((start) => start < value.start).length;
}

function wordCount(value: Value): number {
  return value.text.split(/\s+/).length;
}

function textAfter(chunk: SaidChunk, value: Value): string {
  return chunk.text.slice(value.end - chunk.start);
}

function cut(start: number, end: number): Edit {
  return { start, end, text: '', by: null, isSlip: true };
}

function replace({ start, end }: Value, text: string): Edit {
  return { start, end, text, by: null, isSlip: true };
}
