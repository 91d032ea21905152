import { expect } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { noonZone } from '#tests/support/noon-zone.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { server } from '#tests/support/server.ts';
import { aFamily, type Family } from '#tests/support/world.ts';
import { relayOf } from './phone-api.ts';
import { type PhoneService, pickUpAt, say } from './phone-service.ts';

/** A family whose subject may be called now. */
export async function aCallableFamily(options: Parameters<typeof aFamily>[0] = {}): Promise<Family> {
  const family = await aFamily(options);
  const data = { timeZone: noonZone(), timeZoneSaid: true };
  await db.subject.update({ where: { id: family.subject.id }, data });
  return family;
}

export const beginning = `mutation ($input: BeginConversationInput!) {
  beginConversation(input: $input) { __typename ... on Conversation { id status } ... on UserError { message } }
}`;

/** The editor starts a call now; resolves when the phone rings. */
export async function callNow(service: PhoneService, family: Family) {
  const input = { subjectId: family.subject.id, channel: 'PHONE' };
  const { beginConversation } = await family.editor.gql(beginning, { input });
  expect(beginConversation).toMatchObject({ status: 'RINGING' });
  const call = await service.callTo(family.subject.phone);
  return { id: beginConversation.id as string, call };
}

/** A call that was placed and picked up, with the first words. */
export async function connectedCall(service: PhoneService, family: Family) {
  const { id, call } = await callNow(service, family);
  const { twiml } = await say.pickedUp(call);
  const relay = relayOf(twiml);
  const phone = await pickUpAt(relay.url, { callSid: call.sid });
  return { id, call, relay, phone, opening: await phone.answer() };
}

export const messagesOf = (conversationId: string) =>
  db.message.findMany({ where: { conversationId }, orderBy: { seq: 'asc' } });

export async function expectStatus(id: string, status: string) {
  await expect
    .poll(async () => (await db.conversation.findUniqueOrThrow({ where: { id } })).status, {
      timeout: 15_000,
    })
    .toBe(status);
}

/** A person starts a test call: their browser rings, and they pick up. */
export async function talkingOn(
  person: Person,
  subjectId: string,
  { origin, versionId = null }: { origin?: string; versionId?: string | null } = {},
) {
  const { conversation, socketPath } = succeeded(
    await person.gql(
      `mutation ($id: ID!, $versionId: ID) {
        tryCall(subjectId: $id, agentPromptVersionId: $versionId) {
          __typename
          ... on TriedCall { socketPath conversation { id channel isTry } }
        }
      }`,
      { id: subjectId, versionId },
    ),
  );
  const url = server().config.publicUrl.replace(/^http/, 'ws') + socketPath;
  const phone = await pickUpAt(url, {
    callSid: 'browser',
    token: null,
    origin: origin ?? server().config.publicUrl,
  });
  return { conversation, phone, url };
}
