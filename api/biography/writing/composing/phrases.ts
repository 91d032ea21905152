import { KIN_PATTERN } from '#api/biography/writing/language/kinship.ts';
import { countWords, fold } from '#api/biography/writing/language/words.ts';
import { wordsIn } from '#api/platform/values/language.ts';

/** Words of a story that could stand for it. */
export interface Phrase {
  text: string;
  kind: 'THING' | 'LINE' | 'CLAUSE';
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

/** D a, the; P my; S mother's; J adjective; # number; R very; G gerund; N noun; I preposition; O of; C and. */
const PHRASE =
  /(?<![DPSJ#NG])[DP]?(?:[J#]{0,2}S)?[RJ#G]{0,3}N{1,3}(?:[IOC][DP]?(?:[J#]?S)?[J#]{0,2}N{1,3}){0,4}/g;
/** What stands in it is only a likeness: nobody carried flour who was carried like a sack of it. */
const LIKENESS =
  /(?<!\b(?:I|you|we|they|he|she|would|'d|didn't|don't|not|to|did|girls|boys|people|men|women|everybody|looks?|looked) )\b(?:like (?:an?|the|some|somebody|someone|it|he|she|they|we|I|one|when|two|three)\b|as if\b|as though\b|as \p{L}+ as\b)[^,.;:!?—“”"]*/giu;
const LIKENESS_OF_LOOKS = /\blook(?:s|ed|ing)? like [^,.;:!?—“”"]*/giu;
/** "For" parts an asking from what is asked for, but belongs to what is meant for somebody. */
const MEANT_FOR =
  /^(?:letters?|presents?|gifts?|songs?|money|room|food|soup|bread|shoes|dress|price|words?|prayers?)$/;
const SPOKEN =
  /\b(?:said|says|asked|shouted|cried|whispered|answered|wrote|read),? (?:(?:to|at) (?:me|him|her|us|them|everybody), )?(?:(?:well|yes|no|oh|but|and|sir|ma'am|madam|boy|girl|child|son), )*((?:\p{L}|['’])[^.;:!?“”"]{4,60})/gu;
const REPORTED =
  /^(?:that|how|why|whether|if|to|when|where|she|he|they|and|because|so|something|nothing|it was|a|the)\b|\b(?:said|says|asked|told|thought|she|he|the|an?|of|and|or|but|to|in|on|at|for|with|my|that|if|as|is|was)$/i;
const CLAUSE_START =
  /^(?:We|My \p{L}+|Our \p{L}+|The \p{L}+|Nobody|Everybody|You couldn['’]t|\p{Lu}\p{Ll}+ (?:was|had|came|found|made|never|kept|ran))\b/u;
const SOMEBODY = new RegExp(`^(?:person|man|woman|boy|girl|${KIN_PATTERN})$`, 'i');
const WEAK_CLAUSE =
  /\b(?:was|were|is|are|had been) (?:\p{L}+ing|born|very|so|just|always|really|not|there|it)\b|^(?:That|This|It|There|He|She|They|Then|What|Which|And)\b/iu;

/** Everything in a sentence that could be a title, with its worth. `at` says where in the story the sentence stands. */
export function phrasesOf(sentence: string, at: number): Phrase[] {
  return [...linesIn(sentence, at), ...clauseOf(sentence, at), ...nounPhrases(sentence, at)];
}

/** What somebody says in the story: a quote, or the words after "she said,". */
function linesIn(sentence: string, at: number): Phrase[] {
  const quoted = Array.from(
    sentence.matchAll(/(?<=[,:] )["“]([^"“”]{6,48}?)[.,!?]*["”]/g),
    (match) => match[1] ?? '',
  );
  const bare = quoted.length > 0 ? [] : Array.from(sentence.matchAll(SPOKEN), spokenLine);
  return [...quoted, ...bare]
    .map((line) => line.trim())
    .filter((line) => countWords(line) >= 2 && countWords(line) <= 8 && !REPORTED.test(line))
    .map((text) => ({ text, kind: 'LINE', worth: 1.6, at }));
}

/** A line goes on over one comma ("number, please"), not over two; without a comma before it, it was only reported. */
function spokenLine(match: RegExpMatchArray): string {
  if (!/^\p{L}+, /u.test(match[0])) return '';
  const [first = '', second] = (match[1] ?? '').split(/, /);
  if (second === undefined || countWords(first) >= 3) return first;
  return countWords(second) <= 2 ? `${first}, ${second}` : '';
}

/** A whole short sentence in which somebody does something. */
function clauseOf(sentence: string, at: number): Phrase[] {
  const text = sentence.replace(/[.!]$/, '');
  const size = countWords(text);
  const fits =
    CLAUSE_START.test(text) &&
    !/[,;:?—“"]/.test(text) &&
    size >= 4 &&
    size <= 7 &&
    !WEAK_CLAUSE.test(text) &&
    !/\bwas \p{Lu}/u.test(text);
  return fits ? [{ text, kind: 'CLAUSE', worth: at === 0 ? 1.8 : 0.95, at }] : [];
}

/** The noun phrases of a text, without those that only liken. */
export function nounPhrases(text: string, at: number): Phrase[] {
  const sober = text.replace(LIKENESS_OF_LOOKS, ' | ').replace(LIKENESS, ' | ');
  const parts = wordsIn(sober).json() as { terms: Term[] }[];
  const terms = parts.flatMap((part) => part.terms);
  const letters: string[] = [];
  const owners: number[] = [];
  const add = (letter: string, index: number) => {
    letters.push(letter);
    owners.push(index);
  };
  terms.forEach((term, index) => {
    if (bars(terms, index)) add('|', index);
    add(letterOf(term, terms[index - 1], terms[index + 1]), index);
    if (/[,.;:!?—–"“”()|]/.test(term.post) && !/^(?:St|Mr|Mrs|Ms|Dr|Mt|Ft)$/.test(term.text)) add('|', index);
  });
  return Array.from(letters.join('').matchAll(PHRASE)).flatMap((match) =>
    wholesOf(match[0]).map(([start, end]) => {
      const from = owners[match.index + start] ?? 0;
      const to = owners[match.index + end - 1] ?? from;
      const whole = terms
        .slice(from, to + 1)
        .map((term, index) => term.text + (index < to - from ? term.post : ''))
        .join('')
        .trim();
      const worth = /^[DP]/.test(match[0].slice(start)) ? 1.05 : 1;
      return { text: whole, kind: 'THING' as const, worth, at };
    }),
  );
}

/** A phrase stands whole, without what is joined on, or as what is joined on; never without its "of". */
function wholesOf(letters: string): [number, number][] {
  const cuts = Array.from(letters.matchAll(/[IC]/g), (match) => match.index).filter((cut) => cut > 0);
  const ends = [...cuts, letters.length];
  return [
    ...ends.map((end): [number, number] => [0, end]),
    ...cuts.map((cut, at): [number, number] => [cut + 1, ends[at + 1] ?? letters.length]),
  ];
}

/** A joining word that doesn't join what stands on its two sides to one thing. */
function bars(terms: readonly Term[], index: number): boolean {
  const word = fold(terms[index]?.text ?? '');
  const next = fold(terms[index + 1]?.text ?? '');
  if (/^(?:that|this|these|those|which|who)$/.test(word)) return true;
  if (word === 'for') return !MEANT_FOR.test(fold(terms[index - 1]?.text ?? ''));
  if (!/^(?:in|on|at|with|from|by|to|under|over|near)$/.test(word)) return false;
  // "To the exchange in my mother's shoes": after a way or a place, what follows belongs to the doing, not to the thing.
  for (let back = index - 1; back >= Math.max(0, index - 5); back -= 1) {
    const before = fold(terms[back]?.text ?? '');
    if (/^(?:to|into|through|up|down)$/.test(before)) return true;
    if (/[,.;:!?|]/.test(terms[back]?.post ?? '')) break;
  }
  return /^(?:it|him|her|them|me|us|that|this)$/.test(next);
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
  if (tags.has('Possessive') && /['’]s?$/.test(term.text)) return 'S';
  if (tags.has('Value')) return '#';
  if (tags.has('Gerund') || tags.has('Verb'))
    return tags.has('Noun') || endsThing(term, before, after) ? 'N' : 'V';
  if (tags.has('Adjective')) return 'J';
  if (tags.has('Noun') && !tags.has('Date')) return 'N';
  if (tags.has('Adverb') && /^(?:very|most|really|too)$/.test(word)) return 'R';
  return 'X';
}

/** "A lemon drop afterwards": a bare verb right after a single thing, with nothing to act on, is the thing's own name. */
function endsThing(term: Term, before: Term | undefined, after: Term | undefined): boolean {
  const single =
    Boolean(before?.tags?.includes('Singular')) &&
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
