import { GAP } from '#api/biography/writing/language/speech/spoken-tokens.ts';
import { isSubjectPronoun, isVerb } from '#api/biography/writing/language/speech/word-classes.ts';
import type {
  Amendment,
  ExistingCard,
  SourcedSentence,
  SourceSpan,
  WriteMessage,
} from '#api/biography/writing/writer.ts';
import type { Edit } from './edited-text.ts';
import { editingStart, isEditing, isSaidNow, ownWords, SAYS_NOW, speaksOfTelling } from './editing-terms.ts';
import { type PairFeatures, type Surroundings, weighPairs } from './evidence.ts';
import { chanceOf } from './evidence-weights.ts';
import { fitReplacement } from './fit-replacement.ts';
import { alignOrder, onlyReverses, reorderWithin, type Swap, speaksOfOrder } from './orders.ts';
import {
  announces,
  type CorrectableSentence,
  featuresOfRemark,
  isPlace,
  mentions,
  type Pair,
  pairsOf,
} from './pairs.ts';
import { chanceOfRemark } from './remark-model.ts';
import { partAtStops } from './run-ons.ts';
import { readSentences, type SaidChunk, type SaidSentence, withCorrections } from './said-sentences.ts';
import { asOneEdit, isSpoken, repairSentence } from './self-repairs.ts';
import { findSlips, type Slip } from './slips/find-slips.ts';
import { editsOfSlip } from './slips/slip-edits.ts';
import { thingsToldAs } from './things.ts';
import {
  alikeIn,
  findValues,
  isMeasureAndCount,
  sameKind,
  sameValue,
  sharesName,
  type Value,
} from './values.ts';

/** What the corrections of a conversation change. */
export interface Settled {
  /** By message: text that is replaced or left out when it is written. */
  edits: Map<string, Edit[]>;
  amendments: Amendment[];
  /** Remarks for which it is uncertain what they correct. */
  unsettled: { text: string; sources: SourceSpan[] }[];
}

/** A value is corrected from this chance on where the words speak of a slip; the book requires a higher one. */
const SURE = 0.45;
/** From this chance on where only the wrong value is named again. */
const SURE_OF_AN_ECHO = 0.6;
/** From this chance on where the wrong value is denied, or its telling doubted, just before the right one. */
const SURE_OF_A_DENIAL = 0.3;
/** A value told anew without a word about it is far more often another one than a better one. */
const SURE_UNANNOUNCED = 0.85;
/** "We had three goats. My sister had nine": a value of somebody else's corrects less often. */
const SURE_OF_SOMEBODY_ELSE = 0.7;
/** From this chance on where a sentence starts anew with the same title after a short cry. */
const SURE_OF_A_RESTART = 0.1;
/** A second value of another kind is corrected together with the first from this chance on. */
const SURE_OF_A_SECOND = 0.8;
/** A value that a sentence corrects in its middle is corrected in earlier sentences from this lower chance on. */
const SURE_OF_A_SLIP = 0.2;
const SURE_OF_THE_BOOK = 0.8;
const NEVER = Number.POSITIVE_INFINITY;
/** From this chance on, a sentence beside a correction only speaks about that. */
const ONLY_REMARKS = 0.5;
/** The most sentences before and after a remark that may belong to it. */
const REACH = 2;
/** The most sentences that are searched backwards. */
const LOOK_BACK = 60;
/** The most turns that are searched backwards for an order. */
const ORDER_REACH = 3;
/** The most corrections in one turn. */
const MOST_REMARKS = 60;
/** The most sentences of a turn that are read. */
const MOST_SENTENCES = 300;
/** A remark that goes on as a story must leave at least this many content words. */
const WORTH_KEEPING = 5;
/** After a remark fewer are enough: "and it went out with the window". */
const WORTH_GOING_ON = 2;

type ToldSentence = SaidSentence & CorrectableSentence;
type BookSentence = CorrectableSentence & { cardId: string; proposal: boolean; replaces: SourcedSentence };

/** The working state for one conversation. */
interface Work {
  told: ToldSentence[];
  texts: ReadonlyMap<string, string>;
  /** The person's turns by id. */
  messages: ReadonlyMap<string, WriteMessage>;
  book: readonly BookSentence[];
  settled: Settled;
}

/**
 * Applies a person's corrections: in the same sentence, in what they told before in this conversation, and
 * in the book. Uncertain corrections change nothing.
 */
export function settleCorrections(
  messages: readonly WriteMessage[],
  cards: readonly ExistingCard[],
): Settled {
  const said = messages.filter(({ role }) => role === 'user');
  const texts = new Map(said.map((message) => [message.id, withCorrections(message)]));
  const slips = findSlips(said.map(({ id }) => ({ id, text: texts.get(id) ?? '' })));
  const settled = settleByRules(messages, cards, texts);
  const more = slips.filter((slip) => !isCorrectedByRules(slip, settled) && !changesNothing(slip, said));
  return more.length > 0 ? withSlips(settled, more, texts) : settled;
}

/** Whether the rules correct something by the same turn. They find the end of a clause more exactly. */
function isCorrectedByRules({ right }: Slip, { edits }: Settled): boolean {
  return [...edits.values()].some((all) =>
    all.some(({ by }) => by !== null && by.source.messageId === right.messageId),
  );
}

