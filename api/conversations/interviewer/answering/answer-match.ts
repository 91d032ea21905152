import { rankOf, vectorOf } from '#api/language/word-vectors.ts';
import { kindOfHead } from '../text-analysis/kinds.ts';
import { isPerson } from '../text-analysis/lexicon.ts';
import { plain, sentencesOf } from '../words.ts';
import {
  type AnswerKind,
  isOpen,
  type QuestionSense,
  rootOf,
  type ToldWord,
  takesUp,
} from './question-sense.ts';

/** A clause of what the person told. */
export type ToldClause = {
  text: string;
  words: ToldWord[];
  /** The clause only says when: “When we were engaged, …”. */
  isPresumed: boolean;
};

/** Only this many characters at the end of what was told are searched. */
const MOST_CHARACTERS = 8_000;
const MOST_CLAUSES = 300;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

const NO_NAME =
  /^(?:I|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|God|Lord|English|Mother|Father|Mum|Mom|Dad|Papa|Mama|Grandma|Grandpa|Gran|Nan|Granny|Matron|Sister|Brother|Auntie|Uncle|Aunt)(?:['’]\p{L}+)?$/u;

/** After “when”, “before” or “after” the clause states something already known. */
const PRESUMES =
  /^(?:(?:and|so|but|well|then|oh|yes) )*(?:when|while|before|after|since|as|if|during|until)\b/i;

/**
 * The clauses of what was told, prepared for comparison with questions. Only the last ones of a long
 * answer.
 */
export function toldClauses(told: string): ToldClause[] {
  const vectors = new Map<string, Float32Array | null>();
  const vector = (low: string) => {
    const known = vectors.get(low);
    if (known !== undefined) return known;
    const found = vectorOf(low);
    vectors.set(low, found);
    return found;
  };
  return sentencesOf(told.slice(-MOST_CHARACTERS))
    .flatMap((sentence) =>
      (sentence.match(/[^,;:—–]+/gu) ?? []).map((text, at): ToldClause => {
        const tokens = text.match(WORD) ?? [];
        const words = tokens.map((token, place) => {
          const low = plain(token).replace(/'(?:s|d|ve|ll|re|m)$/, '');
          const opens = at === 0 && place === 0 && tokens.length > 1;
          const isName = !opens && /^\p{Lu}\p{L}/u.test(token) && !NO_NAME.test(token);
          return { low, root: rootOf(low), vector: vector(low), isName };
        });
        return { text: text.trim(), words, isPresumed: PRESUMES.test(text.trim()) };
      }),
    )
    .filter(({ words }) => words.length > 0)
    .slice(-MOST_CLAUSES);
}

/**
 * How well an answer matches a question: the share of its key words, their number, and whether a fitting
 * answer is near.
 */
export type Match = { share: number; keys: number; fits: boolean };

const NONE: Match = { share: 0, keys: 0, fits: false };

/** The answer must be within this many words of the key words it matches; fewer when it matches only one. */
const MOST_WORDS = 24;
const MOST_WORDS_OF_ONE = 14;

/** The best match of a question with consecutive clauses of what was told. */
export function bestMatch(sense: QuestionSense, clauses: readonly ToldClause[]): Match {
  const whole = sense.keys.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return NONE;
  const most = sense.keys.length > 1 ? MOST_WORDS : MOST_WORDS_OF_ONE;
  const taken = clauses.map((clause) => takenUp(sense, clause));
  let best = NONE;
  for (let from = 0; from < clauses.length; from++) {
    const shares = sense.keys.map(() => 0);
    let words = 0;
    for (let to = from; to < clauses.length; to++) {
      words += clauses[to]?.words.length ?? 0;
      if (to > from && words > most) break;
      for (const [key, share] of (taken[to] ?? []).entries()) shares[key] = Math.max(shares[key] ?? 0, share);
      const share = shares.reduce((sum, each, key) => sum + each * (sense.keys[key]?.weight ?? 0), 0) / whole;
      // Checking for an answer is slow, so it is done only for matches that could be better.
      if (share < best.share || (share === best.share && best.fits) || share < 0.3) continue;
      const fits = fitsIn(sense, clauses.slice(from, to + 1));
      if (share > best.share || fits) best = { share, keys: shares.filter((each) => each > 0).length, fits };
    }
  }
  return best;
}

/**
 * For each key word, how well the clause matches it. Each word of the clause is used for one key word only.
 */
function takenUp(sense: QuestionSense, { words, isPresumed }: ToldClause): number[] {
  const used = new Set<number>();
  return sense.keys.map((key) => {
    let best = { at: -1, share: 0 };
    for (const [at, word] of words.entries()) {
      if (used.has(at)) continue;
      const share = takesUp(key, word);
      if (share > best.share) best = { at, share };
    }
    if (best.at >= 0) used.add(best.at);
    return isPresumed && isOpen(sense) ? best.share * PRESUMED : best.share;
  });
}

const PRESUMED = 0.4;

const WHEN =
  /\b(?:1[89]\d\d|20[0-2]\d|january|february|march|april|june|july|august|september|october|november|december|spring|summer|autumn|winter|christmas|easter|nineteen \w+|(?:twen|thir|for|fif|six|seven|eigh|nine)ty (?:one|two|three|four|five|six|seven|eight|nine)|at (?:\w+teen|\d+|six|seven|eight|nine|ten|eleven|twelve|twenty)|(?:was|been|i'm) (?:\w+teen|\d+|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty)|years? (?:old|before|after|later|of)|(?:day|week|year|month) (?:before|after))\b|(?:^|\s)['’]\d\d\b/i;
const NUMBER =
  /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen(?:th)?|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|dozens?|half|none|couple|ninth|tenth|eighth|seventh|sixth|fifth|fourth|third|all (?:one )?(?:winter|summer|night|day))\b/i;
const PLACE =
  /\b(?:in|at|to|from|near|by|on|off|behind|above|below|with|under|outside|beside|of)\s+(?:(?:the|a|an|my|our|his|her|their)\s+\p{L}+|\p{Lu}\p{L}+)/u;
/** Words that stand beside a name when it is given. */
const NAMES = new Set(['was', 'is', 'be', 'called', 'named', 'name', 'it', 'that', 'call', 'nickname']);

/** Words by which people speak of themselves. */
const OWN = new Set(['i', 'we', 'me', 'us', 'my', 'our', 'mine', 'ours', "i'm", "we'd", "i'd"]);

/**
 * Whether a reply contains something of the kind that a question asks for: a name, a person, a place, a
 * time, a number.
 */
export function holdsKind(sense: QuestionSense, clauses: readonly ToldClause[]): boolean {
  return [...sense.kinds].some((kind) => fits(kind, sense, clauses));
}

function fitsIn(sense: QuestionSense, clauses: readonly ToldClause[]): boolean {
  if (sense.isYours && !clauses.some(({ words }) => words.some(({ low }) => OWN.has(low)))) return false;
  return holdsKind(sense, clauses);
}

function fits(kind: AnswerKind, sense: QuestionSense, clauses: readonly ToldClause[]): boolean {
  const text = clauses.map((clause) => clause.text).join(', ');
  const words = clauses.flatMap((clause) => clause.words);
  switch (kind) {
    case 'NAME':
      return (
        clauses.some(
          ({ words: few }) =>
            few.length <= ALONE &&
            few.some((word, at) => isNewName(word, sense) && !WHERE.has(few[at - 1]?.low ?? '')),
        ) || words.some((word, at) => isNewName(word, sense) && isGiven(words, at))
      );
    case 'WHO':
      return words.some(
        (word, at) => isNewName(word, sense) || (isNewPerson(word, sense) && !isOwnRole(words, at)),
      );
    case 'WHERE':
      return PLACE.test(text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()));
    case 'WHEN':
      return WHEN.test(text);
    case 'NUMBER':
      return NUMBER.test(text);
    case 'YES_NO':
    case 'OPEN':
      return words.filter((word) => isNewContent(word, sense)).length >= 2;
  }
}

const isKnown = ({ low }: ToldWord, { words, keys }: QuestionSense) =>
  words.has(low) || keys.some(({ forms }) => forms.has(low));

/** A name after one of these words is a place name. */
const WHERE = new Set([
  'in',
  'at',
  'from',
  'to',
  'near',
  'by',
  'outside',
  'beyond',
  'past',
  'towards',
  'round',
]);
/** Up to this many words, a name alone is an answer. */
const ALONE = 3;

function isNewName(word: ToldWord, sense: QuestionSense): boolean {
  return word.isName && !isKnown(word, sense);
}

/** “It was Miss Cummings”, “we named him Bosun”, “Bella was her name”: a naming word stands near the name. */
function isGiven(words: readonly ToldWord[], at: number): boolean {
  if (WHERE.has(words[at - 1]?.low ?? '')) return false;
  const near = [...words.slice(Math.max(0, at - 4), at), ...words.slice(at + 1, at + 3)];
  return near.some(({ low }) => NAMES.has(low));
}

const PERSON = /^(?:man|woman|lady|boy|girl|family|fella|fellow|couple|nobody|somebody|neighbou?rs?|people)$/;

function isNewPerson(word: ToldWord, sense: QuestionSense): boolean {
  if (isKnown(word, sense)) return false;
  const kind = kindOfHead(word.low);
  return PERSON.test(word.low) || (kind !== null && isPerson(kind));
}

/** Whether a word names the person's own role: “I went as a tar boy”, “I was a boy”. */
function isOwnRole(words: readonly ToldWord[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at).map(({ low }) => low);
  return before.includes('as') || (before.includes('i') && before.includes('was'));
}

/** Words more common than this rank say nothing specific. */
const COMMONEST = 250;

function isNewContent(word: ToldWord, sense: QuestionSense): boolean {
  return word.low.length > 2 && !isKnown(word, sense) && (rankOf(word.low) ?? COMMONEST) >= COMMONEST;
}
