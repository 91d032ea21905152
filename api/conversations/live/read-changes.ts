import { limitedBooks } from '#api/audiences/policy.ts';
import {
  type HeldMessage,
  messageColumns,
  messageFrom,
  messageTables,
  type SqlMessage,
} from '#api/conversations/reads/message-row.ts';
import type { Conversation } from '#api/generated/prisma/client.ts';
import { db, prepared } from '#api/platform/database/database.ts';
import { readEvents } from '#api/platform/events/events.ts';
import type { Read } from '#api/platform/events/follow.ts';

/** A conversation, and whether its book has an audience: its title may then be kept from some. */
export type FollowedConversation = Conversation & { mayBeKept: boolean };

/** A change with the current row; null for events that this stream does not deliver. */
export type SubjectChange =
  | { what: 'conversation'; conversation: FollowedConversation }
  | { what: 'message'; message: HeldMessage }
  | null;

/** Reads the changes of a topic in commit order; each row is loaded once for all subscribers. */
export function readChanges(topic: string): Read<SubjectChange> {
  return async (place) => {
    const page = await readEvents(topic, place);
    const ids = (kind: string, key: string) => [
      ...new Set(page.entries.flatMap(({ item }) => (item.kind === kind ? (item.payload[key] ?? []) : []))),
    ];
    const [conversations, messages] = await Promise.all([
      conversationsBy(ids('conversation-changed', 'conversationId')),
      messagesBy(ids('message-changed', 'messageId')),
    ]);
    return {
      ...page,
      entries: page.entries.map(({ place, at, item: { payload } }) => {
        const conversation = conversations.get(payload.conversationId ?? '');
        const message = messages.get(payload.messageId ?? '');
        if (conversation) return { place, at, item: { what: 'conversation' as const, conversation } };
        return { place, at, item: message ? { what: 'message' as const, message } : null };
      }),
    };
  };
}

async function conversationsBy(ids: string[]): Promise<Map<string, FollowedConversation>> {
  if (!ids.length) return new Map();
  const rows = await db.conversation.findMany({ where: { id: { in: ids } } });
  const limited = await limitedBooks(rows.map(({ subjectId }) => subjectId));
  return new Map(rows.map((row) => [row.id, { ...row, mayBeKept: limited.has(row.subjectId) }]));
}

async function messagesBy(ids: string[]): Promise<Map<string, HeldMessage>> {
  if (!ids.length) return new Map();
  const { rows } = await prepared.query<SqlMessage>({
    name: 'changed-messages',
    text: `select ${messageColumns} from ${messageTables} where m.id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, messageFrom(row)]));
}
