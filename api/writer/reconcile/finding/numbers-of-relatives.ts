import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import type { Claim } from './claims.ts';
import { clausesOf } from './clauses.ts';
import { parentNames } from './events.ts';

type Range = { least: number; most: number };
type Group =
  | 'brothers and sisters'
  | 'brothers'
  | 'sisters'
  | 'children'
  | 'sons'
  | 'daughters'
  | 'grandchildren'
  | 'great-grandchildren';

const words =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ');
const number = `(${words.join('|')}|\\d{1,2})`;
const young = '(?:children|kids|siblings|boys and girls|youngsters)';
const counted = new RegExp(`^(?:${words.join('|')}|\\d{1,2}|a|an|one|no)$`);
/** "four daughters", "no sisters", "a son", in a list of them. */
const kinds = 'brothers?|sisters?|boys?|girls?|sons?|daughters?';
const countOfKind = new RegExp(`(\\p{L}+|\\d{1,2}) (${kinds})`, 'gu');
const one = `(?:${number}|an?|one|no) (?:${kinds})`;
const list = `${number} (?:${kinds})(?:,? (?:and |but )?${one})*`;
const who = '(?:[Ww]e|(?:\\p{Lu}\\p{L}+|[Mm]y (?:husband|wife)|[Hh]e|[Ss]he) and I)(?: both)?';

const parents = `(?:\\b[Mm]y (?:parents|mother|father|folks)|(?<=^|[,;] |[Aa]nd )(?:${parentNames}))`;

