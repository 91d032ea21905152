import { createHash } from 'node:crypto';
import { wordsOf } from '#api/dialogue-acts/turn-tagger/words.ts';
import { PARTS, type Part, readTelling, type SlipChances, type ToldWord } from './slip-network.ts';
import { kindOf, NUMBER_KINDS, type ValueKind } from './value-kinds.ts';

/** A part of a message, with UTF-16 offsets (end excluded). */
export interface Place {
  messageId: string;
  start: number;
  end: number;
}

/** A value that somebody told wrongly and then corrected. */
export interface Slip {
  /** Where the wrong value was told: mostly once. */
  wrong: Place[];
  right: Place;
  /** The words that only correct, mostly with the right value among them. */
  remarks: Place[];
}

/** The words that are read together, and how many words later the next ones begin. */
const WINDOW = 220;
const STEP = 140;
/** The right value stands at least so many words before the end of a window, so that what follows it is read too. */
const LOOK_AHEAD = 20;
/** Later words of a turn, or of a conversation, are not read, which bounds the time: three minutes, and twenty of speech. */
const MOST_OF_A_TURN = 400;
const MOST_WORDS = 3_000;
/** A longer stretch between two words stands for words that were left out. */
const LONGEST_SPACE = 5;
/**
 * From this chance on that something is corrected, and how much of that the likeliest pair of values has. From 0.985 on, a few more
 * corrections are found, and half as many again values replaced in tellings that correct nothing.
 */
const SURE = 0.996;
const SURE_OF_THE_PAIR = 0.6;
/** A value that was told wrongly twice: the second place has at least this share of the chance of the first. */
const TOLD_TWICE = 0.3;
/** A word belongs to a value from this chance on, where it stands beside a word of it. */
const BESIDE_A_VALUE = 0.25;
/** Remarks stand at most so many words from the right value. */
const REMARK_REACH = 40;
/** A clause is left out as a whole when it holds the right value and half of its words are a remark, or else most of them. */
const HALF = 0.5;
const MOST = 0.6;
/** With more words between two marks, the marks say nothing of clauses. */
const LONGEST_CLAUSE = 16;
/** Words of a remark that are taken for story, amid it. */
const GAP = 2;

const column = (part: Part) => PARTS.indexOf(part);

type Turn = { id: string; text: string };
type Range = { from: number; to: number };

/** The words of a conversation one after the other, each with its turn. */
type Told = ToldWord & { turn: number };

/** The last conversations that were read: a story is written, proved and shown from the same words. */
const lastSlips = new Map<string, Slip[]>();
const MOST_KEPT = 8;

/** The values that a person corrected in their turns of one conversation. */
export function findSlips(turns: readonly Turn[]): Slip[] {
  const key = createHash('sha256').update(JSON.stringify(turns)).digest('base64');
  const slips = lastSlips.get(key) ?? readSlips(turns);
  lastSlips.delete(key);
  lastSlips.set(key, slips);
  for (const oldest of lastSlips.keys()) if (lastSlips.size > MOST_KEPT) lastSlips.delete(oldest);
  return slips;
}

function readSlips(turns: readonly Turn[]): Slip[] {
  const told = turns.flatMap(({ text }, turn) =>
    wordsOf(text, MOST_OF_A_TURN).map((word, nth, all): Told => {
      // Words that were left out part what stands around them.
      const isAfterGap = nth > 0 && word.start - (all[nth - 1]?.end ?? 0) > LONGEST_SPACE;
      return { ...word, mark: isAfterGap ? 'STOP' : word.mark, turn, startsTurn: nth === 0 };
    }),
  );
  const words = told.slice(0, MOST_WORDS);
  if (words.length < 2) return [];
  const chancesOf = readTelling(words);
  const slips: Slip[] = [];
  for (let start = 0; start === 0 || start + WINDOW - STEP < words.length; start += STEP) {
    const window = words.slice(start, start + WINDOW);
    const isLast = start + WINDOW >= words.length;
    const rights = {
      from: start === 0 ? 0 : WINDOW - LOOK_AHEAD - STEP,
      to: isLast ? window.length : WINDOW - LOOK_AHEAD,
    };
    const slip = slipIn(window, rights, chancesOf(start, start + window.length));
    const found = slip && placeSlip(slip, window, turns);
    if (found && !slips.some((other) => shareWords(found, other)) && isWhole(found, turns)) slips.push(found);
  }
  return slips;
}

