import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { signIn, signUp } from '#tests/replay/client.ts';
import { until } from '#tests/support/told.ts';
import type { House } from './house.ts';
import type { aMailServer } from './mail-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests assert what an answer is; a type here would only repeat them
type Answer = any;

const patienceMs = 120_000;
const password = 'correct horse battery';

export type Teller = Awaited<ReturnType<typeof aTeller>>;

/**
 * A person who tells stories about themself and repeats each request, with the same words, until it is answered. With a
 * phone, they agree to calls, texts and recordings on it.
 */
export async function aTeller(
  house: House,
  mail: Awaited<ReturnType<typeof aMailServer>>,
  { phone, timeZone }: { phone?: string; timeZone?: string } = {},
) {
  const email = `${randomUUID()}@evertold.test`;
  await signUp(house.url(), 'Alma', email, password, house.origin());
  await until(async () => mail.to(email).length > 0, patienceMs);
  const [link = ''] = mail.to(email)[0]?.text.match(/https?:\/\/\S*verify-email\S*/) ?? [];
  const { pathname, search } = new URL(link);
  await fetch(house.url() + pathname + search, { redirect: 'manual' });
  const cookie = await signIn(house.url(), email, password, house.origin());

  /** Sends one request; returns its answer or throws. */
  async function once(query: string, variables: object, key = ''): Promise<Answer> {
    const response = await fetch(`${house.url()}/graphql`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', cookie, origin: house.origin() },
        ...(key && { 'idempotency-key': key }),
      },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(30_000),
    });
    const { data, errors } = (await response.json()) as { data?: Answer; errors?: Answer[] };
    if (errors?.length) {
      const [{ extensions }] = errors;
      // A known outage must not be reported as a defect.
      if (extensions.code === 'INTERNAL_SERVER_ERROR') defects.push(JSON.stringify(errors[0]));
      throw new Error(extensions.code);
    }
    return Object.values(data)[0];
  }
  /**
   * Repeats the request until it is answered, as a client does after a lost connection; with an idempotency key, it takes
   * effect once.
   */
  async function ask(query: string, variables: object, key = ''): Promise<Answer> {
    for (const deadline = Date.now() + patienceMs; ; await after(100)) {
      try {
        return await once(query, variables, key);
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }
  const defects: string[] = [];

  const { id: subjectId } = await ask(
    'mutation ($input: CreateSubjectInput!) { createSubject(input: $input) { ... on Subject { id } } }',
    { input: { fullName: 'Alma Rourke', isSelf: true, phone, timeZone } },
  );
  if (phone) {
    // As if the account had proved that it has the phone, so that consents need no code.
    const proved = `update "user" set "phoneNumber" = $1, "phoneNumberVerified" = true where email = $2`;
    await house.facts(proved, [phone, email]);
  }
  const wordings = await ask('{ consentWordings { kind version } }', {});
  const kinds = phone ? ['CALLS', 'SMS', 'RECORDING'] : ['AI_WRITING', 'SHARING'];
  const grants = kinds.map((kind) => ({
    kind,
    wordingVersion: wordings.find((each: Answer) => each.kind === kind).version,
    phone,
  }));
  await ask(
    'mutation ($input: GiveConsentInput!) { giveConsent(input: $input) { __typename ... on UserError { message } } }',
    { input: { subjectId, grants } },
  );

  const turnsOf = async (id: string): Promise<Answer[]> => {
    const { messages } = await ask(
      `query ($id: ID!) { conversation(id: $id) { messages(first: 100) { edges { node { id seq role text } } } } }`,
      { id },
    );
    return messages.edges.map(({ node }: Answer) => node);
  };
  return {
    ask,
    defects,
    subjectId,
    email,
    phone: phone ?? '',
    turnsOf,
    begin: async (): Promise<string> =>
      (
        await ask(
          'mutation ($input: BeginConversationInput!) { beginConversation(input: $input) { ... on Conversation { id } } }',
          { input: { subjectId, channel: 'WEB' } },
        )
      ).id,
    say: (conversationId: string, text: string): Promise<{ id: string }> => {
      const input = { conversationId, text, clientMessageId: randomUUID() };
      return ask('mutation ($input: SayInput!) { say(input: $input) { ... on Message { id } } }', { input });
    },
    /** Resolves when the last message is the interviewer's. */
    answered: (id: string) => until(async () => (await turnsOf(id)).at(-1)?.role === 'assistant', patienceMs),
    end: (id: string) => ask('mutation ($id: ID!) { endConversation(id: $id) { __typename } }', { id }),
    /** Resolves when the writer has finished a conversation; returns the whole text of the book. */
    async written(id: string): Promise<string[]> {
      await until(
        async () =>
          (await ask('query ($id: ID!) { conversation(id: $id) { writing } }', { id })).writing === 'WRITTEN',
        patienceMs,
      );
      const { chapters } = await ask(
        'query ($id: ID!) { subject(id: $id) { chapters { cards { body } } } }',
        { id: subjectId },
      );
      return chapters.flatMap((chapter: Answer) => chapter.cards.map((card: Answer) => card.body));
    },
    /** Invites a reader by letter; each attempt uses another address, so that each is one invitation. */
    async invite(): Promise<string> {
      for (const deadline = Date.now() + patienceMs; ; await after(100)) {
        const reader = `${randomUUID()}@evertold.test`;
        try {
          await once('mutation ($input: InviteInput!) { invite(input: $input) { __typename } }', {
            input: { subjectId, role: 'VIEWER', email: reader },
          });
          return reader;
        } catch (error) {
          if (Date.now() > deadline) throw error;
        }
      }
    },
  };
}
