import type { PersonMerge } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import type { MergedDecision, Other } from './people.ts';
import type { MergedRelative } from './relatives.ts';

/** A merge of two people, with what its undo needs. */
export type Merge = Omit<PersonMerge, 'other' | 'relatives' | 'decisions'> & {
  other: Other & { id: string };
  relatives: MergedRelative[];
  decisions: MergedDecision[];
};

/** The merges of a book in their order, without those of the first version, which didn't store the other person's id. */
export async function mergesOf(subjectId: string): Promise<Merge[]> {
  const rows = await db.personMerge.findMany({ where: { subjectId }, orderBy: { id: 'asc' } });
  return rows.flatMap((row) => {
    const { id, ...other } = row.other as Other;
    if (id === undefined) return [];
    return {
      ...row,
      other: { ...other, id },
      relatives: row.relatives as MergedRelative[],
      decisions: row.decisions as MergedDecision[],
    };
  });
}