/** Whether two slips change or read the same words. */
function shareWords(one: Slip, other: Slip): boolean {
  const places = ({ wrong, right, remarks }: Slip) => [...wrong, right, ...remarks];
  return places(one).some((place) =>
    places(other).some(
      (each) => each.messageId === place.messageId && each.start < place.end && place.start < each.end,
    ),
  );
}

/** Whether the values are no parts of longer ones: not the 40 of 5.40, nor the 10 of 10,000. */
function isWhole({ wrong, right }: Slip, turns: readonly Turn[]): boolean {
  return [right, ...wrong].every(({ messageId, start, end }) => {
    const text = turns.find(({ id }) => id === messageId)?.text ?? '';
    return !/\p{Nd}[.,:/]$/u.test(text.slice(0, start)) && !/^[.,:/]\p{Nd}/u.test(text.slice(end));
  });
}

type FoundSlip = { wrong: Range[]; right: Range; remarks: Range[] };

/** The likeliest correction of a window whose right value ends among these words. */
function slipIn(words: readonly Told[], rights: Range, chances: SlipChances): FoundSlip | null {
  let best = { right: 0, wrong: 0, chance: 0 };
  let any = 0;
  for (let right = rights.from; right < rights.to; right++)
    for (let wrong = 0; wrong < right; wrong++) {
      const chance = chances.pair(right, wrong);
      any += chance;
      if (chance > best.chance) best = { right, wrong, chance };
    }
  if (any < SURE) return null;
  const right = valueAround(best.right, 'RIGHT', words, chances);
  const wrong = valueAround(best.wrong, 'WRONG', words, chances);
  const isSame = ownerOf(sayOf(right, words)) === ownerOf(sayOf(wrong, words));
  if (overlaps(right, wrong) || isSame) return null;
  if (areUnlike(right, wrong, words) || isOwnStatement(right, wrong, words)) return null;
  if (namesBetter(right, wrong, words)) return null;
  const others = sameAs(wrong, words).filter(
    ({ to }) => to <= right.from && chances.pair(best.right, to - 1) >= TOLD_TWICE * best.chance,
  );
  const said = [right, ...sameAs(right, words)];
  const sum = said
    .flatMap((one) => [wrong, ...others].map((place) => sumOf(one, place, chances)))
    .reduce((total, each) => total + each, 0);
  if (sum < SURE_OF_THE_PAIR * any) return null;
  evenOut(right, wrong, words);
  return {
    right,
    wrong: [wrong, ...others],
    remarks: remarksAround(right, [wrong, ...others], words, chances),
  };
}

/** The words of a value around one of them: a number as a whole. */
function valueAround(at: number, part: Part, words: readonly Told[], { parts }: SlipChances): Range {
  const follows = (word: number) => word < words.length && words[word]?.mark !== 'STOP';
  const belongs = (word: number) => (parts[word]?.[column(part)] ?? 0) > BESIDE_A_VALUE;
  let { from, to } = numberAround(at, words);
  while (from > 0 && follows(from) && belongs(from - 1)) from -= 1;
  while (follows(to) && belongs(to)) to += 1;
  return { from, to };
}

/** All words of the number that a word belongs to: "three hundred and ten", "nineteen and a half". */
function numberAround(at: number, words: readonly Told[]): Range {
  const isNumber = (word: number) => NUMBER_KINDS.has(kindOf(words[word]?.text ?? ''));
  const joins = (word: number) => words[word]?.mark === 'NONE';
  const says = (word: number, ...said: string[]) =>
    said.every((each, nth) => lowOf(words[word + nth]) === each && joins(word + nth));
  let [from, to] = [at, at + 1];
  if (!isNumber(at)) return { from, to };
  while (from > 0 && joins(from)) {
    const step = isNumber(from - 1) ? 1 : says(from - 1, 'and') && isNumber(from - 2) ? 2 : 0;
    if (step === 0) break;
    from -= step;
  }
  while (joins(to)) {
    const step = isNumber(to)
      ? 1
      : says(to, 'and') && isNumber(to + 1) && joins(to + 1)
        ? 2
        : says(to, 'and', 'a', 'half') || says(to, 'and', 'a', 'quarter')
          ? 3
          : 0;
    if (step === 0) break;
    to += step;
  }
  return { from, to };
}

