import type {
  Amendment,
  ExistingCard,
  SourcedSentence,
  SourceSpan,
  WriteMessage,
} from '#api/biography/writing/writer.ts';
import {
  alignRemark,
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
import { isSpoken, repairSentence } from './self-repairs.ts';
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
  const texts = new Map(messages.map((message) => [message.id, withCorrections(message)]));
  for (const [turn, message] of messages.entries())
    settleTurn(readSentences(message, turn), told, texts, cards, settled);
  return settled;
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
  told: ToldSentence[],
  texts: ReadonlyMap<string, string>,
  cards: readonly ExistingCard[],
  settled: Settled,
) {
  let open: Open | null = null;
  for (const said of sentences)
    open = settleSentence(repaired(said, settled), open, told, texts, cards, settled);
  close(open, texts, settled);
}

/** Takes one sentence as a remark, as part of the remark before it, or as something that is told. */
function settleSentence(
  sentence: SaidSentence,
  within: Open | null,
  told: ToldSentence[],
  texts: ReadonlyMap<string, string>,
  cards: readonly ExistingCard[],
  settled: Settled,
): Open | null {
  const remark = readRemark(sentence, told, within?.remark ?? null);
  const isDone = within?.isDone ?? false;
  const waiting = within && !isDone ? within.sentences : [];
  if (remark && putRight(sentence, remark, told, texts, cards, settled, within)) {
    for (const part of [...waiting, sentence]) leaveOut(part, settled);
    return { remark, sentences: [], left: REACH, isDone: true, isCertain: true };
  }
  if (remark && isAboutTelling(sentence, remark, within !== null)) {
    if (isDone) leaveOut(sentence, settled);
    const isCertain = remark.isPlain || (within?.isCertain ?? false);
    return { remark, sentences: [...waiting, sentence], left: REACH, isDone, isCertain };
  }
  if (isDone && repeats(sentence, told)) {
    leaveOut(sentence, settled);
    return within;
  }
  told.push({ ...sentence, settled: [] });
  if (within && within.left > 1) return { ...within, left: within.left - 1 };
  close(within, texts, settled);
  return null;
}

/** What a remark meant that put nothing right is asked about. */
function close(open: Open | null, texts: ReadonlyMap<string, string>, settled: Settled) {
  const [first] = open?.sentences ?? [];
  if (open && first && !open.isDone && open.isCertain) settled.unsettled.push(unsettledOf(first, texts));
}

/** Whether a sentence that puts nothing right is still part of the remark. */
function isAboutTelling(sentence: SaidSentence, remark: Remark, isWithin: boolean): boolean {
  if (sentence.corrects) return true;
  if (sentence.chunks.some(({ words }) => speaksOfTelling(words))) return remark.isSure || isWithin;
  const [only, more] = sentence.chunks;
  return !isWithin && ((only !== undefined && !more && isBare(only)) || opensRemark(sentence));
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

/** The sentence once its own slips are put right. */
function repaired(sentence: SaidSentence, settled: Settled): SaidSentence {
  const edits = repairSentence(sentence);
  if (edits.length === 0) return sentence;
  addEdits(settled, sentence.messageId, edits);
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
  cards: readonly ExistingCard[],
  settled: Settled,
  within: Open | null,
): boolean {
  if (isSpoken(sentence)) return false;
  const ordered =
    speaksOfOrder(sentence) && (remark.isSure || sentence.corrects) ? orderOf(sentence, told) : null;
  if (ordered) {
    addEdits(
      settled,
      ordered.told.messageId,
      swapEdits(ordered.swap, sentence, texts, ordered.told.messageId),
    );
    return true;
  }
  const isHint = !sentence.corrects && !remark.isSure && remark.wrong.length === 0 && !opensRemark(sentence);
  if (isHint && !within) return false;
  const corrections = alignRemark(sentence, remark, told, { isDone: within?.isDone });
  for (const correction of corrections) {
    for (const edit of editsOf(correction, told, texts)) addEdits(settled, edit.messageId, [edit.edit]);
  }
  if (corrections.length > 0) return true;
  if (within?.isDone || (!remark.isSure && remark.wrong.length === 0)) return false;
  const book = readBook(cards);
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
  { told, old, right, by }: Correction<ToldSentence>,
  all: readonly ToldSentence[],
  texts: ReadonlyMap<string, string>,
): { messageId: string; edit: Edit }[] {
  const source = sourceOf(by, right.start, texts);
  const value = { messageId: by.messageId, start: right.start, end: right.end };
  const text = texts.get(told.messageId) ?? '';
  const place = (at: Value) =>
    /\b(?:in|at|from|to|near|of) (?:the )?$/.test(text.slice(Math.max(0, at.start - 12), at.start));
  const everywhere = right.kind === 'NAME' && !place(old);
  const places = all.flatMap((sentence) =>
    sentence.values
      .filter((one) => one === old || (everywhere && sentence.turn === told.turn && sameValue(one, old)))
      .map((one) => ({ sentence, one })),
  );
  const swapped =
    right.kind === 'NAME'
      ? told.values.find((one) => one.kind === 'NAME' && one.key === right.key)
      : undefined;
  const edits = places.map(({ sentence, one }) => {
    sentence.settled.push(one);
    return {
      messageId: sentence.messageId,
      edit: {
        ...fitted(one, right, texts.get(sentence.messageId) ?? ''),
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

/** The right words in the place of the wrong ones: "an aunt" becomes "a godmother". */
function fitted(
  old: Pick<Value, 'start' | 'end'>,
  right: Pick<Value, 'text' | 'kind'>,
  text: string,
): Pick<Edit, 'start' | 'end' | 'text'> {
  const low =
    /^(?:NUMBER|KIN|SEASON|YEAR)$/.test(right.kind) &&
    !/[.!?…]["”')]* *$|^ *$/.test(text.slice(Math.max(0, old.start - 4), old.start));
  const word = low ? right.text.charAt(0).toLowerCase() + right.text.slice(1) : right.text;
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
