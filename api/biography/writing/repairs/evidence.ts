import { isVerb } from '#api/biography/writing/language/speech/word-classes.ts';
import { contentLemmas } from '#api/biography/writing/language/words.ts';
import { denies, isEditing, isSaidNow, ownWords, SAYS_NOW, speaksOfTelling } from './editing-terms.ts';
import {
  type CorrectableSentence,
  featuresOfPair,
  hasArticle,
  isAsked,
  isPlace,
  isSame,
  mentions,
  type NeighbouringSentences,
  type Pair,
} from './pairs.ts';
import { chanceOfPair } from './remark-model.ts';
import type { SaidChunk, SaidSentence } from './said-sentences.ts';
import { addCrossed, addSigns } from './slip-signs.ts';
import { articleOf, likenessOfThings, thingsToldAs } from './things.ts';
import { alikeIn, sameKind, sameValue, type Value } from './values.ts';

/** The features of a pair by name: they speak for or against a correction. */
export type PairFeatures = Record<string, number>;

/** The context of the sentence with the right value. */
export interface Surroundings extends NeighbouringSentences {
  /** How the reading of the turn takes the sentence, and the one before it. */
  heard: 'surely' | 'perhaps' | 'no';
  heardBefore: 'surely' | 'perhaps' | 'no';
  /** The last sentences of the turn before it. */
  lately: readonly SaidSentence[];
}

/** A pair with the chance that the wording alone gives it. */
type Candidate<Sentence extends CorrectableSentence> = { pair: Pair<Sentence>; wording: number };

const SLIPS =
  /\b(?:wrong|wrongly|mistake|mistaken|misled|misspoke|error|lie|mix(?:ed)?|muddled?|confus\w+|correct(?:ion|ed)?|alter|change|fix|amend|swap|scratch|strike|forgot|forget|misremember\w*|nonsense|slip|astray)\b/;
