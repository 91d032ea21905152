import { z } from 'zod';
import type { ReplaySet } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { line, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { readableConversation } from '../playground/readable.ts';
import { mustBeTeam } from '../policy.ts';
import { teamAt } from '../reconcile/policy.ts';

export const setLimit = 50;
export const turnLimit = 200;

/** The `seq` of a turn that stands for the whole conversation. */
export const wholeConversation = 0;

const SaveReplaySet = z.object({
  id: z.string().nullish(),
  name: line(80),
  kind: z.enum(['INTERVIEW', 'WRITE']),
});

/** Creates a set, or renames one. Returns its id. */
export async function saveReplaySet(viewer: Viewer, input: z.input<typeof SaveReplaySet>): Promise<string> {
  mustBeTeam(viewer);
  const { id, name, kind } = parse(SaveReplaySet, input);
  return transaction(async (tx) => {
    await lockSets(tx);
    const set = id ? await setAt(tx, id) : null;
    if (set && set.kind !== kind)
      throw new InvalidInput([{ path: 'kind', message: 'can’t be changed: create another set' }]);
    const namesake = await tx.replaySet.findUnique({ where: { name } });
    if (namesake && namesake.id !== set?.id)
      throw new InvalidInput([{ path: 'name', message: 'is the name of another set' }]);
    if (!set && (await tx.replaySet.count()) >= setLimit)
      throw new LimitReached(`There are ${setLimit} sets already`, setLimit);
    const saved = set
      ? await tx.replaySet.update({ where: { id: set.id }, data: { name } })
      : await tx.replaySet.create({ data: { name, kind, createdById: viewer.userId } });
    await audit(tx, viewer, 'replay-set.saved', { targetId: saved.id, detail: { name, kind } });
    return saved.id;
  });
}

/** Deletes a set with its runs. */
export async function deleteReplaySet(viewer: Viewer, id: string): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockSets(tx);
    const { name } = await setAt(tx, id);
    await tx.replaySet.delete({ where: { id } });
    await audit(tx, viewer, 'replay-set.deleted', { targetId: id, detail: { name } });
    return id;
  });
}

const AddReplayTurn = z.object({
  setId: z.string(),
  conversationId: z.string(),
  turn: z.int().min(1).nullish(),
});

/**
 * Adds a recorded conversation to a set: for the interviewer at a turn of the person, by default the last one; for the
 * writer as a whole. The conversation must have ended, and the person must agree that a model sees their words. Adding
 * a turn again changes nothing.
 */
export async function addReplayTurn(viewer: Viewer, input: z.input<typeof AddReplayTurn>): Promise<string> {
  mustBeTeam(viewer);
  const { setId, conversationId, turn } = parse(AddReplayTurn, input);
  const { kind } = await setAt(db, setId, ['setId']);
  const { id, subjectId, status } = await readableConversation(teamAt, conversationId);
  if (status !== 'COMPLETED')
    throw new WrongState('Only conversations that have ended can be replayed', ['conversationId']);
  const seq = kind === 'WRITE' ? wholeConversation : await turnAt(id, turn ?? null);
  return transaction(async (tx) => {
    await lockSets(tx);
    await setAt(tx, setId, ['setId']);
    const key = { setId, conversationId, seq };
    if (await tx.replayTurn.findUnique({ where: { setId_conversationId_seq: key } })) return setId;
    if ((await tx.replayTurn.count({ where: { setId } })) >= turnLimit)
      throw new LimitReached(`A set has at most ${turnLimit} turns`, turnLimit);
    await tx.replayTurn.create({ data: { ...key, subjectId } });
    await audit(tx, viewer, 'replay-set.turn-added', {
      ...{ subjectId, targetId: setId },
      detail: { conversationId, turn: seq },
    });
    return setId;
  });
}

async function turnAt(conversationId: string, turn: number | null): Promise<number> {
  const message = await db.message.findFirst({
    where: {
      ...{ conversationId, role: 'user', private: false, deletedAt: null },
      ...(turn !== null && { seq: turn }),
    },
    orderBy: { seq: 'desc' },
    select: { seq: true },
  });
  if (!message) throw new WrongState('The person has no such turn to answer, or it is private', ['turn']);
  return message.seq;
}

/** Removes a turn from its set; the results of earlier runs stay. Returns the set's id. */
export async function removeReplayTurn(viewer: Viewer, id: string): Promise<string> {
  mustBeTeam(viewer);
  return transaction(async (tx) => {
    await lockSets(tx);
    const turn = await tx.replayTurn.findUnique({ where: { id } });
    if (!turn) throw new NotFound('Turn', ['id']);
    const { setId, subjectId, conversationId, seq } = turn;
    await tx.replayTurn.delete({ where: { id } });
    await audit(tx, viewer, 'replay-set.turn-removed', {
      ...{ subjectId, targetId: setId },
      detail: { conversationId, turn: seq },
    });
    return setId;
  });
}

export async function setAt(tx: Tx, id: string, field: string[] = ['id']): Promise<ReplaySet> {
  const set = await tx.replaySet.findUnique({ where: { id } });
  if (!set) throw new NotFound('Set', field);
  return set;
}

function lockSets(tx: Tx) {
  return tx.$executeRaw`select pg_advisory_xact_lock(hashtext('writer.replay-sets'))`;
}
