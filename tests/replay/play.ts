import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';
import type { Interview } from './interview.ts';

export type Turn = { conversationId: string; text: string; answerMs: number | null };
export type Played = { subjectId: string; conversationIds: string[]; turns: Turn[] };

type Result<T> = { __typename: string; message?: string } & T;
type Added = { messageAdded: { cursor: string; node: { id: string; role: string; text: string | null } } };

const live = new Set(['RINGING', 'IN_PROGRESS']);

/**
 * Holds conversations until every answer of the interview has been said. Each one starts when the last has
 * closed.
 */
export async function play(
  client: Client,
  interview: Interview,
  tell: (line: string) => void,
): Promise<Played> {
  const subjectId = await aSubject(client, interview.respondent);
  const turns: Turn[] = [];
  const conversationIds: string[] = [];
  const heard = client.watch<Added>(
    `subscription ($subjectId: ID!) {
      messageAdded(filter: { subjectId: $subjectId, role: assistant }) { cursor node { id role text } }
    }`,
    { subjectId },
  );
  // Open the stream before anything is said.
  const next = async () => {
    const { value } = await heard.next();
    if (!value) throw new Error('The stream of messages ended');
    return value.messageAdded.node.text ?? '';
  };

  let conversationId: string | null = null;
  for (const [index, answer] of interview.answers.entries()) {
    if (!conversationId || !(await isLive(client, conversationId))) {
      const opening = next();
      conversationId = await begin(client, subjectId);
      conversationIds.push(conversationId);
      turns.push({ conversationId, text: await opening, answerMs: null });
      tell(`conversation ${conversationIds.length} begins`);
    }
    const reply = next();
    const started = performance.now();
    await say(client, conversationId, answer);
    turns.push({ conversationId, text: await reply, answerMs: performance.now() - started });
    tell(`${index + 1} of ${interview.answers.length}`);
  }
  if (conversationId)
    await client.ask(`mutation ($id: ID!) { endConversation(id: $id) { __typename } }`, {
      id: conversationId,
    });
  return { subjectId, conversationIds, turns };
}

async function aSubject(client: Client, fullName: string): Promise<string> {
  const { createSubject } = await client.ask<{ createSubject: Result<{ id: string }> }>(
    `mutation ($input: CreateSubjectInput!) {
      createSubject(input: $input) { __typename ... on Subject { id } ... on UserError { message } }
    }`,
    { input: { fullName, isSelf: true } },
  );
  const { id } = expectType(createSubject, 'Subject');
  const { consentWordings } = await client.ask<{ consentWordings: { kind: string; version: number }[] }>(
    `{ consentWordings { kind version } }`,
  );
  const grants = consentWordings
    .filter(({ kind }) => kind === 'AI_WRITING' || kind === 'SHARING')
    .map(({ kind, version }) => ({ kind, wordingVersion: version }));
  const { giveConsent } = await client.ask<{ giveConsent: Result<object> }>(
    `mutation ($input: GiveConsentInput!) {
      giveConsent(input: $input) { __typename ... on UserError { message } }
    }`,
    { input: { subjectId: id, grants } },
  );
  expectType(giveConsent, 'Subject');
  return id;
}

async function begin(client: Client, subjectId: string): Promise<string> {
  const { beginConversation } = await client.ask<{ beginConversation: Result<{ id: string }> }>(
    `mutation ($input: BeginConversationInput!) {
      beginConversation(input: $input) { __typename ... on Conversation { id } ... on UserError { message } }
    }`,
    { input: { subjectId, channel: 'WEB' } },
  );
  return expectType(beginConversation, 'Conversation').id;
}

async function isLive(client: Client, id: string): Promise<boolean> {
  const { conversation } = await client.ask<{ conversation: { status: string } }>(
    `query ($id: ID!) { conversation(id: $id) { status } }`,
    { id },
  );
  return live.has(conversation.status);
}

async function say(client: Client, conversationId: string, text: string) {
  const { say } = await client.ask<{ say: Result<object> }>(
    `mutation ($input: SayInput!) { say(input: $input) { __typename ... on UserError { message } } }`,
    { input: { conversationId, text, clientMessageId: randomUUID() } },
  );
  expectType(say, 'Message');
}

function expectType<T extends { __typename: string; message?: string }>(result: T, type: string): T {
  if (result.__typename !== type) throw new Error(`${result.__typename}: ${result.message}`);
  return result;
}
