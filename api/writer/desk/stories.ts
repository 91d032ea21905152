import { visibleCardsTo } from '#api/biography/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Viewer } from '#api/platform/viewer.ts';

type Filter = { agentVersionId?: string | null; promptVersionId?: string | null };

/**
 * The stories with a text that a version of a prompt wrote, of those that the team may read. A version of an agent
 * prompt wrote those that were written from its conversations.
 */
export function storyFilter(
  viewer: Viewer | null,
  { agentVersionId, promptVersionId }: Filter,
): Prisma.CardWhereInput {
  return {
    AND: [
      visibleCardsTo(viewer),
      agentVersionId
        ? { revisions: { some: { writer: { not: null }, conversation: { is: { agentVersionId } } } } }
        : {},
      promptVersionId ? { revisions: { some: { versionIds: { has: promptVersionId } } } } : {},
    ],
  };
}
