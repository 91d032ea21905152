import { db } from '#api/platform/database/database.ts';
import { subjectAccessFrom } from '#api/subjects/policy.ts';

/**
 * The member to whom a waiting letter about a book is to be sent, with what they may read now; null when they have left,
 * nothing is shared with them, or their account is banned or its address not verified.
 */
export async function readerOf(subjectId: string, userId: string) {
  const subject = await db.subject.findUnique({
    where: { id: subjectId },
    include: {
      members: {
        where: {
          userId,
          user: { emailVerified: true, banned: { not: true } },
        },
        select: {
          ...{ id: true, role: true, storyNotices: true, remarkNotices: true },
          user: { select: { email: true } },
        },
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
