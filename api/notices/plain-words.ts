import { words } from '#api/platform/domain-values/input.ts';

/** Links, addresses and phone numbers in a text, which we would send in our name. */
const addressIn = /:\/\/|www\.|@\S|[\p{L}\p{N}]\.\p{L}{2}|\d(?:[ ()./-]{0,2}\d){6}/iu;

/** A user's own words in a letter or text to a stranger, without links, addresses and phone numbers. */
export function plainWords(max: number) {
  return words(max).refine(
    (text) => !addressIn.test(text),
    'must not contain web or mail addresses, or phone numbers',
  );
}
