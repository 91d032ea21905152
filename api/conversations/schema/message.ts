import { conversationAt, type Held, readsByHolding, readsText } from '#api/conversations/policy.ts';
import type { MessageRow } from '#api/conversations/reads/message-row.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import type { Message, Subject } from '#api/generated/prisma/client.ts';
import { MessageRole } from '#api/generated/prisma/enums.ts';
import { builder } from '#api/graphql/builder.ts';
import type { Context } from '#api/graphql/context.ts';
import type { KeyFields } from '#api/graphql/limits/key-scopes.ts';
import { asksOnly } from '#api/graphql/selection.ts';
import type { SharedFields } from '#api/graphql/sockets/sharing.ts';
import { db } from '#api/platform/database/database.ts';
import { soon } from '#api/platform/events/take.ts';
import { SubjectRef } from '#api/subjects/schema/subject.ts';
import { madeByInWords } from '#api/writer/versions/made-by.ts';

export const MessageRoleEnum = builder.enumType('MessageRole', { values: Object.values(MessageRole) });

const asksForNames = asksOnly('id', 'fullName', 'preferredName');

/** A message may come with what a hot read brought along. */
type Known = Message & Partial<Pick<MessageRow, 'beside' | 'held' | 'inDistress' | 'subject'>>;

function isDistressed({ inDistress, reading }: Known): boolean {
  const { spans } = (reading as UtteranceReading | null) ?? { spans: [] };
  return inDistress ?? spans.some(({ act }) => act === 'DISTRESS');
}

function isRead(message: Known, ctx: Context): boolean | Promise<boolean> {
  return soon(ctx.subjectAccess(message.subjectId), (subjectAccess) => {
    if (message.private) return subjectAccess.can('READ_PRIVATE');
    // Only a member of the family who holds the conversation reads by more than their rights.
    if (!readsByHolding(subjectAccess)) return subjectAccess.can('READ_TRANSCRIPTS');
    return soon<Held, boolean>(message.held ?? conversationAt(message.conversationId), (held) =>
      readsText(ctx.viewer, subjectAccess, message, held),
    );
  });
}

/** One turn in a conversation. Its words are narrower than the message: private ones are the subject's alone. */
export const MessageObject = builder.prismaObject('Message', {
  description: 'One turn in a conversation.',
  extensions: {
    sharedFields: [
      ...['id', 'seq', 'role', 'text', 'originalText', 'phone', 'private', 'createdAt'],
      ...['inDistress', 'revealable', 'deletedAt', 'audioStartMs', 'audioEndMs', 'subject', 'conversation'],
    ],
    keyFields: {
      'messages:read': [
        ...['id', 'seq', 'role', 'text', 'originalText', 'private', 'createdAt'],
        ...['audioStartMs', 'audioEndMs', 'subject'],
      ],
    },
  } satisfies SharedFields & KeyFields,
  fields: (t) => ({
    id: t.exposeID('id'),
    seq: t.exposeInt('seq', { description: 'Grows within the conversation, and never repeats.' }),
    role: t.expose('role', { type: MessageRoleEnum }),
    text: t.string({
      nullable: true,
      description: 'As corrected, else as first stored. Null when private and not one’s own.',
      resolve: (message, _args, ctx) =>
        soon(isRead(message, ctx), (read) =>
          read && message.text ? (message.correctedText ?? message.text) : null,
        ),
    }),
    originalText: t.string({
      nullable: true,
      description: 'As first heard, when a word was corrected.',
      resolve: (message, _args, ctx) =>
        message.correctedText === null
          ? null
          : soon(isRead(message, ctx), (read) => (read ? message.text : null)),
    }),
    // Asked in each row of long lists, as the text is: the auth scopes would take longer over it than over all else.
    phone: t.string({
      nullable: true,
      description: 'E.164. For owners, the subject themself and admins.',
      resolve: ({ phone, subjectId }, _args, { viewer, subjectAccess }) =>
        viewer?.admin
          ? phone
          : soon(subjectAccess(subjectId), ({ can }) => (can('MANAGE_SUBJECT') ? phone : null)),
    }),
    private: t.exposeBoolean('private'),
    inDistress: t.boolean({
      description: 'Whether it has words of crisis, for who may read it: they are not shown at a glance.',
      resolve: (message: Known, _args, ctx) =>
        isDistressed(message) && soon(isRead(message, ctx), (read) => read),
    }),
    deletedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the person had it deleted; 30 days later it is erased. For the subject alone.',
      resolve: ({ deletedAt, subjectId }, _args, { subjectAccess }) =>
        deletedAt && soon(subjectAccess(subjectId), ({ can }) => (can('READ_PRIVATE') ? deletedAt : null)),
    }),
    revealable: t.boolean({
      description: 'Whether an admin may have the words that are withheld, for a reason.',
      resolve: ({ private: isPrivate, subjectId }, _args, ctx) =>
        isPrivate && soon(ctx.subjectAccess(subjectId), ({ can }) => can('REVEAL')),
    }),
    madeBy: t.string({
      nullable: true,
      description:
        'Of an assistant’s message: the model that found the words and the agent prompt’s version that it followed. For admins.',
      resolve: ({ role, madeBy, agentVersionId }, _args, { viewer }) =>
        viewer?.admin && role === 'assistant' && madeBy ? madeByInWords(madeBy, agentVersionId) : null,
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
