import type pg from 'pg';
import { expect } from 'vitest';
import { waitsHere } from '#tests/support/database.ts';
import type { Provider } from '#tests/support/provider.ts';
import { asAdmin, byPhone, byProvider, withPhotos } from './doors.ts';
import { aVisitor, linkLike, raw, type Visitor } from './journey.ts';
import { email, name, newPassword, password, phone, story, unreachable } from './values.ts';

/** Makes a table refuse matching rows with an error that repeats the row, as a violated constraint does. */
async function breakTable(sql: pg.Client, table: string, when: string, event = 'insert') {
  await sql.query(`
    create or replace function quote_row() returns trigger language plpgsql as $$ begin
      raise exception 'Failing row contains %', row_to_json(new) using errcode = '23514', detail = row_to_json(new)::text;
    end $$;
    create trigger quoting before ${event} on "${table}" for each row when (${when}) execute function quote_row()`);
}

/** Locks a table for long enough that an operation counts as slow. */
async function heldFor(sql: pg.Client, ms: number, table: string, work: () => Promise<unknown>) {
  await sql.query(`begin; lock table "${table}" in access exclusive mode`);
  const going = work();
  const waiting = `select 1 from pg_locks where relation = $1::regclass and ${waitsHere}
    and waitstart < clock_timestamp() - $2::interval`;
  await expect
    .poll(async () => (await sql.query(waiting, [table, `${ms} ms`])).rowCount, { timeout: 30_000 })
    .toBe(1);
  await sql.query('commit');
  await going;
}

