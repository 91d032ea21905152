import { pool } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Role, type Standing, standingOf } from '#api/subjects/policy.ts';
import type { MessageFilter } from './message-filter.ts';
import {
  type MessageRow,
  messageColumns,
  messageFrom,
  messageTables,
  type SqlMessage,
} from './message-row.ts';
import type { Slice } from './page.ts';

type Row = SqlMessage & {
  selfUserId: string | null;
  deletedAt: Date | null;
  viewersReadTranscripts: boolean;
  sharing: boolean;
  memberRole: Role | null;
  relationship: string | null;
};

/**
 * The messages that a filter asks for, newest first, and one more than asked for; with them how the viewer stands
 * to their subjects. Each filter has an index
 * that gives its rows in this order; a cursor takes the place of the date bound on its side, so that a page
 * a million deep costs what the first one costs.
 */
export async function readMessages(
  viewer: Viewer,
  filter: MessageFilter,
  slice: Slice,
): Promise<{ rows: MessageRow[]; standings: Standing[] }> {
  const values: unknown[] = [viewer.userId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const conditions = [
    filter.subjectId && `m.subject_id = ${value(filter.subjectId)}`,
    filter.conversationId && `m.conversation_id = ${value(filter.conversationId)}`,
    filter.role && `m.role = ${value(filter.role)}::"MessageRole"`,
    filter.phone && `m.phone like ${value(`${filter.phone}%`)}`,
    olderThan(filter, slice, value),
    newerThan(filter, slice, value),
  ].filter(Boolean);
  const order = slice.backwards ? 'asc' : 'desc';
  const { rows } = await pool.query<Row>(
    `select ${messageColumns}, s.self_user_id::text as "selfUserId", s.deleted_at as "deletedAt",
       s.viewers_read_transcripts as "viewersReadTranscripts", s.sharing, b.role::text as "memberRole",
       b.relationship
     from ${messageTables} left join membership b on b.subject_id = m.subject_id and b.user_id = $1::uuid
     ${conditions.length ? `where ${conditions.join(' and ')}` : ''}
     order by m.created_at ${order}, m.id ${order} limit ${value(slice.size + 1)}`,
    values,
  );
  const standings = new Map<string, Standing>();
  const messages = rows.map((row) => {
    const {
      selfUserId,
      deletedAt,
      viewersReadTranscripts,
      sharing,
      memberRole: role,
      relationship,
      ...message
    } = row;
    const subject = { id: row.subjectId, selfUserId, deletedAt, viewersReadTranscripts, sharing };
    if (!standings.has(subject.id))
      standings.set(subject.id, standingOf(viewer, { ...subject, role, relationship }));
    return messageFrom(message);
  });
  return { rows: messages, standings: [...standings.values()] };
}

type Value = (given: unknown) => string;

function olderThan({ dateTo }: MessageFilter, { after }: Slice, value: Value): string | null {
  if (after && (!dateTo || after.createdAt < dateTo)) {
    return `(m.created_at, m.id) < (${value(after.createdAt)}, ${value(after.id)}::uuid)`;
  }
  return dateTo ? `m.created_at < ${value(dateTo)}` : null;
}

function newerThan({ dateFrom }: MessageFilter, { before }: Slice, value: Value): string | null {
  if (before && (!dateFrom || before.createdAt >= dateFrom)) {
    return `(m.created_at, m.id) > (${value(before.createdAt)}, ${value(before.id)}::uuid)`;
  }
  return dateFrom ? `m.created_at >= ${value(dateFrom)}` : null;
}
