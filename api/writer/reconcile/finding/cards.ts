import { fold, isStopWord, lemma, tokens } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import type { Language } from '#api/language/languages.ts';
import { textMeaning } from '#api/language/text-meanings.ts';
import { rankOf } from '#api/language/word-vectors.ts';
import type { BookCard, CardReason, FoundConflict } from './book.ts';
import { argumentsAgainst, namedIn, yearsBetween } from './other-event.ts';

/**
 * Two cards tell the same story when at least this share of the shorter one's distinctive words is also in the other.
 */
const sameStoryShare = 0.5;
/** The same when something speaks for two events, and when their years differ. */
const otherEventShare = 0.7;
const otherYearsShare = 0.85;
/** Nobody tells one story in the same words with more arguments against it than a wrong year. */
const mostAgainst = 2;
/** Fewer shared words don't count. */
const leastShared = 5;
/** A word used in more cards than this doesn't count. */
const commonFrom = 8;
/** The minimum of distinctive words of a compared story. */
const leastWords = 6;
/**
 * One event told in other words: the rarities of the words in common have at least this sum, a word that few people use
 * counting 1 and a common one nothing; each argument against it asks for one more.
 */
const leastRarity = 1.75;
/** The part of it that isn't names: many stories have the same people in the same places. */
const leastRarityOfThings = 0.8;
/** All the names in common count as much as one rare word. */
const mostRarityOfNames = 1;
/** Long stories share rare words by chance: so much more is asked for with each word above `short`. */
const chanceOfAWord = 0.02;
const short = 25;
/** How near two such stories are in meaning at least, from 0 to 1. */
const leastNearness = 0.5;

type Words = { card: BookCard; words: Set<string>; rarities: Map<string, number>; names: Set<string> };

/**
 * Finds pairs of cards that tell the same story: with the same words, or one event in other words, which share rare
 * words, are near in meaning, and have little that speaks for two events. Only cards that share a word of at most
 * `commonFrom` cards are compared, so that the pairs grow with the words of a book and not with the square of its cards;
 * each card that needs it is encoded once, and cards whose meaning is unknown must have the same words.
 */
export function findDuplicateCards(cards: readonly BookCard[], language: Language = 'en'): FoundConflict[] {
  const all = cards.map((card) => wordsOf(card, language));
  const byWord = new Map<string, number[]>();
  for (const [at, { words, rarities }] of all.entries()) {
    for (const word of words.union(rarities)) {
      const bearers = byWord.get(word);
      if (bearers) bearers.push(at);
      else byWord.set(word, [at]);
    }
  }
  const weight = (word: string) => 1 / Math.max(1, (byWord.get(word)?.length ?? 2) - 1);
  const pairs = new Set<string>();
  for (const bearers of byWord.values()) {
    if (bearers.length < 2 || bearers.length > commonFrom) continue;
    for (const [at, left] of bearers.entries()) {
      for (const right of bearers.slice(at + 1)) pairs.add(`${left}:${right}`);
    }
  }
  return [...pairs].flatMap((pair) => {
    const [one, other] = pair.split(':').map((at) => all[Number(at)]);
    const reason = one && other ? whyOneStory(one, other, weight) : null;
    if (!one || !other || !reason) return [];
    const side = ({ card }: Words) => ({
      ...{ cardId: card.id, personId: null, sentenceId: null, words: null, value: null },
    });
    const key = `cards:${[one.card.id, other.card.id].sort().join(':')}`;
    return [
      {
        ...{ kind: 'DUPLICATE_CARDS' as const, key, about: null, reason },
        ...{ left: side(one), right: side(other) },
      },
    ];
  });
}

type Weight = (word: string) => number;

/** Why two cards are taken for the same story; null if they aren't. */
function whyOneStory(one: Words, other: Words, weight: Weight): CardReason | null {
  const share = shareInCommon(one, other, weight);
  if (share < sameStoryShare && !haveRareWordsInCommon(one, other, weight, 0)) return null;
  const against = argumentsAgainst(one.card, other.card);
  if (share >= otherYearsShare && against <= mostAgainst) return 'SAME_WORDS';
  if (yearsBetween(one.card, other.card) > 1) return null;
  if (share >= (against === 0 ? sameStoryShare : otherEventShare)) return 'SAME_WORDS';
  const isOneEvent =
    haveRareWordsInCommon(one, other, weight, against) && areNearInMeaning(one.card, other.card);
  return isOneEvent ? 'RARE_WORDS' : null;
}

/** The share of the shorter story's distinctive words that is also in the other; 0 where too few are. */
function shareInCommon(one: Words, other: Words, weight: Weight): number {
  const both = one.words.intersection(other.words);
  if (Math.min(one.words.size, other.words.size) < leastWords || both.size < leastShared) return 0;
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + weight(word), 0);
  return sum(both) / Math.min(sum(one.words), sum(other.words));
}

function haveRareWordsInCommon(one: Words, other: Words, weight: Weight, against: number): boolean {
  let [things, names] = [0, 0];
  for (const [word, rarity] of one.rarities) {
    const there = other.rarities.get(word);
    if (there === undefined) continue;
    const counted = Math.min(rarity, there) * weight(word);
    if (one.names.has(word) || other.names.has(word)) names += counted;
    else things += counted;
  }
  const longer = Math.max(0, Math.sqrt(one.rarities.size * other.rarities.size) - short);
  const asked = leastRarity + against + longer * chanceOfAWord;
  return things >= leastRarityOfThings && things + Math.min(names, mostRarityOfNames) >= asked;
}

function areNearInMeaning(one: BookCard, other: BookCard): boolean {
  const [here, there] = [one, other].map((card) => textMeaning(textOf(card)));
  if (!here || !there) return false;
  return here.reduce((sum, value, at) => sum + value * (there[at] ?? 0), 0) >= leastNearness;
}

const textOf = ({ sentences }: BookCard) => sentences.map(({ text }) => text).join(' ');

/** The distinctive words of a story, without names, because many stories share the same people; and all with their rarity. */
function wordsOf(card: BookCard, language: Language): Words {
  const text = textOf(card);
  const { contentLemmas } = writingLanguage(language);
  const names = new Set([...card.people, ...card.places].flatMap((name) => contentLemmas(name).map(fold)));
  const words = contentLemmas(text).filter((word) => word.length > 2 && !names.has(word));
  const rarities = new Map<string, number>();
  // How common a word is and what a story means is known for English.
  for (const { norm } of language === 'en' ? tokens(`${card.title}. ${text}`) : []) {
    const word = lemma(norm);
    if (isStopWord(norm) || word.length < 3 || !/\p{L}/u.test(norm)) continue;
    rarities.set(word, Math.min(rarityOf(norm), rarities.get(word) ?? 1));
  }
  return { card, words: new Set(words), rarities, names: names.union(namedIn(text)) };
}

/** 0 for the most common 150 words, 1 for a word outside the most common 30,000. */
function rarityOf(word: string): number {
  const [common, rare] = [Math.log(150), Math.log(30_000)];
  const rank = Math.log((rankOf(word) ?? 30_000) + 2);
  return Math.min(1, Math.max(0, (rank - common) / (rare - common)));
}
