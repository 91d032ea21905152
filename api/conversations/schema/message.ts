import { saidAudiencesOf } from '#api/conversations/engine/said-audiences.ts';
import type { MessageRow } from '#api/conversations/reads/message-row.ts';
import { isKept, isRead, type ReadMessage, textFor } from '#api/conversations/reads/text-for.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import type { Subject } from '#api/generated/prisma/client.ts';
import { MessageRole } from '#api/generated/prisma/enums.ts';
import { batch, batchSelected } from '#api/graphql/batch.ts';
import { builder } from '#api/graphql/builder.ts';
import type { KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { asksOnly } from '#api/graphql/selection.ts';
import type { SharedFields } from '#api/graphql/sockets/sharing.ts';
import { Keepsake } from '#api/keepsakes/schema.ts';
import { keepsakesOfTurns, mayAskAboutKeepsake } from '#api/keepsakes/service/read.ts';
import { db } from '#api/platform/database/database.ts';
import { soon } from '#api/platform/events/take.ts';
import { SubjectRef } from '#api/subjects/schema/subject.ts';
import { madeByInWords } from '#api/writer/versions/made-by.ts';
import { SaidAudienceRef } from './said-audience.ts';

export const MessageRoleEnum = builder.enumType('MessageRole', { values: Object.values(MessageRole) });

const asksForNames = asksOnly('id', 'fullName', 'preferredName');

/** A message that may carry what a frequent read loaded. */
type Known = ReadMessage & Partial<Pick<MessageRow, 'beside' | 'inDistress' | 'subject'>>;

function isDistressed({ inDistress, reading }: Known): boolean {
  const { spans } = (reading as UtteranceReading | null) ?? { spans: [] };
  return inDistress ?? spans.some(({ act }) => act === 'DISTRESS');
}

/** One turn in a conversation. Its text is more restricted than the message: only the subject reads private text. */
export const MessageObject = builder.prismaObject('Message', {
  description: 'One turn in a conversation.',
  extensions: {
    sharedFields: [
      ...['id', 'seq', 'role', 'text', 'originalText', 'phone', 'private', 'kept', 'createdAt'],
      ...[
        'inDistress',
        'revealable',
        'saidAudience',
        'deletedAt',
        'audioStartMs',
        'audioEndMs',
        'keepsakeAskedAbout',
        'subject',
        'conversation',
      ],
    ],
    keyFields: {
      'messages:read': [
        ...['id', 'seq', 'role', 'text', 'originalText', 'private', 'kept', 'createdAt'],
        ...['audioStartMs', 'audioEndMs', 'subject'],
      ],
    },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    seq: t.exposeInt('seq', { description: 'Increases within the conversation and never repeats.' }),
    role: t.expose('role', { type: MessageRoleEnum }),
    text: t.string({
      nullable: true,
      description:
        'The corrected text, else the text as first stored. Null when it is private, unless one said it or is named by the person who did, and when it is kept.',
      resolve: (message, _args, ctx) => textFor(message, ctx),
    }),
    originalText: t.string({
      nullable: true,
      description: 'The text as first heard, when it was corrected.',
      resolve: (message, _args, ctx) =>
        message.correctedText === null
          ? null
          : soon(isRead(message, ctx), (read) => (read ? message.text : null)),
    }),
    // Checked in the resolver because long lists ask for it in each row, where auth scopes would take longer than
    // everything else.
    phone: t.string({
      nullable: true,
      description: 'E.164. For owners, the subject themself and admins.',
      resolve: ({ phone, subjectId }, _args, { viewer, subjectAccess }) =>
        viewer?.admin
          ? phone
          : soon(subjectAccess(subjectId), ({ can }) => (can('MANAGE_SUBJECT') ? phone : null)),
    }),
    private: t.exposeBoolean('private'),
    kept: t.boolean({
      description:
        'Whether a story that rests on it, or that it answers, is for others, so that its words are kept from the caller.',
      resolve: (message: Known, _args, ctx) => isKept(message, ctx),
    }),
    inDistress: t.boolean({
      description:
        'Whether it has words of crisis, which are not shown at first; false for those who may not read it.',
      resolve: (message: Known, _args, ctx) =>
        isDistressed(message) && soon(isRead(message, ctx), (read) => read),
    }),
    deletedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the person asked to delete it; 30 days later it is erased. For the subject alone.',
      resolve: ({ deletedAt, subjectId }, _args, { subjectAccess }) =>
        deletedAt && soon(subjectAccess(subjectId), ({ can }) => (can('READ_PRIVATE') ? deletedAt : null)),
    }),
    revealable: t.boolean({
      description: 'Whether an admin may reveal the withheld words by giving a reason.',
      resolve: (message: Known, _args, ctx) =>
        soon(ctx.subjectAccess(message.subjectId), ({ can }) =>
          can('REVEAL') ? message.private || isKept(message, ctx) : false,
        ),
    }),
    saidAudience: t.field({
      type: SaidAudienceRef,
      nullable: true,
      description:
        'Of private words: who else may read them, as the person said it. Null when they said nothing. For the subject alone.',
      resolve: ({ id, private: isPrivate, role, deletedAt, subjectId }, _args, ctx) =>
        isPrivate && role === 'user' && !deletedAt
          ? soon(ctx.subjectAccess(subjectId), ({ can }) =>
              can('READ_PRIVATE') ? batch(ctx, 'said audience of the person', id, saidAudiencesOf) : null,
            )
          : null,
    }),
    madeBy: t.string({
      nullable: true,
      description:
        'For an assistant’s message: the model that made it and the version of the agent prompt that it followed. For admins.',
      resolve: ({ role, madeBy, agentVersionId }, _args, { viewer }) =>
        viewer?.admin && role === 'assistant' && madeBy ? madeByInWords(madeBy, agentVersionId) : null,
    }),
    keepsakeAskedAbout: t.prismaField({
      type: Keepsake,
      nullable: true,
      description:
        'For an assistant’s message: the photo or other keepsake that it asks about, or still waits for an answer about. Null for those who may not read the message or see the keepsake.',
      resolve: (query, message, _args, ctx, { fieldNodes: [node] }) =>
        mayAskAboutKeepsake(message)
          ? soon(isRead(message, ctx), (read) =>
              read
                ? soon(ctx.subjectAccess(message.subjectId), (subjectAccess) =>
                    batchSelected(ctx, { node, query }, { turn: message, subjectAccess }, (asked) =>
                      keepsakesOfTurns(asked, query),
                    ),
                  )
                : null,
            )
          : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    audioStartMs: t.exposeInt('audioStartMs', { nullable: true }),
    audioEndMs: t.exposeInt('audioEndMs', { nullable: true }),
    subject: t.field({
      type: SubjectRef,
      resolve: (message: Known, _args, _ctx, info) => {
        const { subjectId: id, beside, subject } = message;
        return beside && asksForNames(info)
          ? ({ id, fullName: beside.fullName, preferredName: beside.preferredName } as Subject)
          : (subject ?? db.subject.findUniqueOrThrow({ where: { id } }));
      },
    }),
  }),
});
