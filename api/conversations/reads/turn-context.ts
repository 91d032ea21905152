import type { Channel, HistoryTurn } from '#api/conversations/interviewer/request.ts';
import type { Held } from '#api/conversations/policy.ts';
import { prepared } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Role, type SubjectAccess, subjectAccessOf } from '#api/subjects/policy.ts';

/** What must be known of a conversation before somebody's words are heard in it. */
export type WordsContext = {
  channel: Channel;
  subjectId: string;
  /** What was said lately, oldest first: the end of each turn. */
  history: HistoryTurn[];
  /** What the subject wants kept private whenever they speak of it. */
  privateThemes: string[];
};

/** The same, and what somebody with an account may do in it. */
export type TurnContext = WordsContext & {
  held: Held;
  /** How whoever speaks stands to the subject. */
  subjectAccess: SubjectAccess;
};

type Row = Held & {
  channel: Channel;
  subjectId: string;
  selfUserId: string | null;
  deletedAt: Date | null;
  viewersReadTranscripts: boolean;
  sharing: boolean;
  role: Role | null;
  relationship: string | null;
  history: HistoryTurn[] | null;
  privateThemes: string[] | null;
};

/** New words are heard beside so many turns, and so much of each. */
const mostTurns = 100;
const mostOfTurn = 4_000;

/** Who may speak in a conversation and what was said in it, as one statement saw both; null when there is none. */
export async function turnContext(viewer: Viewer, conversationId: string): Promise<TurnContext | null> {
  const row = await rowOf(conversationId, viewer.userId);
  if (!row) return null;
  const { channel, together, heldById, endedAt, subjectId, history, privateThemes, ...at } = row;
  return {
    channel,
    subjectId,
    held: { together, heldById, endedAt },
    subjectAccess: subjectAccessOf(viewer, { id: subjectId, ...at }),
    history: history ?? [],
    privateThemes: privateThemes ?? [],
  };
}

/** What was said in a conversation, for a caller whose call it is; null when there is none. */
export async function callContext(conversationId: string): Promise<WordsContext | null> {
  const row = await rowOf(conversationId, null);
  if (!row) return null;
  const { channel, subjectId, history, privateThemes } = row;
  return { channel, subjectId, history: history ?? [], privateThemes: privateThemes ?? [] };
}

async function rowOf(conversationId: string, userId: string | null): Promise<Row | null> {
  const { rows } = await prepared.query<Row>({
    name: 'turn-context',
    text: `select c.channel::text as channel, c.together, c.held_by_id::text as "heldById",
        c.ended_at as "endedAt", s.id::text as "subjectId", s.self_user_id::text as "selfUserId",
        s.deleted_at as "deletedAt", s.viewers_read_transcripts as "viewersReadTranscripts", s.sharing,
        member.role::text as role, member.relationship,
        (select json_agg(json_build_object('role', m.role,
            'text', right(coalesce(m.corrected_text, m.text), ${mostOfTurn}),
            'private', m.private,
            'kind', m.turn_kind, 'questionKey', m.question_key, 'requestId', m.request_id) order by m.seq)
          from (select * from message where conversation_id = c.id order by seq desc limit ${mostTurns}) m) as history,
        (select json_agg(p.theme) from private_theme p where p.subject_id = s.id) as "privateThemes"
      from conversation c join subject s on s.id = c.subject_id
        left join membership member on member.subject_id = s.id and member.user_id = $2::uuid
      where c.id = $1::uuid`,
    values: [conversationId, userId],
  });
  return rows[0] ?? null;
}
