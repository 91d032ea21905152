import {
  type HeldMessage,
  messageColumns,
  messageFrom,
  messageTables,
  type SqlMessage,
} from '#api/conversations/reads/message-row.ts';
import { prepared } from '#api/platform/database/database.ts';
import { pageSize, type Read, settledPage } from '#api/platform/events/follow.ts';

type Row = SqlMessage & { position: string; settled: boolean };

/** Reads messages in commit order, of one subject or (null) of all. The message table is the log. */
export function readMessagesOf(subjectId: string | null): Read<HeldMessage> {
  return async (place) => {
    const { rows } = await prepared.query<Row>({
      name: subjectId ? 'stream-of-subject' : 'stream-of-messages',
      text: `select ${messageColumns}, m.position::text as position,
          m.xid < commit_xmin() as settled
        from ${messageTables}
        where (m.xid, m.position) > ($1::xid8, $2::bigint) ${subjectId ? 'and m.subject_id = $3' : ''}
        order by m.xid, m.position limit ${pageSize}`,
      values: [place.xid, place.position, ...(subjectId ? [subjectId] : [])],
    });
    return settledPage(rows, ({ settled: _settled, position: _position, ...row }) => messageFrom(row));
  };
}
