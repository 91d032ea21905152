import { z } from 'zod';
import { visibleCards } from '#api/biography/policy.ts';
import { isEdtf } from '#api/biography/writing/dates.ts';
import { KeepsakeKind } from '#api/generated/prisma/enums.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { clearable, line, words } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

const happened = z
  .string()
  .trim()
  .max(40, 'must be at most 40 characters')
  .refine(isEdtf, 'is not a date in EDTF, e.g. 1952-22 or 1950~');

/** The maximum of people in a keepsake. */
const mostPeople = 50;

/** Far more paragraphs than the longest story has. */
const mostParagraphs = 40_000;

/** The family's description of a keepsake. Omitted fields stay; null clears one. */
export const Description = z.object({
  kind: z.enum(KeepsakeKind).nullish(),
  title: clearable(line(160)).optional(),
  description: clearable(words(2_000)).optional(),
  happened: clearable(happened).optional(),
  cardId: z.string().transform(rowId).nullish(),
  afterParagraph: z
    .int()
    .min(0, 'must be at least 0')
    .max(mostParagraphs, `must be at most ${mostParagraphs}`)
    .nullish(),
  personIds: z
    .array(z.string().transform(rowId))
    .max(mostPeople, `must be at most ${mostPeople}`)
    .transform((ids) => [...new Set(ids)])
    .nullish(),
});
export type Description = z.output<typeof Description>;

/** The columns of a description. */
export function columnsOf({ kind, title, description, happened, cardId, afterParagraph }: Description) {
  return {
    ...(kind && { kind }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { caption: description }),
    ...(happened !== undefined && { happened }),
    ...(cardId !== undefined && { cardId }),
    ...(afterParagraph !== undefined && { afterParagraph }),
  };
}

/** Refuses a story or a person that the member can’t see in this subject. */
export async function refuseUnknown(
  tx: Tx,
  subjectAccess: SubjectAccess,
  { cardId, personIds }: Description,
): Promise<void> {
  const { subjectId } = subjectAccess;
  if (
    cardId &&
    !(await tx.card.count({ where: { AND: [{ id: cardId, subjectId }, visibleCards(subjectAccess)] } }))
  ) {
    throw new NotFound('Card', ['input', 'cardId']);
  }
  if (!personIds?.length) return;
  const known = await tx.person.count({ where: { subjectId, id: { in: personIds } } });
  if (known < personIds.length) throw new NotFound('Person', ['input', 'personIds']);
}

/** Sets the people in a keepsake. */
export async function setPeople(
  tx: Tx,
  { subjectId, mediaId }: { subjectId: string; mediaId: string },
  personIds: readonly string[],
): Promise<void> {
  await tx.keepsakePerson.deleteMany({ where: { mediaId } });
  await tx.keepsakePerson.createMany({
    data: personIds.map((personId) => ({ subjectId, mediaId, personId })),
  });
}