/** The whole family's children, of whom the person is one. */
const siblingsAndSelf: [form: string, pattern: RegExp][] = [
  [
    'of us',
    new RegExp(
      `\\b(?:[Tt]here were|[Ww]e were|[Ww]ith|[Aa]ll) ${number} of us (?:\\p{Lu}\\p{L}+ )?${young}`,
      'gu',
    ),
  ],
  [
    'one of',
    new RegExp(
      `\\bI(?: was| am|'m) (?:the )?\\p{L}+ of ${number} ${young}(?=[.,;!]|$| (?:and|but|born|all|in (?:our|my|the) family)\\b)`,
      'gu',
    ),
  ],
  [
    'oldest of',
    new RegExp(
      `\\bI(?: was| am|'m) the (?:oldest|eldest|youngest|middle|baby|first|second|third|fourth|fifth|sixth|seventh|last) of ${number}(?=[.,;!]|$| and\\b)`,
      'gu',
    ),
  ],
  ['family', new RegExp(`\\b[Ii] (?:come|came|was|am) from a family (?:of|with) ${number} ${young}`, 'gu')],
  [
    'in our family',
    new RegExp(`\\b[Tt]here were ${number} ${young} in (?:our|my|the) (?:family|house)`, 'gu'),
  ],
  [
    'parents of us',
    new RegExp(
      `${parents} (?:had|raised|brought up) ${number} of us(?=[.,;!]|$| (?:and|in|on|all)\\b)`,
      'gu',
    ),
  ],
  ['parents', new RegExp(`${parents} (?:had|raised|brought up) ${number} ${young}`, 'gu')],
];
const parentsList = new RegExp(`${parents} (?:had|raised|brought up) (${list})`, 'gu');
const noSibling =
  /\bI (?:never had|have never had|had no|have no|didn't have) (?:a |any )?(brother|sister)s?(?=[.,;!]|$| (?:and|but|or)\b)/gu;
const siblings = new RegExp(`\\bI(?: had| have|'ve got) ${number} (?:brothers and sisters|siblings)`, 'gu');
const siblingList = new RegExp(`\\bI(?: had| have|'ve got| grew up with) (${list})`, 'gu');
const childrenList = new RegExp(`\\b(?:I|${who})(?: had| have|'ve got| raised| brought up) (${list})`, 'gu');
const children = new RegExp(
  `\\b(?:I|${who})(?: had| have|'ve got| raised| brought up) ${number} (?:children|kids)\\b`,
  'gu',
);
const noChildren =
  /\b(?:I|[Ww]e) (?:never had (?:any )?(?:children|kids)|(?:had|have) no (?:children|kids)|(?:couldn't|could never) have (?:children|kids))\b/gu;
const onlyChild = /\bI(?: was| am|'m) an only child(?=[.,;!]|$)/gu;
const ourChildren = new RegExp(
  `\\b(?:[Oo]ur|[Mm]y) ${number} (boys|girls|sons|daughters|children|kids)\\b`,
  'gu',
);
const aSibling =
  /\b[Mm]y (?:late |older |younger |oldest |eldest |youngest |little |big |baby |kid |own |dear )*(brother|sister)(?:,? (\p{Lu}\p{L}+))?(?![- ]?[Ii]n[- ]law|\p{L})/gu;
const ofGrandchildren = new RegExp(
  `\\b(?:I(?: have|'ve got)|[Mm]y|[Aa]ll) ${number} (?:of my )?(great-grandchildren|grandchildren)\\b`,
  'gu',
);

/** Words by which a number may be that of the living. */
const fewer = /\b(?:alive|living|lived|surviv\p{L}*|died|lost|dead|besides)\b/iu;
/** Words in its clause by which a number is not that of all of a family. */
const partly =
  /\b(?:left(?! home| school)|still|half|step\p{L}*|foster|adopted|raised as|like an?|class|classroom|students|team|troop|camp|program|village|twins|teach\p{L}*|taught|school\p{L}*|scouts?|orphan\p{L}*|babysat|nanny|cousins?|nieces?|nephews?|grand\p{L}*|block|street|corner|gang|car|bus|boat|neighbo\p{L}*|played|playing)\b/iu;
/** A place after the number in which it counts other people's children. */
const elsewhere = /^,? (?:in|over|at) (?:our|the|my) (?!house|family)/;
const mostOfFamily = 16;
const mayCount =
  /\b(?:of us|child|children|grandchildren|kids|siblings|youngsters|brothers?|sisters?|boys?|girls?|sons?|daughters?)\b|\bof \w+(?=[.,;!]|$| and\b)/;
/** Words by which there may have been more later. */
const soFar =
  /\b(?:by the time|by then|then|when|before|already|so far|at the time|at that time|(?<!born )at home|in \d{4}|until|till|now)\b/i;

/** How many siblings and children a sentence says that the person has. */
export function numbersOfRelatives(text: string): Claim[] {
  return mayCount.test(text) ? [...siblingsIn(text), ...childrenIn(text), ...grandchildrenIn(text)] : [];
}

function siblingsIn(text: string): Claim[] {
  const group: Group = 'brothers and sisters';
  const range = rangeIn(text, soFar.test(text) || inPresent.test(text));
  return [
    ...[...text.matchAll(onlyChild)]
      .filter(() => !/\b(?:brother|sister|until|till|for|like|almost|practically|twin)\b/i.test(text))
      .map((match) => claimOf(group, 'none', match, 'an only child', { least: 0, most: 0 })),
    ...[...text.matchAll(aSibling)]
      .filter(([, , name]) => (name ? isGivenName(name) : !/\b(?:like|as|such) (?:an?|my)\b/.test(text)))
      .flatMap((match) =>
        [group, gendered(match[1])].map((each) =>
          claimOf(each, 'some', match, match[0], { least: 1, most: Infinity }),
        ),
      ),
    ...[...text.matchAll(noSibling)]
      .filter(() => !/\b(?:yet|until|till|then|anymore|any more|left|like)\b/i.test(text))
      .map((match) => claimOf(gendered(match[1]), 'no', match, match[0], { least: 0, most: 0 })),
    ...wholeNumbers(text, parentsList).flatMap((match) => {
      const counts = [...(match[1] ?? '').matchAll(countOfKind)].filter(([, word = '']) =>
        counted.test(word),
      );
      const { least, most } = range(counts.reduce((sum, [, word = '']) => sum + numberOf(word), 0));
      if (counts.length < 2) return [];
      return [claimOf(group, 'parents', match, match[1] ?? '', { least: least - 1, most: most - 1 })];
    }),
    ...siblingsAndSelf.flatMap(([form, pattern]) =>
      wholeNumbers(text, pattern).map((match) => {
        const { least, most } = range(numberOf(match[1] ?? ''));
        return claimOf(group, form, match, match[1] ?? '', { least: least - 1, most: most - 1 });
      }),
    ),
    ...wholeNumbers(text, siblings).map((match) =>
      claimOf(group, 'siblings', match, match[1] ?? '', range(numberOf(match[1] ?? ''))),
    ),
    ...wholeNumbers(text, siblingList).flatMap((match) =>
      listed(match, ['brothers', 'sisters'], group, range),
    ),
  ];
}

/** The grandchildren that somebody has now: the number of an earlier time says nothing. */
function grandchildrenIn(text: string): Claim[] {
  if (soFar.test(text) || fewer.test(text)) return [];
  return [...text.matchAll(ofGrandchildren)].map((match) => {
    const count = numberOf(match[1] ?? '');
    return claimOf(match[2] as Group, 'now', match, match[1] ?? '', { least: count, most: count });
  });
}

const gendered = (word: string | undefined): Group => (word === 'brother' ? 'brothers' : 'sisters');

function childrenIn(text: string): Claim[] {
  const group = 'children';
  const range = rangeIn(text);
  return [
    ...[...text.matchAll(noChildren)]
      .filter(() => !/\b(?:yet|then|at first|for|until|till|before|when|still)\b/i.test(text))
      .map((match) => claimOf(group, 'none', match, match[0], { least: 0, most: 0 })),
    ...wholeNumbers(text, ourChildren).map((match) =>
      claimOf(group, 'some', match, match[0], { least: numberOf(match[1] ?? ''), most: Infinity }),
    ),
    ...wholeNumbers(text, children)
      .filter((match) => !elsewhere.test(text.slice(match.index + match[0].length)))
      .map((match) => claimOf(group, 'children', match, match[1] ?? '', range(numberOf(match[1] ?? '')))),
    ...wholeNumbers(text, childrenList).flatMap((match) =>
      listed(match, ['sons', 'daughters'], group, range),
    ),
  ];
}

/** The matches that give the number of a whole family. */
function wholeNumbers(text: string, pattern: RegExp): RegExpExecArray[] {
  if (fewer.test(text)) return [];
  return [...text.matchAll(pattern)].filter((match) => {
    const stretch = { start: match.index, end: match.index + match[0].length };
    return numberOf(match[1] ?? '') <= mostOfFamily && !partly.test(clausesOf(text, [stretch]));
  });
}

/** Somebody who "has" two brothers may have had more, who have died. */
const inPresent = /\bI(?: have|'ve got) /;

function rangeIn(text: string, mayGrow = soFar.test(text)) {
  return (count: number): Range => ({ least: count, most: mayGrow ? Infinity : count });
}

/** The numbers of a list such as "two daughters and a son", and their sum. */
function listed(
  match: RegExpExecArray,
  [male, female]: readonly [Group, Group],
  all: Group,
  range: (count: number) => Range,
): Claim[] {
  const counts = [...(match[1] ?? '').matchAll(countOfKind)].flatMap(([, word = '', kind = '']) => {
    const isSibling = /^(?:brother|sister)/.test(kind);
    if (!counted.test(word) || isSibling !== (male === 'brothers')) return [];
    return [{ word, count: numberOf(word), group: /^(?:brother|boy|son)/.test(kind) ? male : female }];
  });
  const sum = counts.reduce((total, { count }) => total + count, 0);
  return [
    ...counts.map(({ word, count, group }) => claimOf(group, 'list', match, word, range(count))),
    ...(counts.length > 1 ? [claimOf(all, 'sum', match, match[1] ?? '', range(sum))] : []),
  ];
}

function claimOf(
  group: Group,
  form: string,
  match: RegExpExecArray,
  words: string,
  { least, most }: Range,
): Claim {
  const start = match.index + match[0].indexOf(words);
  const value = most === 0 ? 'none' : least === most ? `${least}` : `at least ${least}`;
  const isOfChildren = group === 'children' || group === 'sons' || group === 'daughters';
  return {
    ...{ reason: 'NUMBER', topic: `number:${group}`, about: `your ${group}`, form: `${group} ${form}` },
    said: { start, end: start + words.length, text: words, value },
    ...{ least, most, isNow: isOfChildren && /\b(?:have|'ve got) /.test(match[0]) },
  };
}

function numberOf(word: string): number {
  if (word === 'no') return 0;
  return words.includes(word) ? words.indexOf(word) + 2 : /^\d/.test(word) ? Number(word) : 1;
}

const lostChild =
  /\b(?:lost|buried) (?:a|an|our|my|one|two|the) (?:\p{L}+ )?(?:baby|babies|child|son|daughter|boy|girl)|\b(?:[Mm]y|[Oo]ur) (?:\p{L}+ )?(?:son|daughter|baby|boy|girl)(?:,? \p{Lu}\p{L}+,?)? (?:died|passed|was killed)|\bstillborn|\bmiscarr/u;

/** Whether a sentence tells of a child who died, so that the person has fewer children than they had. */
export function tellsOfLostChild(sentence: string): boolean {
  return lostChild.test(sentence);
}
