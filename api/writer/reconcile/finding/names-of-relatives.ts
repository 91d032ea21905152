import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { fold } from '#api/biography/writing/language/words.ts';
import { isGivenName } from '#api/biography/writing/naming/given-names.ts';
import type { Claim } from './claims.ts';
import { parentNames } from './events.ts';
import { reasonOfNames } from './people.ts';
import { myRelative, singleRelationOf } from './relatives.ts';

const name = "(\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+){0,2})(?:'s)?";
/** Follows a name beside a relation unless more people are named, as in "my wife, Ada, and my aunt". */
const alone = '(?= (?!and\\b|or\\b|\\d)|[.;!]|, (?!and\\b|or\\b|\\d|[Mm]y\\b|\\p{Lu})|$)';
const bareParent = `(?<=^|[,;] |\\b(?:[Aa]nd|[Bb]ut|[Ss]o) )(${parentNames})`;
const ofRelatives = [
  `${myRelative}'s (?:first |given |real |full |Christian )?name (?:was|is) ${name}`,
  `${bareParent}'s (?:first |given |real |full |Christian )?name (?:was|is) ${name}`,
  `${bareParent} was (?:christened|baptized|named) ${name}`,
  `${myRelative} (?:was|is) (?:called|named|christened|baptized) ${name}`,
  // Not as in "My mother was Christian".
  `${myRelative} (?:was|is) (?!Christian\\b)${name}(?=[.,;!]|$)`,
  // Not as in "I told my mother Joe was coming" or "everybody called my father Ned".
  `(?<!\\b(?:told|asked|showed|promised|assured|warned|gave|call|calls|called|nicknamed) )${myRelative},? ${name}${alone}`,
].map((pattern) => new RegExp(pattern, 'gu'));

const parent = '(mother|father|mom|mum|dad)';
const ofGrandparents = [
  `\\b[Mm]y ${parent}'s ${parent}(?:,|,? (?:was|is)(?: called| named)?|'s name (?:was|is))? ${name}`,
  `\\b[Mm]y (grandmother|grandfather|grandma|grandpa) on my ${parent}'s side (?:was|is)(?: called| named)? ${name}`,
].map((pattern) => new RegExp(pattern, 'gu'));

const surname = "(\\p{Lu}[\\p{L}'-]+)(?=[.,;!?]|$| (?:before|from|by|and|but)\\b)";
const maidenNames = [
  `${myRelative}'s (?:maiden|birth|family) name (?:was|is) ${surname}`,
  `${myRelative} was (?:born )an? ${surname}`,
  `${myRelative} was an? ${surname}(?=.{0,3} (?:by birth|before (?:she|they) (?:was |were )?married))`,
  `\\b[Bb]efore (?:she|they) (?:was |were )?married,? ${myRelative} was an? ${surname}`,
  `${myRelative},? n[eé]e ${surname}`,
].map((pattern) => new RegExp(pattern, 'gu'));

/** The names of the person's mother, father, husband, wife and grandparents that a sentence states. */
export function namesOfRelatives(text: string): Claim[] {
  const relatives = ofRelatives.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const relation = singleRelationOf(match[1] ?? '');
      return relation ? claimOf(relation, match[2] ?? '', match) : [];
    }),
  );
  const grandparents = ofGrandparents.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const [, first = '', second = '', called = ''] = match;
      const [whose, who] = /^grand/.test(first) ? [second, first.replace('grand', '')] : [first, second];
      const through = [singleRelationOf(whose), singleRelationOf(who)];
      return through.includes(null) ? [] : claimOf(through.join('’s '), called, match);
    }),
  );
  return [...relatives, ...grandparents, ...maidenNamesIn(text)];
}

/** The maiden names of the person's mother, wife and grandmother. */
function maidenNamesIn(text: string): Claim[] {
  return maidenNames.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match): Claim[] => {
      const [, word = '', called = ''] = match;
      const relation = relationOf(word);
      if (!relation || !/^(?:mother|wife|grandmother)$/.test(relation)) return [];
      const start = match.index + match[0].lastIndexOf(called);
      return [
        {
          ...{ reason: 'NAME', topic: `maiden:${relation}`, about: `your ${relation}’s maiden name` },
          ...{ form: 'maiden name', names: [fold(called)] },
          said: { start, end: start + called.length, text: called, value: called },
        },
      ];
    }),
  );
}

function claimOf(relation: string, called: string, match: RegExpExecArray): Claim[] {
  const names = called.split(' ');
  const [given] = names;
  if (!given || !(isGivenName(given) || isSurelyName(match))) return [];
  const start = match.index + match[0].lastIndexOf(called);
  return [
    {
      ...{ reason: 'NAME', topic: `name:${relation}`, about: `your ${relation}’s name`, form: 'name' },
      said: { start, end: start + given.length, text: given, value: given },
      names: names.map(fold),
    },
  ];
}

/** Whether the words around it say that it is a name, also where no list has it: "my mother's mother, Honora, lived". */
function isSurelyName({ 0: words, input }: RegExpExecArray): boolean {
  const isEnclosed =
    /, \p{Lu}\p{Ll}+$/u.test(words) && input.slice(input.indexOf(words) + words.length).startsWith(',');
  return (
    /\b(?:christened|baptized)\b|'s (?:\p{L}+ )?name (?:was|is)\b/u.test(words) ||
    (isEnclosed && !/(?:ish|ese|an|ic)$/.test(words))
  );
}

/** Whether two names can't be one person's: no name of one is a name, short form or spelling of the other's. */
export function areNamesApart(left: readonly string[], right: readonly string[]): boolean {
  return !left.some((one) => right.some((other) => isOneName(one, other)));
}

function isOneName(one: string, other: string): boolean {
  return (
    one.slice(0, 4) === other.slice(0, 4) ||
    reasonOfNames(one, other) !== null ||
    (abroad.get(one) ?? [one]).some((each) => (abroad.get(other) ?? [other]).includes(each))
  );
}

/** The names that emigrants took in English for their own. */
const abroad = new Map(
  `giuseppe:joseph,joe giovanni:john antonio:anthony,tony vincenzo:vincent,james,jimmy luigi:louis,lou salvatore:sam,sal
  heinrich:henry,harry wilhelm:william,bill johann:john friedrich:fred,frederick karl:charles,carl ludwig:louis georg:george
  jose:joe,joseph juan:john jorge:george pedro:peter miguel:michael,mike carlos:charles,charlie guillermo:william,bill
  katarzyna:katherine,kate wojciech:albert,adalbert jozef:joseph,joe jan:john moishe:morris chaim:hyman szmul:samuel,sam
  rivka:rebecca,ruth concetta:jennie,connie domenico:dominic,dominick pasquale:patrick,pat raffaele:ralph elena:helen
  ekaterina:catherine`
    .split(/\s+/)
    .map((entry): [string, string[]] => {
      const [abroadName = '', forms = ''] = entry.split(':');
      return [abroadName, [abroadName, ...forms.split(',')]];
    }),
);