/** After a number, the noun that is counted is looked for in so many characters. */
const LONGEST_NOUN = 30;

/**
 * Whether a slip must change nothing: somebody in the story says it, it is about an order ("Trucks first, then the buses"), the wrong
 * value stands in words that aren't story, or one number is of a measure and the other isn't.
 */
function changesNothing({ right, wrong }: Slip, said: readonly WriteMessage[]): boolean {
  const turn = (id: string) => said.find((message) => message.id === id);
  const isHidden = ({ messageId, start, end }: SourceSpan) =>
    turn(messageId)?.text.slice(start, end).trim() === '';
  if (wrong.some(isHidden)) return true;
  const valueAt = ({ messageId, start, end }: SourceSpan) =>
    findValues(turn(messageId)?.text.slice(start, end + LONGEST_NOUN) ?? '')[0];
  const told = valueAt(right);
  const olds = wrong.flatMap((place) => valueAt(place) ?? []);
  if (told && olds.some((old) => isMeasureAndCount(old, told))) return true;
  const message = turn(right.messageId);
  const sentences = message ? readSentences(message, 0) : [];
  const sentence = sentences.find(({ start, end }) => start <= right.start && right.start < end);
  return sentence !== undefined && (speaksOfOrder(sentence) || (isSpoken(sentence) && !isSaidNow(sentence)));
}

/** Adds the edits of slips. Edits of the rules that they overlap are dropped. */
function withSlips(
  { edits, amendments, unsettled }: Settled,
  slips: readonly Slip[],
  texts: ReadonlyMap<string, string>,
): Settled {
  const added = new Map<string, Edit[]>();
  for (const slip of slips)
    for (const [id, more] of editsOfSlip(slip, texts)) added.set(id, [...(added.get(id) ?? []), ...more]);
  const isFree = (id: string, { start, end }: { start: number; end: number }) =>
    !added.get(id)?.some((edit) => edit.start < end && start < edit.end);
  const settled: Settled = {
    edits: new Map([...edits].map(([id, all]) => [id, all.filter((edit) => isFree(id, edit))])),
    amendments,
    unsettled: unsettled.filter(({ sources }) => sources.every((source) => isFree(source.messageId, source))),
  };
  for (const [id, more] of added) addEdits(settled, id, more);
  return settled;
}

