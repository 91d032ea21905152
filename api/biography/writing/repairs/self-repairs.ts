import { isSubjectPronoun } from '#api/biography/writing/language/speech/word-classes.ts';
import type { Edit } from './edited-text.ts';
import {
  editingEnd,
  editingStart,
  endsInComparison,
  isEditing,
  leadsToSpeech,
  namesSpeaker,
} from './editing-terms.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { firstThing, likeThing } from './things.ts';
import { sameKind, sameValue, type Value } from './values.ts';

/** The wrong words are at most this many pieces back. */
const NEAR = 12;

/** Words before a value: "in", "my", "it was". */
const LEADING =
  /^(?:in|at|on|of|to|from|by|with|for|the|a|an|my|our|his|her|their|your|mr|mrs|ms|miss|dr|doctor|father|sister|brother|uncle|aunt|auntie|captain|doc|coach|sergeant|nurse|saint|st|about|around|year|number)$/;
const COPULA =
  /^(?:it|that|he|she|they|we|i|there|this)(?:'s|'d)?$|^(?:was|were|is|be|been|would|must|have|had|has|should|got|called|named|really|in)$/;
const DENIAL =
  /^(?:(?:it|that|this|he|she|they|we|i|there) )?(?:not|(?:was|were|is) not|wasn't|weren't|isn't|never)$/;
const SAID_NO = /^(?:no|yes|well|oh|nope|sorry|wait|stop|right|listen)$/;

/**
 * Corrections in the middle of a sentence: "in 1961, no, sorry, 1963". The wrong words are replaced by the
 * right ones. A correction made by somebody who speaks in the story is left as it is.
 */
export function repairSentence(sentence: SaidSentence): SelfRepair[] {
  if (sentence.isQuoted || isSpoken(sentence)) return [];
  const repairs: SelfRepair[] = [];
  const { chunks } = sentence;
  for (let at = 1; at < chunks.length; at += 1) {
    const found = repairAt(sentence, at);
    // "Clark, no, Clarkson, sorry": the words after the right one belong to the same correction.
    if (!found || repairs.some((known) => overlaps(known, found.repair))) continue;
    const last = chunks.at(-1);
    const isBehind = last !== undefined && found.next === chunks.length - 2 && isEditing(last.words);
    const rest = isBehind ? [cut(chunks[found.next]?.end ?? last.start, last.end)] : [];
    repairs.push({ ...found.repair, edits: [...found.repair.edits, ...rest] });
    at = found.next;
  }
  return repairs;
}

/** The edits of one correction inside a sentence, and the right words. */
export interface SelfRepair {
  edits: Edit[];
  right: Value;
}

function overlaps(one: SelfRepair, other: SelfRepair): boolean {
  return one.edits.some((edit) => other.edits.some(({ start, end }) => edit.start < end && start < edit.end));
}

/** Whether an apparent correction is somebody's words in the story: "and I said no, it's Kowalczyk". */
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
  repair: SelfRepair;
  /** The last piece that the repair uses. */
  next: number;
}

function repairAt(sentence: SaidSentence, at: number): Repair | null {
  const { chunks } = sentence;
  const chunk = chunks[at] as SaidChunk;
  const before = chunks.slice(Math.max(0, at - NEAR), at);
  const denied = deniedIn(chunk, before);
  if (isEditing(chunk.words) || denied) {
    let last = at;
    while (
      chunks[last + 1] &&
      (isEditing((chunks[last + 1] as SaidChunk).words) || deniedIn(chunks[last + 1] as SaidChunk, before))
    )
      last += 1;
    const right = chunks[last + 1];
    // "Pedersen, I should say," comes after the right word.
    if (!denied && at >= 2 && editingEnd(['x', ...chunk.words]) === chunk.words.length) {
      const [earlier, last] = [before.slice(0, -1), before.at(-1) as SaidChunk];
      const isShort = last.words.length <= 4;
      const repaired =
        repair(earlier, last, 0, 0, null) ?? (isShort ? repairThing(earlier, last, 0, 0, true, 0.3) : null);
      if (repaired) {
        const edits = [...repaired.edits, cut(before.at(-1)?.end ?? 0, chunk.end)];
        return { repair: { ...repaired, edits }, next: at };
      }
    }
    // "Bertha Clegg, I should say, Martha was her daughter" puts an earlier sentence right.
    const isBehind = editingEnd(['x', ...chunk.words]) === chunk.words.length;
    if (
      !right ||
      (!denied &&
        at === 1 &&
        isBehind &&
        chunks[0] &&
        chunks[0].words.length <= 4 &&
        /^i /.test(chunk.words.join(' ')))
    )
      return null;
    // "It was Molly, excuse me, Dolly was the milk cow": the remark belongs to what stands before it.
    if (at === last && BESIDE_VALUE.test(chunk.words.join(' ')) && startsClause(right)) return null;
    const explicit =
      chunks
        .slice(at, last + 1)
        .map((one) => deniedIn(one, before))
        .find(Boolean) ?? null;
    const tail = editingEnd(right.words);
    const isFirm = chunks.slice(at, last + 1).some(({ words }) => !words.every((word) => SAID_NO.test(word)));
    const found =
      repair(before, right, editingStart(right.words), tail, explicit, chunks[last + 2]) ??
      repairThing(before, right, 0, tail, isFirm);
    return found && { repair: found, next: last + 1 };
  }
  const doubted = doubtedAt(chunks, at);
  if (doubted) return doubted;
  const confirmed = confirmedAt(chunks, at);
  if (confirmed) return confirmed;
  const announced = editingStart(chunk.words);
  // "So scratch that six hundred" names the wrong value.
  const isWrong = /(?:scratch|strike|forget) (?:that|the)$/.test(chunk.words.slice(0, announced).join(' '));
  const head = deniesOnly(chunk.words) || isWrong ? 0 : announced;
  if (head > 0 && head < chunk.words.length) {
    const single = head === 1 && chunk.words[0] === 'no';
    const found =
      repair(before, chunk, head, editingEnd(chunk.words), null, chunks[at + 1], single) ??
      repairThing(before, chunk, head, editingEnd(chunk.words), !single);
    return found && { repair: found, next: at };
  }
  const tail = editingEnd(chunk.words);
  if (tail > 0) {
    const found =
      repair(before, chunk, 0, tail, null, chunks[at + 1]) ?? repairThing(before, chunk, 0, tail, true);
    return found && { repair: found, next: at };
  }
  return null;
}