/** "Adams Street" and "Ashmont" before "Street": both without the street, or both with it; "uncle Lachlan" and "uncle Hector" likewise. */
function evenOut(right: Range, wrong: Range, words: readonly Told[]) {
  const isDeterminer = (at: number) => /^(?:an?|the|my|our|his|her|their)$/.test(lowOf(words[at]));
  if (right.to - right.from > 1 && isDeterminer(right.from) && isDeterminer(wrong.from - 1)) right.from += 1;
  const begin = (range: Range) => lowOf(words[range.from]);
  const before = (range: Range) => lowOf(words[range.from - 1]);
  while (wrong.to - wrong.from > 1 && begin(wrong) === before(right)) wrong.from += 1;
  while (right.to - right.from > 1 && begin(right) === before(wrong)) right.from += 1;
  const end = (range: Range) => lowOf(words[range.to - 1]);
  const next = (range: Range) => lowOf(words[range.to]);
  while (wrong.to - wrong.from > 1 && end(wrong) === next(right)) wrong.to -= 1;
  while (right.to - right.from > 1 && end(right) === next(wrong)) right.to -= 1;
  while (wrong.to - wrong.from > 1 && right.to - right.from > 1 && end(wrong) === end(right)) {
    wrong.to -= 1;
    right.to -= 1;
  }
}

/** Where else a value is told in the same words. */
function sameAs(value: Range, words: readonly Told[]): Range[] {
  const size = value.to - value.from;
  return words
    .map((_, from) => ({ from, to: from + size }))
    .filter((range) => range.from !== value.from && sayOf(range, words) === sayOf(value, words));
}

/** "… for eleven years" and later "She was seventeen": a person's own number, not another one of years. */
function isOwnStatement(right: Range, wrong: Range, words: readonly Told[]): boolean {
  if (
    words[right.from]?.turn === words[wrong.from]?.turn ||
    !NUMBER_KINDS.has(kindOf(words[right.from]?.text ?? ''))
  )
    return false;
  const sentence = sentenceAround(right.from, words);
  const said = sentence.map(lowOf);
  const isOfPerson =
    /^(?:he|she|they|we)$/.test(said[0] ?? '') || (said[0] === 'i' && !SAYS_SO.test(said[1] ?? ''));
  const unit = lowOf(words[wrong.to]);
  return isOfPerson && !said.includes(unit) && !said.includes(lowOf(words[wrong.to - 1]));
}

const SAYS_SO =
  /^(?:said|say|told|tell|mean|meant|make|made|gave|give|think|thought|should|must|was|am|got|count|lie|lied)$/;

/** "The Assembly Hall … in Corbridge, at the Victory Hall": another hall is the better one. */
function namesBetter(right: Range, wrong: Range, words: readonly Told[]): boolean {
  if (wrong.to - wrong.from < 2) return false;
  const [before, last] = [lowOf(words[wrong.to - 2]), lowOf(words[wrong.to - 1])];
  return sentenceAround(right.from, words).some(
    (word, nth, all) =>
      lowOf(word) === last &&
      /^\p{Lu}/u.test(all[nth - 1]?.text ?? '') &&
      word.mark === 'NONE' &&
      lowOf(all[nth - 1]) !== before &&
      !isIn(right, words.indexOf(word)),
  );
}

/** The words of the sentence that a word stands in. */
function sentenceAround(at: number, words: readonly Told[]): Told[] {
  let [from, to] = [at, at + 1];
  while (from > 0 && words[from]?.mark !== 'STOP') from -= 1;
  while (to < words.length && words[to]?.mark !== 'STOP') to += 1;
  return words.slice(from, to);
}

/** A number corrects a number alone, and a day of the week no month. */
function areUnlike(one: Range, other: Range, words: readonly Told[]): boolean {
  const [kinds, others] = [one, other].map(({ from, to }) =>
    words.slice(from, to).map(({ text }) => kindOf(text)),
  );
  const isNumber = (all: ValueKind[] = []) => all.some((kind) => NUMBER_KINDS.has(kind));
  const has = (all: ValueKind[] = [], kind: ValueKind) => all.includes(kind);
  return (
    isNumber(kinds) !== isNumber(others) ||
    (has(kinds, 'WEEKDAY') && has(others, 'MONTH')) ||
    (has(kinds, 'MONTH') && has(others, 'WEEKDAY'))
  );
}

function sayOf({ from, to }: Range, words: readonly Told[]): string {
  return words
    .slice(from, to)
    .map((word) => lowOf(word))
    .join(' ');
}

