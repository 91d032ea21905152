import type { Said } from './clauses.ts';

const few = "(?:(?:the|a|an|my|our|her|his|their) )?(?:[\\p{L}'’-]+ ){0,3}";
/** The kinds of places where a birth or a wedding takes place: of one kind only, so that two can't both be true. */
const settings: Record<string, [value: string, words: string][]> = {
  birth: [
    ['in a hospital', `(?:in|at) ${few}(?:[Hh]ospital|[Ii]nfirmary|maternity (?:ward|home)|[Cc]linic)`],
    [
      'at home',
      `at home|(?:in|on) ${few}(?:bedroom|bed|kitchen|kitchen table|farmhouse|cabin|cottage|parlor|living room|house)`,
    ],
  ],
  wedding: [
    [
      'in a church',
      `(?:in|at) (?:${few}(?:[Cc]hurch|[Cc]hapel|[Cc]athedral|[Ss]ynagogue|[Tt]emple)|(?:St\\.?|Saint|Our Lady|Holy|Sacred) ?\\p{Lu}[\\p{L}'’-]+)`,
    ],
    [
      'at a town hall',
      `(?:in|at|by) ${few}(?:[Tt]own [Hh]all|[Cc]ity [Hh]all|[Cc]ourthouse|registry office|justice of the peace|magistrate)`,
    ],
    [
      'at home',
      `at home|(?:in|under) ${few}(?:parlor|living room|front room|garden|yard|backyard|orchard|barn)`,
    ],
  ],
};
/** Words of what comes after a wedding, or of two ceremonies. */
const elsewhere = /\b(?:party|reception|dance|dinner|supper|honeymoon|both|twice|civil|afterwards?)\b/i;

const patterns = Object.fromEntries(
  Object.entries(settings).map(([deed, kinds]) => [
    deed,
    kinds.map(([value, words]) => ({ value, pattern: new RegExp(`\\b(?:${words})(?![\\p{L}])`, 'u') })),
  ]),
);

/** The kind of place of a birth or a wedding; null where a sentence names none or two. */
export function settingOf(deed: string | null, text: string): Said | null {
  if (elsewhere.test(text)) return null;
  const found = (patterns[deed ?? ''] ?? []).flatMap(({ value, pattern }): Said[] => {
    const match = pattern.exec(text);
    if (!match) return [];
    return [{ start: match.index, end: match.index + match[0].length, text: match[0], value }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
