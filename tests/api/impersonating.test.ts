import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { schema } from '#api/schema.ts';
import { account, anAddress, viewerOf } from '#tests/support/account.ts';
import { aBook } from '#tests/support/book.ts';
import { outcomeOf } from '#tests/support/matrix.ts';
import { nobody, speaking } from '#tests/support/person.ts';
import { aTalk } from '#tests/support/talk.ts';
import {
  aFamily,
  aPerson,
  type Family,
  type Person,
  server,
  theAdmin,
  useServer,
} from '#tests/support/world.ts';

useServer();

let admin: Person;
let family: Family;
let acting = '';
beforeAll(async () => {
  [admin, family] = await Promise.all([theAdmin(), aFamily()]);
  acting = (await impersonate(family.self.id)).cookie;
});

function impersonate(userId: string) {
  return account('/admin/impersonate-user', { userId }, { cookie: admin.cookie ?? '' });
}

/** The least that an argument takes; every id in it is the family's subject. */
function leastOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return leastOf(type.ofType);
  if (isListType(type)) return [leastOf(type.ofType)];
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (isInputObjectType(named)) {
    const needed = Object.values(named.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(needed.map((field) => [field.name, leastOf(field.type)]));
  }
  const least: Record<string, unknown> = { ID: family.subject.id, Int: 1, Float: 1, Boolean: true };
  return named.name === 'DateTime'
    ? new Date(Date.now() + 86_400_000).toISOString()
    : (least[named.name] ?? 'x');
}

