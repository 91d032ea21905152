import { vi } from 'vitest';
import { answer } from '#api/conversations/engine/answering.ts';
import { begin } from '#api/conversations/service/begin.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { type Answer, type Person, succeeded } from './person.ts';

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
  /** Says something and waits until it is answered. */
  say: (text: string, clientMessageId?: string) => Promise<Said>;
  /** Says something and waits for nothing. */
  send: (text: string, clientMessageId?: string) => Promise<Said>;
  /** Resolves when nothing waits for an answer any more. */
  answered: () => Promise<void>;
  /** What was said so far, as somebody reads it: the speaker, or another. */
  transcript: (reader?: Person) => Promise<Said[]>;
  /** The interviewer's last words. */
  last: () => Promise<Said>;
  end: () => Promise<Answer>;
  /** Resolves when the writer has done with it, a while after its end. */
  written: (withinMs?: number) => Promise<void>;
};

let said = 0;

const message = 'id seq role text private createdAt';
const transcript = `query ($id: ID!, $after: String) {
  conversation(id: $id) {
    messages(first: 100, after: $after) { edges { node { ${message} } } pageInfo { hasNextPage endCursor } }
  }
}`;

/** A conversation that somebody begins; without a subject about themself. */
export async function aTalk(
  speaker: Person,
  subjectId?: string,
  { channel = 'WEB', together }: { channel?: string; together?: boolean } = {},
): Promise<Talk> {
  const own = async () =>
    (await db.subject.findFirstOrThrow({ where: { selfUserId: speaker.id }, select: { id: true } })).id;
  // A call that somebody has picked up already, by the engine's own door.
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

/** The conversation as somebody takes part in it. */
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
    await vi.waitFor(
      async () => {
        const { awaitingSeq } = await db.conversation.findUniqueOrThrow({ where: { id } });
        if (awaitingSeq !== null) throw new Error('What was said last still waits for an answer');
      },
      { timeout: 15_000, interval: 20 },
    );
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
      if (!last) throw new Error('The interviewer has not said anything');
      return last;
    },
    end: async () => succeeded(await speaker.gql('EndConversation', { id })),
    async written(timeout = 15_000) {
      await vi.waitFor(
        async () => {
          const { writing } = await db.conversation.findUniqueOrThrow({ where: { id } });
          if (writing !== 'WRITTEN') throw new Error(`What was told is not written, but ${writing}`);
        },
        { timeout, interval: 50 },
      );
    },
  };
}
