import { findDates } from '#api/biography/writing/dates.ts';
import { KIN, relationOf } from '#api/biography/writing/language/kinship.ts';
import { type FoundNumber, findNumbers } from '#api/biography/writing/language/numbers.ts';
import { BRIDGE_WORDS, FILLERS, NAMES_THAT_ARE_WORDS } from '#api/biography/writing/language/word-lists.ts';
import { isStopWord, lemma } from '#api/biography/writing/language/words.ts';
import type { Passage } from '#api/biography/writing/proof/passage.ts';
import type { ProofWords } from '#api/biography/writing/proof/proof-words.ts';

const NOMINATIVE = new Set(['i', 'he', 'she', 'we', 'they']);
const QUANTIFIERS = new Set(
  'all every everyone everybody everything each both always only most least more less few many several someone anybody anyone twice'.split(
    ' ',
  ),
);
const CALENDAR =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|christmas|easter|thanksgiving)$/;
const RAISING = new Set(['think', 'believe', 'suppose', 'know', 'remember', 'recall', 'say', 'sure']);
const SEASONS: Record<string, string> = {
  '21': 'spring',
  '22': 'summer',
  '23': '(?:autumn|fall)',
  '24': 'winter',
};
const PRONOUN_ONE = /^(?:no|any|every|some|that|this|the|each|which|only|another|other)$/;

export const englishProof: ProofWords = {
  isStopWord,
  compared: lemma,
  isSound: (norm) => FILLERS.has(norm),
  isBridge: (word) => BRIDGE_WORDS.has(word),
  isQuantifier: (norm) => QUANTIFIERS.has(norm),
  relationOf,
  isNameAndWord: (norm) => NAMES_THAT_ARE_WORDS.has(norm),
  isCalendar: (norm) => CALENDAR.test(norm),
  subjectOf: (norm) => (NOMINATIVE.has(norm) ? norm : null),
  joinsNumbers: /^(?:\d.*|an?|and|oh|o)$/,
  findNumbers,
  findDates,
  calendarWord:
    /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter|thanksgiving)/gi,
  isOtherThanDate: (said) => said === 'may' || said === 'march',
  monthPattern: (number) =>
    SEASONS[number] ??
    new Date(Date.UTC(2000, Number(number) - 1, 1))
      .toLocaleString('en', { month: 'long', timeZone: 'UTC' })
      .toLowerCase(),
  isPlainWord: isPlainOne,
  negators:
    /^(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|without|hardly|barely|scarcely|cannot|\p{L}+n't)$/u,
  hedges: /^(?:almost|nearly|if|wish|wished|might|maybe|perhaps|possibly|probably)$/,
  raises: (word) => RAISING.has(word),
  clause: /^(?:because|but|and|so|when|while|although|though|than|until|since)$/,
  aloneNo: 'no',
  asks: (sentence) => /\?["')]*$/.test(sentence),
  strangers,
};

/**
 * Pronouns of the claim (he or she, I or we) for people that the evidence doesn't mention, or mentions only
 * as the object: "he hit me" doesn't support "I hit him".
 */
function strangers(claim: Passage, evidence: readonly Passage[]): string[] {
  const words = new Set(
    evidence.flatMap((part) => part.tokens.map((token) => token.norm.replace(/'.*$/, ''))),
  );
  const genders = new Set([...words].map((word) => KIN.get(relationOf(word) ?? '')));
  const named = evidence.some((part) =>
    part.tokens.some(
      (token) => /^\p{Lu}/u.test(token.text) && !/^I\b/.test(token.text) && !isStopWord(token.norm),
    ),
  );
  const any = (list: string) => list.split(' ').some((word) => words.has(word));
  const me = any('i me my mine myself we us our ours');
  const actsHe = any('he man boy guy fellow who') || genders.has('M') || genders.has('N') || named;
  const actsShe = any('she woman girl lady who') || genders.has('F') || genders.has('N') || named;
  const he = any('he him his himself man boy guy fellow') || genders.has('M');
  const she = any('she her hers herself woman girl lady') || genders.has('F');
  const present: Record<string, boolean> = {
    i: any('i'),
    we: any('i we'),
    he: actsHe && he,
    she: actsShe && she,
  };
  for (const word of ['me', 'my', 'mine', 'myself', 'us', 'our', 'ours']) present[word] = me;
  for (const word of ['him', 'his', 'himself']) present[word] = he;
  for (const word of ['her', 'hers', 'herself']) present[word] = she;
  return claim.tokens
    .filter((token) => present[token.norm.replace(/'.*$/, '')] === false)
    .map((token) => token.text);
}

/** "One" is often just a word; as a number, "a" supports it too. */
function isPlainOne(number: FoundNumber, claim: Passage, evidence: readonly Passage[]): boolean {
  if (number.text.toLowerCase() !== 'one') return false;
  const at = claim.tokens.findIndex((token) => token.start === number.start);
  const before = claim.tokens[at - 1]?.norm ?? '';
  const after = claim.tokens[at + 1]?.norm ?? 'of';
  if (PRONOUN_ONE.test(before) || /^(?:of|who|that|i|we|he|she|they|was|is|day|night|time)$/.test(after))
    return true;
  return evidence.some((passage) =>
    passage.tokens.some((token) => /^(?:an?|single|only|one)$/.test(token.norm)),
  );
}
