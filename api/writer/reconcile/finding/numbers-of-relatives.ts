import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import type { Claim } from './claims.ts';

type Range = { least: number; most: number };
type Group = 'brothers and sisters' | 'brothers' | 'sisters' | 'children' | 'sons' | 'daughters';

const words =
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(' ');
const number = `(${words.join('|')}|\\d{1,2})`;
const young = '(?:children|kids|siblings|boys and girls|youngsters)';
const counted = new RegExp(`^(?:${words.join('|')}|\\d{1,2}|a|an|one|no)$`);
/** "four daughters", "no sisters", "a son", in a list of them. */
const kinds = 'brothers?|sisters?|boys?|girls?|sons?|daughters?';
const one = `(?:${number}|an?|one|no) (?:${kinds})`;
const list = `${number} (?:${kinds})(?:,? (?:and |but )?${one})*`;
const who = '(?:[Ww]e|(?:\\p{Lu}\\p{L}+|[Mm]y (?:husband|wife)|[Hh]e|[Ss]he) and I)(?: both)?';

/** The whole family's children, of whom the person is one. */
const siblingsAndSelf: [form: string, pattern: RegExp][] = [
  ['of us', new RegExp(`\\b(?:[Tt]here were|[Ww]e were|[Ww]ith) ${number} of us ${young}`, 'gu')],
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
  ['parents', new RegExp(`\\b[Mm]y (?:parents|mother|father|folks) had ${number} ${young}`, 'gu')],
];
const siblings: [form: string, pattern: RegExp][] = [
  ['siblings', new RegExp(`\\bI(?: had| have|'ve got) ${number} (?:brothers and sisters|siblings)`, 'gu')],
];
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
  /\b[Mm]y (?:late |older |younger |oldest |eldest |youngest |little |big |baby |kid |own |dear )*(brother|sister),? (\p{Lu}\p{L}+)(?! [Ii]n[- ]law)/gu;

/** Words by which a number is not that of all: those who lived, or who were there already. */
const partly =
  /\b(?:alive|living|lived|left(?! home| school)|surviv\p{L}*|still|died|lost|dead|besides|half|step\p{L}*|foster|adopted|raised as|like an?|class|classroom|students|team|troop|camp|program|village|twins|teach\p{L}*|taught|school\p{L}*|scouts?|orphan\p{L}*|babysat|nanny|cousins?|nieces?|nephews?|grand\p{L}*|block|street|corner|gang|car|bus|boat|neighbo\p{L}*|played|playing)\b/iu;
/** Words by which there may have been more later. */
const soFar =
  /\b(?:by the time|by then|then|when|before|already|so far|at the time|at that time|still at home|in \d{4}|until|till|now)\b/i;

/** How many siblings and children a sentence says that the person has. */
export function numbersOfRelatives(text: string): Claim[] {
  const found: Claim[] = [];
  const add = (group: Group, form: string, match: RegExpExecArray, words: string, { least, most }: Range) => {
    const start = match.index + match[0].indexOf(words);
    const value = most === 0 ? 'none' : least === most ? `${least}` : `at least ${least}`;
    found.push({
      ...{ reason: 'NUMBER', topic: `number:${group}`, about: `your ${group}`, form: `${group} ${form}` },
      said: { start, end: start + words.length, text: words, value },
      ...{ least, most, isNow: /\b(?:have|'ve got) /.test(match[0]) && isOfChildren(group) },
    });
  };
  const isPartly = partly.test(text);
  const rangeOf = (count: number): Range => ({ least: count, most: soFar.test(text) ? Infinity : count });
  const whole = (match: RegExpExecArray) => numberOf(match.at(-1) ?? '');

  for (const match of text.matchAll(onlyChild)) {
    if (/\b(?:brother|sister|until|till|for|like|almost|practically|twin)\b/i.test(text)) continue;
    add('brothers and sisters', 'none', match, 'an only child', { least: 0, most: 0 });
  }
  for (const match of text.matchAll(aSibling)) {
    const [words, , name = ''] = match;
    if (isGivenName(name)) add('brothers and sisters', 'some', match, words, { least: 1, most: Infinity });
  }
  for (const match of text.matchAll(noChildren))
    if (!/\b(?:yet|then|at first|for|until|till|before|when|still)\b/i.test(text))
      add('children', 'none', match, match[0], { least: 0, most: 0 });
  for (const match of text.matchAll(ourChildren)) {
    const count = numberOf(match[1] ?? '');
    if (count < 2 || count > 16 || isPartly) continue;
    add('children', 'some', match, match[0], { least: count, most: Infinity });
  }
  if (isPartly) return found;
  for (const [form, pattern] of siblingsAndSelf)
    for (const match of text.matchAll(pattern)) {
      const count = whole(match);
      if (count < 2 || count > 16) continue;
      const { least, most } = rangeOf(count);
      const group = 'brothers and sisters';
      add(group, form, match, match[1] ?? '', { least: least - 1, most: most - 1 });
    }
  for (const [form, pattern] of siblings)
    for (const match of text.matchAll(pattern))
      add('brothers and sisters', form, match, match[1] ?? '', rangeOf(whole(match)));
  for (const match of text.matchAll(siblingList)) addList(match, 'siblings');
  for (const match of text.matchAll(childrenList)) addList(match, 'children');
  for (const match of text.matchAll(children)) {
    const count = whole(match);
    if (
      count > 16 ||
      /^,? (?:in|over|at) (?:our|the|my) (?!house|family)/.test(text.slice(match.index + match[0].length))
    )
      continue;
    add('children', 'children', match, match[1] ?? '', rangeOf(count));
  }
  return found;

  function addList(match: RegExpExecArray, of: 'siblings' | 'children') {
    const counts = [...(match[1] ?? '').matchAll(new RegExp(`(\\p{L}+|\\d{1,2}) (${kinds})`, 'gu'))].flatMap(
      (part) => {
        const [, count = '', kind = ''] = part;
        const isSibling = /^(?:brother|sister)/.test(kind);
        return counted.test(count) && isSibling === (of === 'siblings')
          ? [{ count: numberOf(count), isMale: /^(?:brother|boy|son)/.test(kind), words: count }]
          : [];
      },
    );
    const [first] = counts;
    if (!first || counts.some(({ count }) => count > 16)) return;
    const groups = of === 'siblings' ? (['brothers', 'sisters'] as const) : (['sons', 'daughters'] as const);
    for (const { count, isMale, words } of counts)
      add(groups[isMale ? 0 : 1], 'list', match, words, rangeOf(count));
    if (counts.length < 2) return;
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const group = of === 'siblings' ? 'brothers and sisters' : 'children';
    add(group, 'sum', match, match[1] ?? '', rangeOf(total));
  }
}

function numberOf(word: string): number {
  if (word === 'no') return 0;
  return words.includes(word) ? words.indexOf(word) + 2 : /^\d/.test(word) ? Number(word) : 1;
}

function isOfChildren(group: Group): boolean {
  return group === 'children' || group === 'sons' || group === 'daughters';
}

const lostChild =
  /\b(?:lost|buried) (?:a|an|our|my|one|two|the) (?:\p{L}+ )?(?:baby|babies|child|son|daughter|boy|girl)|\b(?:[Mm]y|[Oo]ur) (?:\p{L}+ )?(?:son|daughter|baby|boy|girl)(?:,? \p{Lu}\p{L}+,?)? (?:died|passed|was killed)|\bstillborn|\bmiscarr/u;

/** Whether a sentence tells of a child who died, so that the person has fewer children than they had. */
export function tellsOfLostChild(sentence: string): boolean {
  return lostChild.test(sentence);
}
