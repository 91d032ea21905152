import { findDates, yearsOf } from '#api/biography/writing/dates.ts';
import { relationOf } from '#api/biography/writing/language/kinship.ts';
import { findNumbers } from '#api/biography/writing/language/numbers.ts';
import { fold, lemma, tokens } from '#api/biography/writing/language/words.ts';
import { TITLES } from '#api/biography/writing/naming/name-lists.ts';
import type { BookCard } from './book.ts';

/** Words that compare an event with an earlier one of its kind. */
const anotherTime =
  /\b(?:again(?! and again)|as well|this time|once more|the (?:second|third|next|other) (?:time|one)|(?:the|that|those) same)\b|\balso\b/i;
const descendants =
  /\b(?:my|our) (?:[\p{L}-]+ ){0,2}(?:sons?|daughters?|child|children|kids?|boys?|girls?|lads?|baby|babies|grand(?:sons?|daughters?|child|children|kids?))\b/iu;
const ownAge = /\bI (?:was|were|wasn't) (?:only |just |about |not yet |barely )*([\p{L}-]+|\d{1,2})\b/gu;
const months =
  'January February March April June July August September October November December spring summer autumn winter Christmas Easter Thanksgiving Ramadan Passover Lent Midsummer Whitsun Carnival';
const partOfYear = new RegExp(`\\b(?:${months.replaceAll(' ', '|')})\\b`, 'g');
const partsOfYear = new Set(months.toLowerCase().split(' '));

/**
 * How much speaks for two events where two stories are alike: two for other years, other people, a child in place of
 * oneself, or "the second" in place of "the first"; one for another place, another time of the year or of life, and words
 * that compare with an earlier time.
 */
export function argumentsAgainst(one: BookCard, other: BookCard): number {
  const [here, there] = [toldIn(one), toldIn(other)];
  const strong = [
    yearsBetween(one, other) > 0,
    descendants.test(here.text) !== descendants.test(there.text) && !sharePeople(here, there),
    havePeopleApart(here, there),
    areApart(ordinalsIn(here), ordinalsIn(there)),
  ];
  const weak = [
    anotherTime.test(here.text) !== anotherTime.test(there.text),
    havePlacesApart(here, there),
    areApart(agesIn(here), agesIn(there)),
    areApart(partsOfYearIn(here), partsOfYearIn(there)),
  ];
  const count = (all: readonly boolean[]) => all.filter((each) => each).length;
  return 2 * count(strong) + count(weak);
}

type Told = { card: BookCard; text: string; words: ReadonlySet<string>; relations: ReadonlySet<string> };

function toldIn(card: BookCard): Told {
  const text = [card.title, ...card.sentences.map((each) => each.text)].join('. ');
  const norms = tokens(text).map(({ norm }) => norm);
  const relations = norms.flatMap((norm) => relationOf(norm) ?? []);
  return { card, text, words: new Set(norms), relations: new Set(relations) };
}

/** The years that surely lie between two stories. */
export function yearsBetween(one: BookCard, other: BookCard): number {
  const [here, there] = [one, other].map(({ happened, sentences }) => {
    const told = sentences.flatMap(({ text }) => findDates(text).filter(({ inferred }) => !inferred));
    const date = happened ?? (told.length === 1 ? told[0]?.edtf : null);
    return date ? yearsOf(date) : null;
  });
  return here && there ? Math.max(here.first - there.last, there.first - here.last, 0) : 0;
}

/** Whether each of two stories has its people, and none of them is in the other. */
function havePeopleApart(one: Told, other: Told): boolean {
  const [here, there] = [peopleOf(one), peopleOf(other)];
  return here.length > 0 && there.length > 0 && !sharePeople(one, other);
}

function sharePeople(one: Told, other: Told): boolean {
  return peopleOf(one).some((name) => isIn(name, other)) || peopleOf(other).some((name) => isIn(name, one));
}

const peopleOf = ({ card }: Told) => [
  ...card.people,
  ...tokens(card.title).flatMap(({ norm }) => relationOf(norm) ?? []),
];

function isIn(name: string, { words, relations, card }: Told): boolean {
  const listed = new Set(card.people.flatMap((each) => tokens(each).map(({ norm }) => norm)));
  return tokens(name).some(({ norm }) => {
    const relation = relationOf(norm);
    return relation ? relations.has(relation) : words.has(norm) || listed.has(norm);
  });
}

/** Whether each of two stories has its places, and none of them is in the other. */
function havePlacesApart(one: Told, other: Told): boolean {
  const isThere = (place: string, { card, words }: Told) => {
    const there = new Set(card.places.flatMap((each) => tokens(each).map(({ norm }) => norm)));
    return tokens(place).some(({ norm }) => words.has(norm) || there.has(norm));
  };
  const [here, there] = [one.card.places, other.card.places];
  return (
    here.length > 0 &&
    there.length > 0 &&
    !here.some((place) => isThere(place, other)) &&
    !there.some((place) => isThere(place, one))
  );
}

const agesIn = ({ text }: Told) =>
  [...text.matchAll(ownAge)].flatMap(([, word = '']) =>
    findNumbers(word).flatMap(({ kind, value }) => (kind === 'CARDINAL' && value > 1 ? `${value}` : [])),
  );

/** The ordinals of a title: "My first job". */
const ordinalsIn = ({ card: { title } }: Told) =>
  findNumbers(title).flatMap(({ kind, value }) => (kind === 'ORDINAL' ? `${value}` : []));

const partsOfYearIn = ({ text }: Told) => text.match(partOfYear) ?? [];

function areApart(here: readonly string[], there: readonly string[]): boolean {
  return here.length > 0 && there.length > 0 && !here.some((each) => there.includes(each));
}

/** The names in a text, uninflected: its titles, and what it writes with a capital inside of its sentences. */
export function namedIn(text: string): Set<string> {
  const inside = [...text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}\p{L}+/gu)].map(([word]) => fold(word));
  const titles = tokens(text).flatMap(({ norm }) => (TITLES.has(norm) ? norm : []));
  return new Set([...inside, ...titles].filter((word) => !partsOfYear.has(word)).map(lemma));
}