const BESIDE_VALUE =
  /^(?:(?:oh|well) )*(?:i'm sorry|sorry|excuse me|pardon me|pardon|forgive me|beg pardon|i should say|i mean|i meant|that is)$/;

/** Whether a piece is a clause of its own, with the value or thing at its start as the subject. */
function startsClause({ words, starts, values }: SaidChunk): boolean {
  const from = /^(?:the|my|our|his|her)$/.test(words[0] ?? '') ? 1 : 0;
  const value = values.find(({ start }) => start === starts[from]);
  const next = value ? starts.findIndex((start) => start >= value.end) : from + 1;
  const isVerbNext = (at: number) => /^(?:was|were|is|are|had|has|came|went)$/.test(words[at] ?? '');
  return (
    next > 0 && next < words.length && (isVerbNext(next) || (value === undefined && isVerbNext(next + 1)))
  );
}

/** "I got A to L, so no Mozart": without a pause after it, "no" denies something and corrects nothing. */
function deniesOnly(words: readonly string[]): boolean {
  const at = words.indexOf('no');
  return at > 0 && at < words.length - 1 && /^(?:and|so|but|or|with)$/.test(words[at - 1] ?? '');
}

/** "Or was it Jolanta, yes, Jolanta it was": a question to oneself, then confirmed. */
function doubtedAt(chunks: readonly SaidChunk[], at: number): Repair | null {
  const chunk = chunks[at] as SaidChunk;
  const head =
    chunk.words
      .join(' ')
      .match(/^(?:or |no )(?:was|were|is) (?:it|that|he|she|they)\b/)?.[0]
      .split(' ').length ?? 0;
  const [value] = chunk.values;
  if (head === 0 || !value) return null;
  const confirms = (one: SaidChunk | undefined) =>
    one !== undefined &&
    one.words.length <= 6 &&
    one.values.some((again) => sameKind(again, value) && sameValue(again, value));
  const last = [at + 1, at + 2].find((next) => confirms(chunks[next]));
  if (last === undefined) return null;
  const found = repair(chunks.slice(Math.max(0, at - NEAR), at), chunk, head, 0, null);
  if (!found) return null;
  const edits = [...found.edits, cut(chunk.end, chunks[last]?.end ?? chunk.end)];
  return { repair: { ...found, edits }, next: last };
}

/** "In nineteen sixty, sixty-one, yes, sixty-one": the value said twice replaces the earlier attempt. */
function confirmedAt(chunks: readonly SaidChunk[], at: number): Repair | null {
  const [tried, again] = [chunks[at] as SaidChunk, chunks[at + 1]];
  const [value] = tried.values;
  if (!value || !again || leadOf(tried, value, 0)?.length !== 0) return null;
  if (
    wordCount(value) !== tried.words.length ||
    !/^(?:yes|aye|yeah|ja|sì|that's it)\b/.test(again.words.join(' '))
  )
    return null;
  const [said] = again.values;
  const isLast = again.words.length <= 2 + (said ? wordCount(said) : 0);
  const old = chunks[at - 1]?.values.at(-1);
  if (!said || !isLast || !sameKind(said, value) || !sameValue(said, value)) return null;
  if (!old || old.end !== chunks[at - 1]?.end || !sameKind(old, value) || sameValue(old, value)) return null;
  return {
    repair: { edits: [cut(old.start, value.start), cut(tried.end, again.end)], right: value },
    next: at + 1,
  };
}

/** The value that a piece negates after it was told: "it wasn't March", "not Halloran". */
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

/**
 * The edits that replace the last value of the same kind with the first value of `right`; null when it is
 * uncertain.
 */
function repair(
  before: readonly SaidChunk[],
  right: SaidChunk,
  head: number,
  tail: number,
  explicit: Value | null,
  after?: SaidChunk,
  single = false,
): SelfRepair | null {
  const first = afterTitle(right, before);
  const lead = first && leadOf(right, first, head);
  if (!first || !lead) return null;
  // "No, fourteen, fourteen dollars"
  const value = saidAgain(right, first);
  if (single && value.kind === 'KIN') return null;
  const old = oldOf(before, value, explicit);
  if (!old) return null;
  const same = (one: Value) => sameKind(one, value) && sameValue(one, value);
  // "Paul it was who came": he was named before.
  if (tail > 0 && head === 0 && before.some(({ values }) => values.some(same))) return null;
  const { chunk } = old;
  const told = withAlternative(chunk, old.told);
  const copular = lead.some((word) => COPULA.test(word) && word !== 'in');
  const rest = right.words.length - wordsBefore(right, value) - wordCount(value) - tail;
  const isLast = chunk === before.at(-1) && /^(?:['’]s)?$/.test(textAfter(chunk, told));
  const tailEdit = tail > 0 ? [cut(value.end, right.end)] : [];
  if (isLast && !copular) {
    const from = leadStart(chunk, told, lead.length);
    const to = lead.length > 0 ? startOf(right, head) : value.start;
    return { edits: [cut(from, to), ...tailEdit], right: value };
  }
  // "I was eleven, no I wasn't, I was twelve when": restarted with the same words.
  const place = wordsBefore(chunk, told);
  const led = chunk.words.slice(Math.max(0, place - lead.length), place).join(' ');
  if (isLast && led === lead.join(' '))
    return {
      edits: [cut(chunk.starts[place - lead.length] ?? told.start, startOf(right, head)), ...tailEdit],
      right: value,
    };
  if (rest > 0) {
    // "Two hundred at the wedding no one hundred and the priest": the sentence goes on after the
    // correction.
    const behind = right.words.slice(right.words.length - tail - rest, right.words.length - tail);
    const [next] = behind;
    // "The left knee …, right knee": the noun is repeated.
    const follows = chunk.words.slice(wordsBefore(chunk, told) + wordCount(told));
    const isNoun = (word: string, at: number) => word === follows[at];
    const nouns = behind.findIndex((word, at) => !isNoun(word, at));
    if (behind.length <= 3 && nouns < 0)
      return {
        edits: [replace(told, value.text), cut((before.at(-1) as SaidChunk).end, right.end)],
        right: value,
      };
    if (nouns > 0 && /^(?:and|but|so|because|cause|'cause)$/.test(behind[nouns] ?? '')) {
      const last = right.starts[right.words.length - tail - rest + nouns - 1] ?? value.end;
      const end = last + (behind[nouns - 1]?.length ?? 0);
      return { edits: [replace(told, value.text), cut((before.at(-1) as SaidChunk).end, end)], right: value };
    }
    const goesOn = copular
      ? /^(?:because|cause|'cause|since|when)$/
      : /^(?:and|but|so|because|cause|'cause|when|who)$/;
    if ((!copular && lead.length > 1) || !goesOn.test(next ?? '')) return null;
    return {
      edits: [replace(told, value.text), cut((before.at(-1) as SaidChunk).end, value.end)],
      right: value,
    };
  }
  // "Leo, not Leon, Leo": the right one was said already.
  const last =
    before.findLast(({ values, words }) => !(words.length <= 2 && values.some(same))) ??
    (before.at(-1) as SaidChunk);
  // "my uncle Tam, no, he'd be my great-uncle, Tam": the name need not be repeated.
  const again =
    after &&
    after.words.length <= 2 &&
    after.values.length === 1 &&
    chunk.values.some((one) => one.kind === 'NAME' && sameValue(one, after.values[0] as Value));
  return { edits: [replace(told, value.text), cut(last.end, again ? after.end : right.end)], right: value };
}

/**
 * The edits that replace the words just before with the first words of `right`, when both start with the
 * same word ("in Bolton no in Bury") or are of the same sort ("the chapel, the school I mean"). Null when
 * neither is certain.
 */
function repairThing(
  before: readonly SaidChunk[],
  right: SaidChunk,
  head: number,
  tail: number,
  isFirm: boolean,
  least = tail > 0 ? 0.3 : undefined,
): SelfRepair | null {
  const last = before.at(-1);
  if (!last || right.values.some((value) => value.start <= (right.starts[head] ?? 0))) return null;
  let from = head;
  while (from < right.words.length && LEADING.test(right.words[from] ?? '')) from += 1;
  const thing = firstThing(right, from);
  if (!thing || endsInComparison(right.words.slice(0, from).join(' '))) return null;
  const lead = right.words.slice(head, from);
  // "Well, I mean, you managed": a filler has no similar things before and after it.
  if (right.words.length - head - tail > 6 && !lead[0]) return null;
  const old = lead[0] ? begunWith(last, lead[0], thing) : null;
  const like =
    old ??
    (isFirm ? likeThing(thing, { chunks: [last], text: last.text, start: last.start }, least)[0] : null);
  if (!like || (!old && !isFirm)) return null;
  const isLast = last.text.slice(like.end - last.start).trim() === '';
  const rest = right.words.length - from - wordCount(thing) - tail;
  const start = old && isLast ? leadStart(last, like, lead.length) : like.start;
  const after = tail > 0 ? [cut(thing.end, right.end)] : [];
  if (isLast)
    return { edits: [cut(start, old ? startOf(right, head) : thing.start), ...after], right: thing };
  return rest > 0 ? null : { edits: [replace(like, thing.text), cut(last.end, right.end)], right: thing };
}

/** The first value of a piece; the name, where the same "Brother" or "Sister" stood before. */
function afterTitle({ values: [first, second] }: SaidChunk, before: readonly SaidChunk[]): Value | undefined {
  const isTitle =
    first?.kind === 'KIN' &&
    second?.kind === 'NAME' &&
    second.start === first.end + 1 &&
    before.some(({ values }) => values.some((one) => one.kind === 'KIN' && sameValue(one, first)));
  return isTitle ? second : first;
}

/** The last words of a piece that start with this word and contain one thing. */
function begunWith(chunk: SaidChunk, word: string, thing: Value): Value | null {
  const at = chunk.words.lastIndexOf(word);
  if (
    at < 0 ||
    chunk.words.length - at > 5 ||
    !/^(?:in|at|on|to|from|near|by|a|an|the|my|his|her|our|their)$/.test(word)
  )
    return null;
  const old = firstThing(chunk, at + 1);
  return old && old.key !== thing.key ? old : null;
}

/** The last value of the same kind before; the negated one, if there is one. */
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

/** The small words between the announcement and the value; null when other words are there. */
function leadOf(chunk: SaidChunk, value: Value, head: number): string[] | null {
  const lead = chunk.words.slice(head, wordsBefore(chunk, value));
  const small = lead.every((word) => LEADING.test(word) || COPULA.test(word) || isSubjectPronoun(word));
  if (small) return lead.length <= 5 ? lead : null;
  // "On Brick Lane, no it was round the corner on Hanbury Street": a longer correction.
  const isFirm = head > 0 && /^(?:it|that|he|she|they)(?:'s| was| were)?\b/.test(lead.join(' '));
  const isName = value.kind === 'NAME' || value.kind === 'YEAR';
  return isFirm && isName && lead.length <= 9 && COPULA.test(lead[1] ?? '') ? lead : null;
}

/** "Three or four" is one value. */
function withAlternative({ text, start, values }: SaidChunk, told: Value): Value {
  const before = values.findLast((one) => one.end < told.start && one.kind === told.kind);
  const isOne = before && /^ or $/.test(text.slice(before.end - start, told.start - start));
  return isOne
    ? { ...told, start: before.start, text: text.slice(before.start - start, told.end - start) }
    : told;
}

/** The same value where it is said a second time at once. */
function saidAgain({ text, start, values }: SaidChunk, value: Value): Value {
  const again = values.find((one) => one.start > value.start);
  const isAgain = again && sameKind(again, value) && sameValue(again, value);
  return isAgain && text.slice(value.end - start, again.start - start).trim() === '' ? again : value;
}

/** Where the small words before a told value start that are repeated before the right one. */
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

/** One edit for a whole correction: the replacement, and where it was said. */
export function asOneEdit({ edits, right }: SelfRepair, said: string, messageId: string): Edit {
  const start = Math.min(...edits.map((edit) => edit.start));
  const end = Math.max(right.end, ...edits.map((edit) => edit.end));
  let text = '';
  let from = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += said.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  text += said.slice(from, end);
  const source = { messageId, start: right.start, end: right.end };
  return { start, end, text, by: { source, value: source }, isSlip: true };
}

function cut(start: number, end: number): Edit {
  return { start, end, text: '', by: null, isSlip: true };
}

function replace({ start, end }: Value, text: string): Edit {
  return { start, end, text, by: null, isSlip: true };
}
