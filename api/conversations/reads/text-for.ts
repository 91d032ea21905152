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

/** A message, with who holds its conversation if that is loaded. */
export type ReadMessage = Message & { held?: Held };

/** Whether the reader may read the words of a message. */
export function isRead(message: ReadMessage, reader: Reader): boolean | Promise<boolean> {
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
