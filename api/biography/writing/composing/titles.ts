import nlp from 'compromise';
import { type StoryUnit, unitText } from '#api/biography/writing/composing/units.ts';
import { CONCRETE, GENERIC as GENERIC_WORDS } from '#api/biography/writing/composing/vocabulary.ts';
import {
  contentLemmas,
  countWords,
  fold,
  isStopWord,
  lemma,
  tokens,
} from '#api/biography/writing/language/words.ts';

const CONCRETE_LEMMAS = new Set([...CONCRETE].map(lemma));
const GENERIC = new Set([...GENERIC_WORDS].map(lemma));

interface Phrase {
  text: string;
  /** What this kind of phrase is worth as a title before its words are looked at. */
  worth: number;
  /** 0 for the first sentence, 1 for the last. */
  at: number;
}

interface Term {
  text: string;
  post: string;
  tags?: string[];
}

/** D a, the; P my; S mother's; J adjective; # number; R very; G gerund; N noun; I preposition; C and. */
const PHRASE =
  /(?<![DPSJ#NG])[DP]?(?:[J#]{0,2}S)?[RJ#G]{0,3}N{1,3}(?:[IC][DP]?(?:[J#]?S)?[J#]{0,2}N{1,3}){0,2}/g;
const WEAK_START =
  /^(?:this|that|these|those|some|any|such|another|each|every|all|both|same|a lot|lots|a couple|a bunch|a kind|kind|sort|a number|a bit|a few|few|several|many|much|more|most|other|what|which|whatever|whole|of|one of|my own|your|you|the (?:same|other|whole|actual|various|different|particular|certain|main|general|overall)|different|various|certain|really|very)\b/i;
/** "In charge of", "took place", "a sense of": the noun is only half of a turn of phrase. */
const HALF_PHRASE =
  /^(?:the |an? )?(?:charge|place|front|case|terms|spite|care|sense|use|rest|middle|end|beginning|top|bottom|back|view|copies|copy|sorts?|ways?|member|lack|set|series|matter|emphasis|focus|access|contact|need|difference|part|contingent)\b/i;
const NEVER_IN =
  /\b(?:like|slash|etcetera|things?|stuff|anybody|everybody|somebody|everything|anything|something|etc|okay|guess|ass|arse|shit|damn(?:ed)?|hell|fuck\p{L}*|bitch|bastard|crap|kinds?|sorts?|example)\b/iu;
const ABSTRACT = /(?:tion|sion|ment|ness|ity|ance|ence|ship|ism|ics|ology|ing|ive|al)s?$/;
const CLAUSE_START = /^(?:I|We|My \p{L}+|Our \p{L}+|The \p{L}+|Nobody|Everybody|You couldn['’]t)\b/u;

/** Marks of a phrase that was cut wrongly out of its sentence. */
const BROKEN = [
  /^(?:and|but|or|so|because|which|who|of|to|it|they|them|he|she|there)\b/i,
  /\band (?:watch|deal|go|get|make|take|do|have|be|see|try|help|work|talk|look|then|that|so)\b/i,
  /^\p{Lu}\p{L}+ to\b/u,
  // "to" belongs to a way from here to there.
  /^(?!.*\b(?:from|train|bus|way|trip|letter|road|ride|walk|plane|boat|drive|visit|answer|return)\b).*\bto\b/i,
  /^(?:My|Our|The) (?:family|friends?|parents|agency|experience|job)$/i,
];

/** The phrase of a story that makes one want to open it: its own words, whole, never cut short. */
export function titleOf(unit: StoryUnit, others: readonly StoryUnit[], taken: ReadonlySet<string>): string {
  const sentences = unit.paragraphs.flat().map((sentence) => sentence.text);
  const rarity = rarityIn(unitText(unit), others.map(unitText));
  const phrases = [
    ...sentences.flatMap((sentence, at) => phrasesOf(sentence, at / Math.max(1, sentences.length - 1))),
    ...questionPhrases(unit),
  ];
  const ranked = phrases
    .map((phrase) => ({ text: dress(phrase.text), score: score(phrase, rarity) }))
    .filter(({ text, score: value }) => value > 0 && isWhole(text) && !taken.has(fold(text)))
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
  const best = ranked[0];
  return best ? (pairUp(best, ranked.slice(1), taken) ?? best) : fallback(unit, phrases, taken);
}

/** One bare thing is a poor title; two that belong to one story are a good one: "The bananas and the landslides". */
function pairUp(title: string, others: readonly string[], taken: ReadonlySet<string>): string | null {
  const own = contentLemmas(title);
  if (own.length !== 1 || countWords(title) > 3 || !/^(?:The|A|An|My|Our)\b/.test(title)) return null;
  const second = others.find(
    (other) =>
      /^(?:The|A|An|My|Our|\d+|Two|Three|Four|Five) /.test(other) &&
      countWords(other) <= 4 &&
      paints(other) &&
      !contentLemmas(other).some((word) => own.includes(word)) &&
      !/\b(?:and|of)\b/.test(other),
  );
  if (!second) return null;
  const pair = `${title} and ${second.charAt(0).toLowerCase()}${second.slice(1)}`;
  return taken.has(fold(pair)) ? null : pair;
}

/** How telling a word is here: said often in this story, seldom in the others. */
function rarityIn(text: string, others: readonly string[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const word of contentLemmas(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const elsewhere = others.map((other) => new Set(contentLemmas(other)));
  return (word) => {
    const near = elsewhere.filter((words) => words.has(word)).length;
    const idf = Math.log((2 + elsewhere.length) / (1 + near));
    const kind = GENERIC.has(word) ? 0.12 : CONCRETE_LEMMAS.has(word) ? 1.7 : 1;
    return Math.min(3, 1 + Math.log2(counts.get(word) ?? 1)) * (0.35 + idf) * kind;
  };
}

function phrasesOf(sentence: string, at: number): Phrase[] {
  const quotes = Array.from(sentence.matchAll(/["“]([^"“”]{8,48})[.,!?]*["”]/g), (match) => ({
    text: match[1] ?? '',
    worth: 2,
    at,
  }));
  const clause = sentence.replace(/[.!]$/, '');
  const whole =
    CLAUSE_START.test(clause) && !/[,;:?—]/.test(clause) && countWords(clause) >= 4 && countWords(clause) <= 7
      ? [{ text: clause, worth: 0.85, at }]
      : [];
  return [...quotes.filter((quote) => countWords(quote.text) <= 7), ...whole, ...nounPhrases(sentence, at)];
}

function nounPhrases(sentence: string, at: number): Phrase[] {
  const parts = nlp(sentence).json() as { terms: Term[] }[];
  const terms = parts.flatMap((part) => part.terms);
  const letters: string[] = [];
  const owners: number[] = [];
  terms.forEach((term, index) => {
    letters.push(letterOf(term));
    owners.push(index);
    if (/[,.;:!?—–"“”()]/.test(term.post) && !/^(?:St|Mr|Mrs|Ms|Dr|Mt|Ft)$/.test(term.text)) {
      letters.push('|');
      owners.push(index);
    }
  });
  return Array.from(letters.join('').matchAll(PHRASE), (match) => {
    const from = owners[match.index] ?? 0;
    const to = owners[match.index + match[0].length - 1] ?? from;
    const words = terms.slice(from, to + 1);
    const text = words
      .map((term, index) => term.text + (index < words.length - 1 ? term.post : ''))
      .join('')
      .trim();
    return { text, worth: /^[DP]/.test(match[0]) ? 1.05 : 1, at };
  });
}

function letterOf(term: Term): string {
  const tags = new Set(term.tags ?? []);
  const word = fold(term.text);
  if (/^(?:my|our|his|her|their)$/.test(word)) return 'P';
  if (tags.has('Pronoun')) return 'X';
  if (tags.has('Determiner') || /^(?:the|an?|no)$/.test(word)) return 'D';
  if (tags.has('Preposition') || /^(?:of|in|on|at|with|from|for|by|under|over|near|to)$/.test(word))
    return /^(?:of|in|on|at|with|from|for|by|under|over|near|to|without|behind)$/.test(word) ? 'I' : 'X';
  if (word === 'and') return 'C';
  if (tags.has('Possessive') && /['’]s?$/.test(term.text)) return 'S';
  if (tags.has('Value')) return '#';
  if (tags.has('Gerund') || tags.has('Verb')) return tags.has('Noun') ? 'N' : 'V';
  if (tags.has('Adjective')) return 'J';
  if (tags.has('Noun') && !tags.has('Date')) return 'N';
  if (tags.has('Adverb') && /^(?:very|most|really|too)$/.test(word)) return 'R';
  return 'X';
}

/** "Tell me about your first day at the mill" offers "My first day at the mill". */
function questionPhrases(unit: StoryUnit): Phrase[] {
  if (!unit.question) return [];
  const here = new Set(contentLemmas(unitText(unit)));
  return nounPhrases(unit.question.text.replace(/\byour\b/gi, 'my').replace(/\byou\b/gi, 'I'), 0.1)
    .filter((phrase) => {
      const words = contentLemmas(phrase.text);
      return words.length > 0 && words.filter((word) => here.has(word)).length / words.length >= 0.5;
    })
    .map((phrase) => ({ ...phrase, worth: phrase.worth * 1.15 }));
}

function score(phrase: Phrase, rarity: (word: string) => number): number {
  const words = tokens(phrase.text);
  const content = words.filter((token) => !isStopWord(token.norm));
  const telling = content.filter((token) => !GENERIC.has(lemma(token.norm)));
  const size = words.length;
  if (telling.length === 0 || size < 2 || size > 8 || phrase.text.length > 60) return 0;
  if (size > 1 && isVerbish(words.map((token) => token.text))) return 0;
  if (WEAK_START.test(phrase.text) || NEVER_IN.test(phrase.text) || HALF_PHRASE.test(phrase.text)) return 0;
  if (
    GENERIC.has(lemma(content.at(-1)?.norm ?? '')) ||
    new Set(content.map((token) => lemma(token.norm))).size < content.length
  )
    return 0;
  const sum = [...new Set(content.map((token) => lemma(token.norm)))].reduce(
    (total, word) => total + rarity(word),
    0,
  );
  const length = size === 2 ? 0.75 : size <= 6 ? 1.1 : 0.95;
  const colour = paints(phrase.text) ? 1.5 : content.some((token) => ABSTRACT.test(token.norm)) ? 0.5 : 0.9;
  const names = content.filter((token) => /^\p{Lu}/u.test(token.text)).length;
  const formal = names === content.length ? 0.6 : 1;
  const pointing =
    /^(?:his|her|their|its)\b/i.test(phrase.text) || /^\p{Lu}\p{L}+['’]s\b/u.test(phrase.text) ? 0.75 : 1;
  const placed = /\b(?:in|on|at|from|under|over|by|with|near|of)\b/.test(phrase.text) ? 1.15 : 1;
  const place = 1.1 - 0.2 * phrase.at;
  return (
    (sum / Math.sqrt(content.length + 0.5)) *
    length *
    phrase.worth *
    place *
    colour *
    formal *
    pointing *
    placed *
    (telling.length > 1 ? 1.4 : 0.6)
  );
}

/** "Dispose of these records": a bare first word that is no plural, no name and no thing is a verb in disguise. */
function isVerbish(words: string[]): boolean {
  const [first = '', second = ''] = words;
  if (
    /^(?:the|an?|my|our|his|her|their|no|two|three|four|five|six|seven|eight|nine|ten|\d.*)$/i.test(first) ||
    /^\p{Lu}/u.test(second)
  )
    return false;
  if (CONCRETE_LEMMAS.has(lemma(fold(first)))) return false;
  return /^(?:of|in|on|at|with|from|for|by|under|to|and|these|those|the)$/i.test(second) && !/s$/.test(first);
}

/** True when something in it can be seen, heard or touched. */
function paints(text: string): boolean {
  return contentLemmas(text).some((word) => CONCRETE_LEMMAS.has(word));
}

function dress(text: string): string {
  const bare = text
    .replace(/\s+/g, ' ')
    .replace(/^["'“‘(\s]+|["'”)\s.,;:!?—–-]+$/g, '')
    .replace(/['’]s$/, '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** No title ends on a word that waits for another, nor opens on one that points back. */
function isWhole(title: string): boolean {
  const words = tokens(title);
  const last = words.at(-1)?.norm ?? '';
  if (
    words.length < 2 ||
    (isStopWord(last) && !/^(?:him|her|me|us|them|it|home|up|down|off|out|over)$/.test(last))
  )
    return false;
  return title.length >= 6 && !BROKEN.some((pattern) => pattern.test(title));
}

/** When no phrase stands out: a short whole sentence, or any whole phrase; at last the plain truth. */
function fallback(unit: StoryUnit, phrases: readonly Phrase[], taken: ReadonlySet<string>): string {
  const free = (text: string) => !taken.has(fold(text)) && text.length <= 60;
  const sentences = unit.paragraphs
    .flat()
    .map((sentence) => dress(sentence.text.replace(/^(?:And|But|So) /, '')));
  const short = sentences.filter(
    (text) => free(text) && countWords(text) >= 3 && countWords(text) <= 9 && !/[?,;:]/.test(text),
  );
  const whole = phrases
    .map((phrase) => dress(phrase.text))
    .filter((text) => free(text) && isWhole(text) && !NEVER_IN.test(text));
  const best = [...short, ...whole].sort((a, b) => contentLemmas(b).length - contentLemmas(a).length)[0];
  return best ?? nextFree('A little more', taken);
}

function nextFree(title: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const text = count === 2 ? title : `${title}, ${count - 1}`;
    if (!taken.has(fold(text))) return text;
  }
}
