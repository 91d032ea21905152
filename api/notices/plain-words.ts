import { words } from '#api/platform/domain-values/input.ts';

/** What a mail program would make a link, or somebody would call: it would be sent in our name. */
const addressIn = /:\/\/|www\.|@\S|[\p{L}\p{N}]\.\p{L}{2}|\d(?:[ ()./-]{0,2}\d){6}/iu;

/** Words of somebody's own that stand in a letter or text to a stranger: none that lead anywhere. */
export function plainWords(max: number) {
  return words(max).refine(
    (text) => !addressIn.test(text),
    'must not contain web or mail addresses, or phone numbers',
  );
}
