import { IRREGULAR } from '#api/biography/writing/language/word-lists.ts';
import { isStopWord, lemma, tokens } from '#api/biography/writing/language/words.ts';

/** Sentences that tell nothing wherever they stand: “I don't remember”, “that's right”. */
const TELLS_NOTHING =
  "I (?:don't|do not|can't|cannot|honestly don't|really don't) (?:know|remember|recall|think so)(?: (?:exactly|that|it|now|anymore|much|really))?|I(?:'m| am) not (?:sure|certain)|I(?:'m| am) sure|I (?:think|guess|suppose|believe|hope) so|I guess|that's (?:right|it|true|all|about it|for sure|correct)|not (?:really|at all|that I (?:know|recall|remember))|of course";

function wholeSentence(...choices: string[]): RegExp {
  return new RegExp(`^(?:and |but |so )?(?:${choices.join('|')})[.!?…]*$`, 'i');
}

/** Whole sentences that only answer the question. */
const EMPTY = wholeSentence(
  TELLS_NOTHING,
  'not much|very much(?: so)?|me too|same thing',
  'that was (?:it|that|all|good|great|nice|interesting|fun)',
  'it was (?:good|great|nice|interesting|fun|fine|okay|different|very interesting|really interesting|amazing)',
  "(?:I|it|they|we|he|she|you) (?:did|do|does|was|were|is|are|had|have)(?:n't)?",
);
/** Sentences that tell nothing even between the others of a story. */
const EMPTY_AMID = wholeSentence(TELLS_NOTHING, "(?:it|that) (?:did|does|was|is|has|had)(?:n't)?");
/** An elliptic answer: "I did because…". */
const ELLIPSIS =
  /^(?:And |But )?(?:I|we|he|she|they|it) (?:did|do|does|was|were|had|could|would|have|is|are)(?:n['’]t)?(?:,| because| but| and|(?: so| either| too| indeed)(?=[.,!?]|$)|[.])/i;
/** A sentence of these words alone only agrees or fills a pause. */
const BACK_CHANNEL = new Set(
  `yes yeah yep yup no nope nah right okay ok well oh so uh huh um mm mhm hm ah aye sure exactly absolutely correct anyway anyhow
  wow gosh goodness alright indeed certainly definitely true wonderful great good fine nice interesting excellent perfect you know i mean like and but
  now see look there then`.split(/\s+/),
);
/** The sentence breaks off. */
const DANGLING =
  /\b(?:the|an?|my|our|their|your|and|but|or|if|because|we|very|that I|than|which|between|(?:lived|it's|that's) (?:to|in|at|from|with|for|on|like))[.…—–-]*$/;

const ENDS_WITH_BEING = /\b(?:was|were|is|are)[.…—–-]*$/;
/** "How tall she was", "like snow it was": after these words a sentence may end in a form of "be". */
const MAY_END_WITH_BEING =
  /\b(?:what|how|who|where|when|why|than|as|that|like|it|there|all|which|if|everything|whatever|wherever)\b(?:[ ,]+[^ ,]+){0,4} (?:was|were|is|are)[.…—–-]*$/i;

/**
 * Whether a polished sentence is worth printing: complete, a statement rather than a question, and with
 * content.
 */
export function worthKeeping(sentence: string): boolean {
  const words = tokens(sentence);
  const content = words.filter((word) => !isStopWord(word.norm) && lemma(word.norm).length > 1);
  if (words.length < 3 || content.length < 1) return false;
  if (words.length < 5 && !hasVerb(sentence)) return false;
  const plainEnd = sentence.replace(/(?<!["'”’)])["'”’)]+$/, '').replace(/(?<![.…])[.…]+$/, '');
  if (ENDS_WITH_BEING.test(plainEnd) && !MAY_END_WITH_BEING.test(plainEnd)) return false;
  if (DANGLING.test(plainEnd) || /[,—–-]$/.test(plainEnd) || /…$/.test(sentence)) return false;
  if (/^(?:And |But )?(?:I think,? )?(?:as far as|once)\b[^,]*$/i.test(plainEnd)) return false;
  if (ELLIPSIS.test(sentence) && content.length < 3) return false;
  return !EMPTY.test(sentence.replace(/’/g, "'"));
}

/** Whether a fragment answers the question and can stand before a sentence that goes on: "By bicycle." */
export function isAnswer(sentence: string): boolean {
  const content = tokens(sentence).filter((word) => !isStopWord(word.norm) && lemma(word.norm).length > 1);
  if (content.length === 0 || /[,—–-]$/.test(sentence) || /…$/.test(sentence)) return false;
  if (DANGLING.test(sentence.replace(/[.!?]+$/, ''))) return false;
  return !EMPTY.test(sentence.replace(/’/g, "'"));
}

/** Whether a sentence between the others of a story belongs to it, however short: "They pinched.", "Four rooms." */
export function tellsAmid(sentence: string): boolean {
  const words = tokens(sentence);
  const plainEnd = sentence.replace(/(?<!["'”’)])["'”’)]+$/, '').replace(/(?<![.…])[.…]+$/, '');
  if (words.every(({ norm }) => BACK_CHANNEL.has(norm))) return false;
  if (DANGLING.test(plainEnd) || /[,—–-]$/.test(plainEnd) || /…$/.test(sentence)) return false;
  return !EMPTY_AMID.test(sentence.replace(/’/g, "'"));
}

function hasVerb(sentence: string): boolean {
  if (tokens(sentence).some((token) => (IRREGULAR.get(token.norm) ?? token.norm) !== token.norm)) return true;
  return /\b(?:am|is|are|was|were|be|been|had|has|have|did|do|does|would|could|can|will|\p{L}+ed|\p{L}+n['’]t|went|came|got|said|told|made|took|knew|saw|gave|left|kept|met|put|ran|sat|stood|grew|lost|won|sold|bought|brought|thought|taught|caught|fell|felt|held|heard|loved|died|i['’]m|it['’]s|we['’]re|they['’]re|he['’]s|she['’]s)\b/iu.test(
    sentence,
  );
}
