import { type Phrase, phrasesOf } from '#api/biography/writing/composing/phrases.ts';
import { type StoryUnit, unitText } from '#api/biography/writing/composing/story-unit.ts';
import { imageOf, isSomebody, keyWords } from '#api/biography/writing/composing/things.ts';
import {
  type Candidate,
  EVENT_NAME,
  promiseOf,
  type TitledStory,
  titledStory,
} from '#api/biography/writing/composing/title-promise.ts';
import { KIN_PATTERN } from '#api/biography/writing/language/kinship.ts';
import {
  contentLemmas,
  countWords,
  fold,
  isStopWord,
  lemma,
  tokens,
} from '#api/biography/writing/language/words.ts';
import type { SourcedSentence } from '#api/biography/writing/writer.ts';
import { similarityOf, vectorOf } from '#api/language/word-vectors.ts';

const WEAK_START =
  /^(?:this|that|these|those|some|any|such|another|each|every|all|both|same|a lot|lots|a couple|a bunch|a kind|kind|sort|a number|a bit|a few|few|several|many|much|more|most|other|what|which|whatever|whole|of|one of|my own|your|you|the (?:same|other|next|whole|actual|various|different|particular|certain|main|general|overall)|different|various|certain|really|very)\b/i;
/** "In charge of", "took place", "a sense of": the noun is only half of an idiom. */
const HALF_PHRASE =
  /^(?:the |an? )?(?:charge|place|front|case|terms|spite|care|sense|use|rest|middle|end|beginning|top|bottom|back|view|copies|copy|sorts?|ways?|member|lack|set|series|matter|emphasis|focus|access|contact|need|difference|part|contingent)\b/i;
const NEVER_IN =
  /\b(?:like|slash|etcetera|things?|stuff|anybody|everybody|somebody|everything|anything|something|etc|okay|guess|ass|arse|shit|damn(?:ed)?|hell|fuck\p{L}*|bitch|bastard|crap|kinds?|sorts?|example|years? old)\b/iu;
/** The most characters that polishing may take from a sentence of which words are quoted: a filler, a comma. */
const AS_SAID = 12;
/** The most sentences of a long story that are searched. */
const READ_AT_MOST = 14;
/** How much better a short clause is that opens the story: "The trams stopped at the bridge". */
const OPENING = 2;
/** The same for a clause of so few words that nothing follows its verb. "The trams stopped" shows no scene. */
const BARE_CLAUSE = { words: 3, worth: 0.6 };
/** Of two bare things, the second must be worth this share of the first. */
const AS_GOOD = 0.6;
/** The most phrases that are weighed as titles. */
const MOST_CANDIDATES = 40;
/** A phrase below this score says too little to be a title. */
const LEAST = 0.35;
/** "A door": when a bare thing is the title, its article becomes definite. */
const BARE_THING = /^An? (\p{Ll}+)$/u;
/** From this value on, a word is the main subject of a story. */
const OFTEN_TOLD = 1.6;
const COUNTED =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+(?:teen|ty)|forty-\p{L}+|one (?!day|time|of|night|morning)\p{L}+ of|\d+)\b/iu;
const PLACED = /\b(?:in|on|at|from|under|over|behind|without|with|near|of|for)\b/g;
/** Signs of a phrase that was cut wrongly from its sentence. */
const BROKEN = [
  /^(?:and|but|or|so|because|which|who|of|to|it|they|them|he|she|there)\b/i,
  /\band (?:watch|deal|go|get|make|take|do|have|be|see|try|help|work|talk|look|then|that|so)\b/i,
  /^\p{Lu}\p{L}+ to\b/u,
  // "To" needs a word for a way in the phrase.
  /^(?!.*\b(?:from|train|bus|way|trip|letter|road|ride|walk|plane|boat|drive|visit|answer|return)\b).*\bto\b/i,
  /^An? (?:Mr|Mrs|Miss|Ms|Dr)\b/,
  /^(?:My|Our|The) (?:family|friends?|parents|agency|experience|job)$/i,
  // "Hid the marks from Father": the verb of the phrase is missing.
  /\b(?:from|for|with|at) (?:father|mother|mum|mom|dad|papa|mama|him|her|them|us|me)$/i,
];
/** Words for death and illness. A title with one is used only when there is no other. */
const HEAVY =
  /\b(?:died|dies|dead|death|killed|passed (?:away|on)|funeral|buried|cancer|suicide|drowned|miscarriage|tumou?r|diphtheria|polio|cholera|typhus|stroke|lost (?:my|our|her|him))\b/i;

