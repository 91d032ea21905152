import { KIN_PATTERN } from '#api/biography/writing/language/kinship.ts';
import { countWords, fold } from '#api/biography/writing/language/words.ts';
import { wordsIn } from '#api/platform/domain-values/language.ts';

/** Words of a story that could be its title. */
export interface Phrase {
  text: string;
  kind: 'THING' | 'LINE' | 'CLAUSE' | 'PAIR';
  /** The value of this kind of phrase as a title, whatever its words are. */
  worth: number;
  /** The position in the story: 0 for the first sentence, 1 for the last. */
  at: number;
  /** It only says where, when or with what something was done: it stands after a preposition. */
  isBeside?: boolean;
}

/** Words that the tagger sometimes takes for nouns. */
const NO_NOUN = /^(?:ate|round|turned|there|home|lay|sat|stood|ran|came|went|got|saw|knew|fell|wore|like)$/;

interface Term {
  text: string;
  post: string;
  tags?: string[];
}

/** D a, the; P my; S mother's; J adjective; # number; R very; G gerund; N noun; I preposition; O of; C and; Q made, called. */
const PHRASE =
  /(?<![DPSJ#NG])[DP]?(?:[J#N]{0,2}S)?[RJ#G]{0,3}N{1,3}(?:(?:Q?[IO]|[CQ])[DP]?(?:[J#]?S)?[J#]{0,2}N{1,3}){0,4}/g;
/** After these verbs a whole clause may follow: "he said the bus stopped at the corner". */
const REPORTS =
  /^(?:sa(?:y|ys|id)|think|thought|know|knew|hear|heard|believed?|swore|hoped?|wish|wished|see|saw|told)$/;
/** "The top", "the middle": a noun that is only a part of something else. */
const PART_OF = /^(?:top|front|back|middle|side|end|bottom|edge|rest|inside|outside|half|kind|sort|lack)$/;
const ASKS_WHETHER = /^(?:would|did|do|does|will|could|can|should)$/;
/** "That night": the phrase begins with the word that points to it. */
const POINTS = /^(?:that|this|those|these|such|each|every|any)$/;
/** "A fella who would only dance with a broom". */
const WHO =
  /\b((?:an?|the|one) (?:\p{L}+ ){0,2}?\p{Ll}+)(?: (?:called|named)(?: \p{Lu}[\p{L}'’]+)+)?,? (who (?!was\b|were\b|I\b)(?:(?!(?:and|but|because|when|if|so|that)\b)[\p{L}'’-]+ ?){2,6})(?=[,.;:!?—]|$)/gu;
/** A comparison: "like a sack of flour" doesn't mean that there was flour. */
const LIKENESS =
  /(?<!\b(?:I|you|we|they|he|she|would|'d|didn't|don't|not|to|did|girls|boys|people|men|women|everybody|looks?|looked) )\b(?:like (?:an?|the|some|somebody|someone|it|he|she|they|we|I|one|when|two|three)\b|as if\b|as though\b|as \p{L}+ as\b)[^,.;:!?—“”"]*/giu;
const LIKENESS_OF_LOOKS = /\blook(?:s|ed|ing)? like [^,.;:!?—“”"]*/giu;
/** "For" usually separates a phrase from what follows, but after these nouns it belongs to the phrase. */
const MEANT_FOR =
  /^(?:letters?|presents?|gifts?|songs?|money|room|food|soup|bread|shoes|dress|price|words?|prayers?)$/;
/** A verb of speaking: after it somebody speaks. */
const SPEAKS =
  /\b(?:(I) )?(?:said|says|say|(?:asked|asks|ask)(?: me| him| her| us| them)?|shouted|cried|whispered|answered|wrote|written|goes|told (?:me|him|her|us|them)),? (?:(?:on|in) (?:the|my|his|her) \p{L}+, |(?:to|at) (?:me|him|her|us|them|everybody|my \p{L}+),? )?/giu;
/** An address or an opening at the start of a spoken line: "well, ", "ma'am, ", "you too, ". */
const ADDRESSED = /^(?:\p{L}+['’]?\p{L}*(?: \p{L}+)?), (?=\p{L}+['’]?\p{L}* \p{L}+)/u;
/** The question at the end of a spoken line with several parts. */
const ASKED =
  /, ((?:what|who|where|why|how|when|which|is|are|am|was|were|do|does|did|will|would|can|could|shall|have|has|had)\b[^,?]{4,48}\?)$/i;
const REPORTED =
  /^(?:that|how|why|whether|if|to|when|where|(?:she|he|they)(?!['’])|and|because|so|something|nothing|it was|it is|it['’]s)\b|\b(?:said|says|asked|told|thought|she|he|the|an?|of|and|or|but|to|in|on|at|for|with|my|that|if|as|is|was)$/i;
const CLAUSE_START =
  /^(?:We|My \p{L}+|Our \p{L}+|The \p{L}+|Nobody|Everybody|You couldn['’]t|\p{Lu}\p{Ll}+ (?:was|had|came|found|made|never|kept|ran))\b/u;
/** The date and place at the end of an opening sentence: " in 1966", ", in Machico", " on the last day of August". */
const WHEN_AND_WHERE =
  /(?: (?:in|on|around|about|early in|late in) (?:the )?(?:(?:last|first|\p{L}+(?:st|nd|rd|th)|\d+(?:st|nd|rd|th)) (?:day |week )?of |(?:spring|summer|autumn|fall|winter) of )?(?:(?:January|February|March|April|May|June|July|August|September|October|November|December)\b(?:,? (?:of|in))? ?)?(?:\d{4}|['’]\d\d)?|, in \p{Lu}\p{L}+)$/u;
const OWNS =
  /(?<=^|[.;] )(?!(?:We|They|She|He|I|You|It|There|Everybody|Nobody|Somebody)\b)((?:(?:Mr|Mrs|Miss|Ms|Dr)\.? |Sister |Brother |Father |Aunt |Uncle )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?:had|kept|wore|carried|played|rang|drove) (?:an?|one|the) (\p{L}+(?: \p{L}+)?)(?= (?:on|in|behind|under|that|which|with|and)\b|[,.;])/gu;
const SOMEBODY = new RegExp(`^(?:person|man|woman|boy|girl|${KIN_PATTERN})$`, 'i');
const WEAK_CLAUSE =
  /\b(?:was|were|is|are|had been) (?:\p{L}+ing|born|very|so|just|always|really|not|there|it)\b|^(?:That|This|It|There|He|She|They|Then|What|Which|And)\b/iu;

/**
 * Every part of a sentence that could be a title, with its value. `at` is the sentence's position in the
 * story.
 */
export function phrasesOf(sentence: string, at: number): Phrase[] {
  return [
    ...linesIn(sentence, at),
    ...clausesOf(sentence).flatMap((clause) => clauseOf(clause, at)),
    ...ownThings(sentence, at),
    ...peopleByDeed(sentence, at),
    ...nounPhrases(sentence, at),
  ];
}

/** Somebody with what they did: "A man who danced with a broom". */
function peopleByDeed(sentence: string, at: number): Phrase[] {
  return Array.from(sentence.matchAll(WHO), ([, somebody = '', deed = '']) => ({
    text: `${somebody.trim()} ${deed.trim()}`,
    kind: 'THING' as const,
    worth: 1,
    at,
  }));
}

/** What somebody says in the story: a quote, or the words after "she said," to the end of the sentence. */
function linesIn(sentence: string, at: number): Phrase[] {
  const quoted = Array.from(sentence.matchAll(/(?<=[,:] )["“]([^"“”]{6,48}?)[.,!]*["”]/g), (match) => ({
    line: match[1] ?? '',
    worth: 1,
  }));
  const lines = quoted.length > 0 ? quoted : [spokenLine(sentence)];
  return lines
    .map(({ line, worth }) => ({ line: line.trim(), worth }))
    .filter(({ line }) => countWords(line) >= 2 && countWords(line) <= 8 && !REPORTED.test(line))
    .map(({ line, worth }) => ({ text: line, kind: 'LINE', worth, at }));
}

/** The words after the last "she said,". Without a comma or a question they are only reported speech. */
function spokenLine(sentence: string): { line: string; worth: number } {
  const none = { line: '', worth: 0 };
  const match = Array.from(sentence.matchAll(SPEAKS)).at(-1);
  if (!match) return none;
  // "She wanted the hour, she said, before …": the speaker is named within the line.
  if (/, (?!and\b|but\b|so\b|then\b)\p{L}+ $/u.test(sentence.slice(0, match.index + (match[1]?.length ?? 0))))
    return none;
  let line = sentence.slice(match.index + match[0].length).replace(/[.!"”]+$/, '');
  const asked = line.match(ASKED)?.[1];
  if (asked) line = asked;
  if (!match[0].includes(',') && !line.endsWith('?') && !/^(?:no|yes|oh|well|why), /i.test(line)) return none;
  if (/[;:—“"]/.test(line)) return none;
  for (let cut = 0; cut < 2 && ADDRESSED.test(line); cut += 1) line = line.replace(ADDRESSED, '');
  if ((line.match(/,/g)?.length ?? 0) > 1) return none;
  return { line, worth: match[1] ? 0.7 : 1 };
}

/** "Sister Benedicta had a bell": a named person's thing is "Sister Benedicta's bell". */
function ownThings(sentence: string, at: number): Phrase[] {
  return Array.from(sentence.matchAll(OWNS), ([, owner = '', thing = '']) => ({
    text: `${owner}${/s$/.test(owner) ? '’' : '’s'} ${thing}`,
    kind: 'THING' as const,
    worth: 1.3,
    at,
  }));
}

/** A sentence, and each clause of it that stands after a comma with a subject of its own. */
function clausesOf(sentence: string): string[] {
  const clauses = sentence
    .split(/, (?:and|but|so) (?=(?:my|our|the|nobody|everybody|\p{Lu}\p{Ll}+) )/u)
    .map((clause) => clause.charAt(0).toUpperCase() + clause.slice(1));
  return clauses.length > 1 ? [sentence, ...clauses] : [sentence];
}

/** A whole short sentence in which somebody does something, without the date and place at its end. */
function clauseOf(sentence: string, at: number): Phrase[] {
  const text = sentence.replace(/[.!]$/, '').replace(WHEN_AND_WHERE, '');
  const size = countWords(text);
  const fits =
    CLAUSE_START.test(text) &&
    !/[,;:?—“"]/.test(text) &&
    size >= (WHEN_AND_WHERE.test(sentence.replace(/[.!]$/, '')) ? 3 : 4) &&
    size <= 7 &&
    !WEAK_CLAUSE.test(text) &&
    !/\bwas \p{Lu}/u.test(text);
  return fits ? [{ text, kind: 'CLAUSE', worth: 0.9, at }] : [];
}

/** The noun phrases of a text, without comparisons. */
export function nounPhrases(text: string, at: number): Phrase[] {
  const sober = text.replace(LIKENESS_OF_LOOKS, ', ').replace(LIKENESS, ', ').replace(/\s+,/g, ',');
  const parts = wordsIn(sober).json() as { terms: Term[] }[];
  const terms = parts.flatMap((part) => part.terms);
  const letters: string[] = [];
  const owners: number[] = [];
  const add = (letter: string, index: number) => {
    letters.push(letter);
    owners.push(index);
  };
  terms.forEach((term, index) => {
    if (failsToJoin(terms, index)) add('|', index);
    add(isReduced(terms, index) ? 'Q' : letterOf(term, terms[index - 1], terms[index + 1]), index);
    if (/[,.;:!?—–"“”()|]/.test(term.post) && !/^(?:St|Mr|Mrs|Ms|Dr|Mt|Ft)$/.test(term.text)) add('|', index);
  });
  return Array.from(letters.join('').matchAll(PHRASE)).flatMap((match) =>
    wholesOf(match[0]).flatMap(([start, end]) => {
      const from = owners[match.index + start] ?? 0;
      const to = owners[match.index + end - 1] ?? from;
      const whole = terms
        .slice(from, to + 1)
        .map((term, index) => term.text + (index < to - from ? term.post : ''))
        .join('')
        .trim();
      if (isCut(terms, from, to)) return [];
      const worth = /^[DP]/.test(match[0].slice(start)) ? 1.05 : 1;
      const isBeside = isPlaced(terms[from - 1]);
      return [{ text: whole, kind: 'THING' as const, worth, at, isBeside }];
    }),
  );
}

/**
 * A phrase can be used whole, without what is joined to it, or as the joined part alone; never without its
 * "of".
 */
function wholesOf(letters: string): [number, number][] {
  const cuts = Array.from(letters.matchAll(/Q[IO]?|[IC]/g)).filter(({ index }) => index > 0);
  const ends = [...cuts.map(({ index }) => index), letters.length];
  return [
    ...ends.map((end): [number, number] => [0, end]),
    ...cuts.map(({ index, 0: cut }, at): [number, number] => [
      index + cut.length,
      ends[at + 1] ?? letters.length,
    ]),
  ];
}

/** "A goat called Empress", "a car made of a pram": the participle belongs to the thing before it. */
function isReduced(terms: readonly Term[], index: number): boolean {
  const [before, term, after] = [terms[index - 1], terms[index], terms[index + 1]];
  if (!before?.tags?.includes('Noun') || !term || !after || /[,.;:!?—]/.test(before.post + term.post))
    return false;
  const isName = /^(?:called|named)$/.test(fold(term.text)) && /^\p{Lu}/u.test(after.text);
  const isMade =
    Boolean(
      term.tags?.includes('Verb') && /(?:ed|en|[^v]ade|[nt]ed|ung|own|orn|uilt|ept|ied)$/.test(term.text),
    ) && Boolean(after.tags?.includes('Preposition'));
  if (!isName && !isMade) return false;
  let start = index - 1;
  while (start > 0 && terms[start - 1]?.tags?.some((tag) => /^(?:Noun|Adjective|Value)$/.test(tag)))
    start -= 1;
  const determiner = fold(terms[start - 1]?.text ?? '');
  const opener = /^(?:an?|the|my|our|his|her|their|one)$/.test(determiner)
    ? terms[start - 2]
    : terms[start - 1];
  if (!opener || /[,.;:!?—]/.test(opener.post)) return false;
  return (
    Boolean(opener.tags?.some((tag) => /^(?:Verb|Preposition)$/.test(tag))) &&
    !REPORTS.test(fold(opener.text))
  );
}

/** Whether a phrase lost what it needs: "the cat sitting on top" (of it), "a rope hanging" (from the barn). */
function isCut(terms: readonly Term[], from: number, to: number): boolean {
  const [last, next] = [terms[to], terms[to + 1]];
  if (PART_OF.test(fold(last?.text ?? '')) || POINTS.test(fold(terms[from - 1]?.text ?? ''))) return true;
  if (/^(?:not|never)$/.test(fold(terms[from - 1]?.text ?? ''))) return true;
  // "The houses laughing", but "my mother's cooking" and "the typing".
  const before = to > from ? terms[to - 1] : undefined;
  if (last?.tags?.includes('Gerund') && before?.tags?.includes('Noun') && !before.tags.includes('Possessive'))
    return true;
  if (/[,.;:!?—]/.test(last?.post ?? '') || !next) return false;
  // "When would the frog play": the last word is its verb.
  if (ASKS_WHETHER.test(fold(terms[from - 1]?.text ?? ''))) return true;
  // "The lighthouse with the waves going right over", "my mother with the dough still on her hands".
  const isWith = terms.slice(from + 1, to).some(({ text }) => fold(text) === 'with');
  if (isWith && next.tags?.some((tag) => /^(?:Verb|Gerund|Adverb|Preposition)$/.test(tag))) return true;
  return fold(next.text) === 'of';
}

const isPlaced = (term: Term | undefined) =>
  /^(?:in|on|at|to|from|into|by|near|under|over|behind|through|out)$/.test(fold(term?.text ?? '')) &&
  !/[,.;:!?—]/.test(term?.post ?? '');

/** Whether a joining word fails to join its two sides into one thing. */
function failsToJoin(terms: readonly Term[], index: number): boolean {
  const word = fold(terms[index]?.text ?? '');
  const next = fold(terms[index + 1]?.text ?? '');
  if (/^(?:that|this|these|those|which|who)$/.test(word)) return true;
  if (word === 'and') return doesSomething(terms, index + 1);
  if (word === 'for') return !MEANT_FOR.test(fold(terms[index - 1]?.text ?? ''));
  if (!/^(?:in|on|at|with|from|by|to|under|over|near)$/.test(word)) return false;
  // "In my nightie with the kettle": after a place, "with the kettle" belongs to the action too.
  const withThing = /^(?:with|from|by)$/.test(word);
  // "To the exchange in my mother's shoes": after a direction or a place, what follows belongs to the
  // action, not to the thing.
  for (let back = index - 1; back >= Math.max(0, index - 5); back -= 1) {
    const before = fold(terms[back]?.text ?? '');
    if (/^(?:to|into|through|up|down|across|along|past|around|round|against)$/.test(before)) return true;
    if (withThing && /^(?:in|on|at|under|behind|over|near|out)$/.test(before)) return true;
    if (/[,.;:!?|]/.test(terms[back]?.post ?? '')) break;
  }
  return /^(?:it|him|her|them|me|us|that|this)$/.test(next);
}

/** "Opened the door and the flour had turned": what follows "and" is the subject of its own verb. */
function doesSomething(terms: readonly Term[], from: number): boolean {
  const isOfThing = (term: Term) =>
    Boolean(term.tags?.some((tag) => /^(?:Determiner|Adjective|Noun|Possessive|Value)$/.test(tag)));
  let at = from;
  while (at < terms.length && isOfThing(terms[at] as Term)) {
    if (/[,.;:!?—]/.test(terms[at]?.post ?? '')) return false;
    at += 1;
  }
  return at > from && Boolean(terms[at]?.tags?.includes('Verb')) && !terms[at]?.tags?.includes('Gerund');
}

function letterOf(term: Term, before: Term | undefined, after: Term | undefined): string {
  const tags = new Set(term.tags ?? []);
  const word = fold(term.text);
  if (/^(?:my|our|his|her|their)$/.test(word)) return 'P';
  if (tags.has('Pronoun') || /^(?:that|this|these|those|there)?$/.test(word)) return 'X';
  if (tags.has('Determiner') || /^(?:the|an?|no)$/.test(word)) return 'D';
  if (word === 'of') return 'O';
  if (/^(?:in|on|at|with|from|for|by|under|over|near|to|without|behind)$/.test(word)) return 'I';
  if (tags.has('Preposition')) return 'X';
  if (word === 'and') return 'C';
  if (/^(?:such|even|just|mine|ours|yours|none|no one|(?:no|any|some|every)(?:body|one))$/.test(word))
    return 'X';
  // "That night Sal got up": a time before somebody.
  if (tags.has('Date') || tags.has('Time')) return 'X';
  if (/^(?:only|own)$/.test(word)) return 'J';
  if (tags.has('Possessive') && /['’]s?$/.test(term.text)) return 'S';
  if (tags.has('Value')) return '#';
  if (tags.has('Gerund') || tags.has('Verb'))
    return tags.has('Noun') || endsThing(term, before, after) ? 'N' : 'V';
  if (tags.has('Adjective')) return 'J';
  if (tags.has('Noun') && !tags.has('Date') && !NO_NOUN.test(word)) return 'N';
  if (tags.has('Adverb') && /^(?:very|most|really|too)$/.test(word)) return 'R';
  return 'X';
}

/**
 * "A lemon drop afterwards": a bare verb right after a single thing, without an object, is part of the
 * thing's name.
 */
function endsThing(term: Term, before: Term | undefined, after: Term | undefined): boolean {
  const single =
    Boolean(before?.tags?.some((tag) => tag === 'Singular' || tag === 'Adjective')) &&
    !/[,.;:!?]/.test(before?.post ?? '') &&
    !before?.tags?.includes('Person') &&
    !SOMEBODY.test(before?.text ?? '');
  const bare =
    Boolean(term.tags?.includes('Infinitive') || term.tags?.includes('PresentTense')) &&
    !/s$/.test(term.text);
  const closes =
    /[,.;:!?]/.test(term.post) ||
    !after ||
    Boolean(after.tags?.some((tag) => /^(?:Preposition|Adverb|Conjunction|PastTense)$/.test(tag)));
  return single && bare && closes;
}
