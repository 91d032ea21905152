import { z } from 'zod';
import type { PersonRelation } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { personChanged } from '../events.ts';

/** The relationships that a relative can have to a person. */
export const relativeKinds = ['PARENT', 'CHILD', 'PARTNER', 'SIBLING'] as const;
export type RelativeKind = (typeof relativeKinds)[number];

/** The maximum of relatives of one person. */
const relativesLimit = 60;

type Pair = Pick<PersonRelation, 'fromId' | 'toId' | 'kind'>;

/** The row for a relative of a person; partners and siblings have the smaller id first. */
function pairOf(personId: string, relativeId: string, kind: RelativeKind): Pair {
  if (kind === 'PARENT') return { fromId: relativeId, toId: personId, kind };
  if (kind === 'CHILD') return { fromId: personId, toId: relativeId, kind: 'PARENT' };
  const [fromId = '', toId = ''] = [personId, relativeId].sort();
  return { fromId, toId, kind };
}

/** A relation as seen from one of the two. */
export function relativeOf(personId: string, { fromId, toId, kind }: Pair) {
  const relativeId = fromId === personId ? toId : fromId;
  const asSeen: RelativeKind = kind === 'PARENT' && fromId === personId ? 'CHILD' : kind;
  return { relativeId, kind: asSeen };
}

const between = (personId: string, relativeId: string) => ({
  OR: [
    { fromId: personId, toId: relativeId },
    { fromId: relativeId, toId: personId },
  ],
});

const SaveRelative = z.object({
  relationId: z.string().nullish(),
  personId: z.string(),
  relativeId: z.string(),
  kind: z.enum(relativeKinds),
});

/**
 * Adds a relation between two people of a book; with `relationId`, changes the relation of these two. Refuses a
 * person's relation to themselves, a second relation of the same two, and somebody who would be their own ancestor.
 * Returns the person's id.
 */
export async function saveRelative(viewer: Viewer, input: z.input<typeof SaveRelative>): Promise<string> {
  const { relationId, personId, relativeId, kind } = parse(SaveRelative, input);
  if (personId === relativeId) {
    throw new InvalidInput([{ path: 'relativeId', message: 'must be another person' }]);
  }
  return transaction(async (tx, wake) => {
    const subjectId = await lockBookOf(tx, viewer, personId);
    const relative = await tx.person.findFirst({
      where: { id: relativeId, subjectId },
      select: { id: true },
    });
    if (!relative) throw new NotFound('Person', ['relativeId']);
    const known = await tx.personRelation.findFirst({
      where: { subjectId, ...between(personId, relativeId) },
    });
    if (relationId && known?.id !== relationId) throw new NotFound('Relation', ['relationId']);
    if (!relationId && known) throw new WrongState('These two are related already: change what they are');
    if (known) await tx.personRelation.delete({ where: { id: known.id } });
    const pair = pairOf(personId, relativeId, kind);
    if (await closesCircle(tx, subjectId, pair)) {
      throw new WrongState('Somebody would be their own ancestor');
    }
    for (const each of known ? [] : [personId, relativeId]) await mustHaveRoom(tx, each);
    await tx.personRelation.create({ data: { ...pair, subjectId, ...(known && { id: known.id }) } });
    await audit(tx, viewer, 'person.related', {
      subjectId,
      targetId: personId,
      detail: { relativeId, kind },
    });
    await personChanged(tx, wake, subjectId, personId);
    return personId;
  });
}

/** Removes the relation between two people. Returns the person's id. */
export async function removeRelative(
  viewer: Viewer,
  { personId, relativeId }: { personId: string; relativeId: string },
): Promise<string> {
  return transaction(async (tx, wake) => {
    const subjectId = await lockBookOf(tx, viewer, personId);
    const { count } = await tx.personRelation.deleteMany({
      where: { subjectId, ...between(personId, relativeId) },
    });
    if (count === 0) throw new NotFound('Relation', ['relativeId']);
    await audit(tx, viewer, 'person.unrelated', { subjectId, targetId: personId, detail: { relativeId } });
    await personChanged(tx, wake, subjectId, personId);
    return personId;
  });
}

/** Locks the book of a person and checks that the viewer may write in it. Returns the subject's id. */
async function lockBookOf(tx: Tx, viewer: Viewer, personId: string): Promise<string> {
  const person = await tx.person.findUnique({ where: { id: personId }, select: { subjectId: true } });
  if (!person) throw new NotFound('Person', ['personId']);
  const { subjectId } = person;
  await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
  await mustStill(tx, viewer, 'WRITE', subjectId);
  if (!(await tx.person.findUnique({ where: { id: personId }, select: { id: true } }))) {
    throw new NotFound('Person', ['personId']);
  }
  return subjectId;
}

