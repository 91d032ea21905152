import type {
  Amendment,
  ExistingCard,
  SourcedSentence,
  SourceSpan,
  WriteMessage,
} from '#api/biography/writing/writer.ts';
import {
  alignRemark,
  alikeIn,
  type Correction,
  isBare,
  opensRemark,
  ownWords,
  type Remark,
  readRemark,
  type Told,
} from './corrections.ts';
import type { Edit } from './edited-text.ts';
import { isEditing, speaksOfTelling } from './editing-terms.ts';
import { alignOrder, type Swap, speaksOfOrder } from './orders.ts';
import { readSentences, type SaidChunk, type SaidSentence, withCorrections } from './said-sentences.ts';
import { asOneEdit, isSpoken, repairSentence } from './self-repairs.ts';
import { thingsToldAs } from './things.ts';
import { sameKind, sameValue, type Value } from './values.ts';

/** What the corrections of a conversation change. */
export interface Settled {
  /** By message: what is written otherwise than it was said, and what isn't written. */
  edits: Map<string, Edit[]>;
  amendments: Amendment[];
  /** Remarks of which it isn't sure what they put right. */
  unsettled: { text: string; sources: SourceSpan[] }[];
}

/** After a remark so many sentences are looked through for what it puts right. */
const REACH = 3;
/** So many turns back an order is looked for. */
const ORDER_REACH = 3;
/** Nobody puts more right in one turn. */
const MOST_REMARKS = 60;
/** Of a remark that goes on as a story at least so many words of content are left. */
const WORTH_KEEPING = 5;

type ToldSentence = SaidSentence & Told;
type BookSentence = Told & { cardId: string; proposal: boolean; replaces: SourcedSentence };

/**
 * Puts right what somebody put right: in the sentence itself, in what they told before in this conversation, and in the
 * book. What isn't sure changes nothing.
 */
export function settleCorrections(
  messages: readonly WriteMessage[],
  cards: readonly ExistingCard[],
): Settled {
  const settled: Settled = { edits: new Map(), amendments: [], unsettled: [] };
  const told: ToldSentence[] = [];
  const said = messages.filter(({ role }) => role === 'user');
  const texts = new Map(said.map((message) => [message.id, withCorrections(message)]));
  const questions = questionsBefore(messages);
  const book = cards.length > 0 ? readBook(cards) : [];
  for (const [turn, message] of said.entries())
    settleTurn(readSentences(message, turn, questions.get(message.id)), message, told, texts, book, settled);
  return settled;
}

/** The last question before each of the person's turns. */
function questionsBefore(messages: readonly WriteMessage[]): Map<string, string> {
  const found = new Map<string, string>();
  let last = '';
  for (const { id, role, text } of messages) {
    if (role === 'user') found.set(id, last);
    else last = text.slice(-400);
  }
  return found;
}

/** A remark that is not settled yet: the sentences of it, which are not written once it is. */
interface Open {
  remark: Remark;
  sentences: SaidSentence[];
  left: number;
  isDone: boolean;
  isCertain: boolean;
}

function settleTurn(
  sentences: readonly SaidSentence[],
  message: WriteMessage,
  told: ToldSentence[],
  texts: ReadonlyMap<string, string>,
  book: readonly BookSentence[],
  settled: Settled,
) {
  let open: Open | null = null;
  let remarks = 0;
  for (const [at, said] of sentences.entries()) {
    const sentence = repaired(said, message, texts, settled);
    if (remarks >= MOST_REMARKS) {
      told.push({ ...sentence, settled: [] });
      continue;
    }
    open = settleSentence(
      sentence,
      sentences.slice(at + 1, at + 3),
      message,
      open,
      told,
      texts,
      book,
      settled,
    );
    if (open) remarks += 1;
  }
  close(open, told, texts, settled);
}

