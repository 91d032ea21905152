import sharp from 'sharp';
import { expect } from 'vitest';
import { aText, signatureOf } from '#tests/support/inbound.ts';
import type { Provider } from '#tests/support/provider.ts';
import { aVisitor, linkLike, type Visitor } from './journey.ts';
import {
  email,
  name,
  otherPhone,
  password,
  phone,
  secrets,
  story,
  teamEmail,
  unreachable,
  unreachablePhone,
} from './values.ts';

type Texts = readonly { to: string; text: string }[];

/** The digits of the newest code sent to a phone, apart from the known ones. */
async function digitsTo(texts: Texts, to: string, known: readonly string[] = []): Promise<string> {
  const codes = () =>
    texts
      .filter((each) => each.to === to)
      .flatMap(({ text }) => /^\d{6}/.exec(text) ?? [])
      .filter((digits) => !known.includes(digits));
  await expect.poll(() => codes().length, { timeout: 60_000 }).toBeGreaterThan(0);
  return codes().at(-1) ?? '';
}

/**
 * Uses phones in all ways: verifies one for the account, signs in with it, consents on the public page and texts us; a
 * second phone is unreachable. Returns the codes.
 */
export async function byPhone(url: string, { account, ask }: Visitor, texts: Texts): Promise<string[]> {
  const codes: string[] = [];
  const next = async (to: string) => {
    codes.push(await digitsTo(texts, to, codes));
    return codes.at(-1) ?? '';
  };
  expect((await account('/phone-number/change', { phoneNumber: unreachablePhone })).status).toBe(200);
  expect((await account('/phone-number/change', { phoneNumber: phone })).status).toBe(200);
  const added = await next(phone);
  const confirm = (code: string) => account('/phone-number/confirm', { phoneNumber: phone, code });
  expect((await confirm(`${added} ${name}`)).status).toBe(400);
  expect((await confirm(added)).status).toBe(200);

  const somebody = aVisitor(url);
  expect(
    (await somebody.account('/phone-number/send-otp', { phoneNumber: `${name} ${phone}9` })).status,
  ).toBe(400);
  expect((await somebody.account('/phone-number/send-otp', { phoneNumber: phone })).status).toBe(200);
  const code = await next(phone);
  const enter = (digits: string) =>
    somebody.account('/phone-number/verify', { phoneNumber: phone, code: digits });
  expect((await enter(`${code.slice(1)}${code[0]}0`)).status).toBe(400);
  expect((await enter(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect((await enter(code)).status).toBe(400);
  await fetch(`${url}/sign-in?code=${code}&phone=${encodeURIComponent(phone)}`);

  const optIn = async (what: string, input: object) =>
    (
      await ask(
        `mutation ($input: ${what}!) { done: ${what[0]?.toLowerCase()}${what.slice(1, -5)}(input: $input) { __typename } }`,
        { input },
      )
    ).data.done.__typename;
  const agreed = { wordingVersion: 2, agreed: true };
  expect(await optIn('AskToOptInInput', { ...agreed, phone: otherPhone })).toBe('CodeSent');
  const digits = await next(otherPhone);
  const agree = (entered: string) =>
    optIn('OptInInput', { phone: otherPhone, code: entered, wordingVersion: 2 });
  expect(await agree(`${digits} ${name}`)).toBe('InvalidInput');
  expect(await agree(String((Number(digits) + 1) % 1e6).padStart(6, '0'))).toBe('CodeRefused');
  expect(await agree(digits)).toBe('OptedIn');
  await optIn('AskToOptInInput', { ...agreed, phone: unreachablePhone });

  for (const body of [story, `What is ${name}?`, 'HELP', 'STOP', 'START', story.repeat(300)])
    expect(await handOn(url, otherPhone, body)).toBe(200);
  expect(await handOn(url, otherPhone, story, 'another token')).toBe(403);
  return codes;
}

/** Sends an incoming text as the carrier does; returns the HTTP status. */
async function handOn(url: string, from: string, body: string, token = secrets.TWILIO_AUTH_TOKEN) {
  const fields = aText(from, body, { NumMedia: '1', MediaUrl0: `https://${unreachable}/`, FromCity: name });
  const address = `${url}/hooks/twilio/sms`;
  const signature = signatureOf(address, fields, token);
  const headers = { 'x-twilio-signature': signature };
  return (await fetch(address, { method: 'POST', headers, body: new URLSearchParams(fields) })).status;
}

/** Signs in by a provider that then refuses and repeats the request in its error; returns the tokens. */
export async function byProvider(url: string, provider: Provider): Promise<string[]> {
  const tokens: string[] = [];
  provider.says({ id: 7, name, email, email_verified: true, username: name, bio: story });
  const roundTrip = async (more = '') => {
    const visitor = aVisitor(url);
    const begun = await visitor.account('/sign-in/social', {
      provider: 'gitlab',
      callbackURL: `/?for=${email}`,
      errorCallbackURL: `/sign-in?for=${email}`,
      loginHint: email,
    });
    const answer = await fetch(begun.body.url, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    tokens.push(...['code', 'state'].map((each) => back.searchParams.get(each) ?? ''));
    return { visitor, answer: await visitor.account(`/callback/gitlab${back.search}${more}`) };
  };
  const { visitor } = await roundTrip();
  expect((await visitor.account('/get-session')).body.user).toMatchObject({ email });
  tokens.push(...visitor.cookie.split(/[=.]/).filter((part) => part.length > 20));
  const described = `&error=access_denied&error_description=${encodeURIComponent(story)}`;
  expect((await roundTrip(described)).answer.location).toContain('error=access_denied');
  for (const what of ['tokens', 'profile'] as const) {
    provider.refuses(what);
    expect((await roundTrip()).answer.location).toContain('error=');
  }
  provider.refuses('nothing');

  const idToken = await provider.idToken({ oid: 'oid-7', email, name, aud: 'of-nobody' });
  tokens.push(idToken, ...provider.gave);
  for (const token of [idToken, `${idToken}x`, name])
    expect(
      (await visitor.account('/sign-in/social', { provider: 'microsoft', idToken: { token } })).status,
    ).toBe(401);
  expect(provider.gave.length).toBeGreaterThan(0);
  return tokens;
}

/** Uploads a picture that contains words, and text that is not a picture. */
export async function withPhotos(url: string, { cookie }: Visitor) {
  const send = async (body: Uint8Array, search = '') => {
    const headers = { cookie, origin: url, 'content-disposition': `attachment; filename="${name}.jpg"` };
    return fetch(`${url}/media/photo${search}`, { method: 'PUT', headers, body: new Uint8Array(body) });
  };
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: { r: 1, g: 2, b: 3 } } });
  const described = await picture
    .withExif({ IFD0: { Copyright: name, ImageDescription: story } })
    .jpeg()
    .toBuffer();
  const taken = await send(described, `?name=${encodeURIComponent(name)}`);
  expect(taken.status).toBe(200);
  const { image } = (await taken.json()) as { image: string };
  expect((await fetch(`${url}${image}?for=${email}`, { headers: { cookie } })).status).toBe(200);
  const broken = Buffer.concat([described.subarray(0, described.length - 100), Buffer.from(story)]);
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg"><text>${story}</text><${name}`;
  for (const wrong of [Buffer.from(story), broken, Buffer.from(drawn)]) await send(wrong);
  expect((await send(Buffer.from(story))).status).toBe(415);
}

/** An admin searches people by name, address and phone, and acts on their accounts; returns the tokens. */
export async function asAdmin(url: string, letters: readonly Buffer[]): Promise<string[]> {
  const ada = aVisitor(url);
  const { account, ask } = ada;
  await account('/sign-up/email', { name: 'Leopoldine Ravenhorst', email: teamEmail, password });
  const verify = new URL(await linkLike(letters, '/verify-email', teamEmail));
  await account(verify.pathname.replace('/api/auth', '') + verify.search);
  expect((await account('/sign-in/email', { email: teamEmail, password })).status).toBe(200);

  const look = new URLSearchParams({ searchValue: name, searchField: 'name', limit: '5' });
  const { users } = (await account(`/admin/list-users?${look}`)).body;
  expect(users).toHaveLength(1);
  const [{ id: userId }] = users;
  const exactly = new URLSearchParams({ filterField: 'email', filterValue: email, filterOperator: 'eq' });
  expect((await account(`/admin/list-users?${exactly}`)).body.users).toHaveLength(1);
  await account(
    `/admin/list-users?${new URLSearchParams({ sortBy: name, filterField: story, limit: name })}`,
  );
  await account(`/admin/get-user?id=${encodeURIComponent(email)}`);

  const search = 'query WriterUsers($search: String) { users(search: $search) { edges { node { email } } } }';
  const found = await ask(search, { search: name }, { 'idempotency-key': name });
  expect(found.data.users.edges).toHaveLength(1);
  await ask('query ($search: String) { allSubjects(search: $search) { edges { cursor } } }', {
    search: phone,
  });
  const got = new URLSearchParams({ query: search, variables: JSON.stringify({ search: email }) });
  expect((await fetch(`${url}/graphql?${got}`, { headers: { cookie: ada.cookie } })).status).toBe(200);
  const messages = `query WriterMessages($filter: MessageFilter) { messages(filter: $filter) { edges { node { text } } } }`;
  expect((await ask(messages, { filter: { role: 'user' } })).data.messages.edges).not.toEqual([]);
  expect((await ask(messages, { filter: { phone } })).errors).toBeUndefined();
  await ask(messages, { filter: { phone: `${phone} ${name}` } });
  await fetch(`${url}/writer/messages?phone=${encodeURIComponent(phone)}&search=${name}`);

  const { sessions } = (await account('/admin/list-user-sessions', { userId })).body;
  const tokens: string[] = sessions.map(({ token }: { token: string }) => token);
  expect(tokens.length).toBeGreaterThan(0);
  await account('/admin/revoke-user-session', { sessionToken: `${tokens[0]}x` });
  expect((await account('/admin/update-user', { userId, data: { name: `${name} ${name}` } })).status).toBe(
    200,
  );
  expect((await account('/admin/set-user-password', { userId, newPassword: name.slice(0, 5) })).status).toBe(
    400,
  );
  await account('/admin/create-user', { email: unreachable, name, password, data: { story } });
  await account('/admin/ban-user', { userId: email, banReason: story });
  expect((await account('/admin/impersonate-user', { userId })).status).toBe(200);
  tokens.push(...ada.cookie.split(/[=.]/).filter((part) => part.length > 20));
  await account('/admin/stop-impersonating', {});
  return tokens;
}
