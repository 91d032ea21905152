import { z } from 'zod';
import { callByOpenWords } from '#api/biography/people.ts';
import { isEdtf, yearsOf } from '#api/biography/writing/dates.ts';
import type { PersonMerge } from '#api/generated/prisma/client.ts';
import { audit } from '#api/platform/audit.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { clearable, line, parse } from '#api/platform/domain-values/input.ts';
import { InvalidInput, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { updateQuestionsOfPerson } from '#api/questions/service.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { personChanged } from '../events.ts';
import {
  addedByMerge,
  type Decision,
  factsBefore,
  factsOfBoth,
  type MergedDecision,
  moveMergesBack,
  type Other,
} from './merges.ts';
import { type MergedRelative, moveRelatives, moveRelativesBack } from './relatives.ts';

/** The maximum of people per subject. */
const peopleLimit = 2_000;

const lifeDate = z
  .string()
  .trim()
  .max(40, 'must be at most 40 characters')
  .refine(isEdtf, 'is not a date in EDTF, e.g. 1952-22 or 1950~');

const SavePerson = z.object({
  id: z.string().nullish(),
  subjectId: z.string(),
  name: line(120),
  aliases: z.array(line(120)).max(20, 'must be at most 20').nullish(),
  relation: clearable(line(80)).optional(),
  living: z.boolean().nullish(),
  born: clearable(lifeDate).optional(),
  died: clearable(lifeDate).optional(),
  userId: z.string().nullish(),
});

/**
 * Adds a person of the subject's life, or changes one. Omitted fields stay. Facts entered by the family are not changed
 * by the writer any more. `userId` links the person to a member; null unlinks.
 */
export async function savePerson(viewer: Viewer, input: z.input<typeof SavePerson>): Promise<string> {
  const { id, subjectId, name, aliases, relation, living, born, died, userId } = parse(SavePerson, input);
  return transaction(async (tx, wake) => {
    await lockSubject(tx, subjectId);
    await mustStill(tx, viewer, 'WRITE', subjectId);
    const membershipId = userId && (await membershipOf(tx, subjectId, userId, id ?? null));
    const known = id ? await tx.person.findFirst({ where: { id, subjectId } }) : null;
    if (id && !known) throw new NotFound('Person', ['id']);
    const data = {
      name,
      found: false,
      ...(aliases && { aliases: [...new Set(aliases)].filter((alias) => alias !== name) }),
      ...(relation !== undefined && { relationship: relation }),
      ...(living !== undefined && { living }),
      ...(born !== undefined && { born }),
      ...(died !== undefined && { died }),
      ...(userId !== undefined && { membershipId }),
    };
    checkLifeDates({ living: known?.living, born: known?.born, died: known?.died, ...data });
    if (id) {
      await tx.person.update({ where: { id }, data });
      // They stay a person whom the family entered, also when a merge is undone.
      await tx.personMerge.updateMany({ where: { subjectId, keptId: id }, data: { wasFound: false } });
      await updateQuestionsOfPerson(tx, id);
      await audit(tx, viewer, 'person.corrected', { subjectId, targetId: id });
      await personChanged(tx, wake, subjectId, id);
      return id;
    }
    if ((await tx.person.count({ where: { subjectId } })) >= peopleLimit) {
      throw new LimitReached(`A book has at most ${peopleLimit} people`, peopleLimit);
    }
    const person = await tx.person.create({ data: { ...data, subjectId }, select: { id: true } });
    await audit(tx, viewer, 'person.added', { subjectId, targetId: person.id });
    await personChanged(tx, wake, subjectId, person.id);
    return person.id;
  });
}

type LifeDates = { living?: boolean | null; born?: string | null; died?: string | null };

/** Refuses a date of death for somebody who is living, and one before the birth. */
function checkLifeDates({ living, born, died }: LifeDates): void {
  if (!died) return;
  if (living) throw new InvalidInput([{ path: 'died', message: 'must be empty for somebody who is living' }]);
  const [birth, death] = [born && yearsOf(born), yearsOf(died)];
  if (birth && death && death.last < birth.first) {
    throw new InvalidInput([{ path: 'died', message: 'must not be before the birth' }]);
  }
}

/** The membership of a user who is linked to no other person. */
async function membershipOf(tx: Tx, subjectId: string, userId: string, personId: string | null) {
  const membership = await tx.membership.findFirst({
    where: { subjectId, userId },
    select: { id: true, person: { select: { id: true } } },
  });
  if (!membership) throw new InvalidInput([{ path: 'userId', message: 'must be a member of this book' }]);
  if (membership.person && membership.person.id !== personId) {
    throw new InvalidInput([{ path: 'userId', message: 'is somebody else in the stories already' }]);
  }
  return membership.id;
}

/**
 * Merges two people: the second one's name becomes an alias of the first, and its stories move to the first. Facts of
 * the first stay; missing ones are taken from the second. Refused where they contradict each other: somebody who is
 * living and has a date of death, or who died before the birth.
 */
export async function mergePeople(
  viewer: Viewer,
  { keepId, otherId }: { keepId: string; otherId: string },
): Promise<string> {
  if (keepId === otherId) throw new InvalidInput([{ path: 'otherId', message: 'must be another person' }]);
  return transaction(async (tx, wake) => {
    const subjectId = await subjectOfPerson(tx, keepId, 'keepId');
    await lockSubject(tx, subjectId);
    await mustStill(tx, viewer, 'WRITE', subjectId);
    await mergeWithin(tx, wake, viewer, { subjectId, keepId, otherId });
    return keepId;
  });
}

/** The same in a transaction that has locked the subject and checked the rights. Returns the merge's id. */
export async function mergeWithin(
  tx: Tx,
  wake: Wake,
  viewer: Viewer,
  { subjectId, keepId, otherId }: { subjectId: string; keepId: string; otherId: string },
): Promise<string> {
  const keep = await tx.person.findFirst({
    where: { id: keepId, subjectId },
    include: {
      cards: { select: { cardId: true } },
      decisions: { select: { cardId: true, isIn: true } },
      keepsakes: { select: { mediaId: true } },
    },
  });
  const other = await tx.person.findFirst({
    where: { id: otherId, subjectId },
    include: {
      mentions: { select: { id: true } },
      cards: { select: { cardId: true } },
      decisions: { select: { cardId: true, isIn: true } },
      keepsakes: { select: { mediaId: true } },
      merges: true,
    },
  });
  if (!keep) throw new NotFound('Person', ['keepId']);
  const keptMediaIds = new Set(keep.keepsakes.map(({ mediaId }) => mediaId));
  if (!other) throw new NotFound('Person', ['otherId']);
  if (keep.membershipId && other.membershipId) throw new WrongState('Both are members of the book');
  const { name, relationship, aliases, living, born, died, found, membershipId } = other;
  const facts = factsOfBoth(keep, other);
  checkLifeDates(facts);
  const added = addedByMerge(keep, other);
  const was: Other = { id: otherId, name, relationship, aliases, living, born, died, found, membershipId };
  const cardIds = other.cards.map(({ cardId }) => cardId);
  const mediaIds = other.keepsakes.map(({ mediaId }) => mediaId);
  const relatives = await moveRelatives(tx, { subjectId, keepId, otherId });
  const decisions = mergeDecisions(keep, other.decisions);
  await tx.personMerge.updateMany({ where: { personId: otherId }, data: { personId: keepId } });
  const merge = await tx.personMerge.create({
    data: {
      subjectId,
      personId: keepId,
      other: was,
      mentionIds: other.mentions.map(({ id }) => id),
      cardIds,
      mediaIds,
      addedMediaIds: mediaIds.filter((mediaId) => !keptMediaIds.has(mediaId)),
      relatives,
      decisions,
      ...{ ...added, keptId: keepId, mergedById: viewer.userId },
    },
    select: { id: true },
  });
  await tx.mention.updateMany({ where: { personId: otherId }, data: { personId: keepId } });
  await tx.cardPerson.createMany({
    data: cardIds.map((cardId) => ({ subjectId, cardId, personId: keepId })),
    skipDuplicates: true,
  });
  for (const { cardId, after } of decisions) await decide(tx, { subjectId, cardId, personId: keepId }, after);
  await tx.keepsakePerson.createMany({
    data: mediaIds.map((mediaId) => ({ subjectId, mediaId, personId: keepId })),
    skipDuplicates: true,
  });
  await tx.person.delete({ where: { id: otherId } });
  await tx.person.update({
    where: { id: keepId },
    data: {
      ...facts,
      aliases: [...keep.aliases, ...added.addedAliases],
      membershipId: keep.membershipId ?? membershipId,
      found: keep.found && found,
    },
  });
  await updateQuestionsOfPerson(tx, keepId);
  await audit(tx, viewer, 'person.merged', { subjectId, targetId: keepId, detail: { otherId } });
  await personChanged(tx, wake, subjectId, keepId);
  return merge.id;
}

/** Somebody whom the family found in a story stays in it; one who was not in it counts only if the kept one wasn't. */
function mergeDecisions(
  keep: { cards: readonly { cardId: string }[]; decisions: readonly Decision[] },
  decisions: readonly Decision[],
): MergedDecision[] {
  const decided = new Map(keep.decisions.map(({ cardId, isIn }) => [cardId, isIn]));
  const storiesOfKept = new Set(keep.cards.map(({ cardId }) => cardId));
  return decisions.map(({ cardId, isIn }) => {
    const before = decided.get(cardId) ?? null;
    const after = isIn || (before ?? (storiesOfKept.has(cardId) ? null : false));
    return { cardId, isIn, before, after };
  });
}

type DecisionAt = { subjectId: string; cardId: string; personId: string };

/** Stores whether a person is in a story, or that nothing is decided. */
async function decide(tx: Tx, at: DecisionAt, isIn: boolean | null) {
  const { cardId, personId } = at;
  if (isIn === null) return tx.cardPersonDecision.deleteMany({ where: { cardId, personId } });
  return tx.cardPersonDecision.upsert({
    where: { cardId_personId: { cardId, personId } },
    create: { ...at, isIn },
    update: { isIn },
  });
}

/** Gives both people the decisions that they had; what was decided about the kept one since the merge stays. */
async function moveDecisionsBack(
  tx: Tx,
  { subjectId, keepId, otherId }: { subjectId: string; keepId: string; otherId: string },
  decisions: readonly MergedDecision[],
) {
  const cardIds = decisions.map(({ cardId }) => cardId);
  const existing = await tx.card.findMany({
    where: { id: { in: cardIds }, subjectId },
    select: { id: true, decisions: { where: { personId: keepId }, select: { isIn: true } } },
  });
  const now = new Map(existing.map(({ id, decisions: [decided] }) => [id, decided?.isIn ?? null]));
  for (const { cardId, isIn, before, after } of decisions) {
    if (!now.has(cardId)) continue;
    await decide(tx, { subjectId, cardId, personId: otherId }, isIn);
    if (now.get(cardId) === after) await decide(tx, { subjectId, cardId, personId: keepId }, before);
  }
}

type Undo = { id: string; otherId?: string | null | undefined };

/**
 * Undoes the last merge into a person: both exist again with their own stories. Returns the other one's id. Throws
 * `WrongState` if the last merge was not with the expected other one, who is parted already or merged earlier.
 */
export async function undoMergePeople(viewer: Viewer, { id, otherId }: Undo): Promise<string> {
  return transaction(async (tx, wake) => {
    const subjectId = await subjectOfPerson(tx, id, 'id');
    await lockSubject(tx, subjectId);
    await mustStill(tx, viewer, 'WRITE', subjectId);
    const merge = await tx.personMerge.findFirst({
      where: { personId: id, subjectId },
      orderBy: { id: 'desc' },
    });
    if (!merge) throw new WrongState('Nobody was merged into this person');
    if (otherId && (merge.other as Other).id !== otherId)
      throw new WrongState('The people have changed meanwhile. Look at them again.');
    return undoMergeWithin(tx, wake, viewer, merge);
  });
}

/**
 * Undoes one merge, in a transaction that has locked the subject and checked the rights. Returns the other one's id.
 */
export async function undoMergeWithin(
  tx: Tx,
  wake: Wake,
  viewer: Viewer,
  merge: PersonMerge,
): Promise<string> {
  const { subjectId, personId: id } = merge;
  const was = merge.other as Other;
  const mentions = await tx.mention.findMany({
    where: { id: { in: merge.mentionIds }, personId: id },
    select: { id: true },
  });
  // A person named only in words that are now private comes back with those words, not before.
  if (was.found && mentions.length === 0)
    throw new WrongState('Nothing that can be read names them any more');
  const keep = await tx.person.findUniqueOrThrow({ where: { id } });
  const isMemberAgain = was.membershipId !== null && keep.membershipId === was.membershipId;
  if (isMemberAgain) await tx.person.update({ where: { id }, data: { membershipId: null } });
  const other = await tx.person.create({
    data: { ...was, membershipId: isMemberAgain ? was.membershipId : null, subjectId },
    select: { id: true },
  });
  await tx.mention.updateMany({
    where: { id: { in: mentions.map((mention) => mention.id) } },
    data: { personId: other.id },
  });
  const decisions = merge.decisions as MergedDecision[];
  await moveDecisionsBack(tx, { subjectId, keepId: id, otherId: other.id }, decisions);
  await moveCardsBack(tx, subjectId, id, other.id, merge.cardIds);
  const shown = await tx.keepsakePerson.findMany({
    where: { personId: id, mediaId: { in: merge.mediaIds } },
  });
  await tx.keepsakePerson.createMany({
    data: shown.map(({ mediaId }) => ({ subjectId, mediaId, personId: other.id })),
  });
  await tx.keepsakePerson.deleteMany({ where: { personId: id, mediaId: { in: merge.addedMediaIds } } });
  const relatives = merge.relatives as MergedRelative[];
  await moveRelativesBack(tx, { subjectId, keepId: id, otherId: other.id }, relatives);
  const isNamed = (await tx.mention.count({ where: { personId: id } })) > 0;
  const before = factsBefore(keep, merge, isNamed);
  await tx.person.update({ where: { id }, data: before });
  await tx.personMerge.delete({ where: { id: merge.id } });
  await moveMergesBack(tx, { keepId: id, otherId: other.id });
  // Some of the words that named them may have become private since.
  const lostWords = mentions.length < merge.mentionIds.length;
  await callByOpenWords(tx, wake, subjectId, [
    ...(before.found && !keep.found ? [id] : []),
    ...(lostWords ? [other.id] : []),
  ]);
  for (const each of [id, other.id]) await updateQuestionsOfPerson(tx, each);
  await audit(tx, viewer, 'person.parted', { subjectId, targetId: id, detail: { otherId: other.id } });
  await personChanged(tx, wake, subjectId, id);
  return other.id;
}

/** Moves the other's cards back; a card with mentions of its own also stays with the first. */
async function moveCardsBack(
  tx: Tx,
  subjectId: string,
  keepId: string,
  otherId: string,
  cardIds: readonly string[],
) {
  const there = await tx.card.findMany({
    where: { id: { in: [...cardIds] }, subjectId },
    select: { id: true },
  });
  await tx.cardPerson.createMany({
    data: there.map((card) => ({ subjectId, cardId: card.id, personId: otherId })),
    skipDuplicates: true,
  });
  await tx.$executeRaw`
    delete from card_person where person_id = ${keepId}::uuid and card_id = any(${there.map(({ id }) => id)}::uuid[])
      and not exists (
        select 1 from mention m
        join source so on so.message_id = m.message_id
        join sentence se on se.id = so.sentence_id
        where m.person_id = ${keepId}::uuid and se.card_id = card_person.card_id)
      and not exists (
        select 1 from card_person_decision d
        where d.person_id = ${keepId}::uuid and d.card_id = card_person.card_id and d.is_in)`;
}

async function lockSubject(tx: Tx, subjectId: string) {
  await tx.$queryRaw`select 1 from subject where id = ${subjectId}::uuid for no key update`;
}

async function subjectOfPerson(tx: Tx, id: string, field: string): Promise<string> {
  const person = await tx.person.findUnique({ where: { id }, select: { subjectId: true } });
  if (!person) throw new NotFound('Person', [field]);
  return person.subjectId;
}
