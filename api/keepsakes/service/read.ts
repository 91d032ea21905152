import { mediaFor } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
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

/** An interviewer's message, with the kind of its turn and the family's question that it asks. */
type Turn = { id: string; turnKind: string | null; requestId: string | null };

/** The kinds of turns that ask nothing new: the question before them is still open. */
const waiting = ['WAIT', 'REPEAT', 'REASSURE'];

/** Whether a message may ask about a keepsake; without a statement, because most messages don't. */
export function mayAskAboutKeepsake({ turnKind, requestId }: Omit<Turn, 'id'>): boolean {
  return requestId !== null || (turnKind !== null && waiting.includes(turnKind));
}

/**
 * The keepsake that each message of the interviewer asks about, or waits for an answer about; null where there is none
 * that its reader may see. `query` is the document's selection on them.
 */
export async function keepsakesOfTurns(
  asked: readonly { turn: Turn; subjectAccess: SubjectAccess }[],
  query: object,
) {
  const turns = asked.map(({ turn }) => turn);
  const open = await openQuestions(turns.flatMap(({ id, requestId }) => (requestId === null ? id : [])));
  const questionOf = ({ id, requestId }: Turn) => requestId ?? open.get(id) ?? '';
  const requests = await db.questionRequest.findMany({
    where: { id: { in: turns.map(questionOf).filter(Boolean) }, mediaId: { not: null } },
    select: { id: true, mediaId: true },
  });
  if (!requests.length) return asked.map(() => null);
  const keepsakes = await db.media.findMany({
    ...query,
    where: {
      id: { in: requests.flatMap(({ mediaId }) => mediaId ?? []) },
      OR: [...new Set(asked.map(({ subjectAccess }) => subjectAccess))].map(visibleKeepsakes),
    },
  });
  const mediaIds = new Map(requests.map(({ id, mediaId }) => [id, mediaId]));
  const byId = new Map(keepsakes.map((keepsake) => [keepsake.id, keepsake]));
  return turns.map((turn) => byId.get(mediaIds.get(questionOf(turn)) ?? '') ?? null);
}

/** The family's question that was open when each of these messages was said, by the message. */
async function openQuestions(messageIds: readonly string[]): Promise<Map<string, string>> {
  if (!messageIds.length) return new Map();
  const rows = await db.$queryRaw<{ id: string; requestId: string }[]>`
    select m.id, o.request_id as "requestId" from message m cross join lateral (
      select b.request_id, b.private from message b
      where b.conversation_id = m.conversation_id and b.seq < m.seq and b.role = 'assistant'
        and (b.request_id is not null or b.turn_kind in ('OPEN', 'ASK', 'FOLLOW_UP'))
      order by b.seq desc limit 1
    ) o
    where m.id in (${Prisma.join(messageIds.map((id) => Prisma.sql`${id}::uuid`))})
      and o.request_id is not null and (m.private or not o.private)`;
  return new Map(rows.map(({ id, requestId }) => [id, requestId]));
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
