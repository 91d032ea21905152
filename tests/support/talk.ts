import { answer } from '#api/conversations/engine/answering.ts';
import { begin } from '#api/conversations/service/begin.ts';
import { db, pool } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { type Answer, type Person, succeeded } from './person.ts';
import { until, writingOf } from './told.ts';

export type Said = {
  id: string;
  seq: number;
  role: 'user' | 'assistant';
  text: string | null;
  private: boolean;
  createdAt: string;
};

export type Talk = {
  id: string;
  /** Sends a message and waits for the response. */
  say: (text: string, clientMessageId?: string) => Promise<Said>;
  /** Sends a message without waiting. */
  send: (text: string, clientMessageId?: string) => Promise<Said>;
  /** Resolves when no message waits for a response any more. */
  answered: () => Promise<void>;
  /** All messages so far, as the speaker or another person reads them. */
  transcript: (reader?: Person) => Promise<Said[]>;
  /** The interviewer's last message. */
  last: () => Promise<Said>;
  end: () => Promise<Answer>;
  /** Resolves when the writer has finished, some time after the conversation's end. */
  written: (withinMs?: number) => Promise<void>;
};

let said = 0;

const message = 'id seq role text private createdAt';
const transcript = `query ($id: ID!, $after: String) {
  conversation(id: $id) {
    messages(first: 100, after: $after) { edges { node { ${message} } } pageInfo { hasNextPage endCursor } }
  }
}`;

/** Begins a conversation; without a subject, with one about the speaker. */
export async function aTalk(
  speaker: Person,
  subjectId?: string,
  { channel = 'WEB', together }: { channel?: string; together?: boolean } = {},
): Promise<Talk> {
  const own = async () =>
    (await db.subject.findFirstOrThrow({ where: { selfUserId: speaker.id }, select: { id: true } })).id;
  // A phone call that has already been picked up, created through the engine.
  if (channel === 'PHONE' && subjectId) {
    const { id } = await aCallHeldBy(speaker, subjectId);
    return talkIn(speaker, id);
  }
  const input = { subjectId: subjectId ?? (await own()), channel, together };
  const { id } = succeeded(await speaker.gql('BeginConversation', { input }));
  return talkIn(speaker, id);
}

async function aCallHeldBy(speaker: Person, subjectId: string) {
  const { phone } = await db.subject.findUniqueOrThrow({ where: { id: subjectId } });
  const call = { subjectId, channel: 'PHONE', phone, heldById: speaker.id, together: false } as const;
  const { id } = await transaction((tx, wake) => begin(tx, wake, { ...call, status: 'IN_PROGRESS' }));
  await answer(id);
  return { id };
}

/** A conversation as a person takes part in it. */
export function talkIn(speaker: Person, id: string): Talk {
  async function send(text: string, clientMessageId = `said-${++said}`): Promise<Said> {
    const answer = await speaker.gql(
      `mutation ($input: SayInput!) {
        say(input: $input) { ... on Message { ${message} } ... on UserError { code message } }
      }`,
      { input: { conversationId: id, text, clientMessageId } },
    );
    return succeeded(answer);
  }
  async function answered() {
    await until(async () => {
      const { rowCount } = await pool.query(
        'select from conversation where id = $1 and awaiting_seq is null',
        [id],
      );
      return rowCount === 1;
    }, 15_000);
  }
  async function read(reader = speaker): Promise<Said[]> {
    const messages: Said[] = [];
    for (let after: string | null = null; ; ) {
      const { conversation } = await reader.gql(transcript, { id, after });
      if (!conversation) return [];
      const { edges, pageInfo } = conversation.messages;
      messages.push(...edges.map(({ node }: { node: Said }) => node));
      if (!pageInfo.hasNextPage) return messages;
      after = pageInfo.endCursor;
    }
  }
  return {
    id,
    send,
    answered,
    transcript: read,
    async say(text, clientMessageId) {
      const message = await send(text, clientMessageId);
      await answered();
      return message;
    },
    async last() {
      const last = (await read()).findLast((turn) => turn.role === 'assistant');
      if (!last) throw new Error('The interviewer has not sent any message');
      return last;
    },
    end: async () => succeeded(await speaker.gql('EndConversation', { id })),
    async written(timeout = 15_000) {
      await until(async () => (await writingOf(id)) === 'WRITTEN', timeout);
    },
  };
}
