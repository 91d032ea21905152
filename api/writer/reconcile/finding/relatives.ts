import { KIN_PATTERN, relationOf } from '#api/biography/writing/language/kinship.ts';

/** Relations that a person usually has once. */
const single = new Set(['mother', 'father', 'husband', 'wife']);

const remarriage =
  /\b[Mm]y (?:first|second|third|ex|ex-|former|new|present) ?-?(?:husband|wife)|\bex-(?:husband|wife)|\b(?:re-?married|married again|second marriage|first marriage|my divorce|(?:I|[Ww]e) (?:were |was |got )?divorced)\b/;
const secondParents =
  /\bstep-?(?:mother|father|mom|mum|dad)|\b(?:real|birth|biological|adoptive|adopted|foster|natural) (?:mother|father|mom|dad|parents)\b|\b(?:mother|father|[Mm]om|[Dd]ad|Mama|Papa) (?:(?:got )?re-?married|(?:got )?married again)/;

/**
 * The relations that the person of this book has once: without parents or spouses where a sentence speaks of others.
 */
export function singleRelations(sentences: readonly string[]): ReadonlySet<string> {
  const isRemarried = sentences.some((each) => remarriage.test(each));
  const hasSecondParents = sentences.some((each) => secondParents.test(each));
  return new Set(
    [...single].filter((relation) =>
      relation === 'mother' || relation === 'father' ? !hasSecondParents : !isRemarried,
    ),
  );
}

/** "my late mother", with the relation as its group. */
export const myRelative = `\\b[Mm]y (?:late |own |dear |sweet |poor |darling |wonderful |beautiful )*(${KIN_PATTERN})\\b`;

/** The single relation that a word stands for; null for a relation that a person may have several of. */
export function singleRelationOf(word: string): string | null {
  const relation = relationOf(word);
  return relation && single.has(relation) ? relation : null;
}

const named = new RegExp(
  `\\b[Mm]y (?:late |older |younger |oldest |eldest |youngest |little |big |baby |twin |own |dear )*(${KIN_PATTERN}),? (\\p{Lu}\\p{L}+)`,
  'gu',
);

/** The relatives that a sentence calls by relation and name, such as "my brother Tony", with the name in small letters. */
export function namedRelatives(sentence: string): { relation: string; name: string }[] {
  return [...sentence.matchAll(named)].flatMap(([, word = '', name = '']) => {
    const relation = relationOf(word);
    return relation ? [{ relation, name: name.toLowerCase() }] : [];
  });
}