/** "Gideon" in "Gideon's wife" */
function ownerOf(words: string): string {
  return words.replace(/'s?$/, '');
}

function lowOf(word: Told | undefined): string {
  return word?.text.toLowerCase().replaceAll('’', "'") ?? '';
}

function sumOf(right: Range, wrong: Range, { pair }: SlipChances): number {
  let sum = 0;
  for (let one = right.from; one < right.to; one++)
    for (let other = wrong.from; other < wrong.to; other++) sum += pair(one, other);
  return sum;
}

/** The words near the right value that are rather a remark than story: whole clauses, where there are marks. */
function remarksAround(
  right: Range,
  wrong: readonly Range[],
  words: readonly Told[],
  { parts }: SlipChances,
): Range[] {
  const chance = (at: number, part: Part) => parts[at]?.[column(part)] ?? 0;
  const isWrong = (at: number) => wrong.some((range) => isIn(range, at));
  const isRemark = (at: number) =>
    !isWrong(at) &&
    (isIn(right, at) ||
      chance(at, 'REMARK') + chance(at, 'RIGHT') > chance(at, 'STORY') + chance(at, 'WRONG'));
  const ranges: Range[] = [];
  const leave = (from: number, to: number) => {
    const last = ranges.at(-1);
    if (last?.to === from && words[from]?.turn === words[from - 1]?.turn) last.to = to;
    else ranges.push({ from, to });
  };
  for (const clause of clausesOf(words)) {
    if (clause.to < right.from - REMARK_REACH || clause.from > right.to + REMARK_REACH) continue;
    if (standsBesideWrong(clause, right, wrong, words)) continue;
    const at = Array.from({ length: clause.to - clause.from }, (_, nth) => clause.from + nth);
    const remarks = at.filter(isRemark);
    if (at.length > LONGEST_CLAUSE || at.some(isWrong)) {
      for (const { from, to } of runsOf(remarks, isWrong))
        if (to - from > 1 || overlaps({ from, to }, right)) leave(startOf(from, words), to);
      continue;
    }
    const share = overlaps(clause, right) ? HALF : MOST;
    if (remarks.length >= at.length * share) leave(clause.from, clause.to);
  }
  return ranges;
}

/** Whether a clause stands in the sentence that tells the wrong value, which is story, and the right one comes in another. */
function standsBesideWrong(clause: Range, right: Range, wrong: readonly Range[], words: readonly Told[]) {
  const sentence = (at: number) => words.indexOf(sentenceAround(at, words)[0] as Told);
  const own = sentence(clause.from);
  return own !== sentence(right.from) && wrong.some(({ from }) => sentence(from) === own);
}

/** Where a remark begins in speech without marks: "… called Caesar i make it eleven". */
function startOf(from: number, words: readonly Told[]): number {
  for (const at of [from - 1, from - 2]) {
    if (words[at + 1]?.mark !== 'NONE') return from;
    if (at > 0 && /^(?:i|it|we|he|she|they|no|oh|well)$/.test(lowOf(words[at]))) return at;
  }
  return from;
}

/** The words between two marks, or of a turn. */
function clausesOf(words: readonly Told[]): Range[] {
  const starts = words.flatMap(({ mark }, at) => (at === 0 || mark !== 'NONE' ? [at] : []));
  return starts.map((from, nth) => ({ from, to: starts[nth + 1] ?? words.length }));
}

/** Words that follow each other, with a word or two between them that may go too. */
function runsOf(places: readonly number[], stays: (at: number) => boolean): Range[] {
  const runs: Range[] = [];
  for (const at of places) {
    const last = runs.at(-1);
    const between = last ? Array.from({ length: at - last.to }, (_, nth) => at - 1 - nth) : [];
    if (last && between.length <= GAP && !between.some(stays)) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

function placeSlip(
  { right, wrong, remarks }: FoundSlip,
  words: readonly Told[],
  turns: readonly Turn[],
): Slip {
  const place = ({ from, to }: Range): Place => ({
    messageId: turns[words[from]?.turn ?? 0]?.id ?? '',
    start: words[from]?.start ?? 0,
    end: words[to - 1]?.end ?? 0,
  });
  return { right: place(right), wrong: wrong.map(place), remarks: remarks.map(place) };
}

function isIn({ from, to }: Range, at: number): boolean {
  return from <= at && at < to;
}

function overlaps(one: Range, other: Range): boolean {
  return one.from < other.to && other.from < one.to;
}
