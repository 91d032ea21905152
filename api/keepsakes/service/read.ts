import { mediaFor } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { visiblePeople } from '#api/people/policy.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { keptMedia, visibleKeepsakes } from '../policy.ts';

/** The media of each card that its reader may see, oldest first. `query` is the document's selection on them. */
export async function mediaOfCards(
  asked: readonly { id: string; subjectAccess: SubjectAccess }[],
  query: object,
  kind: Prisma.MediaWhereInput = {},
) {
  const seeing = asked.filter(({ subjectAccess }) => subjectAccess.sees);
  const bySubject = Map.groupBy(seeing, ({ subjectAccess }) => subjectAccess);
  const media = await db.media.findMany({
    ...query,
    where: {
      ...keptMedia,
      ...kind,
      OR: [...bySubject].map(([subjectAccess, cards]) => ({
        AND: [{ cardId: { in: cards.map(({ id }) => id) } }, mediaFor(subjectAccess)],
      })),
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const byCard = Map.groupBy(media, ({ cardId }) => cardId);
  return asked.map(({ id }) => byCard.get(id) ?? []);
}

/**
 * The keepsakes that the interviewer asked about in each conversation, as far as its reader may see them and reads
 * what was said. `query` is the document's selection on them.
 */
export async function keepsakesAskedAbout(
  asked: readonly { id: string; subjectAccess: SubjectAccess }[],
  query: object,
) {
  const reading = asked.filter(({ subjectAccess }) => subjectAccess.can('READ_TRANSCRIPTS'));
  const turns = await db.message.findMany({
    where: {
      ...{ conversationId: { in: reading.map(({ id }) => id) }, role: 'assistant' },
      ...{ private: false, requestId: { not: null } },
    },
    select: { conversationId: true, requestId: true },
  });
  const requests = await db.questionRequest.findMany({
    where: { id: { in: turns.flatMap(({ requestId }) => requestId ?? []) }, mediaId: { not: null } },
    select: { id: true, mediaId: true },
  });
  const mediaIds = new Map(requests.map(({ id, mediaId }) => [id, mediaId]));
  const keepsakes = await db.media.findMany({
    ...query,
    where: {
      id: { in: requests.flatMap(({ mediaId }) => mediaId ?? []) },
      OR: [...new Set(reading.map(({ subjectAccess }) => subjectAccess))].map(visibleKeepsakes),
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return asked.map((conversation) => {
    const own = turns.filter(({ conversationId }) => conversationId === conversation.id);
    const wanted = new Set(own.map(({ requestId }) => requestId && mediaIds.get(requestId)));
    return keepsakes.filter(({ id }) => wanted.has(id));
  });
}

/** The people in each keepsake whom its reader may see, by name. `query` is the document's selection on them. */
export async function peopleOfKeepsakes(
  asked: readonly { id: string; subjectAccess: SubjectAccess }[],
  query: object,
) {
  const rows = await db.keepsakePerson.findMany({
    where: { mediaId: { in: asked.map(({ id }) => id) } },
    select: { mediaId: true, personId: true },
  });
  const subjectAccesses = new Set(asked.map(({ subjectAccess }) => subjectAccess));
  const people = await db.person.findMany({
    ...query,
    where: {
      id: { in: rows.map(({ personId }) => personId) },
      OR: [...subjectAccesses]
        .filter(({ sees }) => sees)
        .map((subjectAccess) => ({
          AND: [
            { subjectId: subjectAccess.subjectId },
            visiblePeople(subjectAccess, visibleCards(subjectAccess)),
          ],
        })),
    },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return asked.map(({ id }) => {
    const personIds = new Set(rows.filter(({ mediaId }) => mediaId === id).map(({ personId }) => personId));
    return people.filter((person) => personIds.has(person.id));
  });
}