/** Takes one sentence as a remark, as part of the remark before it, or as something that is told. */
function settleSentence(
  sentence: SaidSentence,
  next: readonly SaidSentence[],
  message: WriteMessage,
  within: Open | null,
  told: ToldSentence[],
  texts: ReadonlyMap<string, string>,
  book: readonly BookSentence[],
  settled: Settled,
): Open | null {
  const isDone = within?.isDone ?? false;
  const before =
    within && isDone ? { ...within.remark, cue: Math.min(1, within.remark.cue), wrong: [] } : within?.remark;
  const remark = readRemark(sentence, told, before ?? null, next);
  const waiting = within && !isDone ? within.sentences : [];
  if (remark && putRight(sentence, remark, told, texts, book, settled, within)) {
    for (const part of [...waiting, sentence]) leaveOut(part, settled);
    return { remark, sentences: [], left: REACH, isDone: true, isCertain: true };
  }
  if (remark && isAboutTelling(sentence, remark, within !== null)) {
    if (isDone) leaveOut(sentence, settled);
    const isCertain = remark.isPlain || (within?.isCertain ?? false);
    return { remark, sentences: [...waiting, sentence], left: REACH, isDone, isCertain };
  }
  if (isDone && (repeats(sentence, told) || explains(sentence, told))) {
    leaveOut(sentence, settled);
    return within;
  }
  // What the reading took for a correction, and puts nothing right, is told like the rest.
  const isTold = sentence.corrects || sentence.chunks.some(({ isHidden }) => !isHidden);
  if (sentence.corrects) restore(sentence, message, texts, settled);
  if (isTold) told.push({ ...sentence, settled: [] });
  if (within && within.left > 1) return { ...within, left: within.left - 1 };
  close(within, told, texts, settled);
  return null;
}

/** Words that the writer was not to see stand in the turn again. */
function restore(
  { start, end, messageId }: { start: number; end: number; messageId: string },
  message: WriteMessage,
  texts: ReadonlyMap<string, string>,
  settled: Settled,
) {
  const said = texts.get(messageId) ?? '';
  const known = settled.edits.get(messageId) ?? [];
  const back: Edit[] = [];
  for (let at = start; at < end; ) {
    const isHidden = message.text[at] === ' ' && said[at] !== ' ';
    if (!isHidden || known.some((edit) => edit.start <= at && at < edit.end)) {
      at += 1;
      continue;
    }
    let to = at;
    while (to < end && message.text[to] === ' ' && !known.some((edit) => edit.start <= to && to < edit.end))
      to += 1;
    back.push({ start: at, end: to, text: said.slice(at, to), by: null, isSlip: true });
    at = to;
  }
  addEdits(settled, messageId, back);
}

/** What a remark meant that put nothing right is asked about. */
function close(
  open: Open | null,
  told: readonly ToldSentence[],
  texts: ReadonlyMap<string, string>,
  settled: Settled,
) {
  const [first] = open?.sentences ?? [];
  if (open && first && !open.isDone && open.remark.cue >= 2) takeBack(open, told, texts, settled);
  if (open && first && !open.isDone && open.isCertain) settled.unsettled.push(unsettledOf(first, texts));
}

/** What was only said to be wrong is not kept as a fact: "it wasn't Boston" leaves out "in Boston". */
function takeBack(
  { remark, sentences }: Open,
  told: readonly ToldSentence[],
  texts: ReadonlyMap<string, string>,
  settled: Settled,
) {
  let isTaken = false;
  for (const wrong of remark.wrong) {
    for (const one of told.toReversed()) {
      const old = one.values.find(
        (value) => sameKind(value, wrong) && sameValue(value, wrong) && !one.settled.includes(value),
      );
      if (!old) continue;
      const text = texts.get(one.messageId) ?? '';
      const lead = text
        .slice(Math.max(one.start, old.start - 24), old.start)
        .match(
          /(?:^|[ ,])((?:back |over |out )?(?:in|on|at|from|about|around|near|for)(?: (?:the|about|around|a))? )$/i,
        );
      const start = lead?.[1] && old.kind !== 'KIN' ? old.start - lead[1].length : null;
      one.settled.push(old);
      addEdits(settled, one.messageId, [
        start !== null && start > one.start
          ? {
              start: text[start - 1] === ' ' ? start - 1 : start,
              end: old.end,
              text: '',
              by: null,
              isSlip: true,
            }
          : { start: one.start, end: one.end, text: ' ', by: null, isSlip: false },
      ]);
      isTaken = true;
      break;
    }
  }
  if (isTaken) for (const part of sentences) leaveOut(part, settled);
}