const SECOND_THOUGHTS =
  /\b(?:actually|really|rather|properly|exactly|come to think|think of it|by the way|in fact|matter of fact|i mean|i meant|should say|should be|should have|let me|let us|must have been|must be|truthfully|reflection|more like|now i|i'd say|i believe|i reckon|looked it up|remember now|counting|that is)\b/;
/** Second thoughts in words that people hardly use to fill a pause. */
const CLEAR_SECOND_THOUGHTS =
  /\b(?:come to think|matter of fact|i meant|i should say|i should have said|should be|should have been|must have been|truthfully|on reflection|more like|looked it up|remember now|or rather|(?:strictly|properly|correctly) speaking|counting (?:the|my|him|her))\b/;
/** Words for a slip that seldom mean anything else. */
const CLEAR_SLIPS =
  /\b(?:got (?:it|that|them) wrong|(?:told|said|gave) (?:you |it |that )*wrong|wrong(?:ly)?[,.]|mistake|mistaken|misspoke|mix(?:ed|ing)? (?:it|them|that|up|the two|those)|muddl\w+|correction|correct that|misremember\w*|scratch that|strike that|tell a lie)\b/;
/** "So I mean, it was hard": words that fill a pause. */
const FILLS =
  /^(?:(?:and|but|so|well|yeah|yes|oh|or|because|no|like|you know) )*(?:i mean|you know|i think|i guess|i say|(?:it|that|there) was actually|actually|rather|i|well|so)?(?: (?:you know|i mean|so|yeah|well|actually))*$/;
const STOPS =
  /^(?:(?:oh|ah|eh|och|well|but|and|yes|my god|dear|lord) )*(?:no|nay|naw|nope|not|sorry|wait|hang|hold|pardon|excuse)\b/;
const REASON = /\b(?:because|cause|'cause|for|since|so)\b/;
const TOLD_BEFORE =
  /\b(?:i|i've|i'd) (?:said|say|told|gave|called|call|keep|kept|have told|put|was saying|been saying)\b/;
const TOLD_WRONG = /\b(?:did i say|i said|i told you|i gave you|i called (?:him|her|it|them))\b/;
const POINTS =
  /^(?:(?:no|oh|well|and|but|so|actually|sorry|wait|now) )*(?:it|that|this|they|he|she|there|we|i|'twas|twas)(?:'s|'d)?(?: (?:was|were|is|be|must|have|been|would|should|had|got|really|all|a))*$/;

/** The most likely pairs of a sentence, each with what speaks for and against it. */
export function weighPairs<Sentence extends CorrectableSentence>(
  pairs: readonly Pair<Sentence>[],
  around: Surroundings,
  told: readonly Sentence[],
): { pair: Pair<Sentence>; evidence: PairFeatures }[] {
  const candidates = pairs.map((pair) => ({
    pair,
    wording: logOdds(chanceOfPair(featuresOfPair(pair, around, told))),
  }));
  return candidates.map((candidate) => ({
    pair: candidate.pair,
    evidence: evidenceFor(candidate, candidates, around, told),
  }));
}

function logOdds(chance: number): number {
  const held = Math.min(0.9995, Math.max(0.0005, chance));
  return Math.log(held / (1 - held));
}

function evidenceFor<Sentence extends CorrectableSentence>(
  { pair, wording }: Candidate<Sentence>,
  all: readonly Candidate<Sentence>[],
  around: Surroundings,
  earlier: readonly Sentence[],
): PairFeatures {
  const { told, old, right, by } = pair;
  const found: PairFeatures = { wording: wording / 4 };
  const add = (name: string, value: number | boolean = true) => {
    if (value) found[name] = Number(value);
  };
  const words = by.chunks.flatMap((chunk) => chunk.words);
  const said = words.join(' ');
  const own = ownWords(words, by.values);
  const toldWords = new Set(contentLemmas(told.text));
  const shared = own.filter((word) => toldWords.has(word));
  const fresh = own.length - shared.length;
  const rivals = all.filter(({ pair: other }) => other.right === right && !sameValue(other.old, old));
  add(
    'best of its sentence',
    all.every((other) => other.wording <= wording),
  );
  add(
    'gap to the next',
    Math.min(2, Math.max(-2, wording - Math.max(-8, ...rivals.map((one) => one.wording)))) / 2,
  );
  // How it is announced
  add(`heard ${around.heard}`);
  add(`heard before ${around.heardBefore}`);
  const announced = (one: SaidSentence | null) =>
    one?.chunks.some((chunk) => isEditing(chunk.words) && !FILLS.test(chunk.words.join(' '))) ?? false;
  const isCued = announced(by) || SLIPS.test(said) || around.heard === 'surely';
  add('stops itself', announced(by));
  add('stops itself before', announced(around.before));
  add('of the telling', by.chunks.some((chunk) => speaksOfTelling(chunk.words)) || TOLD_BEFORE.test(said));
  add('of a slip', SLIPS.test(said));
  add('of a second thought', SECOND_THOUGHTS.test(said));
  add('opens with no', STOPS.test(said));
  add('gives a reason', REASON.test(said));
  add('somebody says now', isSaidNow(by) || by.chunks.some((chunk) => SAYS_NOW.test(chunk.words.join(' '))));
  const before = around.before?.chunks.flatMap((chunk) => chunk.words).join(' ') ?? '';
  add('of a slip before', SLIPS.test(before) || TOLD_BEFORE.test(before));
  add('second thought before', SECOND_THOUGHTS.test(before));
  add('of somebody else', subjectsUnlike(by, told));
  // The wrong value again
  const namesOld = mentions(by, old);
  add('names the wrong one', namesOld);
  const isDenied = deniesIn(by, old);
  add('denies the wrong one', isDenied);
  const lately = around.lately.filter((one) => isOther(one, told));
  const tellsOfTelling = ({ chunks }: SaidSentence) => chunks.some((chunk) => speaksOfTelling(chunk.words));
  add(
    'denied or doubted lately',
    lately.some((one) => deniesIn(one, old) || (tellsOfTelling(one) && mentions(one, old))),
  );
  add('told wrong before', around.before !== null && tellsOfTelling(around.before));
  add(
    'names the wrong one before',
    around.before !== null && isOther(around.before, told) && mentions(around.before, old),
  );
  add('names the wrong one after', around.after !== null && mentions(around.after, old));
  add(
    'said twice',
    by.values.some((one) => one.start !== right.start && isSame(one, right)),
  );
  add(
    'said around',
    [around.before, around.after].some((one) => one !== null && isOther(one, told) && mentions(one, right)),
  );
  add(
    'in two values',
    by.values.some(
      (one) => one !== right && sameKind(one, right) && !isSame(one, right) && !isSame(one, old),
    ),
  );
  // The other words of the sentence
  const size = own.length;
  add(`own words ${size > 5 ? 'many' : size > 2 ? 'some' : size}`);
  add(`fresh words ${fresh > 4 ? 'many' : fresh > 1 ? 'some' : fresh}`);
  add('shared words', Math.min(3, shared.length) / 3);
  add('all shared', size > 0 && fresh === 0);
  const chunk = by.chunks.find((one) => one.start <= right.start && right.start < one.end);
  const lead = chunk ? chunk.words.filter((_, at) => (chunk.starts[at] ?? 0) < right.start) : [];
  const behind = chunk ? chunk.words.filter((_, at) => (chunk.starts[at] ?? 0) >= right.end) : [];
  const isBare =
    behind.length === 0 &&
    (lead.length === 0 || /^(?:in|at|on|the|a|an|my|his|her|our|me|their)$/.test(lead.join(' ')));
  add('piece of its own', isBare);
  add('first in the sentence', by.chunks[0] === chunk && lead.length === 0);
  add('points to it', POINTS.test(lead.join(' ')));
  add('rest of a sentence', by.goesOnFrom !== null);
  add('a question', by.text.trim().endsWith('?'));
  const beside = ownWords(chunk?.words ?? [], by.values);
  add('words of the piece told', Math.min(2, beside.filter((word) => toldWords.has(word)).length) / 2);
  add('piece told again', beside.length > 0 && beside.every((word) => toldWords.has(word)));
  add('article unlike', right.kind === 'NAME' && hasArticle(told, old) !== hasArticle(by, right));
  add('same neighbours', neighboursAlike(chunk, right, told, old));
  add(
    'new action',
    own.some((word) => isVerb(word) && !toldWords.has(word)),
  );
  // Where it was told
  add('told as planned or said', isReported(told, old));
  const turns = told.turn < 0 ? 4 : Math.min(3, by.turn - told.turn);
  add(`turns ${turns}`);
  const between = earlier.length - 1 - earlier.indexOf(told as Sentence);
  add('next sentence', between === 0 && turns === 0);
  add(
    'last of its kind',
    !earlier
      .slice(earlier.indexOf(told as Sentence) + 1)
      .some(({ values }) => values.some((one) => sameKind(one, right) && !sameValue(one, old))),
  );
  add('alone in its sentence', told.values.filter((one) => sameKind(one, right)).length === 1);
  add(
    'right one known',
    earlier.some((one) => one !== told && one.values.some((other) => isSame(other, right))),
  );
  add('answers a question', isAsked(by) && by.index === 0);
  // How the two fit
  add(`kind ${right.kind}`);
  if (right.kind === 'NAME') {
    add('names alike', alikeIn(right, old) !== null);
    add('same letter', right.key[0] === old.key[0]);
    add('both places', isPlace(by, right) === isPlace(told, old));
  }
  if (right.kind === 'THING') {
    add('likeness', likenessOfThings(right, old));
    add('same article', articleOf(right, by) !== null && articleOf(right, by) === articleOf(old, told));
    add('thing announced', isCued || announced(around.before) || SLIPS.test(before));
    add('thing unannounced', !(isCued || announced(around.before) || SLIPS.test(before)) && !namesOld);
  }
  add('wrong one in the story', namesOld && !isCued && !isDenied && !TOLD_BEFORE.test(said) && size > 1);
  const [one, other] = [Number.parseInt(old.key, 10) % 100, Number.parseInt(right.key, 10) % 100];
  if (/YEAR|NUMBER|ORDINAL/.test(right.kind)) {
    add('near in number', Math.abs(one - other) <= 3);
    add('counted alike', old.head !== null && old.head === right.head);
    add('counted unlike', old.head !== null && right.head !== null && old.head !== right.head);
    add('both bare', old.head === null && right.head === null);
  }
  addSigns(add, pair, around);
  // Together
  add('bare and next', isBare && size < 2 && between <= 1 && turns === 0);
  add('bare and announced', isBare && isCued);
  add('told again', shared.length > 0 && fresh <= 1 && turns > 0);
  add('unannounced', !isCued && !namesOld && !announced(around.before) && around.heardBefore !== 'surely');
  add('unannounced and new', !isCued && !namesOld && fresh > 1);
  add(
    'cued',
    announced(by) ||
      by.goesOnFrom !== null ||
      isSaidNow(by) ||
      announced(around.before) ||
      around.heard === 'surely' ||
      around.heardBefore === 'surely' ||
      isDenied ||
      found['told wrong before'] === 1 ||
      by.chunks.some((chunk) => speaksOfTelling(chunk.words)) ||
      [said, before].some((words) => CLEAR_SLIPS.test(words) || TOLD_WRONG.test(words)) ||
      CLEAR_SECOND_THOUGHTS.test(said) ||
      STOPS.test(said),
  );
  // "I mean to say 1963", "no, it was a turkey"
  add(
    'cued',
    found['announced at once'] && (found['form bare'] || found['form points']) ? 1 : (found.cued ?? 0),
  );
  addCrossed(found);
  return found;
}

/** Whether two sentences tell of different people: "the Dunns had nine goats", "we had three". */
function subjectsUnlike(by: SaidSentence, told: CorrectableSentence): boolean {
  const first = ({ chunks }: Pick<SaidSentence, 'chunks'>) =>
    chunks
      .flatMap(({ words }) => words)
      .find((word) => /^(?:i|we|he|she|they|you|my|our|his|her|their|the|mine|ours|hers|theirs)$/.test(word));
  const group = (word: string | undefined) =>
    /^(?:i|we|my|our|mine|ours)$/.test(word ?? '')
      ? 'we'
      : /^(?:he|she|they|his|her|their|hers|theirs)$/.test(word ?? '')
        ? 'they'
        : '';
  const [subject] = by.values;
  const isNamed =
    subject?.kind === 'KIN' &&
    by.chunks[0]?.starts[1] === subject.start &&
    !mentions({ ...by, ...told }, subject);
  if (isNamed) return true;
  const [one, other] = [group(first(by)), group(first(told))];
  return one !== '' && other !== '' && one !== other;
}

const REPORTED =
  /\b(?:say|says|said|saying|shouted|called|thought|meant|wanted|going|supposed|asked|told|wrote|heard|hoped|planned|pretended|claimed|expected|looked|for)\b/;

/** "We meant to go to Brazil", "he sold what he called silk": not told as what was so. */
function isReported(told: CorrectableSentence, old: Value): boolean {
  const chunk = told.chunks.find((one) => one.start <= old.start && old.start < one.end);
  const before = chunk?.words.filter((_, at) => (chunk.starts[at] ?? 0) < old.start).slice(-6) ?? [];
  return REPORTED.test(
    before.join(' ').replace(/\b(?:was|were|is|man|woman|girl|boy|named|what i) called\b/, ''),
  );
}

function isOther(one: SaidSentence, told: CorrectableSentence): boolean {
  return one.turn !== told.turn || one.start !== told.start;
}

/** "Not the Hollister", "it weren't 1948", "Jasper was the dog". */
function deniesIn(by: SaidSentence, old: Value): boolean {
  const { chunks } = by;
  const things = old.kind === 'THING' ? thingsToldAs(old, by) : [];
  return chunks.some(({ words, starts, values, start, end }) =>
    [
      ...values.filter((value) => isSame(value, old)),
      ...things.filter((thing) => thing.start >= start && thing.start < end),
    ].some((value) =>
      words
        .filter((_, at) => (starts[at] ?? 0) < value.start)
        .slice(-4)
        .some((word) => denies(word) || /^no$|n't$|nae$/.test(word)),
    ),
  );
}

/** Whether the same content word stands beside both values: "two hundred hamburgers", "Papine market". */
function neighboursAlike(
  chunk: SaidChunk | undefined,
  right: Value,
  told: CorrectableSentence,
  old: Value,
): boolean {
  const home = told.chunks.find((one) => one.start <= old.start && old.start < one.end);
  if (!chunk || !home) return false;
  const beside = ({ words, starts }: SaidChunk, { start, end }: Value) =>
    words
      .filter((_, at) => (starts[at] ?? 0) >= end)
      .slice(0, 2)
      .concat(words.filter((_, at) => (starts[at] ?? 0) < start).slice(-2));
  const near = new Set(contentLemmas(beside(home, old).join(' ')));
  return contentLemmas(beside(chunk, right).join(' ')).some((word) => near.has(word));
}