async function mustHaveRoom(tx: Tx, personId: string) {
  const count = await tx.personRelation.count({ where: { OR: [{ fromId: personId }, { toId: personId }] } });
  if (count >= relativesLimit) {
    throw new LimitReached(`A person has at most ${relativesLimit} relatives`, relativesLimit);
  }
}

/** Whether a new relation would make somebody their own ancestor. */
async function closesCircle(tx: Tx, subjectId: string, { fromId, toId, kind }: Pair): Promise<boolean> {
  if (kind !== 'PARENT') return false;
  const rows = await tx.personRelation.findMany({
    where: { subjectId, kind: 'PARENT' },
    select: { fromId: true, toId: true },
  });
  return isAncestor(toId, fromId, rows);
}

/** Whether `ancestorId` is `personId` or one of their ancestors. */
function isAncestor(
  ancestorId: string,
  personId: string,
  parents: readonly Pick<Pair, 'fromId' | 'toId'>[],
): boolean {
  const parentsOf = new Map<string, string[]>();
  for (const { fromId, toId } of parents) parentsOf.set(toId, [...(parentsOf.get(toId) ?? []), fromId]);
  const seen = new Set<string>();
  const open = [personId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === ancestorId) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(parentsOf.get(id) ?? []));
  }
  return false;
}

/** A relation of a merged person as the merge keeps it; `isAdded` where the kept person had none to the relative. */
export type MergedRelative = { relativeId: string; kind: RelativeKind; isAdded: boolean };

/**
 * Gives the relations of a person who is being merged to the kept one, before the other is deleted. A relation of the
 * two to each other ends, and what the kept person is to a relative stays. Returns what the undo needs. Throws
 * `WrongState` where the kept person would be their own ancestor.
 */
export async function moveRelatives(
  tx: Tx,
  { subjectId, keepId, otherId }: { subjectId: string; keepId: string; otherId: string },
): Promise<MergedRelative[]> {
  const rows = await tx.personRelation.findMany({ where: { OR: [{ fromId: otherId }, { toId: otherId }] } });
  const kept = await tx.personRelation.findMany({ where: { OR: [{ fromId: keepId }, { toId: keepId }] } });
  const known = new Set([keepId, ...kept.map((row) => relativeOf(keepId, row).relativeId)]);
  await tx.personRelation.deleteMany({ where: { id: { in: rows.map(({ id }) => id) } } });
  await tx.personRelation.deleteMany({ where: between(keepId, otherId) });
  const moved: MergedRelative[] = [];
  for (const row of rows) {
    const seen = relativeOf(otherId, row);
    const isAdded = !known.has(seen.relativeId);
    moved.push({ ...seen, isAdded });
    if (!isAdded) continue;
    const pair = pairOf(keepId, seen.relativeId, seen.kind);
    if (await closesCircle(tx, subjectId, pair)) {
      throw new WrongState('They can’t be one person: somebody would be their own ancestor');
    }
    await tx.personRelation.create({ data: { ...pair, subjectId } });
  }
  return moved;
}

/**
 * Gives a person who is there again their relations as before the merge, and takes from the kept one those that came
 * with it and weren't changed since. Relatives who are gone, or who would be their own ancestors by now, are left out.
 */
export async function moveRelativesBack(
  tx: Tx,
  { subjectId, keepId, otherId }: { subjectId: string; keepId: string; otherId: string },
  merged: readonly MergedRelative[],
): Promise<void> {
  for (const { relativeId: wasId, kind, isAdded } of merged) {
    const relativeId = await whoIsNow(tx, subjectId, wasId);
    if (!relativeId || relativeId === otherId) continue;
    if (isAdded && relativeId !== keepId) {
      await tx.personRelation.deleteMany({ where: pairOf(keepId, relativeId, kind) });
    }
    const pair = pairOf(otherId, relativeId, kind);
    const isTaken = await tx.personRelation.count({ where: between(otherId, relativeId) });
    if (isTaken > 0 || (await closesCircle(tx, subjectId, pair))) continue;
    await tx.personRelation.create({ data: { ...pair, subjectId } });
  }
}

/** The person with this id, or the one with whom they were merged; null when they are gone. */
async function whoIsNow(tx: Tx, subjectId: string, id: string): Promise<string | null> {
  if (await tx.person.findFirst({ where: { id, subjectId }, select: { id: true } })) return id;
  const merge = await tx.personMerge.findFirst({
    where: { subjectId, other: { path: ['id'], equals: id } },
    select: { personId: true },
  });
  return merge?.personId ?? null;
}
