import { z } from 'zod';
import { transaction } from '#api/platform/database/transaction.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { NotFound } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/viewer.ts';

/** How often a user is told of new stories: the API's names and the stored values. */
const storyWishes = { AT_ONCE: 'at-once', WEEKLY: 'weekly', NEVER: 'never' } as const;
/** How often a user is told of something. */
export type NoticeWish = keyof typeof storyWishes;

/** The API's name of a stored value. */
export function storyWish(stored: string): NoticeWish {
  const found = Object.entries(storyWishes).find(([, value]) => value === stored);
  return (found?.[0] as NoticeWish | undefined) ?? 'AT_ONCE';
}

type RemarkChoice = { remarkNotices: boolean; remarksWeekly: boolean };

/** How often a member is told of remarks. */
export function remarkWish({ remarkNotices, remarksWeekly }: RemarkChoice): NoticeWish {
  if (!remarkNotices) return 'NEVER';
  return remarksWeekly ? 'WEEKLY' : 'AT_ONCE';
}

const Wish = z.enum(['AT_ONCE', 'WEEKLY', 'NEVER'], 'must be AT_ONCE, WEEKLY or NEVER');

const Choice = z.object({
  subjectId: z.string(),
  stories: Wish.nullish(),
  missedCalls: z.boolean().nullish(),
  remarkNotices: Wish.nullish(),
  remarks: z.boolean().nullish(),
});

/** Sets the caller's notification choices for a subject; omitted ones stay. Owners always get wellbeing notes. */
export async function setNotices(viewer: Viewer, input: z.input<typeof Choice>) {
  const { subjectId, stories, missedCalls, remarks, remarkNotices } = parse(Choice, input);
  return transaction(async (tx) => {
    const member = await tx.membership.findFirst({
      where: { subjectId, userId: viewer.userId, subject: { deletedAt: null } },
      select: { id: true },
    });
    if (!member) throw new NotFound('Book', ['input', 'subjectId']);
    return tx.membership.update({
      where: { id: member.id },
      data: {
        ...(stories && { storyNotices: storyWishes[stories] }),
        ...(typeof missedCalls === 'boolean' && { missedCallNotices: missedCalls }),
        ...(typeof remarks === 'boolean' && { remarkNotices: remarks }),
        ...(remarkNotices && {
          remarkNotices: remarkNotices !== 'NEVER',
          remarksWeekly: remarkNotices === 'WEEKLY',
        }),
      },
      select: { id: true },
    });
  });
}