describe('An impersonating admin', () => {
  /** What a document answers to the admin in that person's place. */
  async function asThem(document: string, variables: object = {}) {
    const response = await fetch(`${server().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: acting },
      body: JSON.stringify({ query: document, variables }),
    });
    return response.json();
  }

  test('is limited to an hour and cannot impersonate another admin', async () => {
    const { sessionId = '' } = (await viewerOf(acting)) ?? {};
    const { expiresAt } = await db.session.findUniqueOrThrow({ where: { id: sessionId } });
    const minutes = (expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThanOrEqual(60);
    const other = await aPerson('Otto');
    await db.user.update({ where: { id: other.id }, data: { role: 'user,admin' } });
    const refused = { status: 403, body: { message: 'You cannot impersonate admins' } };
    expect(await impersonate(other.id)).toMatchObject(refused);
    expect(await impersonate(admin.id)).toMatchObject(refused);
  });

  test('cannot change what belongs to the person alone', async () => {
    const newPassword = 'another long password';
    const refused: [string, object?][] = [
      ['/change-password', { currentPassword: 'correct horse battery', newPassword }],
      ['/set-password', { newPassword }],
      ['/change-email', { newEmail: anAddress() }],
      ['/delete-user', {}],
      ['/update-user', { name: 'Alma R.' }],
      ['/delete-user/callback?token=x'],
      ['/link-social', { provider: 'google' }],
      ['/unlink-account', { providerId: 'credential' }],
      ['/get-access-token', { providerId: 'google' }],
      ['/refresh-token', { providerId: 'google' }],
      ['/account-info', { accountId: 'x' }],
      ['/revoke-sessions', {}],
      ['/revoke-other-sessions', {}],
      ['/api-key/create', { name: 'mine' }],
      ['/phone-number/send-otp', { phoneNumber: '+12025550100' }],
      ['/phone-number/verify', { phoneNumber: '+12025550100', code: '000000' }],
      ['/one-time-token/generate'],
      ['/admin/list-users'],
      ['/admin/set-role', { userId: family.self.id, role: 'admin' }],
    ];
    // No paths of this server: were they to come, they would have to be refused too.
    const absent = new Set(['/set-password', '/api-key/create', '/one-time-token/generate']);
    for (const [path, body] of refused) {
      const answer = await account(path, body, { cookie: acting });
      const told = absent.has(path) ? { status: 404 } : { status: 403, body: { code: 'IMPERSONATING' } };
      expect(answer, path).toMatchObject(told);
    }
    expect(await viewerOf(family.self.cookie)).not.toBeNull();
  });

  test('has no access to consent, keys, webhooks, exports and deletions', async () => {
    const them = { ...nobody(), ...speaking(acting) };
    // What a mailed link undoes asks for the link, and for nobody's session.
    const theirs = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
      ({ name }) =>
        /consent|key|webhook|export|delet|book|password|email|phone/i.test(name) &&
        !name.startsWith('undo') &&
        // They aren't in the list of what is allowed; a keepsake that isn't there is not found before that is asked.
        !['deleteKeepsake', 'putOldRecordingIntoBook'].includes(name),
    );
    const open: string[] = [];
    for (const field of theirs) {
      const given = Object.fromEntries(field.args.map((arg) => [arg.name, leastOf(arg.type)]));
      const outcome = await outcomeOf(them, `mutation ${field.name}`, given);
      if (outcome !== 'FORBIDDEN') open.push(`${field.name}: ${outcome}`);
    }

    expect(theirs.map(({ name }) => name)).toContain('giveConsent');
    expect(open).toEqual([]);
  });

  test('cannot talk for the person or end their conversation, and so cannot withdraw consent by words', async () => {
    const { self, subject } = family;
    const talk = await aTalk(self, subject.id);
    const before = await talk.transcript();
    const code = async (document: string, variables: object) =>
      (await asThem(document, variables)).errors?.[0].extensions.code;
    const input = { conversationId: talk.id, text: 'I withdraw my consent.', clientMessageId: 'theirs' };
    expect(await code('mutation ($input: SayInput!) { say(input: $input) { __typename } }', { input })).toBe(
      'FORBIDDEN',
    );
    const ending = 'mutation ($id: ID!) { endConversation(id: $id) { __typename } }';
    expect(await code(ending, { id: talk.id })).toBe('FORBIDDEN');
    expect(await talk.transcript()).toEqual(before);
    await talk.end();
    const beginning = `mutation ($input: BeginConversationInput!) { beginConversation(input: $input) { __typename } }`;
    const begun = { input: { subjectId: subject.id, channel: 'WEB' } };
    expect(await code(beginning, begun)).toBe('FORBIDDEN');
    const subjectId = subject.id;
    expect(await db.consentEntry.count({ where: { subjectId, status: 'WITHDRAWN' } })).toBe(0);
    expect(await db.conversation.count({ where: { subjectId, endedAt: null } })).toBe(0);
  });

  test('can change the call times as the person could', async () => {
    const input = { id: family.subject.id, callTimes: [{ weekday: 2, time: '10:30' }] };
    const changed = await asThem(
      'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { ... on Subject { abilities callTimes { time } } } }',
      { input },
    );
    const { abilities, callTimes } = changed.data.updateSubject;
    expect(callTimes).toEqual([{ time: '10:30' }]);
    expect(abilities).toContain('SCHEDULE');
    expect(abilities).not.toContain('CONVERSE');
  });

  test('sees nothing private', async () => {
    const { pastId } = await aBook(family);
    const document = `query ($filter: MessageFilter) { messages(filter: $filter, first: 100) { edges { node { private text } } } }`;
    const { data } = await asThem(document, { filter: { conversationId: pastId } });
    const hidden = data.messages.edges.filter(({ node }: { node: { private: boolean } }) => node.private);
    expect(hidden.length).toBeGreaterThan(0);
    for (const { node } of hidden) expect(node.text).toBeNull();
  });

  test('cannot invite anyone, and cannot change a phone, name, sharing rule or transcript', async () => {
    const { subject, owner, viewer } = family;
    const subjectId = subject.id;
    // Told above.
    const message = await db.message.findFirstOrThrow({ where: { subjectId, private: false } });
    const member = await db.membership.findFirstOrThrow({ where: { subjectId, userId: viewer.id } });
    const { url } = (await owner.gql('Invite', { input: { subjectId, role: 'VIEWER' } })).invite;
    const token = new URL(url).pathname.split('/').filter(Boolean).at(-1);
    const waiting = await db.invitation.findFirstOrThrow({ where: { subjectId, status: 'PENDING' } });
    const update = (input: object) =>
      ['updateSubject', 'UpdateSubjectInput!', { id: subjectId, ...input }] as const;
    const refused: (readonly [name: string, type: string, input: object])[] = [
      ['invite', 'InviteInput!', { subjectId, role: 'EDITOR', email: admin.email }],
      ['invite', 'InviteInput!', { subjectId, role: 'VIEWER' }],
      update({ status: 'MEMORIAL' }),
      update({ phone: '+12025550123' }),
      update({ viewersReadTranscripts: true }),
      update({ fullName: 'Another name' }),
    ];
    for (const [name, type, input] of refused) {
      const answer = await asThem(`mutation ($input: ${type}) { ${name}(input: $input) { __typename } }`, {
        input,
      });
      expect(answer.errors?.[0].extensions.code, name + JSON.stringify(input)).toBe('FORBIDDEN');
    }
    const { id } = member;
    for (const [document, variables] of [
      ['($id: ID!) { setMemberRole(id: $id, role: OWNER) { __typename } }', { id }],
      ['($id: ID!) { removeMember(id: $id) { __typename } }', { id }],
      [
        '($subjectId: ID!, $id: ID!) { setSuccessor(subjectId: $subjectId, membershipId: $id) { __typename } }',
        { subjectId: subject.id, id },
      ],
      ['($id: ID!) { claimSuccession(subjectId: $id) { __typename } }', { id: subject.id }],
      ['($id: ID!) { answerSuccession(subjectId: $id) { __typename } }', { id: subject.id }],
      ['($id: ID!) { revokeInvitation(id: $id) { __typename } }', { id: waiting.id }],
      ['($id: ID!) { correctMessage(id: $id, text: "Other words.") { __typename } }', { id: message.id }],
      ['($token: String!) { acceptInvitation(token: $token) { __typename } }', { token }],
      ['($token: String!) { declineInvitation(token: $token) { __typename } }', { token }],
    ] as const) {
      const answer = await asThem(`mutation ${document}`, variables);
      expect(answer.errors?.[0].extensions.code, document).toBe('FORBIDDEN');
    }
    expect(await db.invitation.count({ where: { subjectId, email: admin.email } })).toBe(0);
  });

  test('is recorded in the audit log under both names with every change', async () => {
    const subjectId = family.subject.id;
    const asked = await asThem(
      'mutation ($subjectId: ID!) { askQuestion(subjectId: $subjectId, text: "Where was it?") { __typename } }',
      { subjectId },
    );
    expect(asked.errors).toBeUndefined();
    const both = { actorId: family.self.id, impersonatorId: admin.id };
    expect(await db.auditEvent.findMany({ where: { action: 'impersonating.askQuestion' } })).toMatchObject([
      { ...both, subjectId },
    ]);

    const { user } = await admin.gql(
      'query ($id: ID!) { user(id: $id) { audit { action actor { name } impersonator { name } target { name } } } }',
      { id: family.self.id },
    );
    expect(user.audit).toContainEqual({
      action: 'impersonating.askQuestion',
      actor: { name: 'Alma Rourke' },
      impersonator: { name: 'Ada' },
      target: null,
    });
    expect(user.audit).toContainEqual({
      action: 'accounts.impersonate-user',
      actor: { name: 'Ada' },
      impersonator: null,
      target: { name: 'Alma Rourke' },
    });
  });

  test('can stop impersonating once, which is recorded too', async () => {
    const stopped = await account('/admin/stop-impersonating', {}, { cookie: acting });
    expect(stopped.status).toBe(200);
    expect(await viewerOf(stopped.cookie)).toMatchObject({ userId: admin.id, admin: true });
    expect(await viewerOf(acting)).toBeNull();
    expect((await account('/admin/stop-impersonating', {}, { cookie: stopped.cookie })).status).toBe(400);
    expect(await db.auditEvent.findMany({ where: { action: 'accounts.stop-impersonating' } })).toMatchObject([
      { actorId: family.self.id, impersonatorId: admin.id },
    ]);
  });
});

describe('The audit log of an account', () => {
  test('is visible only to admins, and others do not find the account', async () => {
    const person = await aPerson();
    const document = 'query ($id: ID!) { user(id: $id) { id } }';
    await expect(person.gql(document, { id: person.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const own = await person.gql('{ me { banReason banExpires ownsAlone audit { id } } }');
    expect(own.me).toEqual({ banReason: null, banExpires: null, ownsAlone: null, audit: null });
    expect((await admin.gql(document, { id: newId() })).user).toBeNull();
  });
});