/** A story of this conversation or of the book. */
type Told = Pick<StoryUnit, 'paragraphs'>;

type Ranked = Candidate & { promise: number };

/**
 * The title of a story, in words of the story that make one want to open it: a thing, an image or a spoken
 * line, always a whole phrase.
 */
export function nameStory(
  unit: StoryUnit,
  others: readonly StoryUnit[],
  taken: ReadonlySet<string>,
  book: readonly Told[],
): string {
  const { ranked, phrases } = rankTitles(unit, others, taken, book);
  const best = ranked.find(({ text }) => !HEAVY.test(text)) ?? ranked[0];
  return best?.text ?? fallback(unit, phrases, taken);
}

/** The candidates for a story's title, the best first. */
export function rankTitles(
  unit: StoryUnit,
  others: readonly StoryUnit[],
  taken: ReadonlySet<string>,
  book: readonly Told[],
): { ranked: Ranked[]; phrases: Phrase[]; titled: TitledStory } {
  const sentences = unit.paragraphs.flat().map((sentence) => sentence.text);
  const key = keyWords(sentences, rarityAmong([...others, ...book]));
  const asked = ` ${normOf(unit.question?.text.replace(/\byour\b/gi, 'my') ?? '')} `;
  const changed = new Set(unit.paragraphs.flat().flatMap((one) => (isAsSaid(one) ? [] : [one.text])));
  const phrases = promising(sentences, key)
    .flatMap(({ sentence, at }) => phrasesOf(sentence, at).map((phrase) => ({ phrase, sentence })))
    .filter(({ phrase, sentence }) => phrase.kind !== 'LINE' || !changed.has(sentence))
    .map(({ phrase }) => phrase);
  const worth = phrases
    .map((phrase): Candidate => ({ phrase, text: dress(phrase), score: score(phrase, key, phrases) }))
    .filter(({ text, score: value, phrase }) => value > LEAST && (phrase.kind === 'LINE' || isWhole(text)))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES);
  const candidates = [...worth, ...pairsOf(worth, phrases, key)].map((one) => ({
    ...one,
    text: one.text.replace(BARE_THING, 'The $1'),
  }));
  const titled = titledStory(sentences, key, worth[0]?.score ?? 1);
  const ranked = [...new Map(candidates.toReversed().map((one) => [fold(one.text), one])).values()]
    .filter(({ text }) => !taken.has(fold(text)) && !asked.includes(` ${normOf(text)} `))
    .map((one) => ({ ...one, isAsked: sharesAll(one.text, asked) }))
    .map((one): Ranked => ({ ...one, promise: promiseOf(one, titled) }))
    .sort((a, b) => b.promise - a.promise);
  return { ranked, phrases, titled };
}

/** Whether a sentence is one run of words as they were said. Only such words may be quoted. */
function isAsSaid({ text, sources }: SourcedSentence): boolean {
  const [first] = sources;
  return sources.length === 1 && first !== undefined && first.end - first.start <= text.length + AS_SAID;
}

const normOf = (text: string) =>
  tokens(text)
    .map(({ norm }) => norm)
    .join(' ');

/** Whether the question already named everything in a title. */
function sharesAll(title: string, asked: string): boolean {
  const words = new Set(contentLemmas(asked));
  return contentLemmas(title).every((word) => words.has(word));
}

