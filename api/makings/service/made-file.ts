import { cardsKeptFrom, mediaKeptFrom } from '#api/audiences/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, subjectAccessAt } from '#api/subjects/policy.ts';
import { mayHave } from '../policy.ts';

/** The file made for this viewer, while its link is valid and they may still have it; else null. */
export async function madeFileFor(viewer: Viewer | null, id: string) {
  if (!viewer || actsForAnother(viewer)) return null;
  const making = await db.making.findFirst({
    where: { id, requestedById: viewer.userId, status: 'DONE', expiresAt: { gt: clock.now() } },
  });
  if (!making?.storageKey) return null;
  const subjectAccess = await subjectAccessAt(viewer, making.subjectId);
  if (!mayHave(viewer, subjectAccess, making) || (await holdsMore(subjectAccess, making.madeOf))) return null;
  const { storageKey, contentType, fileName } = making;
  return { id, storageKey, contentType, fileName };
}

/** Whether a file contains a story or a picture that a viewer with this access may no longer read. */
async function holdsMore(subjectAccess: SubjectAccess, madeOf: readonly string[]): Promise<boolean> {
  const [cards, media] = [cardsKeptFrom(subjectAccess), mediaKeptFrom(subjectAccess)];
  if (!cards || !media || !madeOf.length) return false;
  const within = { id: { in: [...madeOf] } };
  const [card, picture] = await Promise.all([
    db.card.findFirst({ where: { AND: [within, cards] }, select: { id: true } }),
    db.media.findFirst({ where: { AND: [within, media] }, select: { id: true } }),
  ]);
  return !!card || !!picture;
}
