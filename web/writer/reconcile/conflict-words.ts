import type { ConflictResolution } from '#web/app/generated/schema-types.ts';
import type { ConflictInFullFragment } from './reconcile.graphql.ts';

export const kindNames: Record<ConflictInFullFragment['kind'], string> = {
  CONTRADICTING_DATE: 'contradicting date',
  CONTRADICTING_FACT: 'contradicting fact',
  DUPLICATE_CARDS: 'duplicate stories',
  SAME_PERSON: 'may be one person',
  SOURCE_GONE: 'source is gone',
  UNKNOWN_PHONE: 'unknown phone',
};

/** The labels of a conflict's possible decisions. For two people, merging means keeping one of the names. */
export function choicesInWords(
  { kind, choices, left, right }: ConflictInFullFragment,
  subjectName: string,
): { resolution: ConflictResolution; words: string; key: string }[] {
  const offered = choices.filter((each) => kind !== 'SAME_PERSON' || each !== 'MERGE');
  const keys: Record<ConflictResolution, string> = {
    ...{ KEEP_LEFT: '1', KEEP_RIGHT: '2', KEEP_BOTH: '3', MERGE: '4', DISMISS: 'x' },
  };
  const words: Record<ConflictResolution, string> = {
    ...{ KEEP_LEFT: 'Keep left', KEEP_RIGHT: 'Keep right', KEEP_BOTH: 'Keep both' },
    ...{ MERGE: 'Merge into left', DISMISS: 'Dismiss' },
    ...(kind === 'SAME_PERSON' && {
      KEEP_LEFT: `One person: ${left?.person?.name ?? 'left'}`,
      KEEP_RIGHT: `One person: ${right?.person?.name ?? 'right'}`,
      KEEP_BOTH: 'Two people',
    }),
    ...(kind === 'SOURCE_GONE' && { KEEP_LEFT: 'Keep the sentence', KEEP_RIGHT: 'Take it out' }),
    ...(kind === 'UNKNOWN_PHONE' && { KEEP_LEFT: `These are ${subjectName}’s` }),
  };
  return offered.map((resolution) => ({ resolution, words: words[resolution], key: keys[resolution] }));
}

/** How a conflict was settled. */
export function settledInWords({
  kind,
  resolution,
}: Pick<ConflictInFullFragment, 'kind' | 'resolution'>): string {
  if (kind === 'SAME_PERSON' && resolution !== 'KEEP_BOTH' && resolution !== 'DISMISS')
    return 'Made one person';
  if (kind === 'SAME_PERSON' && resolution === 'KEEP_BOTH') return 'They are two people';
  if (kind === 'SOURCE_GONE')
    return resolution === 'KEEP_RIGHT' ? 'The sentence was taken out' : 'The sentence was kept';
  if (kind === 'UNKNOWN_PHONE' && resolution === 'KEEP_LEFT') return 'The texts were added to the book';
  const said: Record<ConflictResolution, string> = {
    ...{ KEEP_LEFT: 'Left was kept', KEEP_RIGHT: 'Right was kept', KEEP_BOTH: 'Both were kept' },
    ...{ MERGE: 'Merged', DISMISS: 'Dismissed' },
  };
  return resolution ? said[resolution] : '';
}

/** A date in the desk's format. */
export function dayInWords(at: string): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
