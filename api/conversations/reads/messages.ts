import type { MessageCursor } from '#api/conversations/cursor.ts';
import { pool, prepared } from '#api/platform/database/database.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { isWholePhone } from '#api/platform/domain-values/phone.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type SubjectAccess, type SubjectAccessRow, subjectAccessOf } from '#api/subjects/policy.ts';
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
  Names &
  Omit<SubjectAccessRow, 'id' | 'deletedAt' | 'role'> & {
    subjectDeletedAt: SubjectAccessRow['deletedAt'];
    memberRole: SubjectAccessRow['role'];
  };

/** The possible row limits. With a small fixed limit the planner chooses the index that returns the rows in order. */
const readAtOnce = [2, 26, 51, 101] as const;

/**
 * The messages that match a filter, newest first, and one more than requested, with the viewer's access to their
 * subjects. Each filter has an index that returns its rows in this order. A cursor replaces the date bound on its
 * side, so that a page a million rows deep costs as much as the first.
 */
export async function readMessages(
  viewer: Viewer,
  filter: MessageFilter,
  slice: Slice,
  along: Along,
): Promise<{ rows: MessageRow[]; subjectAccesses: SubjectAccess[] }> {
  const rows = await rowsOf(viewer, await withPhones(filter), slice, along);
  const subjectAccesses = new Map<string, SubjectAccess>();
  const messages = rows.slice(0, slice.size + 1).map((row) => {
    const { subjectId: id, subjectDeletedAt: deletedAt, memberRole: role, fullName, preferredName } = row;
    if (!subjectAccesses.has(id)) {
      subjectAccesses.set(id, subjectAccessOf(viewer, { ...row, id, deletedAt, role }));
    }
    return knownBy(row, { fullName, preferredName });
  });
  return { rows: messages, subjectAccesses: [...subjectAccesses.values()] };
}

/** `phones` are the only phones with the filter's digits; null where they are not looked up. */
type Wanted = MessageFilter & { hasWholePhone: boolean; phones: readonly string[] | null };

/** More phones than these are not looked through one by one. */
const mostPhones = 10;

/**
 * The filter with the few phones of all messages that begin with its many digits. Searching for the digits themselves
 * gathers or looks through thousands of messages, while those of a known phone are read in their order.
 */
async function withPhones(filter: MessageFilter): Promise<Wanted> {
  const { phone, conversationId } = filter;
  const hasWholePhone = !!phone && isWholePhone(phone);
  if (!phone || hasWholePhone || conversationId || phone.length < longDigits)
    return { ...filter, hasWholePhone, phones: null };
  // ":" comes after "9". Each step of the recursion jumps to the next phone in the index.
  const { rows } = await prepared.query<{ phone: string }>({
    name: 'phones beginning with',
    text: `with recursive found as (
        (select phone from message where phone ~>=~ $1 and phone ~<~ $2 order by phone using ~<~ limit 1)
        union all
        select (select m.phone from message m where m.phone ~>~ found.phone and m.phone ~<~ $2
          order by m.phone using ~<~ limit 1)
        from found where found.phone is not null
      ) select phone from found where phone is not null limit ${mostPhones + 1}`,
    values: [phone, `${phone}:`],
  });
  const phones = rows.map((row) => row.phone);
  const [only] = phones;
  if (phones.length === 1 && only) return { ...filter, phone: only, hasWholePhone: true, phones: null };
  return { ...filter, hasWholePhone: false, phones: phones.length > mostPhones ? null : phones };
}

/** The rows, and one more than requested if there is one. */
async function rowsOf(viewer: Viewer, filter: Wanted, slice: Slice, along: Along): Promise<Row[]> {
  if (filter.phones?.length === 0) return [];
  if (mayFindByScan(filter)) {
    const near = await query(viewer, filter, slice, along, 'near');
    if (near.rows.length > slice.size) return near.rows;
  }
  const { rows } = await query(viewer, filter, slice, along, suitsOnePlan(filter) ? 'once' : 'asked');
  return rows;
}

/**
 * How a statement finds its rows: `once` is one prepared plan for all values, `asked` is planned for the given
 * values, and `near` is one prepared plan that scans the first few rows matching all other bounds.
 */
type Way = 'once' | 'asked' | 'near';

