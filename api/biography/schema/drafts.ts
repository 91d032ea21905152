import { isOfTeam, noteReading } from '#api/conversations/service/note-reading.ts';
import type { CardStatus } from '#api/generated/prisma/enums.ts';
import type { Context } from '#api/graphql/context.ts';
import { soon } from '#api/platform/events/take.ts';

type Wording = { subjectId: string; status?: CardStatus };

/**
 * Reads the text of a card or of an earlier revision. When the team reads unpublished text, that is
 * recorded first.
 */
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
