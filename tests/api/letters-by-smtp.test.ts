import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { account, anAddress, open, signUp } from '#tests/support/account.ts';
import { accept, invite } from '#tests/support/inviting.ts';
import { linksIn, startMailServer } from '#tests/support/mail-server.ts';
import { succeeded } from '#tests/support/person.ts';
import { aPhone, codeTo } from '#tests/support/phone.ts';
import { server, speakTo, startTestServer } from '#tests/support/server.ts';
import { aFamily, aPerson, aSubject, join, type Person } from '#tests/support/world.ts';

const from = 'hello@evertold.test';
const mail = await startMailServer();
beforeAll(async () => {
  speakTo(await startTestServer({ SMTP_URL: mail.url, MAIL_FROM: `Evertold <${from}>` }));
});
afterAll(async () => {
  await server().stop();
  speakTo(null);
  await mail.stop();
});

const as = ({ cookie }: Pick<Person, 'cookie'>) => ({ cookie: cookie ?? '' });
const verified = async (email: string) =>
  (await db.user.findUnique({ where: { email } }))?.emailVerified ?? null;
const publicUrl = () => server().config.publicUrl;
const lastPart = (link: string) => new URL(link).pathname.split('/').filter(Boolean).at(-1) ?? '';

/** The link of a letter that has come: the same in its page as in its plain text. */
async function linkOf(to: string, about: RegExp, part: string): Promise<string> {
  const letter = await mail.received(to, about);
  expect(letter.from?.address).toBe(from);
  const { html, text } = linksIn(letter);
  const [link = 'none'] = html.filter((each) => each.includes(part));
  expect(html.filter((each) => each.includes(part))).toEqual([link]);
  expect(text.filter((each) => each.includes(part))).toEqual([link]);
  expect(link.startsWith(publicUrl())).toBe(true);
  return link;
}

const undo = `mutation ($token: String!) {
  undoEmailChange(token: $token) { ... on UndoEmailChangeSuccess { email } ... on UserError { code } }
}`;
const decide = `mutation ($books: [BookDecision!]!) {
  decideBooks(books: $books) { ... on User { id } ... on UserError { code message } }
}`;

/** What somebody does, which letters come of it, and what their links do. */
const ways: [string, () => Promise<void>][] = [
  [
    'a new account, and once more with its address',
    async () => {
      const email = anAddress();
      await signUp(email);
      await open(await linkOf(email, /^Confirm your address/, '/verify-email'));
      expect(await verified(email)).toBe(true);
      await signUp(email);
      const about = /already have an account/;
      expect(await linkOf(email, about, '/sign-in')).toBe(`${publicUrl()}/sign-in`);
      const [forgot] = linksIn(await mail.received(email, about)).text.filter((each) =>
        each.includes('/forgot-password'),
      );
      expect(forgot).toBe(`${publicUrl()}/forgot-password`);
    },
  ],
  [
    'a new password',
    async () => {
      const { email } = await aPerson();
      await account('/request-password-reset', { email });
      const opened = await open(await linkOf(email, /Choose a new password/, '/reset-password/'));
      const token = new URL(opened.headers.get('location') ?? '', publicUrl()).searchParams.get('token');
      const newPassword = 'a new long password';
      expect((await account('/reset-password', { newPassword, token })).status).toBe(200);
      expect((await account('/sign-in/email', { email, password: newPassword })).status).toBe(200);
    },
  ],
  [
    'another address, and its undoing',
    async () => {
      const [person, newEmail] = [await aPerson(), anAddress()];
      await account('/change-email', { newEmail, callbackURL: '/settings/' }, as(person));
      await open(await linkOf(person.email, /to be your new address/, '/verify-email'), as(person).cookie);
      expect(await verified(newEmail)).toBe(false);
      await open(await linkOf(newEmail, /^Confirm your new address/, '/verify-email'));
      expect(await verified(newEmail)).toBe(true);
      const link = new URL(await linkOf(person.email, /was changed/, '/undo-email-change'));
      const undone = await person.gql(undo, { token: link.searchParams.get('token') });
      expect(undone.undoEmailChange.email).toBe(person.email);
      expect(await linkOf(newEmail, /was undone/, '/')).toBe(`${publicUrl()}/`);
    },
  ],
  [
    'a phone',
    async () => {
      const [person, phoneNumber] = [await aPerson(), aPhone()];
      await account('/phone-number/change', { phoneNumber }, as(person));
      const code = await codeTo(phoneNumber);
      await account('/phone-number/confirm', { phoneNumber, code }, as(person));
      const settings = await linkOf(person.email, /phone was added/, '/settings/');
      expect(settings).toBe(`${publicUrl()}/settings/`);
    },
  ],
  [
    'an account that goes with a book, and leaves another to somebody',
    async () => {
      const [person, heir] = [await aPerson('Lea Rourke'), await aPerson('Hal Rourke')];
      await aSubject(person);
      const { id } = await aSubject(person);
      await join(person, id, heir, 'VIEWER');
      succeeded(await person.gql(decide, { books: [{ subjectId: id, handTo: heir.id }] }));
      await account('/delete-user', { callbackURL: '/' }, as(person));
      const link = await linkOf(person.email, /Delete your account/, '/delete-user/callback');
      expect((await open(link, as(person).cookie)).status).toBe(302);
      expect(await verified(person.email)).toBeNull();
      const restore = await linkOf(person.email, /account is deleted/, '/restore/');
      const query = 'query ($token: String!) { deletedBook(token: $token) { preferredName } }';
      expect((await heir.gql(query, { token: lastPart(restore) })).deletedBook).not.toBeNull();
      const book = await linkOf(heir.email, /now the owner/, '/dashboard/');
      expect((await heir.gql('SubjectHome', { id: lastPart(book) })).subject.myRole).toBe('OWNER');
    },
  ],
  [
    'a book that is deleted',
    async () => {
      const { subject, owner } = await aFamily();
      succeeded(await owner.gql('DeleteSubject', { id: subject.id }));
      const link = new URL(await linkOf(owner.email, /book was deleted/, '/dashboard/'));
      const [, , id] = link.pathname.split('/');
      expect(succeeded(await owner.gql('RestoreSubject', { id })).status).toBe('ACTIVE');
    },
  ],
  [
    'an invitation',
    async () => {
      const { subject, owner } = await aFamily();
      const guest = await aPerson('Gus Other');
      await invite(owner, { subjectId: subject.id, role: 'VIEWER', email: guest.email });
      const link = await linkOf(guest.email, /./, '/invite/');
      expect(await accept(guest, lastPart(link))).toMatchObject({ role: 'VIEWER' });
    },
  ],
];

test.each(ways)('By a real mail server come the letters about %s, and their links work', (_what, way) =>
  way(),
);
