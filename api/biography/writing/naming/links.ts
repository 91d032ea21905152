import { isAlias, namesKin, namesThing, wasThen } from '#api/biography/writing/naming/by-name.ts';
import { linkKin, linkName, linkSomebody } from '#api/biography/writing/naming/by-pronoun.ts';
import {
  ALL_ARE,
  APPOSED,
  IN_PLACE,
  IN_PLACE_IS,
  KIN_IS_SO,
  MARRIES,
  NAME_LATER_KIN,
  NAME_TO_KIN,
  ONE_BESIDE,
  ONE_IS_OTHER,
  SOMEBODY_TO_NAME,
} from '#api/biography/writing/naming/link-patterns.ts';
import { describe, headAt, listAfter, listBefore, several } from '#api/biography/writing/naming/lists.ts';
import { Around, settleOwners } from '#api/biography/writing/naming/owners.ts';
import type { Links, Spoken } from '#api/biography/writing/naming/spoken.ts';

/** Finds who is who from the words between the people mentioned in one message. */
export function findLinks(text: string, spoken: readonly Spoken[]): Links {
  const words = new Around(text, spoken);
  settleOwners(words);
  const links: Links = { same: [], is: [], self: new Set() };
  const named = new Set<Spoken>();
  spoken.forEach((one, at) => {
    if (one.kind !== 'NAME' && one.count > 1) linkList(one, at, words, links, named);
    else linkNext(one, at, words, links, named);
  });
  spoken.forEach((one, at) => {
    if (one.kind === 'NAME') linkName(one, at, words, links, named);
    else if (one.kind === 'SOMEBODY') linkSomebody(one, at, words, links);
    else if (one.kind === 'KIN') linkKin(one, at, words, links);
  });
  return links;
}

/** "My brothers, Casimir, Leon and Stefan": each is a brother. */
function linkList(one: Spoken, at: number, words: Around, links: Links, named: Set<Spoken>) {
  for (const name of listAfter(one, at, words)) {
    named.add(name);
    if (one.kind === 'THING') links.same.push([one, name]);
    else if (one.kind === 'KIN') describe(name, several(one, at, words), links);
  }
}

function linkNext(one: Spoken, at: number, words: Around, links: Links, named: Set<Spoken>) {
  const next = words.spoken[at + 1];
  if (!next) return;
  const between = words.between(one, next);
  const after = words.after(next);
  const place = words.spoken[at + 2];
  if (one.kind === 'KIN' && next.kind === 'NAME' && place?.kind === 'NAME' && IN_PLACE.test(between)) {
    // "A chum at the Tech, Malcolm Reid": the Tech is the place.
    const beyond = words.between(one, place);
    if (KIN_IS_SO.test(beyond) ? /^[,.;]/.test(words.after(place)) : IN_PLACE_IS.test(beyond)) {
      named.add(place);
      links.same.push([one, place]);
      return;
    }
  }
  if (next.kind === 'NAME' && !named.has(next)) {
    const so = KIN_IS_SO.test(between) && /^[,.;]/.test(after);
    if (one.kind === 'KIN' && (so || namesKin(next, between, after))) linkPair(one, at, words, links, named);
    else if (
      (one.kind === 'SOMEBODY' && (SOMEBODY_TO_NAME.test(between) || ONE_BESIDE.test(between))) ||
      (one.kind === 'THING' && namesThing(one, between))
    ) {
      named.add(next);
      links.same.push([one, next]);
      if (ONE_BESIDE.test(between)) links.is.push({ who: next, relation: 'neighbor', whose: 'ME' });
      // "The Clara, after my sister": the sister is called Clara too.
      const sake = words.spoken[at + 2];
      if (
        one.kind === 'THING' &&
        sake?.kind === 'KIN' &&
        /^,? (?:named )?(?:after|for) $/.test(words.between(next, sake))
      )
        describe(next, { ...sake, count: 2 }, links);
    } else if (one.kind === 'NAME' && (isAlias(next, between, after) || wasThen(one, next, between)))
      links.same.push([one, next]);
  }
  const head = headAt(words.spoken, at + 1);
  const last = words.spoken[head] as Spoken;
  if (one.kind === 'NAME' && describes(head, between, words)) describe(one, last, links);
  if (
    one.kind === 'NAME' &&
    last.kind === 'KIN' &&
    last.count > 1 &&
    ALL_ARE.test(between) &&
    APPOSED.test(words.after(last))
  )
    for (const name of listBefore(at, last.count, words)) describe(name, last, links);
  if (one.kind === 'KIN' || one.kind === 'SOMEBODY') {
    const alike = next.count === 1 && (next.kind === 'KIN' || next.kind === 'SOMEBODY');
    const apposed = next.kind === 'SOMEBODY' && between === ', ' && next.determiner !== 'the';
    if (alike && (ONE_IS_OTHER.test(between) || apposed)) links.same.push([one, next]);
  }
  if (MARRIES.test(between) && one.kind !== 'THING' && (next.kind === 'SOMEBODY' || next.kind === 'NAME'))
    links.is.push({ who: next, relation: 'spouse', whose: one });
}

/**
 * "My aunt and uncle, Vi and Bill" names two people; otherwise the next name belongs to the last relative.
 */
function linkPair(one: Spoken, at: number, words: Around, links: Links, named: Set<Spoken>) {
  const [last, next, second] = [words.spoken[at - 1], words.spoken[at + 1], words.spoken[at + 2]];
  if (!next) return;
  named.add(next);
  const pair =
    last?.kind === 'KIN' &&
    second?.kind === 'NAME' &&
    words.between(last, one) === ' and ' &&
    /^[,:]|^ were /.test(words.between(one, next)) &&
    / and $/.test(words.between(next, second));
  if (!pair) {
    links.same.push([one, next]);
    return;
  }
  named.add(second);
  links.same.push([last, next], [one, second]);
}

/** "Lourdes, my sister," and "Lourdes was my sister", when no other name follows for the sister. */
function describes(at: number, between: string, words: Around): boolean {
  const [kin, next] = [words.spoken[at] as Spoken, words.spoken[at + 1]];
  const after = words.after(kin);
  if (kin.kind === 'NAME') return false;
  // "Rita was my mother's name"
  if (/^ (?:was|is) $/.test(between) && /^'s (?:\p{Ll}+ )?name\b/u.test(after)) return kin.kind === 'KIN';
  if (/^'s?(?: |$)/.test(after)) return false;
  if (kin.count > 1 && !kin.determiner.startsWith('the ')) return false;
  if (next?.kind === 'NAME' && words.between(kin, next) === ' ') return false;
  if (kin.kind === 'THING')
    return (
      kin.relation === 'kept' &&
      (between === ', '
        ? APPOSED.test(after)
        : /^,? (?:was|is) $/.test(between) || (between === ' ' && kin.determiner === 'the'))
    );
  if (kin.kind === 'KIN' && NAME_LATER_KIN.test(between)) return /^[.,;!?]/.test(after);
  // "Chioma my last born"
  if (between === ' ' && kin.kind === 'KIN' && /^(?:my|our)$/.test(kin.determiner))
    return APPOSED.test(after);
  if (!NAME_TO_KIN.test(between)) return false;
  if (kin.kind === 'SOMEBODY') return between === ', ';
  const besides = /^(?:,| ?[—–-]| \()/.test(between) && !/\b(?:was|is) $/.test(between);
  return kin.whose !== null && (!besides || APPOSED.test(after));
}
