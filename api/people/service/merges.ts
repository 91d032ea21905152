import type { Person, PersonMerge } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { MergedRelative } from './relatives.ts';

/** The data of a merged person, to undo the merge; older merges have no id. */
export type Other = { id?: string } & Pick<
  Person,
  'name' | 'relationship' | 'aliases' | 'living' | 'born' | 'died' | 'found' | 'membershipId'
>;

export type Decision = { cardId: string; isIn: boolean };

/** A decision about the other person, and what was decided about the kept one before and after the merge. */
export type MergedDecision = Decision & { before: boolean | null; after: boolean | null };

/** The facts that the kept person takes from the other one where they have none. */
export const mergedFacts = ['relationship', 'living', 'born', 'died'] as const;
type Facts = Pick<Person, (typeof mergedFacts)[number]>;
type Named = Pick<Person, 'name' | 'aliases' | 'found'> & Facts;

/** The maximum of other names. */
const aliasesLimit = 20;

/** The facts of two people who become one: those of the kept one stay, and missing ones are taken from the other. */
export function factsOfBoth(keep: Facts, other: Facts): Facts {
  return {
    relationship: keep.relationship ?? other.relationship,
    living: keep.living ?? other.living,
    born: keep.born ?? other.born,
    died: keep.died ?? other.died,
  };
}

/** The names and facts that the merge adds to the kept person; they are stored with it for its undo. */
export function addedByMerge(
  keep: Named,
  other: Named,
): Pick<PersonMerge, 'addedAliases' | 'addedFacts' | 'wasFound'> {
  const had = new Set([keep.name, ...keep.aliases]);
  const names = [...new Set([other.name, ...other.aliases])].filter((each) => !had.has(each));
  return {
    addedAliases: names.slice(0, Math.max(0, aliasesLimit - keep.aliases.length)),
    addedFacts: mergedFacts.filter((fact) => keep[fact] === null && other[fact] !== null),
    wasFound: keep.found && !other.found,
  };
}

/**
 * The changes that undo a merge for the kept person: names and facts that the merge added go, unless the family has
 * changed them since. Older merges, which didn't record them, and merges that first went into somebody else give back
 * names only. A person whom no readable words name stays one whom the family entered.
 */
export function factsBefore(
  keep: Named & { id: string },
  { keptId, other, addedAliases, addedFacts, wasFound }: PersonMerge,
  isNamed: boolean,
): Partial<Named> {
  const was = other as Other;
  const gone = new Set(keptId === null ? [was.name, ...was.aliases] : addedAliases);
  const aliases = keep.aliases.filter((alias) => !gone.has(alias));
  if (keptId !== keep.id) return { aliases };
  const taken = mergedFacts.filter((fact) => addedFacts.includes(fact) && keep[fact] === was[fact]);
  return {
    aliases,
    ...nothingOf(taken),
    ...(wasFound && isNamed && { found: true }),
  };
}

/**
 * Forgets a merge whose other person is named by no readable words any more, with what it gave the kept person, and
 * those into whom they were merged since.
 */
export async function forgetMerge(tx: Tx, { id, personId, ...merge }: PersonMerge): Promise<void> {
  const was = merge.other as Other;
  let { keptId } = merge;
  let names = keptId === null ? [was.name, ...was.aliases] : merge.addedAliases;
  let facts = mergedFacts.filter((fact) => merge.addedFacts.includes(fact));
  const without = (aliases: readonly string[]) => aliases.filter((alias) => !names.includes(alias));
  for (const later of await tx.personMerge.findMany({ where: { personId }, orderBy: { id: 'asc' } })) {
    const other = later.other as Other;
    if (keptId === null || other.id !== keptId) continue;
    const theirs = facts.filter((fact) => other[fact] === was[fact]);
    const { addedAliases, addedFacts } = later;
    await tx.personMerge.update({
      where: { id: later.id },
      data: {
        other: { ...other, aliases: without(other.aliases), ...nothingOf(theirs) },
        addedAliases: without(addedAliases),
        addedFacts: addedFacts.filter((added) => !theirs.some((fact) => fact === added)),
      },
    });
    if (later.keptId !== null) names = names.filter((name) => addedAliases.includes(name));
    facts = theirs.filter((fact) => addedFacts.includes(fact));
    ({ keptId } = later);
  }
  const person = await tx.person.findUniqueOrThrow({ where: { id: personId } });
  const taken = keptId === personId ? facts.filter((fact) => person[fact] === was[fact]) : [];
  await tx.person.update({
    where: { id: personId },
    data: { aliases: without(person.aliases), ...nothingOf(taken) },
  });
  await tx.personMerge.delete({ where: { id } });
}

function nothingOf(facts: readonly (keyof Facts)[]): Partial<Facts> {
  return Object.fromEntries(facts.map((fact) => [fact, null]));
}

/** Gives a person who is there again the merges that they had before they were merged into the kept one. */
export async function moveMergesBack(
  tx: Tx,
  { keepId, otherId }: { keepId: string; otherId: string },
): Promise<void> {
  const merges = await tx.personMerge.findMany({
    where: { personId: keepId },
    orderBy: { id: 'desc' },
    select: { id: true, keptId: true, other: true },
  });
  // Somebody who was merged into the other one may have had merges too, which are older.
  const theirs = new Set([otherId]);
  const moved = merges.filter(({ keptId, other }) => {
    if (keptId === null || !theirs.has(keptId)) return false;
    const { id } = other as Other;
    if (id !== undefined) theirs.add(id);
    return true;
  });
  await tx.personMerge.updateMany({
    where: { id: { in: moved.map(({ id }) => id) } },
    data: { personId: otherId },
  });
}

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
