import { rankOf } from '#api/language/word-vectors.ts';
import { wordsIn } from '#api/platform/domain-values/language.ts';
import { sentencesOf } from '../words.ts';
import { TITLES } from './lexicon.ts';

/** The class of a word in its sentence, as far as topics and deeds need it. */
export type WordClass =
  | 'DETERMINER'
  | 'POSSESSIVE'
  | 'NUMBER'
  | 'ADJECTIVE'
  | 'NOUN'
  | 'NAME'
  | 'PRONOUN'
  | 'VERB'
  | 'PREPOSITION'
  | 'LINK'
  | 'ADVERB'
  | 'OTHER';

export interface Word {
  text: string;
  low: string;
  kind: WordClass;
  tags: ReadonlySet<string>;
  /** “Not”, “never”, “didn’t”. */
  denies: boolean;
  /** The mark between it and the next word: “,”, “;”, “—”; empty inside a clause. */
  mark: string;
}

const list = (words: string) => new Set(words.split(/\s+/));
const DETERMINERS = list('a an the this these those some any no every each another both');
const POSSESSIVES = list('my our your his her its their');
const PRONOUNS = list(
  'i you he she it we they me him us them mine yours hers ours theirs myself himself herself themselves itself ourselves yourself nobody somebody someone everybody everyone anybody anyone no-one nothing something everything anything none others',
);
const PREPOSITIONS = list(
  'in on at from of with by for about over under behind beside between near into onto through across along around against without inside outside off up down past toward towards above below beyond during among next round out like',
);
const LINKS = list(
  'and or but so because when while until till if though although since before after than as whereas unless which who whom whose where why how what that once',
);
const ADVERBS = list(
  'not never always still just only also even too very really quite often sometimes then now again mostly usually nearly almost ever soon later there here back away home together alone well actually maybe perhaps rather already all twice once',
);
const COPULAS = list('was were is are am be been being');
/** Words that the tagger takes for nouns or adjectives, but that are verbs after a subject. */
const MISTAKEN = list(
  'left lent fell lay felt saw ground bore wound found spoke rose shot met cut hit set put let read led kept sent spent bent lit fed bred wed dug hung swept wept slept crept',
);

const FEWEST_NAME = 2;
/** Only this much at the end of an answer is analysed: a topic further back is not what comes next. */
const MOST_CHARACTERS = 900;
const MOST_SENTENCES = 8;

/** Words such as “mother-in-law”, which the tagger would split. */
const KIN_HYPHEN = /\b(?:(?:great|step|half|god|grand)-\p{L}+(?:-\p{L}+)?|(?:\p{L}+-)?in-laws?)\b/gu;

type Term = { text: string; post: string; normal: string; implicit?: string; tags?: Set<string> };

/** The last sentences of an answer, each as its words. */
export function tagSentences(text: string): Word[][] {
  const sentences = sentencesOf(text).slice(-MOST_SENTENCES);
  while (sentences.length > 1 && sentences.join(' ').length > MOST_CHARACTERS) sentences.shift();
  return sentences
    .map((sentence) => tagSentence(sentence.slice(-MOST_CHARACTERS)))
    .filter((words) => words.length > 0);
}

const PARTICIPLE =
  /(?:ed|en|wn|ght|ung|unk|one|ept)$|^(?:had|made|said|told|left|lost|met|sat|heard|found|held|got|stood|begun|run|read|put|sold|come|paid)$/;

/** “I’d never tasted” is “I had never tasted”; “we’d sleep” is “we would sleep”. “I’d go” may be only a wish. */
function spelledOut(sentence: string): string {
  return sentence.replace(
    /\b(I|we|he|she|they)'d(?= (?:(?:never|always|often|just|only|already|all) )?(\p{L}+))/giu,
    (all, who: string, verb: string) =>
      PARTICIPLE.test(verb) ? `${who} had` : /^i$/i.test(who) ? all : `${who} would`,
  );
}

