import type { Channel, HistoryTurn } from '#api/conversations/interviewer/request.ts';
import type { Held } from '#api/conversations/policy.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { prepared } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import {
  accessColumns,
  type SubjectAccess,
  type SubjectAccessRow,
  subjectAccessOf,
} from '#api/subjects/policy.ts';

/** The facts about a conversation that are needed to read new words in it. */
export type WordsContext = {
  channel: Channel;
  subjectId: string;
  language: Language;
  /** The latest turns, oldest first, each cut to its end. */
  history: HistoryTurn[];
  /** Themes that the subject wants private whenever they speak about them. */
  privateThemes: string[];
  /** The word by which a caller proves to be the subject; null when none is chosen. */
  codeWord: string | null;
};

/** The same, with what somebody with an account may do in the conversation. */
export type TurnContext = WordsContext & {
  held: Held;
  /** The speaker's access to the subject. */
  subjectAccess: SubjectAccess;
};

type Row = Held &
  SubjectAccessRow & {
    channel: Channel;
    language: string;
    history: HistoryTurn[] | null;
    privateThemes: string[] | null;
    codeWord: string | null;
  };

/** The number of turns that are read with new words, and the characters of each. */
const mostTurns = 100;
const mostOfTurn = 4_000;

/** Reads who may speak in a conversation and what was said in it, from one snapshot; null when it does not exist. */
export async function turnContext(viewer: Viewer, conversationId: string): Promise<TurnContext | null> {
  const row = await rowOf(conversationId, viewer.userId);
  if (!row) return null;
  const { channel, together, heldById, endedAt, history, privateThemes, codeWord } = row;
  return {
    channel,
    subjectId: row.id,
    language: languageOf(row.language),
    held: { together, heldById, endedAt },
    subjectAccess: subjectAccessOf(viewer, row),
    history: history ?? [],
    privateThemes: privateThemes ?? [],
    codeWord,
  };
}

/** Reads what was said in a conversation for the caller of its call; null when it does not exist. */
export async function callContext(conversationId: string): Promise<WordsContext | null> {
  const row = await rowOf(conversationId, null);
  if (!row) return null;
  const { channel, id: subjectId, history, privateThemes, codeWord } = row;
  const language = languageOf(row.language);
  return {
    ...{ channel, subjectId, language, codeWord },
    ...{ history: history ?? [], privateThemes: privateThemes ?? [] },
  };
}

async function rowOf(conversationId: string, userId: string | null): Promise<Row | null> {
  const { rows } = await prepared.query<Row>({
    name: 'turn-context',
    text: `select c.channel::text as channel, c.together, c.held_by_id::text as "heldById",
        c.ended_at as "endedAt", s.language, s.code_word as "codeWord", ${accessColumns},
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