/** Whether a sentence that puts nothing right is still part of the remark. */
function isAboutTelling(sentence: SaidSentence, remark: Remark, isWithin: boolean): boolean {
  if (remark.isOwn && remark.wrong.length > 0 && remark.cue >= 2) return true;
  if (sentence.chunks.some(({ words }) => speaksOfTelling(words))) return remark.isSure || isWithin;
  if (sentence.chunks.every(({ words }) => isEditing(words)) && remark.cue >= 2) return true;
  const [only, more] = sentence.chunks;
  return (
    !isWithin && ((only !== undefined && !more && isBare(only)) || (opensRemark(sentence) && remark.cue >= 2))
  );
}

/** "Then came Tomás", "the baby was 1981 right enough": said once more, and told already. */
function repeats(sentence: SaidSentence, told: readonly Told[]): boolean {
  const words = sentence.chunks.flatMap((chunk) => chunk.words);
  if (words.length > 9 || sentence.values.length === 0) return false;
  const own = ownWords(words, sentence.values);
  return told.some((one) => {
    const known = new Set(
      ownWords(
        one.chunks.flatMap((chunk) => chunk.words),
        [],
      ),
    );
    const values = sentence.values.every((value) =>
      told.some((other) => other.values.some((old) => sameKind(old, value) && sameValue(old, value))),
    );
    return values && own.filter((word) => !known.has(word)).length <= (own.length > 1 ? 1 : 0);
  });
}

/** "Bernadette is my daughter-in-law", "it was Freddie all along": who the wrong one is, or once more the right one. */
function explains(sentence: SaidSentence, told: readonly Told[]): boolean {
  const words = sentence.chunks.flatMap((chunk) => chunk.words);
  const last = told.at(-1)?.turn ?? 0;
  return (
    words.length <= 9 &&
    sentence.values.some(
      (value) =>
        value.kind === 'NAME' &&
        told.some(
          (one) =>
            last - one.turn <= 3 && one.settled.some((old) => sameKind(old, value) && sameValue(old, value)),
        ),
    )
  );
}

/** The sentence once its own slips are put right. */
function repaired(
  sentence: SaidSentence,
  message: WriteMessage,
  texts: ReadonlyMap<string, string>,
  settled: Settled,
): SaidSentence {
  const repairs = repairSentence(sentence);
  if (repairs.length === 0) return sentence;
  const edits = repairs.flatMap((repair) => repair.edits);
  const whole = texts.get(message.id) ?? '';
  addEdits(
    settled,
    message.id,
    repairs.map((repair) => asOneEdit(repair, whole, message.id)),
  );
  const [from, to] = [Math.min(...edits.map(({ start }) => start)), Math.max(...edits.map(({ end }) => end))];
  for (const { start, end } of sentence.chunks)
    if (start <= to && from <= end) restore({ start, end, messageId: message.id }, message, texts, settled);
  const gone = edits.filter(({ text }) => text === '');
  const isGone = ({ start }: { start: number }) =>
    gone.some((edit) => edit.start <= start && start < edit.end);
  const renew = (values: readonly Value[]): Value[] =>
    values
      .filter((value) => !isGone(value))
      .map((value) => {
        const edit = edits.find(({ start, text }) => start === value.start && text !== '');
        const right =
          edit && sentence.values.find(({ text, kind }) => text === edit.text && kind === value.kind);
        return right ? { ...value, text: right.text, key: right.key } : value;
      });
  const chunks = sentence.chunks
    .filter((chunk) => !isGone(chunk) || chunk.values.some((value) => !isGone(value)))
    .map((chunk): SaidChunk => ({ ...chunk, values: renew(chunk.values) }));
  return { ...sentence, chunks, values: renew(sentence.values) };
}

/** Puts right what a remark is about; whether something was. */
function putRight(
  sentence: SaidSentence,
  remark: Remark,
  told: ToldSentence[],
  texts: ReadonlyMap<string, string>,
  book: readonly BookSentence[],
  settled: Settled,
  within: Open | null,
): boolean {
  if (isSpoken(sentence)) return false;
  const ordered =
    speaksOfOrder(sentence) && (remark.isSure || remark.cue >= 2) ? orderOf(sentence, told) : null;
  if (ordered) {
    addEdits(
      settled,
      ordered.told.messageId,
      swapEdits(ordered.swap, sentence, texts, ordered.told.messageId),
    );
    return true;
  }
  const corrections = alignRemark(sentence, remark, told, { isDone: within?.isDone });
  for (const correction of corrections) {
    for (const edit of editsOf(correction, told, texts)) addEdits(settled, edit.messageId, [edit.edit]);
  }
  if (corrections.length > 0) return true;
  if (within?.isDone || remark.cue < 2 || book.length === 0) return false;
  const amended = alignRemark(sentence, remark, book, { isLongAgo: true });
  for (const correction of amended) settled.amendments.push(amend(correction, texts));
  return amended.length > 0;
}

