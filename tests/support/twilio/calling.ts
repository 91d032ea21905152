import { expect } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { type Person, succeeded } from '#tests/support/person.ts';
import { server } from '#tests/support/server.ts';
import { pickUpAt } from './phone-service.ts';

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
