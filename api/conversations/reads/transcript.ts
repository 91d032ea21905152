import type { Conversation } from '#api/generated/prisma/client.ts';
import { prepared } from '#api/platform/database/database.ts';
import { knownBy, type MessageRow, type Names, type SqlShown, shownColumns } from './message-row.ts';
import type { Slice } from './page.ts';

/**
 * The messages of a conversation in the order in which they were said, and one more than requested. The caller passes
 * what is the same for all of them, so that it is not looked up for each row.
 */
export async function readTranscript(
  conversation: Conversation,
  names: Names,
  slice: Slice,
): Promise<MessageRow[]> {
  const { rows } = await prepared.query<SqlShown>({
    name: slice.backwards ? 'transcript-backwards' : 'transcript',
    text: `select ${shownColumns} from message m
      where m.conversation_id = $1 and m.seq > $2 and m.seq < $3
      order by m.seq ${slice.backwards ? 'desc' : 'asc'} limit $4`,
    values: [conversation.id, slice.after?.seq ?? -1, slice.before?.seq ?? 2 ** 31 - 1, slice.size + 1],
  });
  return rows.map((row) => Object.assign(knownBy(row, names, conversation), { conversation }));
}
