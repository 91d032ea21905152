import { readFileSync } from 'node:fs';
import {
  type AnswerSigns,
  type Exchange,
  signsOfAnswer,
} from '#api/biography/writing/composing/answer-signs.ts';
import { GENERIC } from '#api/biography/writing/composing/vocabulary.ts';
import { KIN } from '#api/biography/writing/language/kinship.ts';
import { contentLemmas, isStopWord, lemma, plain, tokens } from '#api/biography/writing/language/words.ts';
import { bucketOf, type Features, LinearModel } from '#api/language/linear-model.ts';
import { SENTENCE_DIMENSIONS, sentenceSimilarity } from '#api/language/sentence-encoder.ts';
import { textMeaning } from '#api/language/text-meanings.ts';
import { meaningOf, rankOf, similarityOf } from '#api/language/word-vectors.ts';

/**
 * The question refers to somebody or something mentioned before: "What did he say?", "Did it hurt?", "What
 * happened then?"
 */
const POINTS_BACK =
  /\b(?:he|she|him|his|hers?|they|them|their|those(?! (?:days|years|times)\b)|(?<!\bback )then|next|afterwards|instead|either|too)\b|\bit(?!'s? like to\b| like to\b)\b|\b(?:that|this)(?: [a-z]+)?\?|(?<!\b(?:was|were|is|are) )\bthere\b/;
/** The question leads back to the story, or only lets it go on. */
const GOES_ON =
  /^(?:and|but|so|why|how come)\b|\b(?:go on|carry on|where were we|back to|tell me more|what happened|how did (?:it|that) (?:end|go)|what became of)\b/;
/** The question uses a definite noun that it didn't introduce: it belongs to the story being told. */
const BELONGS_TO_IT =
  /\b(?:the|that) \p{L}+|\bwhen you (?!were (?:small|little|young|a)\b)|\bwhat was it like to (?!be\b)/u;
/**
 * The question opens a subject: it asks what something is like, for firsts and favourites, or for a time of
 * life.
 */
const OPENS =
  /^(?:please )?(?:tell me (?:about|how)|describe|can you (?:tell|describe)|what (?:do|can) you remember|do you remember)\b|\b(?:what|how) (?:was|were|is|are) (?!it\b|that\b|he\b|she\b|they\b).*\blike\b|\b(?:first|favou?rite|best|worst|happiest|saddest|hardest|proudest|funniest|bravest) \p{L}|\b(?:did|have|had|do) you (?:ever|have an?)\b|^was there (?:a|an|any)\b|\bwhat (?:was|is) it like (?:to be|being)\b|\bwant to be\b|\b(?:as your|for (?:fun|best|work|a living)|at school|on (?:holidays?|weekends|sundays))\b|\b(?:these days|nowadays|in those (?:days|years|times)|back then|growing up|as a (?:child|boy|girl|young)|when you were (?:small|little|young|a)|any regrets|how did you (?:meet|learn|come to|get to|start|end up))\b/u;
/** "Were you caught?", "How did you eat?": a question about a deed alone is about the story being told. */
const ASKS_WHAT_BECAME =
  /^(?:and |so |but )?(?:(?:how|where|why) )?(?:did|were|was|had) (?:you|people|everybody|anybody|anyone) (?!become\b|born\b|raised\b|grow\b|marry\b)\p{L}+\?*$|^(?:and |so |but )?what did (?:you|people|everybody) (?:do|say|see|hear|find|feel|eat)\?*$/u;
/** The person is asked for whatever they like: what they tell then seldom goes on with what was told before. */
const INVITES =
  /\b(?:comes? to mind|would you like to (?:tell|talk|begin|start)|(?:something|anything) else you(?:'d| would)? (?:like|want)|shall we talk about)\b/;
/** "Did you build one?" */
const ONE = /\b(?:one|some|any)\?/;
/** "How did you become a teacher?": a new part of life begins. */
const NEW_ROLE =
  /\b(?:become|became|becoming|retire|retired) an?\b|\b(?:become|turn into|train as|qualify as) an? /;
/** A noun that an answer's "she" may refer to. */
const NAMES_ITS_OWN = /\b(?:your|the|an?|his|her|their) \p{L}+/u;
/** The answer starts with a pronoun for somebody or something mentioned before. */
const ANSWERS_OF_IT = /^(?:(?:yes|no|oh|well),? )?(?:he|she|they|it)\b/i;
/** The person resumes their story. */
const RESUMES =
  /^\W*(?:and then\b|(?:\p{L}+,? ){0,2}(?:where was i|as i was saying|anyway|back to|to go on)\b)/iu;

/** Where a story stands among the stories of the conversation. */
export interface StoryPosition {
  /** The number of stories that began after it. */
  back: number;
  /** The other stories of the conversation. */
  others: readonly (readonly Exchange[])[];
}

const LAST: StoryPosition = { back: 0, others: [] };

/** How certain it is that an exchange continues a story, as log odds: it does above zero. */
export function goesOnWith(
  story: readonly Exchange[],
  exchange: Exchange,
  place: StoryPosition = LAST,
): number {
  const told = signsOfAnswer(story, exchange.answer);
  const asked = logOdds(joinModel(), featuresOfJoin(story, exchange, place, told));
  return asked + ANSWER_COUNTS * logOdds(answerModel(), featuresOfAnswer(story, exchange.answer, told));
}

/** The same of an answer alone, whatever was asked. */
export function answerGoesOn(story: readonly Exchange[], answer: string): number {
  return logOdds(answerModel(), featuresOfAnswer(story, answer));
}

/** How much the answer alone counts beside the question. */
const ANSWER_COUNTS = 0.3;

function logOdds(model: LinearModel, features: Features): number {
  const chance = model.chancesOf(features)[0] ?? 0;
  return Math.log(chance / (1 - chance));
}

/** Buckets of the signs. The numbers of meanings have their own buckets after them. */
const HASHED = 1 << 13;
const MEANINGS = 4;
export const JOIN_SHAPE = { columns: 1, buckets: HASHED + MEANINGS * SENTENCE_DIMENSIONS };
export const ANSWER_SHAPE = { columns: 1, buckets: 1 << 11 };

let joins: LinearModel | null = null;
let answers: LinearModel | null = null;

/** The model of questions and answers beside this file, in the sources and in the built server. */
export function joinModel(): LinearModel {
  joins ??= new LinearModel(readFileSync(new URL('./join-model.bin', import.meta.url)), JOIN_SHAPE);
  return joins;
}

/** The model of answers alone. */
export function answerModel(): LinearModel {
  answers ??= new LinearModel(readFileSync(new URL('./answer-model.bin', import.meta.url)), ANSWER_SHAPE);
  return answers;
}

/** The evidence for or against a join: signs by name, each with its strength. */
type Evidence = Map<string, number>;

function asFeatures(evidence: Iterable<readonly [string, number]>, buckets: number): Features {
  const weights = new Map<number, number>();
  for (const [sign, strength] of evidence) weights.set(bucketOf(sign, buckets), strength);
  return { index: Int32Array.from(weights.keys()), value: Float32Array.from(weights.values()) };
}

/** The signs in an answer alone, and how near it is to the story in meaning. */
export function featuresOfAnswer(
  story: readonly Exchange[],
  answer: string,
  seen: AnswerSigns = signsOfAnswer(story, answer),
): Features {
  const evidence: Evidence = new Map();
  const signs = Object.entries(seen).map(([name, value]) => `${name} ${value}`);
  signs.forEach((sign, at) => {
    evidence.set(sign, 1);
    for (const other of signs.slice(at + 1)) evidence.set(`${sign}, ${other}`, 0.25);
  });
  const told = story.map((each) => each.answer);
  evidence.set('like answer', 2 * likeness(told.join(' '), answer));
  const [answered, ...before] = [answer, ...told].map(textMeaning);
  if (answered && before.every((one) => one !== null)) {
    const near = before.map((one) => sentenceSimilarity(answered, one as Float32Array));
    for (const [name, value] of Object.entries({ story: Math.max(...near), last: near.at(-1) ?? 0 })) {
      evidence.set(`near ${name}`, 4 * value);
      for (const step of STEPS) if (value > step) evidence.set(`near ${name} ${step}`, 0.5);
    }
  }
  return asFeatures(evidence, ANSWER_SHAPE.buckets);
}

/** The signs that an exchange continues a story and the meanings of both, as features of the model. */
export function featuresOfJoin(
  story: readonly Exchange[],
  exchange: Exchange,
  place: StoryPosition,
  told: AnswerSigns = signsOfAnswer(story, exchange.answer),
): Features {
  const meanings = meaningsOf(story, exchange);
  // A sign counts otherwise beside the meanings than without them.
  const evidence = [...evidenceOfJoin(story, exchange, place, told)].map(
    ([sign, strength]) => [meanings.length > 0 ? sign : `${sign}, alone`, strength] as const,
  );
  const { index, value } = asFeatures(evidence, HASHED);
  return {
    index: Int32Array.from([...index, ...meanings.map((_, at) => HASHED + at)]),
    value: Float32Array.from([...value, ...meanings]),
  };
}

/**
 * The meanings of a question and its answer, and what each has in common with the story's last answer, number by
 * number; empty where they are unknown. They show what kind of question it is and which themes belong together.
 */
function meaningsOf(story: readonly Exchange[], { question, answer }: Exchange): number[] {
  const [asked, answered, last] = [question, answer, story.at(-1)?.answer ?? ''].map(textMeaning);
  if (!asked || !answered || !last) return [];
  const scaled = (scale: number, one: Float32Array, other?: Float32Array) =>
    Array.from(one, (number, at) => scale * number * (other ? (other[at] ?? 0) : 1));
  return [
    ...scaled(ASKED, asked),
    ...scaled(ANSWERED, answered),
    ...scaled(SHARED, asked, last),
    ...scaled(SHARED, answered, last),
  ];
}

/** The strength of the numbers of meanings beside the signs: a vector has the length 1. */
const ASKED = 4;
const ANSWERED = 3;
const SHARED = 30;

/**
 * The signs that an exchange continues a story: the form of its question, what the question takes up from
 * the story, and what the answer has in common with it. The words of the story's own first question count
 * little, because a second question about the same thing ("What was your mother like?", "How did your
 * mother die?") asks for another story.
 */
function evidenceOfJoin(
  story: readonly Exchange[],
  { question, answer }: Exchange,
  { back, others }: StoryPosition,
  told: AnswerSigns,
): Evidence {
  const evidence: Evidence = new Map();
  const add = (sign: string, weight = 1) => evidence.set(sign, weight);
  const asked = plain(question).toLowerCase();
  const wordsOfAnswers = (one: readonly Exchange[]) => new Set(one.flatMap(lemmasOfAnswer));
  const storyWords = wordsOfAnswers(story);
  const lately = wordsOfAnswers(story.slice(-1));
  const opened = new Set(contentLemmas(story[0]?.question ?? ''));
  const wanted = telling(contentLemmas(question));
  const named = wanted.filter((word) => storyWords.has(word) && !opened.has(word));
  const elsewhere = Math.max(
    0,
    ...others.map((other) => {
      const words = wordsOfAnswers(other);
      return wanted.filter((word) => words.has(word)).length;
    }),
  );
  const fresh = wanted.filter((word) => !storyWords.has(word) && !opened.has(word));
  const repeated = telling(contentLemmas(answer)).filter((word) => storyWords.has(word) && !opened.has(word));
  const short = tokens(question).length <= 5;
  const names = namesIn(question);
  const spoken = story.map((each) => `${each.question} ${each.answer}`).join(' ');
  const signs: Record<string, boolean> = {
    back: POINTS_BACK.test(asked),
    on: GOES_ON.test(asked),
    belongs: BELONGS_TO_IT.test(asked),
    opens: OPENS.test(asked),
    invites: INVITES.test(asked),
    became: ASKS_WHAT_BECAME.test(asked),
    one: ONE.test(asked),
    role: NEW_ROLE.test(asked),
    own: NAMES_ITS_OWN.test(asked),
    ofIt: ANSWERS_OF_IT.test(answer),
    nothing: wanted.length === 0,
    named: named.length > 0,
    lately: wanted.some((word) => lately.has(word)),
    fresh: fresh.length > 0,
    opened: wanted.some((word) => opened.has(word)),
    repeats: repeated.length > 0,
    elsewhere: elsewhere > 0,
    last: back === 0,
    short,
    known: names.some((name) => spoken.includes(name)),
    stranger: names.some((name) => !spoken.includes(name)),
    turns:
      /\b(?:i'll tell you|let me tell you|now that (?:was|is) another|another (?:thing|time|story)|that reminds me)\b/i.test(
        plain(answer),
      ),
    definite: /\b(?:the|that|those|this|these|his|her|their|its) \p{L}+/iu.test(question),
    yours: /\byour \p{L}+/iu.test(question),
    past: /^(?:and |so |but )?(?:did|was|were|had|is|are) /i.test(question),
  };
  const refers = REFERS.filter((sign) => signs[sign]).length;
  signs.refers = refers > 0;
  signs.alone = refers === 0 && fresh.length > 0;
  for (const [name, holds] of Object.entries(signs)) if (holds) add(name);
  add(`refers ${Math.min(3, refers)} ${signs.opens} ${fresh.length > 0}`);
  add(`refers ${Math.min(3, refers)} ${back === 0} ${signs.yours}`);
  for (const one of TOGETHER)
    for (const other of TOGETHER) if (one < other) add(`${one} ${signs[one]} ${other} ${signs[other]}`, 0.6);
  add(`named ${Math.min(2, named.length)} of ${Math.min(3, wanted.length)}`);
  add(`fresh ${Math.min(3, fresh.length)}`, 0.7);
  add(`repeats ${Math.min(3, repeated.length)}`);
  add(`back ${Math.min(2, back)}`);
  add(`more elsewhere ${Math.sign(elsewhere - wanted.filter((word) => storyWords.has(word)).length)}`);
  add('like answer', 2 * likeness(story.map((each) => each.answer).join(' '), answer));
  add('like question', 2 * likeness(story.map((each) => each.answer).join(' '), question));
  add('like opening', 2 * likeness(story[0]?.question ?? '', question));
  const small = tokens(question)
    .map(({ norm }) => norm)
    .filter((word) => isStopWord(word) || (rankOf(word) ?? TOO_COMMON) < TOO_COMMON);
  for (const word of small.slice(0, 12)) add(`word ${word}`, 0.15);
  add(`begins ${small.slice(0, 2).join(' ')}`, 0.4);
  const form = formOfQuestion(question);
  if (form) {
    add(`about ${form.about}`, 0.7);
    add(`about ${form.about}, ${form.word}`, 0.5);
    add(`about ${form.about}, ${signs.fresh ? 'something new' : 'nothing new'}, ${signs.named}`, 0.5);
  }
  const kin = kinIn(question);
  const kinTold = new Set([...storyWords, ...story.flatMap((each) => contentLemmas(each.question))]);
  if (kin.size > 0) {
    const isKnown = [...kin].some((one) => kinTold.has(one));
    add(isKnown ? 'known kin' : 'other kin');
    add(`${isKnown ? 'known kin' : 'other kin'} ${signs.past}`, 0.6);
    add(`${isKnown ? 'known kin' : 'other kin'} ${signs.opens}`, 0.6);
  }
  for (const [name, value] of Object.entries(told)) {
    if (value === false) continue;
    add(`told ${name} ${value}`, 0.5);
    add(`told ${name} ${value}, ${signs.refers ? 'taken up' : 'not taken up'}`, 0.3);
  }
  for (const [name, near] of Object.entries(nearness(story, { question, answer }))) {
    add(`near ${name}`, 4 * near);
    for (const step of STEPS) if (near > step) add(`near ${name} ${step}`, 0.5);
    add(`near ${name}, ${signs.back ? 'points back' : 'stands alone'}`, 2 * near);
    if (short) add(`near ${name}, short`, 2 * near);
  }
  return evidence;
}

/** The steps of nearness that count by themselves. */
const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];

/**
 * How near an exchange is to a story in meaning: its answer and its question to the story's answers and questions; empty
 * where the meanings are unknown.
 */
function nearness(story: readonly Exchange[], { question, answer }: Exchange): Record<string, number> {
  const meanings = (texts: readonly string[]) => texts.map(textMeaning);
  const [asked, answered] = meanings([question, answer]);
  const answers = meanings(story.map((one) => one.answer));
  const questions = meanings(story.map((one) => one.question));
  const isKnown = [asked, answered, ...answers, ...questions].every((one) => one !== null);
  if (!isKnown) return {};
  const near = (one: Float32Array | null | undefined, others: readonly (Float32Array | null | undefined)[]) =>
    Math.max(-1, ...others.map((other) => (one && other ? sentenceSimilarity(one, other) : -1)));
  return {
    'answer to story': near(answered, answers),
    'answer to last': near(answered, [answers.at(-1)]),
    'question to story': near(asked, answers),
    'question to last': near(asked, [answers.at(-1)]),
    'question to questions': near(asked, questions),
    'answer to question': near(answered, [asked]),
    'answer to opening': near(answered, [questions[0]]),
  };
}

/** "What did he …": the question word, and whether it asks about a pronoun, the person, their family or a thing. */
const FORM =
  /(?:^|[.!?,] |\band )(?:(what|who|whose|where|when|why|how|which)(?: (?!did|do|does|was|were|is|are|had|have|has|could|would|can|will)\p{L}+){0,3} )?(did|do|does|was|were|is|are|had|have|has|could|would|can|will) (\p{L}+)/iu;

function formOfQuestion(question: string): { word: string; about: string } | null {
  const [, word = 'whether', , next = ''] = plain(question).toLowerCase().match(FORM) ?? [];
  if (next === '') return null;
  return { word, about: Object.entries(ABOUT).find(([, pattern]) => pattern.test(next))?.[0] ?? 'other' };
}

/** The word after a question’s verb, for each kind of thing it may ask about. */
const ABOUT: Record<string, RegExp> = {
  pronoun: /^(?:he|she|they|it|that|this|these|those|there)$/,
  person: /^(?:you|we)$/,
  own: /^(?:your|our)$/,
  thing: /^(?:the|his|her|their|its)$/,
  anybody: /^(?:any\p{L}+|some\p{L}+|every\p{L}+|people|no\p{L}+)$/u,
};

/** The members of a family that a text names, by lemma. */
function kinIn(text: string): Set<string> {
  return new Set(contentLemmas(text).filter((word) => KIN_LEMMAS.has(word)));
}

/** Cached, because each exchange is compared with every story. */
const LEMMAS = new WeakMap<Exchange, string[]>();

function lemmasOfAnswer(exchange: Exchange): string[] {
  const known = LEMMAS.get(exchange) ?? contentLemmas(exchange.answer);
  LEMMAS.set(exchange, known);
  return known;
}

/** The names in a question, without its first word. */
function namesIn(question: string): string[] {
  return [...question.matchAll(/(?<![.?!] |^)\b\p{Lu}[\p{L}'’-]{2,}/gu)].map(([name]) =>
    name.replace(/['’]s$/, ''),
  );
}

/** Signs that a question takes up what was told. */
const REFERS = ['back', 'on', 'named', 'nothing', 'one', 'became', 'known', 'belongs'];

/** Signs that count little alone and more in pairs. */
const TOGETHER = [
  'back',
  'on',
  'opens',
  'named',
  'fresh',
  'nothing',
  'last',
  'ofIt',
  'repeats',
  'yours',
  'elsewhere',
];

/** Whether the person resumes what they were telling. */
export function resumes({ answer }: Exchange): boolean {
  return RESUMES.test(plain(answer));
}

function likeness(one: string, other: string): number {
  const [before, now] = [one, other].map((text) => meaningOf(wordsOf(text)));
  return before && now ? similarityOf(before, now) : 0;
}

/** Words more common than this rank are too general to compare. */
const TOO_COMMON = 150;

function wordsOf(text: string): string[] {
  return tokens(text)
    .map(({ norm }) => norm)
    .filter((word) => !isStopWord(word) && (rankOf(word) ?? TOO_COMMON) >= TOO_COMMON);
}

const KIN_LEMMAS = new Set([...KIN.keys()].map(lemma));

/** The words without those that occur in every story. */
function telling(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word) => !GENERIC.has(word) && !KIN_LEMMAS.has(word));
}