function orderOf(
  sentence: SaidSentence,
  told: readonly ToldSentence[],
): { told: ToldSentence; swap: Swap } | null {
  for (const one of told.toReversed()) {
    if (sentence.turn - one.turn > ORDER_REACH) return null;
    const swap = alignOrder(sentence, one);
    if (swap) return { told: one, swap };
  }
  return null;
}

function swapEdits(
  { first, second }: Swap,
  by: SaidSentence,
  texts: ReadonlyMap<string, string>,
  messageId: string,
): Edit[] {
  const text = texts.get(messageId) ?? '';
  const source = sourceOf(by, by.chunks[0]?.start ?? by.start, texts);
  return [
    { ...first, text: text.slice(second.start, second.end), by: { source, value: source }, isSlip: false },
    { ...second, text: text.slice(first.start, first.end), by: { source, value: source }, isSlip: false },
  ];
}

/** The edits of one correction; a name is put right wherever it was told in that turn. */
function editsOf(
  { told, old, right, by, isDenied }: Correction<ToldSentence>,
  all: readonly ToldSentence[],
  texts: ReadonlyMap<string, string>,
): { messageId: string; edit: Edit }[] {
  const source = sourceOf(by, right.start, texts);
  const value = { messageId: by.messageId, start: right.start, end: right.end };
  const text = texts.get(told.messageId) ?? '';
  const place = (at: Value) =>
    /\b(?:in|at|from|to|near|of) (?:the )?$/.test(text.slice(Math.max(0, at.start - 12), at.start));
  const everywhere =
    (right.kind === 'NAME' && !place(old)) || (isDenied && /^(?:KIN|THING)$/.test(right.kind));
  const others = all.flatMap((sentence) =>
    !everywhere || sentence.turn !== told.turn
      ? []
      : right.kind === 'THING'
        ? thingsToldAs(old, sentence).map((one) => ({ sentence, one }))
        : sentence.values
            .filter((one) => one !== old && sameValue(one, old))
            .map((one) => ({ sentence, one })),
  );
  const places = [
    { sentence: told, one: old },
    ...others.filter(({ sentence, one }) => sentence !== told || one.start !== old.start),
  ];
  const swapped =
    right.kind === 'NAME'
      ? told.values.find((one) => one.kind === 'NAME' && one.key === right.key)
      : undefined;
  const edits = places.map(({ sentence, one }) => {
    sentence.settled.push(one);
    return {
      messageId: sentence.messageId,
      edit: {
        ...fitted(placeFor(one, right), right, texts.get(sentence.messageId) ?? ''),
        by: { source, value },
        isSlip: false,
      },
    };
  });
  if (!swapped) return edits;
  told.settled.push(swapped);
  return [
    ...edits,
    {
      messageId: told.messageId,
      edit: { ...fitted(swapped, old, text), by: { source, value: source }, isSlip: false },
    },
  ];
}

/** Of a name of several words the one that the right one stands for. */
function placeFor(old: Value, right: Value): Pick<Value, 'start' | 'end'> {
  return right.kind === 'NAME' ? (alikeIn(right, old) ?? old) : old;
}

