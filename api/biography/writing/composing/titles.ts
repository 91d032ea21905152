import nlp from 'compromise';
import { type StoryUnit, unitText } from '#api/biography/writing/composing/units.ts';
import { CONCRETE, GENERIC } from '#api/biography/writing/composing/vocabulary.ts';
import {
  contentLemmas,
  countWords,
  fold,
  isStopWord,
  lemma,
  tokens,
} from '#api/biography/writing/language/words.ts';

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

const PHRASE = /(?<![DPJ#N])[DP]?[RJ#G]{0,3}N{1,3}(?:[IC][DP]?[J#]{0,2}N{1,3}){0,2}/g;
const WEAK_START =
  /^(?:this|that|these|those|some|any|such|another|each|every|all|both|same|a lot|lots|a couple|a bunch|a kind|kind|sort|a number|a bit|a few|few|several|many|much|more|most|other|what|which|whatever|whole|of|one of|my own|your|you)\b/i;
const CLAUSE_START =
  /^(?:I|We|My \p{L}+|Our \p{L}+|The \p{L}+|Nobody|Everybody|You could|You couldn['’]t)\b/u;

/** The phrase of a story that makes one want to open it: its own words, whole, never cut short. */
export function titleOf(unit: StoryUnit, others: readonly StoryUnit[], taken: ReadonlySet<string>): string {
  const sentences = unit.paragraphs.flat().map((sentence) => sentence.text);
  const rarity = rarityIn(unitText(unit), others.map(unitText));
  const phrases = [
    ...sentences.flatMap((sentence, at) => phrasesOf(sentence, at / Math.max(1, sentences.length - 1))),
    ...questionPhrases(unit),
  ];
  const best = phrases
    .map((phrase) => ({ text: dress(phrase.text), score: score(phrase, rarity) }))
    .filter(({ text, score: value }) => value > 0 && isWhole(text) && !taken.has(fold(text)))
    .sort((a, b) => b.score - a.score)[0];
  return best?.text ?? fallback(unit, taken);
}

/** How telling a word is here: said often in this story, seldom in the others. */
function rarityIn(text: string, others: readonly string[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const word of contentLemmas(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const elsewhere = others.map((other) => new Set(contentLemmas(other)));
  return (word) => {
    const near = elsewhere.filter((words) => words.has(word)).length;
    const idf = Math.log((2 + elsewhere.length) / (1 + near));
    const kind = GENERIC.has(word) ? 0.12 : CONCRETE.has(word) ? 1.7 : 1;
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
    CLAUSE_START.test(clause) && !/[,;:?—]/.test(clause) && countWords(clause) >= 3 && countWords(clause) <= 7
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
    if (/[,.;:!?—–"“”()]/.test(term.post)) {
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
  const content = tokens(phrase.text).filter((token) => !isStopWord(token.norm));
  const telling = content.filter((token) => !GENERIC.has(lemma(token.norm)));
  const size = countWords(phrase.text);
  if (telling.length === 0 || size < 2 || size > 8 || phrase.text.length > 60 || WEAK_START.test(phrase.text))
    return 0;
  if (GENERIC.has(lemma(content.at(-1)?.norm ?? '')) && telling.length < 2) return 0;
  const sum = [...new Set(content.map((token) => lemma(token.norm)))].reduce(
    (total, word) => total + rarity(word),
    0,
  );
  const length = size === 2 ? 0.8 : size <= 6 ? 1.1 : 0.95;
  return (
    (sum / Math.sqrt(content.length + 0.5)) *
    length *
    phrase.worth *
    (1.12 - 0.2 * phrase.at) *
    (telling.length > 1 ? 1.25 : 0.85)
  );
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
    (isStopWord(last) && !/^(?:him|her|me|us|them|it|home|up|down|off|out|over|there)$/.test(last))
  )
    return false;
  return (
    !/^(?:and|but|or|so|because|which|who|of|to|it|they|them|he|she|there)\b/i.test(title) &&
    title.length >= 6
  );
}

/** The first words of a short sentence, or at last the question's theme: plain, but never a filler. */
function fallback(unit: StoryUnit, taken: ReadonlySet<string>): string {
  const short = unit.paragraphs
    .flat()
    .map((sentence) => dress(sentence.text))
    .filter(
      (text) => countWords(text) <= 9 && text.length <= 60 && !taken.has(fold(text)) && !text.includes('?'),
    )
    .sort((a, b) => contentLemmas(b).length - contentLemmas(a).length)[0];
  if (short) return short;
  const word = contentLemmas(unitText(unit)).find((lemmaWord) => !GENERIC.has(lemmaWord));
  const said = tokens(unitText(unit)).find((token) => lemma(token.norm) === word)?.text ?? 'that time';
  return dress(`About ${said}`);
}
