import { isOfTeam, noteReading } from '#api/conversations/service/note-reading.ts';
import type { CardStatus } from '#api/generated/prisma/enums.ts';
import type { Context } from '#api/graphql/context.ts';
import { soon } from '#api/platform/events/take.ts';

type Wording = { subjectId: string; status?: CardStatus };

/** Reads a card's words, or an earlier wording of them; that the team reads what is not published is noted first. */
export function readingWords<T>(
  { subjectId, status }: Wording,
  ctx: Context,
  read: () => Promise<T>,
): Promise<T> {
  const { viewer } = ctx;
  if (status === 'PUBLISHED' || !isOfTeam(viewer)) return read();
  return Promise.resolve(
    soon(ctx.subjectAccess(subjectId), (subjectAccess) => noteReading(viewer, 'drafts.read', subjectAccess)),
  ).then(read);
}
