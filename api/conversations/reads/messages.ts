import type { MessageCursor } from '#api/conversations/cursor.ts';
import { pool, prepared } from '#api/platform/database/database.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Role, type SubjectAccess, subjectAccessOf } from '#api/subjects/policy.ts';
import type { MessageFilter } from './message-filter.ts';
import {
  type Along,
  alongColumns,
  knownBy,
  type MessageRow,
  type Names,
  nameColumns,
  type SqlShown,
  shownColumns,
} from './message-row.ts';
import type { Slice } from './page.ts';

type Row = SqlShown &
  Names & {
    selfUserId: string | null;
    deletedAt: Date | null;
    viewersReadTranscripts: boolean;
    sharing: boolean;
    memberRole: Role | null;
    relationship: string | null;
  };

/** How many rows are read: a plan that knows how few there will be takes the index that has them in order. */
const readAtOnce = [26, 51, 101] as const;

/**
 * The messages that a filter asks for, newest first, and one more than asked for; with them how the viewer stands
 * to their subjects. Each filter has an index that gives its rows in this order; a cursor takes the place of the
 * date bound on its side, so that a page a million deep costs what the first one costs.
 */
export async function readMessages(
  viewer: Viewer,
  filter: MessageFilter,
  slice: Slice,
  along: Along,
): Promise<{ rows: MessageRow[]; subjectAccesses: SubjectAccess[] }> {
  const rows = await rowsOf(viewer, filter, slice, along);
  const subjectAccesses = new Map<string, SubjectAccess>();
  const messages = rows.slice(0, slice.size + 1).map((row) => {
    const { subjectId: id, memberRole: role, fullName, preferredName } = row;
    if (!subjectAccesses.has(id)) {
      const { selfUserId, deletedAt, viewersReadTranscripts, sharing, relationship } = row;
      const rights = { id, role, selfUserId, deletedAt, viewersReadTranscripts, sharing, relationship };
      subjectAccesses.set(id, subjectAccessOf(viewer, rights));
    }
    return knownBy(row, { fullName, preferredName });
  });
  return { rows: messages, subjectAccesses: [...subjectAccesses.values()] };
}

/** The rows, and one more than asked for if there is one. */
async function rowsOf(viewer: Viewer, filter: MessageFilter, slice: Slice, along: Along): Promise<Row[]> {
  if (mayBeNear(filter)) {
    const near = await query(viewer, filter, slice, along, 'near');
    if (near.rows.length > slice.size) return near.rows;
  }
  const { rows } = await query(viewer, filter, slice, along, findsItsWay(filter) ? 'once' : 'asked');
  return rows;
}

/**
 * How a statement finds its rows: planned `once` for whatever is asked, planned for what is `asked`, or, planned once,
 * by looking through the first few that all other bounds allow.
 */
type Way = 'once' | 'asked' | 'near';

/** Each combination of bounds is a statement of its own, by a name of its own. */
function query(viewer: Viewer, filter: MessageFilter, slice: Slice, along: Along, way: Way) {
  const values: unknown[] = [viewer.userId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const bounds = boundsOf(filter, slice, { way, value });
  const phone: Bound[] = filter.phone ? [['phone', `m.phone like ${value(`${filter.phone}%`)}`]] : [];
  const direction = slice.backwards ? 'asc' : 'desc';
  const order = `order by m.created_at ${direction}, m.id ${direction}`;
  const limit = readAtOnce.find((count) => count > slice.size) as number;
  const from =
    way === 'near'
      ? `(select * from message m ${where(bounds)} ${order} limit ${lookedThrough}) m, ${beside} ${where(phone)}`
      : `message m, ${beside} ${where([...bounds, ...phone])}`;
  const text = `select ${columns}${alongColumns(along)} from ${from} ${order} limit ${limit}`;
  const asked = [...bounds, ...phone].map(([bound]) => bound);
  // The database takes 63 characters.
  const broughtAlong = `${along.conversation.charAt(0)}${along.subject.charAt(0)}`;
  const name = ['messages', way, limit, direction, broughtAlong, ...asked].join(' ');
  return (way === 'asked' ? pool : prepared).query<Row>({ name, text, values });
}

function where(bounds: Bound[]): string {
  return bounds.length ? `where ${bounds.map(([, condition]) => condition).join(' and ')}` : '';
}

/**
 * Whether one plan is good for whatever is asked for. Of some phones there are few messages and of others nearly all,
 * and a talk's are not kept in this order. Of each role there is half of everything.
 */
function findsItsWay({ conversationId, phone }: MessageFilter): boolean {
  return !conversationId && !phone;
}

/**
 * Whether few messages need be looked through, most likely, for a page of those of a phone: in a book nearly all have
 * the same, and with the first digits of a number many begin. To look takes less time than to plan for what is asked,
 * which is done only where too few were found.
 */
function mayBeNear({ conversationId, phone, subjectId }: MessageFilter): boolean {
  return !conversationId && !!phone && (!!subjectId || phone.length < wholeNumber);
}

/** From so many characters on, the plus counted, it may be the whole number of one phone. */
const wholeNumber = 8;
/** So many are looked through. More than a book is expected to have would be gathered and sorted. */
const lookedThrough = 250;

const columns = `${shownColumns}, beside.*`;
/**
 * Without the conversation: who holds it decides next to nothing here, and it was a third of the database's work. By the
 * `offset` what is beside a message is planned apart: in which order tables are joined was half of the planning.
 */
const beside = `lateral (
    select ${nameColumns}, s.self_user_id as "selfUserId", s.deleted_at as "deletedAt",
      s.viewers_read_transcripts as "viewersReadTranscripts", s.sharing, b.role as "memberRole", b.relationship
    from subject s left join membership b on b.subject_id = s.id and b.user_id = $1::uuid
    where s.id = m.subject_id offset 0
  ) beside`;

type Bound = readonly [name: string, condition: string];

/**
 * All but the phone's. Of what lies between two dates a plan for any dates expects so little that it would gather and
 * sort it. Where it is planned once, the later one has a form that means the same, and lets nothing be expected of the
 * two together.
 */
function boundsOf(
  { subjectId, conversationId, role, dateFrom, dateTo }: MessageFilter,
  { after, before }: Slice,
  { way, value }: { way: Way; value: (given: unknown) => string },
): Bound[] {
  const bounds: Bound[] = [];
  if (subjectId) bounds.push(['subject', `m.subject_id = ${value(subjectId)}`]);
  if (conversationId) bounds.push(['talk', `m.conversation_id = ${value(conversationId)}`]);
  if (role) bounds.push(['role', `m.role = ${value(role)}::"MessageRole"`]);
  const key = ({ createdAt, id }: MessageCursor) => `(${value(createdAt)}, ${value(id)}::uuid)`;
  if (after && (!dateTo || after.createdAt < dateTo)) {
    bounds.push(['after', `(m.created_at, m.id) < ${key(after)}`]);
  } else if (dateTo) {
    const to =
      way === 'asked'
        ? `m.created_at < ${value(dateTo)}`
        : `(m.created_at, m.id) < (${value(dateTo)}, '${nobody}'::uuid)`;
    bounds.push(['to', to]);
  }
  if (before && (!dateFrom || before.createdAt >= dateFrom)) {
    bounds.push(['before', `(m.created_at, m.id) > ${key(before)}`]);
  } else if (dateFrom) bounds.push(['from', `m.created_at >= ${value(dateFrom)}`]);
  return bounds;
}
