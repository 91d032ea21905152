import { similarityOf, vectorOf } from '#api/language/word-vectors.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import { plain } from './words.ts';

/** Words that show a theme. The keys are the tags of the question bank. */
const SHOWS: Record<string, string> = {
  war: 'war wars wartime army navy soldier soldiers battle military combat vietnam korea front trenches bombing bombs draft service',
  military: 'army navy soldier soldiers military service draft barracks war marines',
  death: 'death died dead dying funeral grave burial passed loss lost killed',
  loss: 'loss lost death died missing gone grief',
  illness: 'illness sick sickness cancer hospital disease stroke surgery doctor health',
  hospital: 'hospital illness surgery doctor nurse',
  divorce: 'divorce divorced separation split',
  religion: 'religion church faith god prayer priest temple mosque synagogue worship pastor',
  money: 'money debt wage wages poor poverty pay debts',
  poverty: 'poverty poor money hunger hungry debt',
  school: 'school schoolhouse class classroom teacher lessons pupils',
  teachers: 'teacher teachers school',
  work: 'work job jobs factory office boss mill plant wage shift',
  mother: 'mother mom mum mama mommy momma',
  father: 'father dad papa daddy pa',
  parents: 'parents mother father mom dad',
  siblings: 'brother brothers sister sisters twin siblings',
  children: 'children child son daughter kids sons daughters baby',
  grandchildren: 'grandchildren grandson granddaughter grandchild grandkids',
  grandparents: 'grandmother grandfather grandma grandpa grandparents granny nana',
  spouse: 'wife husband spouse marriage partner',
  marriage: 'marriage wedding married wife husband divorce',
  love: 'love sweetheart courting boyfriend girlfriend romance dating',
  politics: 'politics election vote president government party',
  accident: 'accident crash wreck injured',
  house: 'house home kitchen room porch farmhouse',
  food: 'food kitchen cooking bread bakery supper dinner recipe baking cook',
  animals: 'dog dogs cat horse horses cow cows animals pet chickens',
  music: 'music song songs piano singing band guitar radio dance',
  travel: 'travel trip journey train ship plane bus',
  friends: 'friend friends pal pals buddy',
  neighbours: 'neighbor neighbors neighbour neighbours street',
  storm: 'storm flood hurricane tornado fire',
};

const WEAK = new Set(
  `about after again back been before being came come comes day days did does down even ever every from gone have having here
  into just know like made make many more much never only other over people said same some someone something that their them
  then there these they thing things this those time times told took until very want wanted went were what when where which
  while who whole will with would year years your yours mine ours hers his her him not ask any all one the and for was our`.split(
    /\s+/,
  ),
);

export const contentOf = (text: string) =>
  (plain(text).match(/[\p{L}]+/gu) ?? []).filter((w) => w.length > 2 && !WEAK.has(w));
export const stem = (word: string) => word.replace(/(?:'s|ies|es|s)$/, '');

/** Whether a word shows a theme. */
export function showsTheme(theme: string, word: string): boolean {
  const stems = (SHOWS[theme] ?? theme).split(' ').map(stem);
  return stems.includes(stem(plain(word)));
}

/** Tags for groups of relatives: “my brother” means one person, not all siblings. */
const KIN = new Set(['parents', 'siblings', 'children', 'grandchildren', 'grandparents', 'spouse']);

/**
 * The theme that the person named: the tag of a known theme, else their own words; null for “that”, “it”,
 * “him”.
 */
export function namedTheme(object: string): string | null {
  const words = plain(object)
    .replace(
      /\b(?:again|any ?more|please|ever|today|now|at all|right now|either|with you|to you|ok|okay|and|because|so|if)\b.*$/,
      '',
    )
    .replace(
      /^(?:about|of|the|my|our|your|his|her|a|an|that|this|those|these|any|it|him|them|me|us)\b(?: |$)/,
      '',
    )
    .trim();
  if (
    !words ||
    /^(?:that|this|it|him|her|them|me|things?|stuff|subject|topic|question|questions|such things)$/.test(
      words,
    )
  )
    return null;
  const tag = Object.keys(SHOWS).find(
    (theme) => theme === words || (!KIN.has(theme) && showsTheme(theme, words)),
  );
  return tag ?? words.split(' ').slice(0, 6).join(' ');
}

const spread = (theme: string) => BANK.filter((question) => question.theme.includes(theme)).length;

/**
 * The theme of the question that was asked: its tag in the bank that its words show, or any if the question is a hard
 * one; for another question what its words show. Null where “I won’t talk about that” means no more than the question.
 */
export function themeOfQuestion(questionKey: string | null, text: string | null): string | null {
  const question = BANK.find(({ key }) => key === questionKey);
  const asked = contentOf(question?.text ?? '');
  const themes = (question?.theme ?? []).filter(
    (theme) => (question?.sensitivity ?? 0) > 0 || asked.some((word) => showsTheme(theme, word)),
  );
  // The rarest tag is the most specific: a person who won't speak of a voice in the house may like to speak
  // of the house.
  const [known] = [...themes].sort((a, b) => spread(a) - spread(b));
  if (known || question) return known ?? null;
  const words = contentOf((text ?? '').split(/(?<=[.!])\s/).at(-1) ?? '');
  const tag = Object.keys(SHOWS).find((theme) => words.some((word) => showsTheme(theme, word)));
  return tag ?? words.at(-1) ?? null;
}

/** “The first marriage”: words that only say which one is meant. */
const WHICH_ONE = new Set('first second third last next other old little late poor dear'.split(' '));

/** Whether a question or its tags touch an avoided theme. */
export function touchesAvoided(
  avoided: readonly string[],
  text: string,
  tags: readonly string[] = [],
): boolean {
  if (avoided.length === 0) return false;
  const textWords = contentOf(text).map(stem);
  return avoided.some((theme) => {
    const words = contentOf(theme);
    const nouns = words.filter((word) => !WHICH_ONE.has(word));
    const said = nouns.length > 0 ? nouns : words;
    const tag = plain(theme);
    if (tags.includes(tag)) return true;
    // “Will” names a thing only after an article.
    if (said.length === 0 && WEAK.has(tag))
      return new RegExp(`\\b(?:the|a|my|our|his|her|their|that|second|last|old|new) ${tag}s?\\b`).test(
        plain(text),
      );
    const wanted = said.flatMap((word) => {
      const themes = Object.keys(SHOWS).filter(
        (name) => name === word || (said.length === 1 && showsTheme(name, word) && name === stem(word)),
      );
      return [word, ...themes.flatMap((name) => (SHOWS[name] ?? '').split(' '))];
    });
    return wanted.some((word) => textWords.includes(stem(word))) || said.some((word) => tags.includes(word));
  });
}

/** Words at least as alike as this can name the same thing: “the loan” and “we borrowed from him”. */
const ALIKE_FROM = 0.5;

/** The text with the word most similar to a theme that no text names; null where none is similar enough. */
export function textNearest(theme: string, texts: readonly string[]): number | null {
  const wanted = contentOf(theme).flatMap((word) => vectorOf(word) ?? []);
  const likeness = texts.map((text) => {
    const vectors = contentOf(text).flatMap((word) => vectorOf(word) ?? []);
    return Math.max(0, ...vectors.flatMap((vector) => wanted.map((each) => similarityOf(each, vector))));
  });
  const best = Math.max(0, ...likeness);
  return best < ALIKE_FROM ? null : likeness.indexOf(best);
}