function tagSentence(sentence: string): Word[] {
  const all = (
    wordsIn(spelledOut(sentence.replace(/’/g, "'")).replace(KIN_HYPHEN, (kin) => kin.replace(/-/g, '_')))
      .docs as unknown as Term[][]
  ).flat();
  // “Wasn’t” is split in two, the second part without text. The first part shows the negation.
  const terms = all.filter(({ text, implicit }) => text !== '' || (implicit && implicit !== 'not'));
  for (const term of terms) term.text = term.text.replace(/_/g, '-');
  const words = terms.map((term, at): Word => {
    const said = (term.text || term.implicit || '').toLowerCase();
    const low = said
      .replace(/^wo(?=n't$)/, 'will')
      .replace(/^ca(?=n't$)/, 'can')
      .replace(/n't$/, '');
    return {
      // “My brothers' boots”: the tagger takes the mark off.
      text: /^['’](?=\s|$)/.test(term.post) && /s$/.test(term.text) ? `${term.text}'` : term.text,
      low,
      kind: classOf(term, low, at),
      tags: term.tags ?? new Set(),
      denies: low !== said || /^(?:not|never)$/.test(low),
      mark: /[,;:—–(]|\.\.\.|…| - /.exec(term.post)?.[0] ?? '',
    };
  });
  for (const [at, word] of words.entries()) correct(word, words, at);
  return words;
}

function classOf({ text, tags = new Set() }: Term, low: string, at: number): WordClass {
  if (low === '') return 'OTHER';
  if (DETERMINERS.has(low)) return 'DETERMINER';
  if (POSSESSIVES.has(low)) return 'POSSESSIVE';
  if (PRONOUNS.has(low) || /^I(?:'|$)/.test(text)) return 'PRONOUN';
  if (COPULAS.has(low)) return 'VERB';
  if (PREPOSITIONS.has(low) || low === 'to') return 'PREPOSITION';
  if (LINKS.has(low)) return 'LINK';
  if (ADVERBS.has(low)) return 'ADVERB';
  if (tags.has('Value')) return 'NUMBER';
  if (tags.has('Verb') && tags.has('Gerund')) return 'VERB';
  if (/^\p{Lu}/u.test(text) && TITLES.has(low) && (tags.has('Honorific') || at === 0)) return 'NAME';
  const capital = /^\p{Lu}/u.test(text) && text.length >= FEWEST_NAME;
  if (capital && (at > 0 || tags.has('ProperNoun')) && !tags.has('Verb')) return 'NAME';
  // A word at the beginning that is in no dictionary is a name: “Papou slept …”.
  if (capital && (at > 0 || (tags.has('Noun') && rankOf(low) === null && tags.has('Singular'))))
    return 'NAME';
  if (tags.has('Pronoun')) return 'PRONOUN';
  if (tags.has('Possessive') || tags.has('Noun')) return 'NOUN';
  if (tags.has('Verb') || tags.has('Auxiliary') || tags.has('Modal')) return 'VERB';
  if (tags.has('Adjective')) return 'ADJECTIVE';
  if (tags.has('Adverb')) return 'ADVERB';
  return 'OTHER';
}

/**
 * Corrections that need the neighbours: “her” before a noun is possessive, “that” before one is a
 * determiner, a noun can't follow “I”.
 */
function correct(word: Word, words: Word[], at: number): void {
  const [before, after] = [words[at - 1], words[at + 1]];
  if (
    word.low === 'her' &&
    (/^(?:called|named)$/.test(before?.low ?? '') ||
      !(after && /NOUN|NAME|ADJECTIVE|NUMBER/.test(after.kind)))
  )
    word.kind = 'PRONOUN';
  if (word.low === 'that' && after?.kind === 'NOUN' && before?.kind !== 'NOUN') word.kind = 'DETERMINER';
  // “Paraffin and wet wool”: a rare word that is joined to a thing is no name.
  if (
    word.kind === 'NAME' &&
    at === 0 &&
    !word.tags.has('ProperNoun') &&
    after?.low === 'and' &&
    /^(?:NOUN|ADJECTIVE|DETERMINER)$/.test(words[at + 2]?.kind ?? '')
  )
    word.kind = 'NOUN';
  if (
    /^(?:this|these|those|both|any|some|each|another)$/.test(word.low) &&
    !(after && /NOUN|NAME|ADJECTIVE|NUMBER|VERB/.test(after.kind))
  )
    word.kind = 'PRONOUN';
  if (
    word.low === 'mine' &&
    before &&
    /DETERMINER|ADJECTIVE|NOUN|PREPOSITION/.test(before.kind) &&
    before.low !== 'of'
  )
    word.kind = 'NOUN';
  if (word.kind === 'NOUN' && /ing$/.test(word.low) && before?.kind === 'NOUN' && !before.mark)
    word.kind = 'VERB';
  if (word.kind !== 'VERB' && MISTAKEN.has(word.low) && before && opensVerb(before)) word.kind = 'VERB';
  if (
    word.kind === 'NOUN' &&
    before?.kind === 'PRONOUN' &&
    /^(?:i|we|he|she|they)$/.test(before.low) &&
    after &&
    after.kind !== 'VERB'
  )
    word.kind = 'VERB';
  // “Told fortunes”: a word in -s after a verb, at the end of the clause, is the object.
  if (
    word.kind === 'VERB' &&
    word.tags.has('PresentTense') &&
    /\p{L}{3}[^s]s$/u.test(word.low) &&
    before?.kind === 'VERB' &&
    !isAuxiliary(before)
  )
    word.kind = 'NOUN';
  if (
    word.kind === 'VERB' &&
    word.tags.has('PresentTense') &&
    before &&
    /^(?:DETERMINER|POSSESSIVE)$/.test(before.kind) &&
    !word.tags.has('Gerund')
  )
    word.kind = 'NOUN';
}

const opensVerb = ({ kind, low }: Word) =>
  kind === 'NOUN' || kind === 'NAME' || /^(?:i|we|he|she|they|who)$/.test(low);

/** “Was”, “had”, “would”: words that a verb may follow. */
export function isAuxiliary({ low, tags }: Word): boolean {
  return (
    COPULAS.has(low) ||
    /^(?:had|has|have|do|did|does|would|could|should|might|must|can|will|'d|used)$/.test(low) ||
    tags.has('Modal')
  );
}

export function isCopula({ low }: Word): boolean {
  return COPULAS.has(low);
}

/** Pasts that the grammar doesn't know. */
const RARE_PASTS: Record<string, string> = {
  ...{ trod: 'tread', woke: 'wake', bit: 'bite', stank: 'stink', strode: 'stride', strung: 'string' },
  ...{ dreamt: 'dream', learnt: 'learn', burnt: 'burn', leant: 'lean', got: 'get' },
};
const RARE_PAST_OF = new Map(Object.entries(RARE_PASTS).map(([past, verb]) => [verb, past]));

/** The dictionary form of a verb. */
export function infinitiveOf(word: Word): string {
  const rare = RARE_PASTS[word.low];
  if (rare) return rare;
  const { methods, model } = wordsIn('') as unknown as Grammar;
  if (word.tags.has('PresentTense') && /[^s]s$/.test(word.low))
    return methods.two.transform.verb.toInfinitive(word.low, model, 'PresentTense');
  // “I had never seen”.
  if (word.tags.has('Participle') && /n$/.test(word.low))
    return methods.two.transform.verb.toInfinitive(word.low, model, 'Participle');
  if (
    !word.tags.has('PastTense') &&
    !word.tags.has('Gerund') &&
    !/(?:ed|ing)$/.test(word.low) &&
    !MISTAKEN.has(word.low)
  )
    return word.low;
  return methods.two.transform.verb.toInfinitive(
    word.low,
    model,
    word.tags.has('Gerund') || /ing$/.test(word.low) ? 'Gerund' : 'PastTense',
  );
}

/** The singular of a noun. */
export function singularOf(noun: string): string {
  const { methods, model } = wordsIn('') as unknown as Grammar;
  return methods.two.transform.noun.toSingular(noun, model);
}

/** Verbs whose past has the same form as their present. */
export const UNCHANGED =
  /^(?:put|hit|cut|set|let|shut|read|beat|cost|hurt|burst|bet|split|spread|quit|cast|rid|shed|thrust|wed)$/;

/** The past of a verb: “sleep” becomes “slept”. */
export function pastOf(infinitive: string): string {
  const rare = RARE_PAST_OF.get(infinitive);
  if (rare) return rare;
  const { methods, model } = wordsIn('') as unknown as Grammar;
  const past = methods.two.transform.verb.conjugate(infinitive, model).PastTense;
  return past === infinitive && !UNCHANGED.test(infinitive) ? infinitive.replace(/e?$/, 'ed') : past;
}

type Grammar = {
  methods: {
    two: {
      transform: {
        verb: {
          toInfinitive(word: string, model: unknown, tense: string): string;
          conjugate(word: string, model: unknown): { PastTense: string; Gerund: string };
        };
        noun: { toSingular(word: string, model: unknown): string };
      };
    };
  };
  model: unknown;
};
