import { prepared } from '#api/platform/database/database.ts';
import {
  type MessageRow,
  messageColumns,
  messageFrom,
  messageTables,
  type SqlMessage,
} from './message-row.ts';
import type { Slice } from './page.ts';

/** The messages of a conversation in the order in which they were said, and one more than asked for. */
export async function readTranscript(conversationId: string, slice: Slice): Promise<MessageRow[]> {
  const { rows } = await prepared.query<SqlMessage>({
    name: slice.backwards ? 'transcript-backwards' : 'transcript',
    text: `select ${messageColumns} from ${messageTables}
      where m.conversation_id = $1 and m.seq > $2 and m.seq < $3
      order by m.seq ${slice.backwards ? 'desc' : 'asc'} limit $4`,
    values: [conversationId, slice.after?.seq ?? -1, slice.before?.seq ?? 2 ** 31 - 1, slice.size + 1],
  });
  return rows.map(messageFrom);
}