/** Creates a partner's key, sends it in places where it doesn't belong, and returns it. */
async function keyInAddresses(url: string, ask: Visitor['ask']): Promise<string> {
  const made = await ask(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { __typename ... on CreateApiKeySuccess { secret } } }',
    { input: { name: 'Zonnebloem', scopes: ['subjects:read'] } },
  );
  const { secret } = made.data.createApiKey;
  const query = encodeURIComponent('{ me { id } }');
  for (const path of ['graphql', 'api/auth/get-session', 'media/x', 'nowhere', 'hooks/twilio/sms'])
    await fetch(`${url}/${path}?query=${query}&apiKey=${secret}&access_token=${secret}`);
  await fetch(`${url}/graphql/${secret}`);
  await raw(
    url,
    `GET /graphql?apiKey=${secret} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
  );
  return secret;
}

export type Stage = {
  url: string;
  sql: pg.Client;
  letters: readonly Buffer[];
  texts: readonly { to: string; text: string }[];
  provider: Provider;
  /** Resolves once the server has logged a matching line. */
  line: (fits: RegExp) => Promise<unknown>;
};

/** Runs every kind of success and failure with personal words in it; returns all tokens that were issued. */
export async function everythingThatHappens(stage: Stage): Promise<string[]> {
  const { url, sql, letters, line } = stage;
  const tokens: string[] = [];
  const zephyrine = aVisitor(url);
  const { account, ask } = zephyrine;

  // Accounts: created, refused, verified, forgotten and recovered.
  await account('/sign-up/email', { name, email, password, callbackURL: `/?for=${email}` });
  await account('/sign-up/email', { name, email: `${name} <${email}>`, password });
  await account('/sign-in/email', { email, password });
  const verify = await linkLike(letters, '/verify-email');
  tokens.push(new URL(verify).searchParams.get('token') ?? '');
  await fetch(verify, { redirect: 'manual' });
  await fetch(`${verify.replace('token=', 'token=x')}`, { redirect: 'manual' });
  await account('/sign-in/email', { email, password: newPassword });
  await account('/sign-in/email', { email: unreachable, password });
  await account('/request-password-reset', { email, redirectTo: '/reset-password' });
  await account('/request-password-reset', { email: unreachable, redirectTo: `https://${unreachable}/` });
  const reset = await linkLike(letters, '/reset-password');
  const token = new URL(reset).pathname.split('/').at(-1) ?? '';
  tokens.push(token);
  expect((await account(`/reset-password/${token}?callbackURL=%2Freset-password`)).status).toBe(302);
  await account('/reset-password', { newPassword: 'short', token });
  expect((await account('/reset-password', { newPassword, token })).status).toBe(200);
  expect((await account('/sign-in/email', { email, password: newPassword })).status).toBe(200);
  tokens.push(...zephyrine.cookie.split(/[=.]/).filter((part) => part.length > 12));
  await account('/update-user', { name: `${name} ${story}`.repeat(40) });
  await account('/change-email', { newEmail: unreachable, callbackURL: `https://${unreachable}` });
  await account(`/verify-email?token=${token}&callbackURL=${encodeURIComponent(`https://${unreachable}/`)}`);

  // A book, and a conversation with a model that fails.
  const made = await ask(
    `mutation BeginOwnBook($input: CreateSubjectInput!) { createSubject(input: $input) { __typename ... on Subject { id } ... on UserError { code message } } }`,
    {
      input: {
        fullName: 'Ottoline Vantongeren',
        preferredName: 'Ottoline',
        phone,
        isSelf: true,
        relationship: 'self',
      },
    },
  );
  const { id: subjectId } = made.data.createSubject;
  await ask(
    'mutation SaveStep($input: SaveOnboardingInput!) { saveOnboarding(input: $input) { __typename } }',
    {
      input: { step: 'PHONE', forWhom: 'MYSELF', subjectId },
    },
  );
  const { data } = await ask('{ consentWordings { kind version } }');
  const grants = data.consentWordings
    .filter(({ kind }: { kind: string }) => ['AI_WRITING', 'SHARING'].includes(kind))
    .map(({ kind, version }: { kind: string; version: string }) => ({
      kind,
      wordingVersion: version,
    }));
  await ask(
    'mutation ($input: GiveConsentInput!) { giveConsent(input: $input) { __typename ... on UserError { message } } }',
    {
      input: { subjectId, grants },
    },
  );
  const begun = await ask(
    'mutation BeginConversation($input: BeginConversationInput!) { beginConversation(input: $input) { __typename ... on Conversation { id } } }',
    { input: { subjectId, channel: 'WEB' } },
  );
  const { id: conversationId } = begun.data.beginConversation;
  let said = 0;
  const say = (text: string) =>
    ask(
      'mutation TalkSay($input: SayInput!) { say(input: $input) { __typename ... on UserError { message } } }',
      {
        input: { conversationId, text, clientMessageId: `Nachtegaal-${++said}` },
      },
    );
  const answered = () =>
    expect
      .poll(
        async () => (await sql.query('select 1 from conversation where awaiting_seq is not null')).rowCount,
        { timeout: 60_000 },
      )
      .toBe(0);
  for (const more of ['', ' He kept a nightingale.', ' It sang back.']) {
    await say(`${story}${more}`);
    await answered();
  }
  await say('Keep this private: I never loved Balthasar Krummhorn.');
  await answered();
  await say(story.repeat(400));

  tokens.push(await keyInAddresses(url, ask));

  // Live readers, and requests that can't be answered.
  const watched =
    'subscription ConversationMessageAdded($filter: MessageFilter) { messageAdded(filter: $filter) { node { text phone } } }';
  const subscribe = (id: string, query: string, variables: object) => ({
    id,
    type: 'subscribe',
    payload: { query, variables },
  });
  const came = await zephyrine.socket(
    { authorization: `Bearer ${tokens[0]}`, name },
    [
      subscribe('1', watched, { filter: { subjectId } }),
      subscribe(
        '2',
        `subscription { messageAdded(filter: { phone: "${phone}", ${name.replace(' ', '')}: 1 }) { cursor } }`,
        {},
      ),
      subscribe('3', watched, { filter: { phone: { Zephyrine: email } } }),
      subscribe('4', `query Zephyrine { Quillfeather: me { id } }`, {}),
    ],
    (frames) => frames.filter(({ type }) => type === 'error' || type === 'complete').length >= 3,
  );
  expect(came.map(({ type }) => type)).toContain('error');
  // A subscription is in the log when it ends, but only if it had begun: this one has, once a message came.
  let isFollowed = false;
  const followed = zephyrine
    .socket({}, [subscribe('1', watched, { filter: { subjectId } })], (frames) =>
      frames.some(({ type }) => type === 'next'),
    )
    .then(() => {
      isFollowed = true;
    });
  await expect.poll(() => say('It sang back.').then(() => isFollowed), { timeout: 60_000 }).toBe(true);
  await followed;
  await zephyrine.socket({}, [`${story} {"`], () => false);
  const wrong: [string, object?][] = [
    [`query Zephyrine { Quillfeather: me { ${name.replace(' ', '')} } }`],
    [`{ messages(filter: { phone: "${phone}", nobody: "${email}" }) { totalCount } }`],
    [
      'query ($filter: MessageFilter) { messages(filter: $filter) { edges { cursor } } }',
      { filter: { phone: { name } } },
    ],
    ['query ($first: Int) { subjects(first: $first) { totalCount } }', { first: story }],
    [`{ me { id } "${story}`],
    [`{ me @Zephyrine { id } }`],
  ];
  await ask('query ($id: ID!) { subject(id: $id) { fullName } }', { id: `${name} ${phone}` });
  for (const [query, variables] of wrong) expect(await ask(query, variables), query).toHaveProperty('errors');
  await fetch(`${url}/graphql?query=${encodeURIComponent(`{ me { ${name} } }`)}&email=${email}`);
  for (const body of [`{"query": "${story}`, story]) {
    await fetch(`${url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }
  await raw(url, `GET /${name.replace(' ', '')} ${story}\r\n\r\n`);
  await raw(
    url,
    `GET /graphql/${tokens[0]} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
  );

  // Invitations through a mail server that refuses some.
  const invited = await ask(
    'mutation Invite($input: InviteInput!) { invite(input: $input) { __typename ... on InviteSuccess { url } ... on UserError { message } } }',
    {
      input: {
        subjectId,
        role: 'VIEWER',
        email: unreachable,
        relationship: 'Nachtegaal',
        message: 'Zonnebloem',
      },
    },
  );
  const invitation = new URL(invited.data.invite.url);
  tokens.push(invitation.pathname.split('/').findLast((part) => part.length > 12) ?? '');
  await fetch(`${url}${invitation.pathname}?ott=${tokens[1]}&email=${email}`, {
    headers: { accept: 'text/html' },
  });
  await ask('query InvitationPage($token: String!) { invitationPreview(token: $token) { id } }', {
    token: `${tokens.at(-1)}x`,
  });

  // The other entrances: phones, a provider, pictures and the admin area.
  tokens.push(...(await byPhone(url, zephyrine, stage.texts)));
  await withPhotos(url, zephyrine);
  tokens.push(...(await byProvider(url, stage.provider)));
  tokens.push(...(await asAdmin(url, letters)));

  // Database failures in a resolver, in a response and in a job.
  const askFirst = (text: string) =>
    ask(
      'mutation AskFirst($subjectId: ID!, $text: String!) { askQuestion(subjectId: $subjectId, text: $text) { __typename } }',
      {
        subjectId,
        text,
      },
    );
  await heldFor(sql, 1_200, 'question_request', () => askFirst('Which Wintertuin did you love?'));
  await breakTable(sql, 'question_request', 'true');
  expect((await askFirst('What grew in the Wintertuin?')).errors[0].extensions.code).toBe(
    'INTERNAL_SERVER_ERROR',
  );
  await breakTable(sql, 'message', `new.role = 'assistant'`);
  await say('And then the Zonnebloem fell.');
  await line(/"answering"/);
  await breakTable(sql, 'conversation', `new.writing = 'WRITTEN'`, 'update');
  await sql.query('drop trigger quoting on message');
  await ask('mutation TalkEnd($id: ID!) { endConversation(id: $id) { __typename } }', { id: conversationId });
  await line(/"job":"biography.write".*"job failed"/);
  await line(/"job":"notices.send".*"job failed"/);
  return tokens;
}
