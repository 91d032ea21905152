import { isCalled } from '#api/biography/writing/naming/by-name.ts';
import {
  BEAR_CHILD,
  CALLED_BY,
  COURTED,
  HAVING,
  I_MARRIED,
  LIVED_BESIDE,
  MARRIED_ME,
  NAME_FOR,
  NAMING,
  OF_US,
  OUR,
  PLACE_OF,
  PRONOUN_IS_KIN,
  PRONOUN_LATER_KIN,
  PRONOUN_NAMED,
  SELF_BEFORE,
  SHE_MARRIED,
  TAUGHT_US,
  THAT_IS,
  THAT_IS_KIN,
  THEY_ARE_KIN,
  WE_MARRIED,
} from '#api/biography/writing/naming/link-patterns.ts';
import { describe, headAt, isOf, LONGEST_LIST, listAfter } from '#api/biography/writing/naming/lists.ts';
import type { Around } from '#api/biography/writing/naming/owners.ts';
import { isKin } from '#api/biography/writing/naming/relations.ts';
import type { Links, Spoken } from '#api/biography/writing/naming/spoken.ts';

/** Links from the words before and after a name: "I married", "we called her", "was her name". */
export function linkName(one: Spoken, at: number, words: Around, links: Links, named: ReadonlySet<Spoken>) {
  const [left, right] = [words.before(one), words.after(one)];
  const courted = COURTED.test(left) && WE_MARRIED.test(words.farAfter(one));
  if (I_MARRIED.test(left) || MARRIED_ME.test(right) || courted)
    links.is.push({ who: one, relation: 'spouse', whose: 'ME' });
  const who = left.match(SHE_MARRIED)?.[1];
  const wife = who ? words.meantBy(who, at) : null;
  if (wife) links.is.push({ who: one, relation: 'spouse', whose: wife });
  if (OF_US.test(left))
    for (const name of [one, ...listAfter(one, at, words)])
      links.is.push({ who: name, relation: 'sibling', whose: 'ME' });
  if (SELF_BEFORE.test(left) && !right.startsWith("'s")) links.self.add(one);
  if (one.candidate?.title && TAUGHT_US.test(right))
    links.is.push({ who: one, relation: 'teacher', whose: 'ME' });
  if (LIVED_BESIDE.test(right)) links.is.push({ who: one, relation: 'neighbor', whose: 'ME' });
  const kin = THAT_IS.test(left) || OUR.test(left) ? lastKin(one, at, words, links) : null;
  if (kin && !named.has(one)) links.same.push([kin, one]);
  const pronoun = pronounNaming(one, left, right);
  const nameless = pronoun ? words.namelessBy(pronoun, at, named) : null;
  const meant = nameless ?? (pronoun ? words.meantBy(pronoun, at) : null);
  const called = !meant && !named.has(one) && NAMING.test(left) ? nearest(one, at, words, named) : null;
  const whom = meant ?? called;
  if (whom) links.same.push([whom, one]);
}

/**
 * Links from a relation in a statement: "He was my boss", "he'd a good heart, my brother-in-law", "they
 * were my father's sisters".
 */
export function linkKin(one: Spoken, at: number, words: Around, links: Links) {
  const { spoken } = words;
  let first = at;
  while (isOf(spoken[first], spoken[first - 1])) first -= 1;
  const before = words.before(spoken[first] as Spoken);
  if (one.whose === null || headAt(spoken, at) !== at) return;
  if (one.relation === 'friend' && one.determiner === '' && headAt(spoken, at) === at) {
    const last = spoken.slice(Math.max(0, at - 3), at).findLast((other) => other.kind === 'NAME');
    if (last && one.sentence - last.sentence <= 1)
      links.is.push({ who: last, relation: 'friend', whose: 'ME' });
    return;
  }
  if (one.count > 1) {
    if (!THEY_ARE_KIN.test(before)) return;
    const sentence = spoken[first]?.sentence ?? 0;
    for (const name of spoken.slice(Math.max(0, first - LONGEST_LIST), first))
      if (name.kind === 'NAME' && sentence - name.sentence <= 1) describe(name, one, links);
    return;
  }
  const later = /^[.,;!?]/.test(words.after(one)) ? before.match(PRONOUN_LATER_KIN) : null;
  const beside = spoken[first - 1];
  const alone = later && (!beside || beside.end < one.start - later[0].length);
  const pronoun = (before.match(PRONOUN_IS_KIN) ?? (alone ? later : null))?.[1];
  const that = THAT_IS_KIN.test(before) && one.gender ? (one.gender === 'F' ? 'she' : 'he') : null;
  const meant = pronoun ?? that;
  const who = meant ? words.meantBy(meant, first) : null;
  if (who && who.kind !== 'KIN') links.same.push([who, one]);
  else if (who?.kind === 'KIN' && who.relation && !isKin(one.relation ?? '')) links.same.push([who, one]);
}

/** The last relative of the subject mentioned who has no name yet. */
function lastKin(name: Spoken, at: number, words: Around, links: Links): Spoken | null {
  for (let back = at - 1; back >= Math.max(0, at - 5); back -= 1) {
    const one = words.spoken[back] as Spoken;
    if (name.sentence - one.sentence > 1) return null;
    const fits = one.kind === 'KIN' && one.count === 1 && one.whose !== null;
    const alike =
      one.gender === name.gender || one.gender === null || name.gender === null || name.gender === 'N';
    if (fits && alike && !links.same.some((pair) => pair.includes(one))) return one;
  }
  return null;
}

/** Links for a person without a name: "I married a boy", "we had a girl". */
export function linkSomebody(one: Spoken, at: number, words: Around, links: Links) {
  const before = words.before(one);
  if (I_MARRIED.test(before)) links.is.push({ who: one, relation: 'spouse', whose: 'ME' });
  if (one.gender && /^th(?:at|is)$/.test(one.determiner)) {
    const same = words.meantBy(one.gender === 'F' ? 'she' : 'he', at);
    if (same) links.same.push([same, one]);
  }
  const parent = one.relation === 'child' && one.count === 1 ? parentIn(before) : null;
  const whose = parent === 'she' || parent === 'he' ? words.meantBy(parent, at) : null;
  if (whose) links.is.push({ who: one, relation: 'child', whose });
  if (one.relation !== 'child' || !BEAR_CHILD.test(before)) return;
  for (const child of one.count > 1 ? listAfter(one, at, words) : [one])
    links.is.push({ who: child, relation: 'child', whose: 'ME' });
}

function parentIn(before: string): string | null {
  const found = before.match(HAVING);
  return (found?.[1] ?? found?.[2])?.toLowerCase() ?? null;
}

/** The pronoun of the person who is given this name here. */
function pronounNaming(name: Spoken, left: string, right: string): string | null {
  const isNamed = isCalled(name, right) ? left.match(PRONOUN_NAMED) : null;
  const found = left.match(CALLED_BY) ?? isNamed ?? (name.again ? null : right.match(NAME_FOR));
  return found?.slice(1).find((group) => group !== undefined) ?? null;
}

/** "A boy from Leeds called Trevor": the person named by "called" when a place stands between. */
function nearest(name: Spoken, at: number, words: Around, named: ReadonlySet<Spoken>): Spoken | null {
  for (let back = at - 1; back >= Math.max(0, at - 4); back -= 1) {
    const one = words.spoken[back] as Spoken;
    if (one.sentence !== name.sentence || words.between(one, name) === '\n') return null;
    if (one.kind !== 'NAME') return one;
    if (named.has(one) || !PLACE_OF.test(words.before(one))) return null;
  }
  return null;
}
