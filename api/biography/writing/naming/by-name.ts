import {
  ALIAS,
  ALIAS_AFTER,
  KIN_TO_NAME,
  MAIDEN_AFTER,
  ONCE_AND_THEN,
  THING_TO_NAME,
} from '#api/biography/writing/naming/link-patterns.ts';
import { ORGANISATION_NOUNS } from '#api/biography/writing/naming/name-lists.ts';
import type { Spoken } from '#api/biography/writing/naming/spoken.ts';

/**
 * Whether the word is a person's name and not a description: "she was Lupita", but not "she was Navy" or
 * "she was Ted's wife".
 */
export function isCalled({ candidate, gender }: Spoken, after: string): boolean {
  if (!candidate || after.startsWith("'s")) return false;
  return gender !== null || candidate.title !== null || !ORGANISATION_NOUNS.has(candidate.name.toLowerCase());
}

export function isAlias(next: Spoken, between: string, after: string): boolean {
  const { candidate } = next;
  if (/^,? "?or "?$/.test(between))
    return /^"?,? (?:as (?:we|they|everybody|everyone|she|he|my|most|people)|when (?:she|he)|for short)\b/.test(
      after,
    );
  if (/^,? (?:(?:she|he) )?(?:was|is|'s|became)(?: really| actually)? $/.test(between))
    return isCalled(next, after);
  if (ALIAS.test(between) || (/^,? (?:and )?$/.test(between) && ALIAS_AFTER.test(after))) return true;
  if (/^,? \(?"$|^ \($/.test(between) && /^["),]/.test(after)) return true;
  const single = candidate !== null && !candidate.title && !candidate.name.includes(' ');
  return (
    single && MAIDEN_AFTER.test(after) && /^(?:,|, (?:a|or|born a?)| \(| was a| was born a)? ?$/.test(between)
  );
}

/** Whether two names are one woman under two family names. */
export function wasThen({ candidate }: Spoken, next: Spoken, between: string): boolean {
  const [one = '', ...family] = candidate?.name.split(' ') ?? [];
  const [other, ...later] = next.candidate?.name.split(' ') ?? [];
  return one === other && family.length > 0 && later.length > 0 && ONCE_AND_THEN.test(between);
}

/** "Was a Pullman porter" gives no name, "was a Mr. Lindqvist" does. */
export function namesKin(name: Spoken, between: string, after: string): boolean {
  if (!KIN_TO_NAME.test(between) || isListed(between, after)) return false;
  return !/ an? $/.test(between) || Boolean(name.candidate?.title);
}

/** "My mother, Tom and I": a list, in which Tom is not her name. */
function isListed(between: string, after: string): boolean {
  return (
    /^, ?$/.test(between) &&
    /^(?:, \p{Lu}\p{L}+)*,? and (?:I|me|my|our|his|her)\b/u.test(after) &&
    !/^, and I\b/.test(after)
  );
}

export function namesThing(thing: Spoken, between: string): boolean {
  if (THING_TO_NAME.test(between)) return true;
  if (thing.relation !== 'kept') return false;
  return /^,? $/.test(between) && !/^(?:the|this|that)$/.test(thing.determiner);
}
