import { LISTED, TO_LIST } from '#api/biography/writing/naming/link-patterns.ts';
import type { Around } from '#api/biography/writing/naming/owners.ts';
import { generalOf } from '#api/biography/writing/naming/relations.ts';
import type { Links, Spoken } from '#api/biography/writing/naming/spoken.ts';

/** The most names in a list whose number was not stated. */
export const LONGEST_LIST = 12;

/** Links a name to its description, as the same person or as one of several. */
export function describe(name: Spoken, kin: Spoken, links: Links) {
  if (kin.count === 1) links.same.push([name, kin]);
  else if (kin.relation && kin.whose)
    links.is.push({
      who: name,
      relation: kin.relation,
      whose: kin.whose instanceof Object ? kin.whose : 'ME',
    });
}

/** "'s sister" after "my mother". */
export function isOf(one: Spoken | undefined, whose: Spoken | undefined): boolean {
  return one?.kind === 'KIN' && one.determiner === '' && whose !== undefined && one.whose === whose;
}

/** "My mother's sister": the position of the last word of the chain. */
export function headAt(spoken: readonly Spoken[], at: number): number {
  let head = at;
  while (isOf(spoken[head + 1], spoken[head])) head += 1;
  return head;
}

/** The names of a list after "my brothers", or after the first name of it. */
export function listAfter(head: Spoken, at: number, words: Around): Spoken[] {
  const found: Spoken[] = [];
  const most = head.kind === 'NAME' ? LONGEST_LIST : Math.min(head.count, LONGEST_LIST);
  let last = head;
  for (let next = at + 1; next < words.spoken.length && found.length < most; next += 1) {
    const one = words.spoken[next] as Spoken;
    // "Micah, the twins Joel and Jonas, and me"
    if (one.count > 1 && /^the (?:twins|boys|girls|babies)$/.test(words.of(one))) continue;
    if (one.kind !== 'NAME') break;
    if (!(last.kind === 'NAME' ? LISTED : TO_LIST).test(words.between(last, one))) break;
    found.push(one);
    last = one;
  }
  return found;
}

/** "Tom and Ned, my brothers": the names of a list that ends here. */
export function listBefore(at: number, most: number, words: Around): Spoken[] {
  const found = [words.spoken[at] as Spoken];
  for (let back = at - 1; back >= 0 && found.length < Math.min(most, LONGEST_LIST); back -= 1) {
    const one = words.spoken[back] as Spoken;
    if (one.kind !== 'NAME' || !/^(?:,|,? and) $/.test(words.between(one, words.spoken[back + 1] as Spoken)))
      break;
    found.push(one);
  }
  return found.length > 1 ? found : [];
}

/** "My brothers and sisters, Tom, Ann and Bea": their names decide who is which. */
export function several(one: Spoken, at: number, words: Around): Spoken {
  const last = words.spoken[at - 1];
  if (last?.kind !== 'KIN' || last.count === 1 || words.between(last, one) !== ' and ') return one;
  const relation = generalOf(last.relation ?? '');
  return relation && relation === generalOf(one.relation ?? '') ? { ...one, relation } : one;
}
