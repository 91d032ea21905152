import { db } from '#api/platform/database/database.ts';
import { subjectAccessFrom } from '#api/subjects/policy.ts';

/**
 * The member to whom a waiting letter about stories is to be sent, with what they may read now; null when they have left
 * or nothing is shared with them.
 */
export async function readerOf(subjectId: string, userId: string) {
  const subject = await db.subject.findUnique({
    where: { id: subjectId },
    include: {
      members: {
        where: { userId },
        select: { id: true, role: true, storyNotices: true, remarkNotices: true },
      },
    },
  });
  const [member] = subject?.members ?? [];
  if (!subject || !member) return null;
  const subjectAccess = subjectAccessFrom(subjectId, {
    ...subject,
    userId,
    role: member.role,
    self: subject.selfUserId === userId,
    admin: false,
    impersonated: false,
    deleted: subject.deletedAt !== null,
  });
  if (!subjectAccess.sees || !subjectAccess.shared) return null;
  return { subjectName: subject.preferredName, subjectAccess, member };
}
