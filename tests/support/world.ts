import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { copyRows, type Rows, rowsAbout } from './copied-rows.ts';
import {
  anAddressOf,
  aPerson,
  aToken,
  cookieOf,
  nobody,
  type Person,
  speaking,
  succeeded,
  tokenOf,
} from './person.ts';
import { consentCode } from './phone.ts';
import { adminEmail, filesServed, server } from './server.ts';

export { aPerson, nobody, type Person } from './person.ts';
export { server, useOwnServer, useServer } from './server.ts';

export type Family = {
  subject: { id: string; preferredName: string; phone: string };
  owner: Person;
  editor: Person;
  viewer: Person;
  /** The subject of the book; not a member of the family, but linked as self. */
  self: Person;
  /** Signed in, but without any access to this family. */
  stranger: Person;
  admin: Person;
  /** Not signed in. */
  nobody: Person;
};

let families = 0;
let admin: { of: string; person: Promise<Person> } | null = null;

/** The admin of this server and of others on its database, the same for every family. */
export function theAdmin(): Promise<Person> {
  const of = `${server().databaseUrl} ${filesServed}`;
  if (admin?.of !== of) admin = { of, person: aPerson('Ada', adminEmail) };
  return admin.person;
}

/** The first family made in this process for each set of consents, and its database rows. */
const made = new Map<string, { family: Family; rows: Rows }>();

/**
 * A family around Alma, who gave every consent: an owner, an editor and a viewer. With `consents: []` nobody has
 * consented to anything. The first family of a process is created through the API; later ones are copies of its rows
 * under other ids, without letters. With `through: 'api'`, or when the clock is set, the family is created through the
 * API, including letters.
 */
export async function aFamily({
  consents = ['SHARING', 'AI_WRITING', 'RECORDING', 'CALLS', 'SMS'],
  through = 'copy',
}: {
  consents?: string[];
  through?: 'api' | 'copy';
} = {}): Promise<Family> {
  const isUsualTime = Math.abs(clock.now().getTime() - Date.now()) < 1_000;
  const { config, databaseUrl } = server();
  // Some tests put a proxy between a server and its database.
  const isOwnDatabase = config.database.kind === 'url' && config.database.url === databaseUrl;
  if (through === 'api' || !isUsualTime || !isOwnDatabase) return makeFamily(consents);
  const key = consents.join();
  const known = made.get(key);
  if (known) return copyFamily(known);
  const family = await makeFamily(consents);
  const { subject, owner, editor, viewer, self, stranger } = family;
  const ids = [subject, owner, editor, viewer, self, stranger].map(({ id }) => id);
  made.set(key, { family, rows: await rowsAbout(ids) });
  return family;
}

async function copyFamily({ family, rows }: { family: Family; rows: Rows }): Promise<Family> {
  const phone = aFamilysPhone();
  const people = [family.owner, family.editor, family.viewer, family.self, family.stranger].map((person) => ({
    person,
    email: anAddressOf(person.name),
    old: tokenOf(person),
    token: aToken(),
  }));
  const ids = await copyRows(rows, [
    [family.subject.phone, phone],
    ...people.flatMap(({ person, email, old, token }) => [
      [person.email, email] as const,
      [old, token] as const,
    ]),
  ]);
  const [owner, editor, viewer, self, stranger] = people.map(({ person, email, token }) => {
    const id = ids.get(person.id) ?? '';
    return { ...person, id, email, ...speaking(cookieOf(token)) };
  }) as [Person, Person, Person, Person, Person];
  const subject = { ...family.subject, id: ids.get(family.subject.id) ?? '', phone };
  return { subject, owner, editor, viewer, self, stranger, admin: await theAdmin(), nobody: nobody() };
}

/** Outside the numbers that tests name, because the number of families made before depends on the test order. */
function aFamilysPhone(): string {
  return `+1202555${1_000 + families++}`;
}

async function makeFamily(consents: string[]): Promise<Family> {
  const phone = aFamilysPhone();
  const [self, owner, editor, viewer, stranger, ada] = await Promise.all([
    aPerson('Alma Rourke'),
    aPerson('Anna Rourke'),
    aPerson('Ed Rourke'),
    aPerson('Vi Rourke'),
    aPerson('Sam Stranger'),
    theAdmin(),
  ]);
  const subject = await aSubject(self, { isSelf: true, phone });
  await giveConsents(self, subject.id, consents, phone);
  const owning = await join(self, subject.id, owner, 'EDITOR', 'daughter');
  await join(self, subject.id, editor, 'EDITOR', 'son');
  await join(self, subject.id, viewer, 'VIEWER', 'granddaughter');
  succeeded(await self.gql('SetMemberRole', { id: owning, role: 'OWNER' }));
  // From here on Alma is only the subject; Anna runs the book.
  const { members } = (await self.gql('FamilyFriends', { subjectId: subject.id })).subject;
  const own = members.find((member: { user: { id: string } }) => member.user.id === self.id);
  if (own) succeeded(await self.gql('RemoveMember', { id: own.id }));
  return { subject, owner, editor, viewer, self, stranger, admin: ada, nobody: nobody() };
}

/** Creates a book, about Alma or about the person. */
export async function aSubject(person: Person, input: object = {}): Promise<Family['subject']> {
  const made = succeeded(
    await person.gql('CreateSubject', {
      input: { fullName: 'Alma Rourke', preferredName: 'Alma', relationship: 'daughter', ...input },
    }),
  );
  return { phone: '', ...input, id: made.id, preferredName: made.preferredName };
}

/** Gives consents with the current wordings, as the subject. */
export async function giveConsents(self: Person, subjectId: string, kinds: string[], phone?: string) {
  if (!kinds.length) return;
  const { consentWordings } = await self.gql('ConsentWordings');
  const grants = kinds.map((kind) => ({
    kind,
    wordingVersion: consentWordings.find((wording: { kind: string }) => wording.kind === kind).version,
    ...(['CALLS', 'SMS', 'RECORDING'].includes(kind) && { phone }),
  }));
  const code =
    phone && grants.some((grant) => 'phone' in grant) && (await consentCode(self.id, subjectId, phone));
  const input = { subjectId, grants, ...(code && { code }) };
  succeeded(await self.gql('GiveConsent', { input }));
  // Removes used codes, which would count towards the limit of texts to a phone, although none was sent.
  if (code) await db.phoneCode.deleteMany({ where: { phone, purpose: 'CONSENT' } });
}

/** Invites by link and accepts; returns the id of the new membership. */
export async function join(
  host: Person,
  subjectId: string,
  guest: Person,
  role: 'EDITOR' | 'VIEWER',
  relationship?: string,
): Promise<string> {
  const { url } = succeeded(await host.gql('Invite', { input: { subjectId, role, relationship } }));
  const token = new URL(url).pathname.split('/').filter(Boolean).at(-1);
  succeeded(await guest.gql('AcceptInvitation', { token }));
  const { members } = (await host.gql('FamilyFriends', { subjectId })).subject;
  return members.find((member: { user: { id: string } }) => member.user.id === guest.id).id;
}
