import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { isOpened } from './policy.ts';

/** An audience that is not open to everyone yet. Somebody who meets one of its conditions is admitted. */
type Limit = {
  opensOn: Date | null;
  opensAt: Date | null;
  afterDeath: boolean;
  membershipIds: readonly string[];
};

const columns = {
  opensOn: true,
  opensAt: true,
  afterDeath: true,
  subject: { select: { status: true } },
  members: { select: { membershipId: true } },
} as const;

type Row = Prisma.AudienceGetPayload<{ select: typeof columns }>;

function limitOf(row: Row | null): Limit[] {
  if (!row || isOpened(row)) return [];
  const { members, subject: _, ...times } = row;
  return [{ ...times, membershipIds: members.map(({ membershipId }) => membershipId) }];
}

/** Admits nobody whom one of the two keeps out. Where both can’t be said in one, it admits fewer. */
function narrower(one: Limit, other: Limit): Limit {
  const later = [one, other].toSorted((a, b) => Number(a.opensAt) - Number(b.opensAt))[1];
  const opening = one.opensAt && other.opensAt ? later : null;
  return {
    opensOn: opening?.opensOn ?? null,
    opensAt: opening?.opensAt ?? null,
    afterDeath: one.afterDeath && other.afterDeath,
    membershipIds: one.membershipIds.filter((id) => other.membershipIds.includes(id)),
  };
}

/** For the owners and the person alone, until an owner opens it. */
const closed: Limit = { opensOn: null, opensAt: null, afterDeath: false, membershipIds: [] };

type Story = { status: string; chapter: { hidden: boolean } };

/** Whether only those who write the book see a story, whatever its audience. */
export function isHeldBack({ status, chapter }: Story): boolean {
  return status !== 'PUBLISHED' || chapter.hidden;
}

/**
 * Gives keepsakes that are about to lose their story an audience of their own, so that nobody sees one then whom the
 * story, its chapter or the keepsake’s own audience keeps out. `closes`: whether the keepsakes of a story are closed
 * whatever its audience. Who edits a book changes, so that those are for its owners and the person alone.
 */
export async function keepUntiedClosed(
  tx: Tx,
  subjectId: string,
  where: Prisma.MediaWhereInput,
  { closes = () => false }: { closes?: (story: Story) => boolean } = {},
): Promise<void> {
  const tied = await tx.media.findMany({
    where: { AND: [{ subjectId, cardId: { not: null } }, where] },
    select: {
      id: true,
      audience: { select: columns },
      card: {
        select: {
          status: true,
          audience: { select: columns },
          chapter: { select: { hidden: true, audience: { select: columns } } },
        },
      },
    },
  });
  if (!tied.length) return;
  for (const { id: mediaId, audience, card } of tied) {
    if (!card) continue;
    const ofStory = [
      ...limitOf(card.audience),
      ...limitOf(card.chapter.audience),
      ...(closes(card) ? [closed] : []),
    ];
    const [first, ...others] = [...ofStory, ...limitOf(audience)];
    if (!ofStory.length || !first) continue;
    const { membershipIds, ...times } = others.reduce(narrower, first);
    await tx.audience.deleteMany({ where: { mediaId } });
    await tx.audience.create({
      data: {
        ...{ id: newId(), subjectId, mediaId, ...times },
        members: { create: membershipIds.map((membershipId) => ({ subjectId, membershipId })) },
      },
    });
  }
}
