import { createHash } from 'node:crypto';
import type { Tx } from '#api/platform/database/database.ts';

/** Only the hash of a name is kept, because the words with the name may be private or erased. */
function hashOf(subjectId: string, name: string): string {
  return createHash('sha256').update(`${subjectId} ${name.toLowerCase()}`).digest('hex');
}

type Decided = { name: string; aliases: string[]; decisions: { cardId: string; isIn: boolean }[] };

/** Keeps what the family decided about people who are about to be deleted, for when they are found again. */
export async function keepDecisions(tx: Tx, subjectId: string, people: readonly Decided[]) {
  const data = people.flatMap(({ name, aliases, decisions }) =>
    [name, ...aliases].flatMap((each) =>
      decisions.map((decision) => ({ ...decision, subjectId, nameHash: hashOf(subjectId, each) })),
    ),
  );
  if (data.length) await tx.keptPersonDecision.createMany({ data, skipDuplicates: true });
}

/** Gives a person found again, under one of these names, the decisions that were kept. */
export async function giveDecisionsBack(
  tx: Tx,
  subjectId: string,
  personId: string,
  names: readonly string[],
) {
  const where = { subjectId, nameHash: { in: names.map((name) => hashOf(subjectId, name)) } };
  const kept = await tx.keptPersonDecision.findMany({ where, select: { cardId: true, isIn: true } });
  if (kept.length === 0) return;
  const decisions = kept.map((decision) => ({ ...decision, subjectId, personId }));
  await tx.cardPersonDecision.createMany({ data: decisions, skipDuplicates: true });
  await tx.cardPerson.createMany({
    data: decisions.filter(({ isIn }) => isIn).map(({ cardId }) => ({ cardId, subjectId, personId })),
    skipDuplicates: true,
  });
  await tx.keptPersonDecision.deleteMany({ where });
}
