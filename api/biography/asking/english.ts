import { rankOf, vectorOf } from '#api/language/word-vectors.ts';
import { fold, isStopWord, lemma, tokens } from '../writing/language/words.ts';
import type { AskingWords, QuestionKind } from './asking-words.ts';
import { questionForms } from './question-forms.ts';

/** Words that only phrase the question and don't say what it is about. */
const OF_ASKING = new Set(
  `tell say talk ask know remember recall think mean describe explain story anything something thing ever happen like kind sort way much many
  long often time first name call person people somebody someone get go come do make have want feel life lot big old new good
  year day old whom whose person live back up there really actually please interview mention`
    .split(/\s+/)
    .map(lemma),
);

/** Verbs that other verbs often replace: "join the army" is answered by "I was in the army". */
const GENERAL_VERBS = new Set(
  `join start begin end finish stop move leave meet bring turn keep find give help use try show become decide choose learn spend stay
  travel return enter arrive put set run grow raise change lose win celebrate treat cause`
    .split(/\s+/)
    .map(lemma),
);

/** Different words for the same thing in British and American English. */
const SAME_THING =
  `ill sick|film movie|holiday vacation|motorbike motorcycle|lorry truck|petrol gasoline|pupil student|
  headmaster headmistress principal|shop store|biscuit cookie|rubbish garbage trash|trousers pants|pavement sidewalk|
  railway railroad|parcel package|postman mailman|cooker stove`
    .split('|')
    .map((group) => new Set(group.trim().split(/\s+/).map(lemma)));

/** 0.3 for the commonest words, 1 for rare ones and for names that are not in the list. */
function rarityOf(norm: string): number {
  const rank = rankOf(norm);
  return rank === null ? 1 : 0.3 + 0.7 * (Math.log(2 + rank) / Math.log(30_002));
}

function sameThing(root: string): ReadonlySet<string> {
  return SAME_THING.find((group) => group.has(root)) ?? new Set([root]);
}

function kindOf(question: string): QuestionKind {
  const asked = fold(question);
  if (/\b(?:when|what year|which year|what date|how old|what age)\b/.test(asked)) return 'TIME';
  if (/\bwhere\b|\bwhat (?:town|city|country|place|street)\b/.test(asked)) return 'PLACE';
  if (/\bhow (?:many|much|long|far|often)\b/.test(asked)) return 'NUMBER';
  if (/\bwho(?:m|se)?\b|\bnames? of\b/.test(asked)) return 'PERSON';
  return /\bwhy\b|\bhow come\b|\bwhat made\b/.test(asked) ? 'REASON' : null;
}

const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|dozen|couple)\b/i;
const HOLDS: Record<Exclude<QuestionKind, null>, RegExp> = {
  TIME: /\b(?:1[6-9]|20)\d\d\b|['’]\d\ds?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall|winter|years? old|age of|was (?:\w+teen|twenty|thirty|forty|\d+)|when I was|ago)\b/i,
  PLACE: /\b(?:in|at|to|from|near|on|outside|of) (?:the )?\p{Lu}/u,
  PERSON:
    /(?<!^)(?<![.!?]\s)\b\p{Lu}\p{Ll}+|\b(?:mother|father|sister|brother|uncle|aunt|grand\w+|wife|husband|friend|cousin|teacher|neighbou?r|son|daughter)\b/u,
  NUMBER,
  REASON: /\b(?:because|since|so that|in order|reason|wanted|'cause|that's why|which is why)\b/i,
};

/**
 * Groups of words for the same relative. One group never matches another: a husband doesn't answer a
 * question about a grandfather.
 */
const KIN_GROUPS =
  `mother mom mum mama mommy ma|father dad daddy papa pa pop|sister sis|brother|wife|husband|son|daughter|child kid children kids|
  grandmother grandma granny nana nan gran|grandfather grandpa granddad gramps|uncle|aunt auntie|cousin|nephew|niece|parent parents|
  grandparent grandparents|grandchild grandchildren grandson granddaughter|sibling siblings brother sister|stepmother|stepfather`
    .split('|')
    .map((group) => new Set(group.trim().split(/\s+/).map(lemma)));

/** A question about marrying is about a husband or a wife. */
const MARRYING = new Set(['marry', 'married', 'wedding', 'engaged', 'fiance', 'fiancee'].map(lemma));

/** "We got engaged", "married": not "engaged in politics". */
const MARRIES =
  /\bmarr(?:y|ied|ying|iage)\b|\bwed(?:dings?)?\b|\bfianc|\b(?:got|get|getting|became|was|were) engaged\b|\bengaged to\b/;

function isSpouse(kin: ReadonlySet<string>): boolean {
  return kin.has(lemma('husband')) || kin.has(lemma('wife'));
}

/** The relatives that a word of a question refers to; null for any other word. */
function kinMeant(root: string): ReadonlySet<string> | null {
  return (
    KIN_GROUPS.find((group) => [...group][0] === root) ?? KIN_GROUPS.find((group) => group.has(root)) ?? null
  );
}

/** The relatives of the subject that a question is about: "her mother", "your brothers". */
function kinOfTeller(question: string): ReadonlySet<string> | null {
  const asked = fold(question).match(/\b(?:his|her|your|their|\w+'s)\s+(?:\w+\s+)?(\w+)/g) ?? [];
  const last = asked.map((phrase) => kinMeant(lemma(phrase.split(/\s+/).at(-1) ?? ''))).find(Boolean);
  return last ?? null;
}

/** Whether every such relative in a sentence belongs to somebody else: "her husband was in the jungle". */
function isOfAnother(text: string, kin: ReadonlySet<string>): boolean {
  const words = tokens(text);
  const owners = words.flatMap(({ norm }, at) =>
    kin.has(lemma(norm))
      ? [words.slice(Math.max(0, at - 2), at).map((before) => before.text.toLowerCase())]
      : [],
  );
  const another = /^(?:his|her|their|your)$|['’]s$/;
  // "They were married in spring" speaks of another couple.
  if (owners.length === 0)
    return (
      isSpouse(kin) &&
      !(MARRIES.test(fold(text)) && words.some(({ norm }) => /^(?:i|we|me|us|my|our)\b/.test(norm)))
    );
  return owners.every((before) => before.some((word) => another.test(word)));
}

export const englishAsking: AskingWords = {
  isStopWord,
  lemma,
  // Words that phrase a question count only in one that has no others.
  weightOf: (norm, root) => (OF_ASKING.has(root) ? 0.15 : GENERAL_VERBS.has(root) ? 0.35 : rarityOf(norm)),
  vectorOf,
  sameThing,
  kindOf,
  holds: HOLDS,
  kinMeant,
  marries: (kin, root) => isSpouse(kin) && MARRYING.has(root),
  kinOfTeller,
  isOfAnother,
  questionForms,
  hasMeanings: true,
  searched: (term) => [term.lemma, ...sameThing(term.lemma)],
  search: { config: 'simple', byBeginnings: true },
};
