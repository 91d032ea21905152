import { wordsKeptFrom } from '#api/audiences/policy.ts';
import { namedIn } from '#api/conversations/engine/said-audiences.ts';
import { conversationAt, type Held, readsByHolding, readsText } from '#api/conversations/policy.ts';
import type { Message } from '#api/generated/prisma/client.ts';
import { batch } from '#api/graphql/batch.ts';
import { soon } from '#api/platform/events/take.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';
import type { SubjectAccess } from '#api/subjects/policy.ts';

/** Somebody who reads messages, with their access to the subjects of these. */
export type Reader = {
  viewer: Viewer | null;
  subjectAccess: (subjectId: string) => SubjectAccess | Promise<SubjectAccess>;
};

/** A message, with who holds its conversation and whether its book has an audience, if these are loaded. */
export type ReadMessage = Message & { held?: Held; mayBeKept?: boolean };

/** Whether the reader may read the words of a message. */
export function isRead(message: ReadMessage, reader: Reader): boolean | Promise<boolean> {
  return soon(isReadByRights(message, reader), (read) =>
    read ? soon(isKept(message, reader), (kept) => !kept) : false,
  );
}

/** Whether the audience of a story that rests on a message, or of the story's chapter, keeps its words from the reader. */
export function isKept(
  message: Pick<ReadMessage, 'id' | 'subjectId' | 'conversationId' | 'mayBeKept'>,
  reader: Reader,
): boolean | Promise<boolean> {
  if (message.mayBeKept === false) return false;
  return soon(reader.subjectAccess(message.subjectId), (access) =>
    access.reach === 'ALL' ? false : batch(reader, 'words kept', { message, access }, keptOf),
  );
}

type Asked = { message: { id: string; conversationId: string }; access: SubjectAccess };

async function keptOf(asked: readonly Asked[]): Promise<boolean[]> {
  const { messageIds } = await wordsKeptFrom(
    asked.map(({ access }) => access),
    asked.map(({ message }) => message.conversationId),
  );
  return asked.map(({ message }) => messageIds.has(message.id));
}

/** Whether the reader's rights, or the person's own word, let them read a message. */
function isReadByRights(message: ReadMessage, reader: Reader): boolean | Promise<boolean> {
  const { viewer, subjectAccess } = reader;
  return soon(subjectAccess(message.subjectId), (access) => {
    if (message.private) return access.can('READ_PRIVATE') || isNamed(message, access, reader);
    // Only a member who holds the conversation may read more than their rights allow.
    if (!readsByHolding(access)) return access.can('READ_TRANSCRIPTS');
    return soon<Held, boolean>(message.held ?? conversationAt(message.conversationId), (held) =>
      readsText(viewer, access, message, held),
    );
  });
}

/**
 * Whether the person named the reader as one who may read private words. An impersonating admin and a partner's key read
 * no private words.
 */
function isNamed(
  { id, deletedAt, role }: Message,
  access: SubjectAccess,
  reader: Reader,
): boolean | Promise<boolean> {
  const { viewer } = reader;
  if (!viewer || actsForAnother(viewer) || role !== 'user' || deletedAt || access.role === null) return false;
  if (!access.can('READ_TRANSCRIPTS')) return false;
  return batch(reader, 'said audience', id, (ids) => namedIn(viewer.userId, ids));
}

/** The text as the reader may read it: corrected, else as first stored; null when it is withheld. */
export function textFor(message: ReadMessage, reader: Reader): string | null | Promise<string | null> {
  return soon(isRead(message, reader), (read) =>
    read && message.text ? (message.correctedText ?? message.text) : null,
  );
}