/** Each combination of bounds is its own statement with its own name. */
function query(viewer: Viewer, filter: Wanted, slice: Slice, along: Along, way: Way) {
  const values: unknown[] = [viewer.userId];
  const value = (given: unknown) => `$${values.push(given)}`;
  const bounds = boundsOf(filter, slice, { way, value });
  const phone: Bound[] =
    filter.phone && !filter.hasWholePhone && !filter.phones
      ? [['phone', `m.phone like ${value(`${filter.phone}%`)}`]]
      : [];
  const direction = slice.backwards ? 'asc' : 'desc';
  const order = `order by m.created_at ${direction}, m.id ${direction}`;
  const limit = readAtOnce.find((count) => count > slice.size) as number;
  // Only the rows of the page are joined with what is beside them.
  const [within, after] = way === 'near' ? [bounds, phone] : [[...bounds, ...phone], []];
  const each = `select * from message m ${where(within)} ${order} limit ${way === 'near' ? lookedThrough : limit}`;
  const rows = filter.phones
    ? `select m.* from unnest(${value(filter.phones)}::text[]) known (phone), lateral (${each}) m ${order} limit ${limit}`
    : each;
  const from = `(${rows}) m, ${beside} ${where(after)}`;
  const text = `select ${columns}${alongColumns(along)} from ${from} ${order} limit ${limit}`;
  const asked = [...bounds, ...phone].map(([bound]) => bound);
  // PostgreSQL truncates statement names after 63 characters.
  const broughtAlong = `${along.conversation.charAt(0)}${along.subject.charAt(0)}`;
  const name = ['messages', way, limit, direction, broughtAlong, ...asked].join(' ');
  return (way === 'asked' ? pool : prepared).query<Row>({ name, text, values });
}

function where(bounds: Bound[]): string {
  return bounds.length ? `where ${bounds.map(([, condition]) => condition).join(' and ')}` : '';
}

/**
 * Whether one plan suits all values. First digits of phones differ too much: few messages have some, nearly all have
 * others; the messages of a whole number are indexed in this order. A conversation's messages are not stored in this
 * order. Each role has half of all messages, so that one plan suits both.
 */
function suitsOnePlan({ conversationId, phone, hasWholePhone, phones }: Wanted): boolean {
  return !conversationId && (!phone || hasWholePhone || phones !== null);
}

/**
 * Whether a page for a phone is probably found among the first few messages: nearly all messages of a subject have
 * the same phone, and many numbers share their first digits. This scan takes less time than planning for the given
 * values, which happens only if the scan finds too few.
 */
function mayFindByScan({ conversationId, phone, hasWholePhone, phones, subjectId }: Wanted): boolean {
  return (
    !conversationId && !!phone && !hasWholePhone && !phones && (!!subjectId || phone.length < longDigits)
  );
}

/** From this length on, including the plus, few phones share a filter's digits. */
const longDigits = 8;
/**
 * The number of messages that are scanned. For more than a subject is expected to have, the planner would gather and
 * sort.
 */
const lookedThrough = 250;

const columns = `${shownColumns}, beside.*`;
/**
 * Leaves out the conversation: its holder hardly matters here, and the join took a third of the database's time. The
 * `offset 0` makes PostgreSQL plan this part separately; choosing the join order took half of the planning time.
 */
const beside = `lateral (
    select ${nameColumns}, s.self_user_id as "selfUserId", s.deleted_at as "subjectDeletedAt",
      s.viewers_read_transcripts as "viewersReadTranscripts", s.sharing, b.role as "memberRole", b.relationship,
      b.may_contribute as "mayContribute", b.may_download as "mayDownload"
    from subject s left join membership b on b.subject_id = s.id and b.user_id = $1::uuid
    where s.id = m.subject_id offset 0
  ) beside`;

type Bound = readonly [name: string, condition: string];

/**
 * All bounds except that of a phone's first digits. For a range of two dates a generic plan expects so few rows that it
 * would gather and sort them. A plan that is prepared once therefore gets the later date in an equivalent form from
 * which the planner can't estimate the range.
 */
function boundsOf(
  { subjectId, conversationId, phone, hasWholePhone, phones, role, dateFrom, dateTo }: Wanted,
  { after, before }: Slice,
  { way, value }: { way: Way; value: (given: unknown) => string },
): Bound[] {
  const bounds: Bound[] = [];
  if (subjectId) bounds.push(['subject', `m.subject_id = ${value(subjectId)}`]);
  if (conversationId) bounds.push(['talk', `m.conversation_id = ${value(conversationId)}`]);
  if (hasWholePhone) bounds.push(['number', `m.phone = ${value(phone)}`]);
  if (phones) bounds.push(['numbers', 'm.phone = known.phone']);
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