function settleByRules(
  messages: readonly WriteMessage[],
  cards: readonly ExistingCard[],
  texts: ReadonlyMap<string, string>,
): Settled {
  const settled: Settled = { edits: new Map(), amendments: [], unsettled: [] };
  const said = messages.filter(({ role }) => role === 'user');
  const questions = questionsBefore(messages);
  const byId = new Map(said.map((message) => [message.id, message]));
  const work: Work = {
    told: [],
    texts,
    messages: byId,
    settled,
    book: cards.length > 0 ? readBook(cards) : [],
  };
  for (const [turn, message] of said.entries())
    settleTurn(readSentences(message, turn, questions.get(message.id)), message, work);
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

function settleTurn(read: readonly SaidSentence[], message: WriteMessage, work: Work) {
  const { told, texts, settled } = work;
  const repaired = read.map((sentence) => repairOwnSlips(sentence, message, texts, settled));
  const isWhole = (at: number) => repaired[at] === read[at];
  const said = read.flatMap((sentence, at) => (isWhole(at) ? partAtStops(sentence) : [sentence]));
  const mended = new Map(repaired.map((sentence) => [sentence.start, sentence]));
  const sentences = said.map((sentence) =>
    read.includes(sentence) ? (mended.get(sentence.start) ?? sentence) : sentence,
  );
  let pair: Pair<CorrectableSentence> | null = null;
  let left = 0;
  let remarks = 0;
  for (const [at, sentence] of sentences.entries()) {
    const isLooked = at < MOST_SENTENCES && remarks < MOST_REMARKS;
    const found: Pair<CorrectableSentence>[] = isLooked
      ? putRight(sentences, at, message.corrections, work)
      : [];
    const slip = isLooked && found.length === 0 ? sameSlipBefore(said, sentences, at, work) : null;
    if (slip) {
      remarks += 1;
      if (onlyRemarks(said[at] as SaidSentence, [slip]) || startsWithEcho(said[at] as SaidSentence, slip)) {
        leaveOut(sentence, slip, settled);
        continue;
      }
    }
    if (found.length > 0) {
      remarks += 1;
      pair = found[0] ?? null;
      left = REACH;
      for (const before of remarksBefore(sentences, at, found)) {
        leaveOut(before, null, settled);
        const known = told.findIndex(
          (one) => one.start === before.start && one.messageId === before.messageId,
        );
        if (known >= 0) told.splice(known, 1);
      }
      if (!tellInstead(sentence, found, message, work)) leaveOut(sentence, pair, settled);
      continue;
    }
    const reordered = isLooked ? reorder(sentence, sentences[at - 1] ?? null, work) : null;
    if (reordered) {
      remarks += 1;
      // "I told that wrong." before it is left out too, and so are its own first words: "No, other way about:".
      const before = told.at(-1);
      if (
        before?.messageId === message.id &&
        before.start === sentences[at - 1]?.start &&
        isOnlyOfTelling(before)
      ) {
        leaveOut(before, null, settled);
        told.pop();
      }
      const lead = sentence.chunks.findIndex(
        ({ words }) => !isEditing(words) && !speaksOfTelling(words) && !onlyReverses(words),
      );
      const from = sentence.chunks[lead]?.start;
      if (reordered === 'left out') leaveOut(sentence, null, settled);
      else if (lead > 0 && from !== undefined)
        addEdits(settled, message.id, [
          { start: sentence.start, end: from, text: '', by: null, isSlip: false },
        ]);
      if (reordered === 'told') addTold({ ...sentence, corrects: false }, message, work);
      continue;
    }
    if (pair && left > 0 && onlyRemarks(sentence, [pair])) {
      left -= 1;
      leaveOut(sentence, null, settled);
      continue;
    }
    pair = null;
    if (isLooked && takeBack(sentence, work)) continue;
    addTold(sentence, message, work);
  }
}

/** Adds a sentence without a correction to what was told, unless it only says that something was wrong. */
function addTold(sentence: SaidSentence, message: WriteMessage, { told, texts, settled }: Work) {
  if (sentence.corrects) {
    settled.unsettled.push(unsettledOf(sentence, texts));
    const { chunks } = sentence;
    if (chunks.length > 0 && chunks.every(({ words }) => isEditing(words) || speaksOfTelling(words))) return;
  }
  // A sentence that the reading took for a correction, but that corrects nothing, is told like the rest.
  const { start, end } = sentence;
  const isCorrection = hears(message.corrections, start, end);
  if (isCorrection) restoreWords(sentence, message, texts, settled);
  if (isCorrection || sentence.chunks.some(({ isHidden }) => !isHidden))
    told.push({ ...sentence, settled: [] });
}

/**
 * Whether somebody stops to correct something. "But I mean" and a lone "no" start many a sentence and don't
 * count.
 */
function stopsItself({ chunks }: SaidSentence): boolean {
  return chunks.some(
    ({ words }) =>
      speaksOfTelling(words) ||
      SAYS_NOW.test(words.join(' ')) ||
      (isEditing(words) && !/^(?:(?:but|and|so|well|yeah|oh|no|yes) ?)*(?:i mean)?$/.test(words.join(' '))),
  );
}

/**
 * Whether the wrong value is named again in these sentences: that with the right one, and those just before. Where it
 * was told doesn't count.
 */
function isNamedWrong({ told, old }: Pair<CorrectableSentence>, lately: readonly SaidSentence[]): boolean {
  return lately.some((one) => (one.turn !== told.turn || one.start !== told.start) && mentions(one, old));
}

/** Corrects earlier sentences with the same slip: "Ronnie, no, Donnie, he went to Canada". */
function sameSlipBefore(
  said: readonly SaidSentence[],
  sentences: readonly SaidSentence[],
  at: number,
  { told, texts, settled }: Work,
): Pair<CorrectableSentence> | null {
  const [by, repairedBy] = [said[at] as SaidSentence, sentences[at] as SaidSentence];
  if (by === repairedBy) return null;
  const around = surroundings(said, at);
  const isLeft = (value: Value) => repairedBy.values.some((one) => sameValue(one, value));
  const isWrong = (value: Value) =>
    !isLeft(value) && by.values.some((one) => sameKind(one, value) && sameValue(one, value));
  const earlier = told.slice(-LOOK_BACK);
  const pair = surePairs(by, earlier, around, SURE_OF_A_SLIP).find(
    ({ old, right }) => isWrong(old) && isLeft(right),
  );
  if (!pair) return null;
  for (const { messageId, edit } of editsOf(pair, told, texts)) addEdits(settled, messageId, [edit]);
  return pair;
}

/** "Nine, listen to me, eleven, I'd forgot the twins" */
function startsWithEcho({ chunks }: SaidSentence, { old }: Pair<CorrectableSentence>): boolean {
  const [first] = chunks;
  return (
    first !== undefined &&
    first.words.length <= 2 &&
    first.values.some((one) => sameKind(one, old) && sameValue(one, old))
  );
}

/** Whether the reading of the turn hears a certain correction in these words. */
function hears(corrections: WriteMessage['corrections'] = [], start: number, end: number): boolean {
  return corrections.some((span) => span.isSure && span.start < end && start < span.end);
}

/** Applies what a sentence certainly corrects, in this conversation or else in the book. */
function putRight(
  sentences: readonly SaidSentence[],
  at: number,
  corrections: WriteMessage['corrections'],
  { told, texts, messages, book, settled }: Work,
): Pair<CorrectableSentence>[] {
  const by = sentences[at] as SaidSentence;
  if (isSpoken(by) && !isSaidNow(by)) return [];
  const around = surroundings(sentences, at, corrections);
  const lately = told.slice(-LOOK_BACK);
  const sure = withoutLater(surePairs(by, lately, around, SURE), sentences, at, corrections, lately);
  for (const pair of sure) {
    for (const { messageId, edit } of editsOf(pair, told, texts)) addEdits(settled, messageId, [edit]);
    // A value that is corrected belongs to the story, so the words around it are told even where the reading took them
    // for an aside.
    const { messageId } = pair.told;
    const message = messages.get(messageId);
    for (const { start, end, isHidden } of pair.told.chunks)
      if (message && isHidden && start <= pair.old.start && pair.old.start < end)
        restoreWords({ start, end, messageId }, message, texts, settled);
  }
  if (sure.length > 0 || book.length === 0) return sure;
  const said = sentences.slice(Math.max(0, at - REACH), at + 1);
  const isSaid = said.some(stopsItself) || around.heard === 'surely' || around.heardBefore === 'surely';
  // A second telling that differs from the book, without a word about it, is for the family to settle.
  const amended = surePairs(by, book, around, SURE_OF_THE_BOOK).filter(
    (pair) => isSaid || isNamedWrong(pair, said),
  );
  for (const pair of amended) settled.amendments.push(amend(pair, texts));
  return amended;
}

/** "Penmanship. It was Wayne I went to, not Kearney": what the next sentence corrects better stays as it is here. */
function withoutLater(
  pairs: Pair<ToldSentence>[],
  sentences: readonly SaidSentence[],
  at: number,
  corrections: WriteMessage['corrections'],
  told: readonly ToldSentence[],
): Pair<ToldSentence>[] {
  const next = sentences[at + 1];
  if (pairs.length === 0 || !next || announces(sentences[at] as SaidSentence)) return pairs;
  const later = surePairs(next, told, surroundings(sentences, at + 1, corrections), SURE);
  return pairs.filter(
    ({ old, right }) =>
      !later.some((one) => one.old === old && !sameValue(one.right, right) && !sharesName(one.right, right)),
  );
}

/** The sentences around one, and how the reading of the turn takes them. */
export function surroundings(
  sentences: readonly SaidSentence[],
  at: number,
  corrections: WriteMessage['corrections'] = [],
): Surroundings {
  const [last, after] = [sentences[at - 1] ?? null, sentences[at + 1] ?? null];
  const before = last && answersYesOrNo(last) ? null : last;
  const lately = sentences.slice(Math.max(0, at - REACH), at);
  const heard = (one: SaidSentence | null) => {
    const spans = one ? corrections.filter(({ start, end }) => start < one.end && one.start < end) : [];
    return spans.some(({ isSure }) => isSure) ? 'surely' : spans.length > 0 ? 'perhaps' : 'no';
  };
  return { before, after, heard: heard(sentences[at] ?? null), heardBefore: heard(before), lately };
}

/** "Was it always like that?" "No.": denies what was asked, and nothing that was told. */
function answersYesOrNo({ index, chunks, question }: SaidSentence): boolean {
  const isAsked =
    /(?:^|[.!?,] *)(?:did|do|does|was|were|is|are|had|have|has|could|can|would|will)\b[^.!?]*\?\s*$/i;
  return (
    index === 0 &&
    chunks.every(({ words }) => words.every((word) => /^(?:oh|no|nope|nah|yes|yeah|aye)$/.test(word))) &&
    isAsked.test(question)
  );
}

/** The most likely certain pairs of a sentence. No value corrects two things or is corrected twice. */
function surePairs<Sentence extends CorrectableSentence>(
  by: SaidSentence,
  told: readonly Sentence[],
  around: Surroundings,
  sure: number,
): Pair<Sentence>[] {
  const likely = weighPairs(pairsOf(by, told), around, told)
    .map(({ pair, evidence }) => ({
      pair,
      chance: chanceOf(evidence),
      bar: barFor(evidence, sure),
    }))
    .sort((a, b) => b.chance - a.chance);
  const found: Pair<Sentence>[] = [];
  for (const { pair, chance, bar } of likely) {
    const isSecond = found[0] !== undefined && !sameKind(found[0].right, pair.right);
    // "I said nine of us, but it was eight, I was counting my cousin" corrects one number and no relative.
    if (isSecond && (chance < SURE_OF_A_SECOND || found[0]?.told !== pair.told)) continue;
    if (chance < bar) continue;
    // "It was the sister-in-law, Sarla" says nothing of the place where it was.
    if (isSecond && pair.right.kind === 'NAME' && isPlace(by, pair.right) !== isPlace(pair.told, pair.old))
      continue;
    const isTaken = found.some(
      (other) =>
        overlap(other.right, pair.right) ||
        (sameKind(other.right, pair.right) && sameValue(other.right, pair.right)) ||
        (other.told === pair.told && overlap(other.old, pair.old)),
    );
    if (!isTaken && !likely.some((other) => fitsBetter(other.pair, pair)))
      found.push(firstTold(pair, likely));
  }
  return found;
}

/** "Centenary Hall" corrects "Mapo Hall" and no other name, and "eighty three" corrects "eighty one" and not "three". */
function fitsBetter<Sentence extends CorrectableSentence>(
  other: Pair<Sentence>,
  pair: Pair<Sentence>,
): boolean {
  const isSameOld = other.told === pair.told && other.old === pair.old;
  if (pair.right.kind === 'NAME')
    return (isSameOld || other.right === pair.right) && shareWord(other) && !shareWord(pair);
  const { head } = pair.right;
  const fits = ({ old }: Pair<Sentence>) => head !== null && old.head === head;
  return (
    other.right === pair.right &&
    pair.right.kind === 'NUMBER' &&
    ((areNear(other) && !areNear(pair)) || (fits(other) && !fits(pair) && pair.old.head !== null))
  );
}

function shareWord({ old, right }: Pair<CorrectableSentence>): boolean {
  if (old.kind !== 'NAME' || right.kind !== 'NAME') return false;
  const words = old.key.split(' ');
  return right.key.split(' ').some((word) => word.length > 2 && words.includes(word));
}

/** Whether two numbers of two digits or more have the same tens. */
function areNear({ old, right }: Pair<CorrectableSentence>): boolean {
  return /^\d\d+$/.test(old.key) && old.key.slice(0, -1) === right.key.slice(0, -1);
}

/** The chance that this evidence must reach. */
function barFor(evidence: PairFeatures, sure: number): number {
  if (sure === SURE_OF_A_SLIP) return sure;
  const has = (...names: string[]) => names.some((name) => evidence[name]);
  // "We called Doc Petersen, oh for goodness' sake, Doc Paulsen, and he came"
  if (
    ['rest of a sentence', 'form bare', 'aside in front', 'name shares a word'].every(
      (name) => evidence[name],
    )
  )
    return SURE_OF_A_RESTART;
  // "He was called Ivor", of somebody else two turns later
  if (
    ['unannounced', 'kind NAME', 'form points'].every((name) => evidence[name]) &&
    has('turns 2', 'turns 3')
  )
    return NEVER;
  // "No it were Blackpool I'm thinking of me cousin": only one value can be meant.
  if (
    ['heard surely', 'opens with no', 'next sentence', 'alone in its sentence'].every(
      (name) => evidence[name],
    ) &&
    !has('kind THING', 'kind KIN', 'in two values')
  )
    return SURE_OF_A_SLIP;
  const isOfTelling = has('of the telling', 'said to you', 'heard surely', 'told wrong before');
  const isElsewhere = has('form clause') && !isOfTelling;
  const isDenied = has('denies the wrong one', 'denied or doubted lately');
  if (
    isDenied &&
    has('form bare', 'form points', 'form inverted') &&
    // "Then not a nun, a conductress": another one later.
    !has('said to somebody', 'somebody says') &&
    !(has('kind THING') && has('goes on in time'))
  )
    return SURE_OF_A_DENIAL;
  const isNamedAgain =
    isDenied || (has('echo', 'names the wrong one before', 'explains the wrong one') && !isElsewhere);
  const isBare =
    (has('form bare', 'form inverted') &&
      has(
        'announced at once',
        'stops itself',
        'stops itself before',
        'rest of a sentence',
        'opens with no',
      )) ||
    (has('form points') &&
      (has('told wrong before') || (has('heard surely') && has('of a slip', 'opens with no'))));
  const isAtOnce =
    has('next sentence') && has('opens with no', 'announced at once') && has('form points', 'form bare');
  // Things are named all the time, as are a person here and a place there, and several names in a row.
  const isChance =
    (has('kind THING') && !(isOfTelling && has('form points', 'form bare')) && !isAtOnce) ||
    (has('kind NAME') && !isBare && (!has('both places') || has('in two values', 'article unlike'))) ||
    isElsewhere ||
    (has('turns 2', 'turns 3') && !isOfTelling && !has('of a slip', 'opens with no'));
  const least = isNamedAgain || (has('cued') && !isChance) ? sure : SURE_UNANNOUNCED;
  const bar = has('cued') || least !== sure ? least : Math.max(sure, SURE_OF_AN_ECHO);
  const isOfOthers = has('of somebody else') && !(has('told wrong before') && has('form points'));
  return isOfOthers || has('said to somebody', 'somebody says') ? Math.max(bar, SURE_OF_SOMEBODY_ELSE) : bar;
}

/**
 * "Nero was my cousin's. Ours was Caesar.": a sentence that explains who the wrong one is was not a wrong
 * telling.
 */
function firstTold<Sentence extends CorrectableSentence>(
  pair: Pair<Sentence>,
  all: readonly { pair: Pair<Sentence> }[],
): Pair<Sentence> {
  const { told, by } = pair;
  if (told.turn !== by.turn || told.start < by.start - 200) return pair;
  const earlier = all
    .map((each) => each.pair)
    .filter(
      (other) => other.right === pair.right && sameValue(other.old, pair.old) && other.told.turn < told.turn,
    )
    .at(-1);
  return earlier && onlyRemarks(told as unknown as SaidSentence, [earlier]) ? earlier : pair;
}

function overlap(one: Value, other: Value): boolean {
  return one.start < other.end && other.start < one.end;
}

/** The sentences just before a remark that only lead up to it: "I told you that wrong." */
function remarksBefore(
  sentences: readonly SaidSentence[],
  at: number,
  pairs: readonly Pair<CorrectableSentence>[],
): SaidSentence[] {
  const found: SaidSentence[] = [];
  for (let before = at - 1; before >= Math.max(0, at - REACH); before -= 1) {
    const sentence = sentences[before] as SaidSentence;
    if (pairs.some(({ told }) => told.chunks === sentence.chunks)) break;
    if (onlyRemarks(sentence, pairs)) found.push(sentence);
  }
  return found;
}

function onlyRemarks(sentence: SaidSentence, pairs: readonly Pair<CorrectableSentence>[]): boolean {
  const own = ownWords(
    sentence.chunks.flatMap(({ words }) => words),
    sentence.values,
  );
  const isOfIt =
    announces(sentence) ||
    pairs.some(({ old, right }) => mentions(sentence, old) || (own.length < 2 && mentions(sentence, right)));
  const speaks = sentence.chunks.some(({ words }) => isEditing(words) || speaksOfTelling(words));
  const tellsMore =
    own.length >= WORTH_GOING_ON && !speaks && !pairs.some(({ old }) => mentions(sentence, old));
  return (
    isOfIt &&
    !tellsMore &&
    pairs.some((pair) => chanceOfRemark(featuresOfRemark(sentence, pair)) >= ONLY_REMARKS)
  );
}

/**
 * Puts two things into the order that a remark gives: they trade places, or, where two people do different things,
 * the remark takes the place of what was told. Returns what becomes of the remark; null when it corrects no order.
 */
function reorder(
  sentence: SaidSentence,
  before: SaidSentence | null,
  { told, texts, settled }: Work,
): 'left out' | 'told' | null {
  // Words to the interviewer are blanked out before this runs; a blank just before may have held the announcement.
  const isAnnounced =
    sentence.text.startsWith(GAP) ||
    (before !== null &&
      (announces(before) ? speaksOfOrder(before) || isAboutTelling(before) : before.corrects));
  if (!(isAboutTelling(sentence) || isAnnounced) || !speaksOfOrder(sentence) || isSpoken(sentence))
    return null;
  const ordered = orderOf(sentence, told);
  if (!ordered) return null;
  const { messageId } = ordered.told;
  if (ordered.order === 'RETOLD') {
    leaveOut(ordered.told, null, settled);
    told.splice(told.indexOf(ordered.told), 1);
    return 'told';
  }
  addEdits(settled, messageId, swapEdits(ordered.order, sentence, texts, messageId));
  return 'left out';
}

/** "I told that wrong though.": speaks of the telling and tells nothing. */
function isOnlyOfTelling({ chunks, values }: SaidSentence): boolean {
  return (
    chunks.some(({ words }) => speaksOfTelling(words) || isEditing(words)) &&
    ownWords(
      chunks.flatMap(({ words }) => words),
      values,
    ).length === 0
  );
}

/** Whether a sentence speaks about how something was told. */
function isAboutTelling({ corrects, chunks }: SaidSentence): boolean {
  return corrects || chunks.some(({ words }) => speaksOfTelling(words));
}

/** "It wasn't 1966": a time that was only said to be wrong is left out, and nothing else. */
function takeBack(sentence: SaidSentence, { told, texts, settled }: Work): boolean {
  const [chunk] = sentence.chunks;
  const [wrong, other] = sentence.values;
  const length = sentence.chunks.reduce((sum, { words }) => sum + words.length, 0);
  if (!chunk || !wrong || other || !chunk.values.includes(wrong) || length > 12) return false;
  if (
    !/^(?:no )?(?:it|that) (?:wasn't|was not|can't have been|couldn't have been) (?:in )?\S+$/.test(
      chunk.words.join(' '),
    )
  )
    return false;
  for (const one of told.toReversed()) {
    const old = one.values.find((value) => sameKind(value, wrong) && sameValue(value, wrong));
    if (!old || one.settled.includes(old)) continue;
    const text = texts.get(one.messageId) ?? '';
    const lead = text
      .slice(Math.max(one.start, old.start - 12), old.start)
      .match(/ (?:in|on|about|around) $/)?.[0];
    if (!lead || !/^(?:YEAR|MONTH|WEEKDAY)$/.test(old.kind)) return false;
    one.settled.push(old);
    const start = old.start - lead.length;
    addEdits(settled, one.messageId, [{ start, end: old.end, text: '', by: null, isSlip: true }]);
    leaveOut(sentence, null, settled);
    return true;
  }
  return false;
}

/** Puts words back into the turn that the writer was not to see. */
function restoreWords(
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

/** The sentence after its own slips are corrected. */
function repairOwnSlips(
  sentence: SaidSentence,
  message: WriteMessage,
  texts: ReadonlyMap<string, string>,
  settled: Settled,
): SaidSentence {
  const ordered = sentence.isQuoted || isSpoken(sentence) ? null : reorderWithin(sentence);
  if (ordered) {
    const { swap, from, to } = ordered;
    const gone: Edit = { start: from, end: to, text: '', by: null, isSlip: true };
    addEdits(settled, message.id, [...swapEdits(swap, sentence, texts, message.id), gone]);
    const isLeft = ({ start }: { start: number }) => start < from || start >= to;
    return { ...sentence, chunks: sentence.chunks.filter(isLeft), values: sentence.values.filter(isLeft) };
  }
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
    if (start <= to && from <= end)
      restoreWords({ start, end, messageId: message.id }, message, texts, settled);
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

function orderOf(
  sentence: SaidSentence,
  told: readonly ToldSentence[],
): { told: ToldSentence; order: Swap | 'RETOLD' } | null {
  for (const one of told.toReversed()) {
    if (sentence.turn - one.turn > ORDER_REACH) return null;
    const order = alignOrder(sentence, one);
    if (order) return { told: one, order };
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

/** The edits of one correction. A name is corrected wherever it was told in that turn. */
function editsOf(
  { told, old, right, by }: Pair<ToldSentence>,
  all: readonly ToldSentence[],
  texts: ReadonlyMap<string, string>,
): { messageId: string; edit: Edit }[] {
  const source = sourceOf(by, right.start, texts);
  const value = { messageId: by.messageId, start: right.start, end: right.end };
  const text = texts.get(told.messageId) ?? '';
  const place = (at: Value) =>
    /\b(?:in|at|from|to|near|of) (?:the )?$/.test(text.slice(Math.max(0, at.start - 12), at.start));
  const everywhere =
    (right.kind === 'NAME' && !place(old)) || (mentions(by, old) && /^(?:KIN|THING)$/.test(right.kind));
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
        ...fitReplacement(
          placeFor(one, right, by),
          withPersonName(right, one, by),
          texts.get(sentence.messageId) ?? '',
        ),
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
      edit: { ...fitReplacement(swapped, old, text), by: { source, value: source }, isSlip: false },
    },
  ];
}

/** The word of a longer name that the right one replaces. */
function placeFor(old: Value, right: Value, by: SaidSentence): Pick<Value, 'start' | 'end'> {
  if (right.kind !== 'NAME') return old;
  // "Donnie, not Ronnie" keeps the Tait of Ronnie Tait.
  const part = by.values.find((one) => one.kind === 'NAME' && one !== right && isPartOf(one, old, right));
  if (part) {
    const at = old.text.toLowerCase().split(' ').indexOf(part.text.toLowerCase());
    const start = old.start + old.text.split(' ').slice(0, at).join(' ').length + (at > 0 ? 1 : 0);
    return { start, end: start + part.text.length };
  }
  return alikeIn(right, old) ?? old;
}

function isPartOf(one: Value, old: Value, right: Value): boolean {
  return (
    !/\s/.test(one.text + right.text) &&
    /\s/.test(old.text) &&
    old.text.toLowerCase().split(' ').includes(one.text.toLowerCase())
  );
}

/** "My brother's friend Aldo" for a brother without a name so far. */
function withPersonName(right: Value, old: Value, by: SaidSentence): Pick<Value, 'text' | 'kind'> {
  if (right.kind !== 'KIN' || old.kind !== 'KIN') return right;
  const name = by.values.find((one) => one.kind === 'NAME' && one.start === right.end + 1);
  return name ? { kind: 'KIN', text: `${right.text} ${name.text}` } : right;
}

/** The sentences of the book, as things told long ago. */
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

function amend({ told, old, right, by }: Pair<BookSentence>, texts: ReadonlyMap<string, string>): Amendment {
  const { cardId, proposal, replaces } = told;
  const edit = fitReplacement(old, right, replaces.text);
  const text = replaces.text.slice(0, edit.start) + edit.text + replaces.text.slice(edit.end);
  return {
    ...{ cardId, proposal, replaces },
    sentence: { text, sources: [...replaces.sources, sourceOf(by, right.start, texts)] },
    wrong: old.text,
    right: right.text,
    value: { messageId: by.messageId, start: right.start, end: right.end },
  };
}

/**
 * "1984." and later "The year is 1986, my wife tells me": a bare answer gives way to the clause that corrects it. Returns
 * whether it did.
 */
function tellInstead(
  sentence: SaidSentence,
  [pair, second]: readonly Pair<CorrectableSentence>[],
  message: WriteMessage,
  { texts, settled }: Work,
): boolean {
  const { chunks, start, end, messageId, goesOnFrom } = sentence;
  if (!pair || second || goesOnFrom !== null || pair.right.kind !== 'YEAR') return false;
  const told = pair.told as ToldSentence;
  const isBareAnswer = !told.chunks.some(({ words, starts }) =>
    words.some((word, nth) => !BESIDE_YEAR.test(word) && !isWithin(told.values, starts[nth] ?? 0)),
  );
  const at = chunks.findIndex((chunk) => chunk.start <= pair.right.start && pair.right.start < chunk.end);
  const own = chunks[at];
  if (!isBareAnswer || !own?.words.some((word) => /^(?:was|were|is)$|'s$/.test(word) || isVerb(word)))
    return false;
  if (deniesWrong(own, pair.old) || speaksOfTelling(own.words)) return false;
  const from = own.starts[editingStart(own.words)] ?? own.start;
  const next = chunks[at + 1];
  const goesOn =
    next !== undefined && /^(?:because|cause|'cause|for|since|and|but)$/.test(next.words[0] ?? '');
  const mark = sentence.text.match(/[.!?…]["”')]*$/)?.[0] ?? '';
  addEdits(settled, told.messageId, [{ start: told.start, end: told.end, text: '', by: null, isSlip: true }]);
  addEdits(settled, messageId, [
    ...(from > start ? [{ start, end: from, text: '', by: null, isSlip: false }] : []),
    ...(next && !goesOn
      ? [{ start: own.end, end: end - mark.length, text: '', by: null, isSlip: false }]
      : []),
  ]);
  restoreWords({ start: from, end: own.end, messageId }, message, texts, settled);
  return true;
}

/** Small words that stand beside a year in a bare answer: "in about 1984". */
const BESIDE_YEAR = /^(?:in|about|around|the|year|of|it|that|was|oh|well|and|maybe|perhaps)$/;

function isWithin(values: readonly Value[], at: number): boolean {
  return values.some(({ start, end }) => start <= at && at < end);
}

function deniesWrong({ values }: SaidChunk, old: Value): boolean {
  return values.some((one) => sameKind(one, old) && sameValue(one, old));
}

/** Somebody else has just said so. */
const SAYS_SO = /\b(?:says?|tells?|telling|shouts?|shouting|corrects?|right|wrong)\b/;

/** Leaves a remark out of the text, but keeps the story that comes before or after it in the sentence. */
function leaveOut(sentence: SaidSentence, pair: Pair<CorrectableSentence> | null, settled: Settled) {
  const { chunks, start, end, messageId, goesOnFrom } = sentence;
  const isRemark = (chunk: SaidChunk) =>
    isEditing(chunk.words) ||
    speaksOfTelling(chunk.words) ||
    (pair !== null &&
      (overlap({ ...pair.right, ...chunk }, pair.right) ||
        mentions({ ...sentence, chunks: [chunk], values: chunk.values }, pair.old)));
  const places = chunks.flatMap((chunk, at) => (isRemark(chunk) ? [at] : []));
  const [first, last] = [places[0] ?? 0, Math.max(places.at(-1) ?? 0, pair ? 0 : chunks.length - 1)];
  const [head, tail] = [pair ? chunks.slice(0, first) : [], chunks.slice(last + 1)];
  const tells = (part: readonly SaidChunk[]) =>
    ownWords(
      part.flatMap(({ words }) => words),
      [],
    ).length;
  const goesOn =
    /^(?:and|but|so|that)$/.test(tail[0]?.words[0] ?? '') ||
    isSubjectPronoun(tail[0]?.words[0]) ||
    (tail[0]?.words.some(isVerb) === true &&
      tail[0].words.length > 2 &&
      !SAYS_SO.test(tail[0].words.join(' ')));
  const from = tells(head) >= WORTH_KEEPING ? (head.at(-1)?.end ?? start) : start;
  // "A ham it was, not goat, for Percy brought it": the reason is told without its "for".
  const gives = /^(?:for|because|cause|since)$/.test(tail[0]?.words[0] ?? '') ? 1 : 0;
  const to =
    (goesOn || gives) && tells(tail) >= (goesOnFrom === null ? WORTH_GOING_ON : 1)
      ? (tail[0]?.starts[gives] ?? end)
      : end;
  const mark = sentence.text.match(/[.!?…]["”')]*$/)?.[0] ?? '';
  // "Doc Paulsen" and "he'd come out in a Packard" are one sentence again without the remark between them.
  if (goesOnFrom !== null && from === start) {
    const clause = Math.max(start, (tail[0]?.starts[0] ?? end) - 1);
    const edit = to < end ? { end: clause, text: gives ? '' : ',' } : { end: end - mark.length, text: '' };
    addEdits(settled, messageId, [{ start: goesOnFrom, ...edit, by: null, isSlip: false }]);
    return;
  }
  // Speech without marks goes on after a remark as a new sentence.
  const isUnmarked = mark === '';
  const text = from > start ? (to < end ? ', ' : '.') : to < end || isUnmarked ? '\n' : ' ';
  addEdits(settled, messageId, [{ start: from, end: to, text, by: null, isSlip: false }]);
}

function unsettledOf(sentence: SaidSentence, texts: ReadonlyMap<string, string>) {
  const source = sourceOf(sentence, sentence.chunks[0]?.start ?? sentence.start, texts);
  return { text: (texts.get(sentence.messageId) ?? '').slice(source.start, source.end), sources: [source] };
}

/** The words of a remark around a position, up to the next interruption. */
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
  const known = (edits.get(messageId) ?? []).flatMap((edit) => aroundOthers(edit, more));
  edits.set(messageId, [
    ...known.filter((edit) => !more.some((other) => other.start <= edit.start && edit.end <= other.end)),
    ...more,
  ]);
}

/** Words put back into a turn, without those that another edit replaces. */
function aroundOthers(edit: Edit, others: readonly Edit[]): Edit[] {
  const isPutBack = edit.by === null && edit.text.length === edit.end - edit.start;
  const inner = isPutBack
    ? others.find(({ start, end }) => edit.start <= start && end <= edit.end)
    : undefined;
  if (!inner) return [edit];
  const [before, after] = [inner.start - edit.start, inner.end - edit.start];
  return [
    { ...edit, end: inner.start, text: edit.text.slice(0, before) },
    ...aroundOthers({ ...edit, start: inner.end, text: edit.text.slice(after) }, others),
  ].filter(({ start, end }) => start < end);
}
