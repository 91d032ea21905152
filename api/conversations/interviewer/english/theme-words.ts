import type { ThemeWords } from '../theme-words.ts';
import { plain } from '../words.ts';

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

const ENDS =
  /\b(?:again|any ?more|please|ever|today|now|at all|right now|either|with you|to you|ok|okay|and|because|so|if)\b.*$/;
const OPENS =
  /^(?:about|of|the|my|our|your|his|her|a|an|that|this|those|these|any|it|him|them|me|us)\b(?: |$)/;
const POINTS =
  /^(?:that|this|it|him|her|them|me|things?|stuff|subject|topic|question|questions|such things)$/;

const stem = (word: string) => word.replace(/(?:'s|ies|es|s)$/, '');

const shows = (tag: string, word: string) =>
  (SHOWS[tag] ?? tag)
    .split(' ')
    .map(stem)
    .includes(stem(plain(word)));

export const englishThemes: ThemeWords = {
  shows: SHOWS,
  weak: WEAK,
  whichOne: new Set('first second third last next other old little late poor dear'.split(' ')),
  plain,
  stem,
  bareTheme: (object) => {
    const words = plain(object).replace(ENDS, '').replace(OPENS, '').trim();
    return POINTS.test(words) ? '' : words;
  },
  names: (tag, word, isAlone) => tag === word || (isAlone && tag === stem(word) && shows(tag, word)),
  areTags: true,
  namesThing: (word, text) =>
    new RegExp(`\\b(?:the|a|my|our|his|her|their|that|second|last|old|new) ${word}s?\\b`).test(plain(text)),
};