/**
 * The sentences in which a title may be found: the first one, and those with most of what the story is
 * about.
 */
function promising(sentences: readonly string[], key: (word: string) => number) {
  const weighed = sentences.map((sentence, index) => {
    const worths = [...new Set(contentLemmas(sentence))].map(key).sort((a, b) => b - a);
    const spoken = /["“]|\b(?:said|says|asked),? /.test(sentence) ? 2 : 0;
    const weight = worths.slice(0, 4).reduce((sum, worth) => sum + worth, spoken);
    return { sentence, at: index / Math.max(1, sentences.length - 1), weight: index === 0 ? 99 : weight };
  });
  const least = weighed.map(({ weight }) => weight).sort((a, b) => b - a)[READ_AT_MOST - 1] ?? 0;
  return weighed.filter(({ weight }) => weight >= least);
}

/**
 * How rare a word is in the rest of the book and the conversation: 1 when it is nowhere else, 0 when it is
 * everywhere.
 */
function rarityAmong(others: readonly Told[]): (lemma: string) => number {
  const elsewhere = others.map((other) => new Set(lemmasOf(other)));
  return (word) => 1 - elsewhere.filter((words) => words.has(word)).length / Math.max(1, elsewhere.length);
}

const LEMMAS = new WeakMap<Told, string[]>();

function lemmasOf(unit: Told): string[] {
  const known = LEMMAS.get(unit) ?? contentLemmas(unitText(unit));
  LEMMAS.set(unit, known);
  return known;
}

function score(phrase: Phrase, key: (word: string) => number, all: readonly Phrase[]): number {
  if (NEVER_IN.test(phrase.text.replace(/\b(?:would|I) like\b|^\p{L}+ kinds of/u, ''))) return 0;
  if (phrase.kind === 'LINE') return scoreLine(phrase, key, all);
  const words = tokens(phrase.text);
  if (words.length > (/ who /.test(phrase.text) ? 9 : 7) || phrase.text.length > 60) return 0;
  if (
    WEAK_START.test(phrase.text) ||
    HALF_PHRASE.test(phrase.text) ||
    isVerbish(words.map(({ text }) => text))
  )
    return 0;
  const content = words.filter(({ norm }) => !isStopWord(norm));
  const lemmas = content.map(({ norm }) => lemma(norm));
  if (lemmas.length === 0 || new Set(lemmas).size < lemmas.length) return 0;
  const worths = content.map(({ norm }) => key(norm)).sort((a, b) => b - a);
  const [most = 0, second = 0, third = 0] = worths;
  // "Lentils" alone is a title only when the story mentions them again and again.
  if (words.length === 1 && (!/^\p{Ll}+s$/u.test(phrase.text) || most < OFTEN_TOLD)) return 0;
  const last = key(content.at(-1)?.norm ?? '');
  const names = content.filter(({ text }, at) => at > 0 && /^\p{Lu}/u.test(text)).length;
  const sum = most + 0.5 * second + 0.2 * third + 0.15 * Math.min(2, names);
  return (
    sum *
    formOf(phrase, words.length, content.length, most >= OFTEN_TOLD) *
    (last < 0.15 && names === 0 && phrase.kind !== 'CLAUSE' ? 0.4 : 1) *
    phrase.worth
  );
}

/** How good the form of a phrase is as a title, whatever it is about. */
function formOf({ text, kind, at }: Phrase, size: number, content: number, isCentral: boolean): number {
  if (EVENT_NAME.test(text)) return 3;
  if (kind === 'CLAUSE') return size <= BARE_CLAUSE.words ? BARE_CLAUSE.worth : at === 0 ? OPENING : 0.8;
  if (/^(?:\p{Lu}[\p{L}'’.]+ ?)+$/u.test(text)) return 0.25;
  const places = text.match(PLACED)?.length ?? 0;
  const bareThing = content === 1 && size <= 2 && !/^(?:my|our)\b/i.test(text) ? (isCentral ? 0.9 : 0.7) : 1;
  const counted =
    COUNTED.test(text) && content > 2 - Number(places > 0) ? 1.25 : /^the one\b/i.test(text) ? 0.8 : 1;
  const placed = text.match(PLACED) ? 1.15 : 1;
  const another = /^(?:his|her|their|its)\b/i.test(text) || /\b(?:his|her|their|its)\b/i.test(text) ? 0.6 : 1;
  const long = size > 6 ? 0.8 : 1;
  return bareThing * counted * placed * another * long * (places > 1 ? 0.85 : 1);
}

/** A spoken line scores when it is repeated, when it ends the story, and when its words are specific. */
function scoreLine(phrase: Phrase, key: (word: string) => number, all: readonly Phrase[]): number {
  const content = tokens(phrase.text).filter(({ norm }) => !isStopWord(norm));
  if (content.length === 0) return 0;
  const again = all.filter((other) => other.kind === 'LINE' && fold(other.text) === fold(phrase.text)).length;
  const images = content.map(({ norm }) => Math.max(key(norm), 0.6 * imageOf(norm))).sort((a, b) => b - a);
  const imageScore = 0.9 + Math.min(0.9, (images[0] ?? 0) + 0.4 * (images[1] ?? 0));
  const asks = /\?$/.test(phrase.text) ? 1.3 : 1;
  const closing = phrase.at > 0.6 ? 1.3 : 1;
  const long = countWords(phrase.text) > 6 ? 0.85 : 1;
  return 1.1 * imageScore * asks * closing * long * phrase.worth * (again > 1 ? 1.5 : 1);
}

/** Somebody of the family, or somebody with a title: "My uncle Torstein", "Mr. Sand". */
const PERSON = new RegExp(
  `^(?:(?:my|our) (?:\\p{Ll}+[- ])?(?:${KIN_PATTERN})(?: \\p{Lu}[\\p{L}’'-]+)?|(?:Mr|Mrs|Miss|Ms|Dr|Sister|Brother|Father|Aunt|Uncle|Deacon|Captain|Sergeant|Professor)\\.? \\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'-]+)?)$`,
  'u',
);
/** The most people and things of which pairs are made. */
const PEOPLE_PAIRED = 2;
const THINGS_PAIRED = 4;

/**
 * A bare thing says little alone, and more beside somebody or another thing: "My grandmother and the bulb", "The ring
 * and the loaf".
 */
function pairsOf(
  worth: readonly Candidate[],
  phrases: readonly Phrase[],
  key: (word: string) => number,
): Candidate[] {
  const things = worth
    .filter(
      ({ phrase, text }) =>
        phrase.kind === 'THING' &&
        /^(?:The|An?|Two|Three|Four|Five) \p{Ll}+$/u.test(text) &&
        !isSomebody(contentLemmas(text).at(-1) ?? '') &&
        !HEAVY.test(text) &&
        key(contentLemmas(text).at(-1) ?? '') > 0.35,
    )
    .slice(0, THINGS_PAIRED);
  const named = phrases.filter(({ kind, text }) => kind === 'THING' && PERSON.test(text.trim()));
  const counts = Map.groupBy(named, ({ text }) => text.trim());
  const people = [...counts.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap(([first]) => first ?? [])
    .slice(0, PEOPLE_PAIRED);
  const withThing = (first: string, thing: string) =>
    `${first} and ${thing.charAt(0).toLowerCase()}${thing.slice(1)}`.replace(/ and an? /, ' and the ');
  const ofPeople = people.flatMap((person) =>
    things.map((thing): Candidate => {
      const text = withThing(dress(person), thing.text);
      return { phrase: { ...thing.phrase, kind: 'PAIR', text }, text, score: thing.score };
    }),
  );
  const [first, ...rest] = things;
  if (!first) return ofPeople;
  const [main = ''] = contentLemmas(first.text);
  const ofThings = rest
    .filter((other) => other.score >= AS_GOOD * first.score && !isNearInMeaning(main, other.text))
    .map((other): Candidate => {
      const text = withThing(first.text.replace(/^An? /, 'The '), other.text);
      return { phrase: { ...other.phrase, kind: 'PAIR', text }, text, score: other.score };
    });
  return [...ofPeople, ...ofThings];
}

/** Two words for one thing ("bathtub", "tub") make no pair. */
const SAME_THING = 0.6;

function isNearInMeaning(word: string, other: string): boolean {
  const second = contentLemmas(other).at(-1) ?? '';
  const [one, two] = [vectorOf(word), vectorOf(second)];
  return (
    word.endsWith(second) ||
    second.endsWith(word) ||
    (one && two ? similarityOf(one, two) > SAME_THING : false)
  );
}

/**
 * "Dispose of these records": a bare first word that is neither a plural nor a name nor a thing is a verb.
 */
function isVerbish([first = '', second = '']: string[]): boolean {
  if (/^(?:the|an?|my|our|his|her|their|no|two|three|four|five|six|seven|eight|nine|ten|\d.*)$/i.test(first))
    return false;
  if (/^\p{Lu}/u.test(second) || imageOf(fold(first)) > 0.7) return false;
  return /^(?:of|in|on|at|with|from|for|by|under|to|and|these|those|the)$/i.test(second) && !/s$/.test(first);
}

function dress({ text, kind }: Phrase): string {
  const bare = text
    .replace(/\s+/g, ' ')
    .replace(/^["'“‘(\s]+|(?<!["'”)\s.,;:!?—–-])["'”)\s.,;:!?—–-]+$/g, '');
  const whole = kind === 'THING' && /^\p{Ll}+s$/u.test(bare) ? `the ${bare}` : bare;
  const title = whole.charAt(0).toUpperCase() + whole.slice(1);
  return kind === 'LINE' ? `“${title}${text.endsWith('?') ? '?' : ''}”` : title;
}

/**
 * Whether a title is complete: it doesn't end with a word that needs another, nor start with one that
 * refers back.
 */
function isWhole(title: string): boolean {
  const words = tokens(title);
  const last = words.at(-1)?.norm ?? '';
  if (
    words.length < 2 ||
    (isStopWord(last) && !/^(?:him|her|me|us|them|it|home|up|down|off|out|over)$/.test(last))
  )
    return false;
  return title.length >= 6 && !/['’]s$/.test(title) && !BROKEN.some((pattern) => pattern.test(title));
}

/**
 * The title when no phrase stands out: a short whole sentence, or any whole phrase, or else a plain
 * description.
 */
function fallback(unit: StoryUnit, phrases: readonly Phrase[], taken: ReadonlySet<string>): string {
  const free = (text: string) => !taken.has(fold(text)) && text.length <= 60;
  const sentences = unit.paragraphs
    .flat()
    .map((sentence) =>
      dress({ text: sentence.text.replace(/^(?:And|But|So) /, ''), kind: 'CLAUSE', worth: 1, at: 0 }),
    );
  const short = sentences.filter(
    (text) => free(text) && countWords(text) >= 3 && countWords(text) <= 9 && !/[?,;:]/.test(text),
  );
  const whole = phrases
    .filter((phrase) => phrase.kind !== 'LINE')
    .map(dress)
    .filter((text) => free(text) && isWhole(text) && !NEVER_IN.test(text) && countWords(text) <= 7);
  const all = [...short, ...whole].sort((a, b) => contentLemmas(b).length - contentLemmas(a).length);
  const best = all.find((text) => !HEAVY.test(text)) ?? all[0];
  return best ?? nextFree('A little more', taken);
}

function nextFree(title: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const text = count === 2 ? title : `${title}, ${count - 1}`;
    if (!taken.has(fold(text))) return text;
  }
}
