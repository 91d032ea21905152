import { mediaFor } from '#api/audiences/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';
import { keptMedia } from '../policy.ts';

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