/** "A rocking sheep" for the horse of "a rocking horse" is a sheep. */
function withoutNeighbours(right: string, old: Pick<Value, 'start' | 'end'>, text: string): string {
  const words = right.split(' ');
  const before = text
    .slice(Math.max(0, old.start - 40), old.start)
    .trim()
    .split(/\s+/)
    .at(-1);
  const after = text
    .slice(old.end, old.end + 40)
    .trim()
    .split(/[^\p{L}'-]+/u)[0];
  if (words.length > 1 && words[0] === before) words.shift();
  if (words.length > 1 && words.at(-1) === after) words.pop();
  return words.join(' ');
}

/** The right words in the place of the wrong ones: "an aunt" becomes "a godmother". */
function fitted(
  old: Pick<Value, 'start' | 'end'>,
  right: Pick<Value, 'text' | 'kind'>,
  text: string,
): Pick<Edit, 'start' | 'end' | 'text'> {
  const low =
    /^(?:NUMBER|KIN|SEASON|YEAR|THING|ORDINAL)$/.test(right.kind) &&
    !/[.!?…]["”')]* *$|^ *$/.test(text.slice(Math.max(0, old.start - 4), old.start));
  const fresh = right.kind === 'THING' ? withoutNeighbours(right.text, old, text) : right.text;
  const word = low ? fresh.charAt(0).toLowerCase() + fresh.slice(1) : fresh;
  const article = text
    .slice(0, old.start)
    .slice(-4)
    .match(/\b(an?) $/i)?.[1];
  if (!article) return { start: old.start, end: old.end, text: word };
  const fit = /^[aeiou]/i.test(word) ? 'an' : 'a';
  const cased = /^A/.test(article) ? fit.charAt(0).toUpperCase() + fit.slice(1) : fit;
  return { start: old.start - article.length - 1, end: old.end, text: `${cased} ${word}` };
}

/** The sentences of the book, as things that were told long ago. */
function readBook(cards: readonly ExistingCard[]): BookSentence[] {
  return cards.flatMap((card) =>
    card.paragraphs.flat().flatMap((sentence) =>
      readSentences(
        { id: card.id, role: 'user', text: sentence.text, private: false },
        -ORDER_REACH * 10,
      ).map((read) => ({
        ...read,
        settled: [],
        cardId: card.id,
        proposal: card.touchedByPerson,
        replaces: sentence,
      })),
    ),
  );
}

function amend(
  { told, old, right, by }: Correction<BookSentence>,
  texts: ReadonlyMap<string, string>,
): Amendment {
  const { cardId, proposal, replaces } = told;
  const edit = fitted(old, right, replaces.text);
  const text = replaces.text.slice(0, edit.start) + edit.text + replaces.text.slice(edit.end);
  return {
    ...{ cardId, proposal, replaces },
    sentence: { text, sources: [...replaces.sources, sourceOf(by, right.start, texts)] },
    wrong: old.text,
    right: right.text,
    value: { messageId: by.messageId, start: right.start, end: right.end },
  };
}

/** A remark is not written; what it goes on to tell is. */
function leaveOut(sentence: SaidSentence, settled: Settled) {
  const { chunks, start, end, messageId } = sentence;
  const last = chunks.findLastIndex(
    (chunk, at) =>
      at === 0 || chunk.values.length > 0 || isEditing(chunk.words) || speaksOfTelling(chunk.words),
  );
  const tail = chunks.slice(last + 1);
  const [first] = tail;
  const goesOn = first && /^(?:and|but|so|that|i|we|he|she|they|it|there)$/.test(first.words[0] ?? '');
  const keeps =
    goesOn &&
    ownWords(
      tail.flatMap(({ words }) => words),
      [],
    ).length >= WORTH_KEEPING;
  addEdits(settled, messageId, [
    { start, end: keeps ? first.start : end, text: keeps ? '\n' : ' ', by: null, isSlip: false },
  ]);
}

function unsettledOf(sentence: SaidSentence, texts: ReadonlyMap<string, string>) {
  const source = sourceOf(sentence, sentence.chunks[0]?.start ?? sentence.start, texts);
  return { text: (texts.get(sentence.messageId) ?? '').slice(source.start, source.end), sources: [source] };
}

/** The words of a remark around a place in it, as far as nothing else interrupts them. */
function sourceOf(
  { messageId, start, end }: SaidSentence,
  at: number,
  texts: ReadonlyMap<string, string>,
): SourceSpan {
  const text = texts.get(messageId) ?? '';
  const gapBefore = text.slice(start, at).lastIndexOf('   ');
  const gapAfter = text.slice(at, end).indexOf('   ');
  const from = gapBefore < 0 ? start : start + gapBefore + 3;
  const to = gapAfter < 0 ? end : at + gapAfter;
  const said = text.slice(from, to);
  return {
    messageId,
    start: from + said.length - said.replace(/^[^\p{L}\p{N}"“'(]+/u, '').length,
    end: from + said.trimEnd().length,
  };
}

function addEdits({ edits }: Settled, messageId: string, more: readonly Edit[]) {
  const known = edits.get(messageId) ?? [];
  edits.set(messageId, [
    ...known.filter((edit) => !more.some((other) => other.start <= edit.start && edit.end <= other.end)),
    ...more,
  ]);
}
