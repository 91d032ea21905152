import { chaptersFor } from '#api/audiences/policy.ts';
import { visibleCards } from '#api/biography/policy.ts';
import { liveFor } from '#api/conversations/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { forKeys } from '#api/graphql/limits/key-scopes.ts';
import { visibleKeepsakes } from '#api/keepsakes/policy.ts';
import { db } from '#api/platform/database/database.ts';
import { keptQuestions } from '#api/questions/policy.ts';
import { homeCards, homeQuestions } from '../home.ts';
import { homeOf } from '../preloaded.ts';

type Query = { include?: unknown; select?: unknown; cursor?: unknown; skip?: number; take?: number };

/** A first page from the preloaded rows, if the query selects nothing but them and the relation beside them. */
function preloadedPage<T>(
  rows: readonly T[] | undefined,
  query: Query,
  { held, beside }: { held: number; beside: string },
): T[] | null {
  const { take = 0, include } = query;
  const within = !include || JSON.stringify(include) === `{"${beside}":true}`;
  const plain = within && !query.select && !query.cursor && !query.skip;
  return rows && plain && take > 0 && take <= held + 1 ? rows.slice(0, take) : null;
}

builder.prismaObjectField('Subject', 'chapters', (t) =>
  t.prismaField({
    type: ['Chapter'],
    extensions: forKeys('biography:read'),
    args: { key: t.arg.string() },
    description: 'As far as the caller may know of them.',
    resolve: async (query, subject, { key }, ctx) => {
      const chapters = homeOf(subject)?.chapters;
      if (chapters && !query.include) return chapters.filter((chapter) => !key || chapter.key === key);
      return db.chapter.findMany({
        ...query,
        where: {
          AND: [
            { subjectId: subject.id, ...(key && { key }) },
            chaptersFor(await ctx.subjectAccess(subject.id)),
          ],
        },
        orderBy: { position: 'asc' },
      });
    },
  }),
);

builder.prismaObjectField('Subject', 'cards', (t) =>
  t.prismaConnection(
    {
      type: 'Card',
      cursor: 'id',
      description:
        'Stories, the last one told first, as far as the caller may read them; a change moves none.',
      extensions: forKeys('biography:read'),
      resolve: async (query, subject, _args, ctx) =>
        preloadedPage(homeOf(subject)?.cards, query, { held: homeCards, beside: 'chapter' }) ??
        db.card.findMany({
          ...query,
          where: { AND: [{ subjectId: subject.id }, visibleCards(await ctx.subjectAccess(subject.id))] },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'SubjectCardsConnection' },
    { name: 'SubjectCardsConnectionEdge' },
  ),
);

builder.prismaObjectField('Subject', 'questions', (t) =>
  t.prismaConnection(
    {
      type: 'QuestionRequest',
      cursor: 'id',
      description: 'What the family asks, the newest first.',
      resolve: (query, subject) =>
        preloadedPage(homeOf(subject)?.questions, query, { held: homeQuestions, beside: 'askedBy' }) ??
        db.questionRequest.findMany({
          ...query,
          where: { ...keptQuestions, subjectId: subject.id },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'SubjectQuestionsConnection' },
    { name: 'SubjectQuestionsConnectionEdge' },
  ),
);

builder.prismaObjectField('Subject', 'liveConversation', (t) =>
  t.prismaField({
    type: 'Conversation',
    nullable: true,
    description:
      'The conversation that is on now; for those who read transcripts, and for the member who holds it together.',
    extensions: forKeys('conversations:read'),
    resolve: async (query, subject, _args, ctx) => {
      const subjectAccess = await ctx.subjectAccess(subject.id);
      const preloaded = homeOf(subject)?.liveConversation;
      const isPreloaded = preloaded !== undefined && subjectAccess.can('READ_TRANSCRIPTS');
      if (isPreloaded && !query.include && !query.select) return preloaded;
      const where = liveFor(ctx.viewer, subjectAccess);
      return where && db.conversation.findFirst({ ...query, where });
    },
  }),
);

builder.prismaObjectField('Subject', 'activity', (t) =>
  t.prismaField({
    type: ['Activity'],
    description: 'What happened lately, newest first.',
    args: { first: t.arg.int({ defaultValue: 10 }) },
    resolve: async (query, subject, { first }, ctx) => {
      const subjectAccess = await ctx.subjectAccess(subject.id);
      const heard: Prisma.ActivityWhereInput = subjectAccess.can('READ_TRANSCRIPTS')
        ? {}
        : { kind: { not: 'conversation-ended' } };
      return db.activity.findMany({
        ...query,
        where: {
          AND: [
            { subjectId: subject.id },
            heard,
            {
              OR: [
                { kind: { not: 'keepsake-added' } },
                { media: { is: visibleKeepsakes(subjectAccess) } },
                ...(subjectAccess.can('WRITE') ? [{ mediaId: null }] : []),
              ],
            },
            // Prisma turns a single empty condition into one that matches nothing, hence the OR.
            {
              OR: [
                { cardId: null },
                { card: { AND: [{ subjectId: subject.id }, visibleCards(subjectAccess)] } },
              ],
            },
          ],
        },
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        take: Math.min(Math.max(first ?? 10, 1), 100),
      });
    },
  }),
);
