import type { Channel, HistoryTurn } from '#api/conversations/interviewer/request.ts';
import type { Held } from '#api/conversations/policy.ts';
import { prepared } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Role, type Standing, standingOf } from '#api/subjects/policy.ts';

/** What must be known of a conversation before somebody's words are heard in it. */
export type TurnContext = {
  channel: Channel;
  held: Held;
  /** How whoever speaks stands to the subject. */
  standing: Standing;
  /** Everything said so far, oldest first. */
  history: HistoryTurn[];
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
};

/** Who may speak in a conversation and what was said in it, as one statement saw both; null when there is none. */
export async function turnContext(viewer: Viewer, conversationId: string): Promise<TurnContext | null> {
  const { rows } = await prepared.query<Row>({
    name: 'turn-context',
    text: `select c.channel::text as channel, c.together, c.held_by_id::text as "heldById",
        c.ended_at as "endedAt", s.id::text as "subjectId", s.self_user_id::text as "selfUserId",
        s.deleted_at as "deletedAt", s.viewers_read_transcripts as "viewersReadTranscripts", s.sharing,
        member.role::text as role, member.relationship,
        (select json_agg(json_build_object('role', m.role, 'text', coalesce(m.corrected_text, m.text),
            'private', m.private,
            'kind', m.turn_kind, 'questionKey', m.question_key, 'requestId', m.request_id) order by m.seq)
          from message m where m.conversation_id = c.id) as history
      from conversation c join subject s on s.id = c.subject_id
        left join membership member on member.subject_id = s.id and member.user_id = $2::uuid
      where c.id = $1::uuid`,
    values: [conversationId, viewer.userId],
  });
  const [row] = rows;
  if (!row) return null;
  const { channel, together, heldById, endedAt, subjectId, history, ...at } = row;
  return {
    channel,
    held: { together, heldById, endedAt },
    standing: standingOf(viewer, { id: subjectId, ...at }),
    history: history ?? [],
  };
}
