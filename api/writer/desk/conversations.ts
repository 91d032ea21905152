import type { Prisma } from '#api/generated/prisma/client.ts';

const states = {
  LIVE: { status: { in: ['RINGING', 'IN_PROGRESS'] } },
  MISSED: { status: 'MISSED' },
  FAILED: { status: 'FAILED' },
  HELD: { status: { notIn: ['MISSED', 'FAILED'] } },
  FAILED_OR_NOT_WRITTEN: { OR: [{ status: 'FAILED' }, { writing: 'WRITING_FAILED' }] },
} satisfies Record<string, Prisma.ConversationWhereInput>;

type Filter = {
  dateFrom?: Date | null;
  dateTo?: Date | null;
  phoneOnly?: boolean | null;
  state?: keyof typeof states | null;
};

/** The filter for the conversations that a number on the desk counts. */
export function conversationFilter({
  dateFrom,
  dateTo,
  phoneOnly,
  state,
}: Filter): Prisma.ConversationWhereInput {
  return {
    ...((dateFrom || dateTo) && {
      createdAt: { ...(dateFrom && { gte: dateFrom }), ...(dateTo && { lt: dateTo }) },
    }),
    ...(phoneOnly && { channel: 'PHONE' }),
    ...(state && states[state]),
  };
}
