import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { Forbidden, NotFound } from '#api/platform/errors.ts';
import { actsForAnother, type Viewer } from '#api/platform/viewer.ts';

/** The abilities of a user at a subject; the rows of the product's table of rights. */
export const abilities = [
  'READ',
  'READ_TRANSCRIPTS',
  'READ_PRIVATE',
  'REVEAL',
  'MAKE_PRIVATE',
  'RELEASE',
  'GIVE_CONSENT',
  'WITHDRAW_CONSENT',
  'WRITE',
  'CONVERSE',
  'SCHEDULE',
  'ASK',
  'DOWNLOAD',
  'CLAIM',
  'INVITE_VIEWER',
  'INVITE_EDITOR',
  'MANAGE_MEMBERS',
  'MANAGE_SUBJECT',
  'DELETE',
  'RESTORE',
] as const;
export type Ability = (typeof abilities)[number];

/** The abilities of a partner's key, within its scopes: only to read and write the subject. */
const abilitiesOfKeys: ReadonlySet<Ability> = new Set([
  'READ',
  'READ_TRANSCRIPTS',
  'ASK',
  'DOWNLOAD',
  'WRITE',
]);

export type Role = 'OWNER' | 'EDITOR' | 'VIEWER';

/**
 * The reach over content with an audience: all of it (the owners and the person themself), what names the user, or only
 * what is open to all.
 */
export type Reach = 'ALL' | { userId: string } | 'OPEN';

/** A viewer's access to a subject. With `sees` false, it does not exist for them. */
export type SubjectAccess = {
  subjectId: string;
  sees: boolean;
  role: Role | null;
  /** The viewer's relationship to the subject (daughter, grandson), as entered. */
  relationship: string | null;
  self: boolean;
  admin: boolean;
  /** Whether the subject's words and the texts made from them may be shown to them at all. */
  shared: boolean;
  /** The partner's key of the request. */
  keyId: string | null;
  reach: Reach;
  can: (ability: Ability) => boolean;
};

export type SubjectAccessFacts = {
  userId: string | null;
  role: Role | null;
  relationship?: string | null;
  self: boolean;
  admin: boolean;
  impersonated: boolean;
  keyId?: string | null;
  deleted: boolean;
  viewersReadTranscripts: boolean;
  sharing: boolean;
  /** The limits of a reader's membership; none if null. */
  mayContribute?: boolean | null;
  mayDownload?: boolean | null;
};

type Who = {
  self: boolean;
  owner: boolean;
  family: boolean;
  member: boolean;
  contributes: boolean;
  downloads: boolean;
  admin: boolean;
  reads: boolean;
  invited: boolean;
  shared: boolean;
  impersonated: boolean;
};

/** The table of rights. Each ability is computed on demand, because a page of messages has as many subjects as rows. */
const may: Record<Ability, (who: Who) => boolean> = {
  READ: ({ member }) => member,
  READ_TRANSCRIPTS: ({ reads }) => reads,
  READ_PRIVATE: ({ self, impersonated }) => self && !impersonated,
  // Needs a reason. What the person doesn't share can't be revealed.
  REVEAL: ({ admin, shared, impersonated }) => admin && shared && !impersonated,
  MAKE_PRIVATE: ({ family }) => family,
  RELEASE: ({ self, impersonated }) => self && !impersonated,
  GIVE_CONSENT: ({ self, impersonated }) => self && !impersonated,
  WITHDRAW_CONSENT: ({ self, owner, admin, impersonated }) => (self || owner || admin) && !impersonated,
  WRITE: ({ family }) => family,
  // A conversation is the person's own; an impersonating admin could withdraw consents by words.
  CONVERSE: ({ family, impersonated }) => family && !impersonated,
  SCHEDULE: ({ family }) => family,
  ASK: ({ contributes }) => contributes,
  DOWNLOAD: ({ downloads }) => downloads,
  // To claim to be the person: only for those who can see the subject, so that no one learns of it by asking.
  CLAIM: ({ invited, self, impersonated }) => invited && !self && !impersonated,
  // An impersonating admin could invite themself and continue to read unseen.
  INVITE_VIEWER: ({ family, impersonated }) => family && !impersonated,
  INVITE_EDITOR: ({ self, owner, impersonated }) => (self || owner) && !impersonated,
  MANAGE_MEMBERS: ({ self, owner, impersonated }) => (self || owner) && !impersonated,
  // Its phone, names and sharing rules, and its memorial status.
  MANAGE_SUBJECT: ({ self, owner, impersonated }) => (self || owner) && !impersonated,
  DELETE: ({ self, owner, impersonated }) => (self || owner) && !impersonated,
  RESTORE: ({ self, owner, impersonated }) => (self || owner) && !impersonated,
};

/** The access of one user to one subject. */
export function subjectAccessFrom(subjectId: string, facts: SubjectAccessFacts): SubjectAccess {
  const { userId, role, self, admin, deleted, relationship = null, keyId = null } = facts;
  // A partner's program isn't the person, just as an impersonating admin isn't.
  const impersonated = facts.impersonated || keyId !== null;
  const owner = role === 'OWNER';
  const family = self || owner || role === 'EDITOR';
  const member = self || role !== null;
  const reach = reachOf({
    userId,
    readsAll: self || owner,
    isMember: member,
    isAdmin: facts.impersonated && !keyId,
  });
  // A deleted subject exists only for those who can restore it, and for the team.
  const sees = deleted ? !keyId && (owner || self || admin) : member || admin;
  // Without consent to sharing, the words are only the person's: not even an impersonating admin sees them.
  const shared = facts.sharing || (self && !impersonated);
  const reads = family || admin || (role === 'VIEWER' && facts.viewersReadTranscripts);

  const who = {
    self,
    owner,
    family,
    member,
    contributes: family || (member && facts.mayContribute !== false),
    downloads: family || admin || (member && facts.mayDownload !== false),
    admin,
    reads: shared && reads,
    invited: role !== null,
    shared,
    impersonated,
  };
  // A deleted subject can only be restored; others can't be.
  const can = (ability: Ability) =>
    sees &&
    deleted === (ability === 'RESTORE') &&
    may[ability](who) &&
    (!keyId || abilitiesOfKeys.has(ability));
  return { subjectId, sees, role, relationship, self, admin, shared, keyId, reach, can };
}

/** An admin reads only what is open to all, even when impersonating a member. A key reads as its user does. */
function reachOf(who: {
  userId: string | null;
  readsAll: boolean;
  isMember: boolean;
  isAdmin: boolean;
}): Reach {
  if (who.isAdmin || !who.isMember || who.userId === null) return 'OPEN';
  return who.readsAll ? 'ALL' : { userId: who.userId };
}

/** The viewer's access to a subject, by one query. */
export async function subjectAccessAt(
  viewer: Viewer | null,
  subjectId: string,
  tx: Tx = db,
): Promise<SubjectAccess> {
  const [subjectAccess] = await subjectAccessesAt(viewer, [subjectId], tx);
  return subjectAccess ?? strangerTo(subjectId);
}

/**
 * Checks an ability again after the subject is locked, because the caller may have lost it while waiting. Refuses as
 * the scopes do.
 */
export async function mustStill(
  tx: Tx,
  viewer: Viewer,
  ability: Ability,
  subjectId: string,
): Promise<SubjectAccess> {
  const subjectAccess = await subjectAccessAt(viewer, subjectId, tx);
  if (!subjectAccess.sees) throw new NotFound('Subject');
  if (!subjectAccess.can(ability)) throw new Forbidden();
  return subjectAccess;
}

/** The viewer's access to each of these subjects, in their order, by one query. */
export async function subjectAccessesAt(
  viewer: Viewer | null,
  subjectIds: readonly string[],
  tx: Tx = db,
): Promise<SubjectAccess[]> {
  if (!viewer) return subjectIds.map(strangerTo);
  const subjects = await tx.subject.findMany({
    where: { id: { in: [...subjectIds] } },
    select: {
      id: true,
      selfUserId: true,
      deletedAt: true,
      viewersReadTranscripts: true,
      sharing: true,
      members: {
        where: { userId: viewer.userId },
        select: { role: true, relationship: true, mayContribute: true, mayDownload: true },
      },
    },
  });
  const found = new Map(subjects.map((subject) => [subject.id, subject]));
  return subjectIds.map((subjectId) => {
    const subject = found.get(subjectId);
    if (!subject) return strangerTo(subjectId);
    return subjectAccessOf(viewer, {
      ...subject,
      ...(subject.members[0] ?? { role: null, relationship: null, mayContribute: null, mayDownload: null }),
    });
  });
}

/** The facts of a viewer's access: the subject's row, and the viewer's own membership. */
export type SubjectAccessRow = {
  id: string;
  selfUserId: string | null;
  deletedAt: Date | null;
  viewersReadTranscripts: boolean;
  sharing: boolean;
  role: Role | null;
  relationship: string | null;
  mayContribute: boolean | null;
  mayDownload: boolean | null;
};

/** Selects a `SubjectAccessRow` from the subject `s` and the viewer's membership `member`. */
export const accessColumns = `s.id::text as id, s.self_user_id::text as "selfUserId", s.deleted_at as "deletedAt",
  s.viewers_read_transcripts as "viewersReadTranscripts", s.sharing, member.role::text as role, member.relationship,
  member.may_contribute as "mayContribute", member.may_download as "mayDownload"`;

/** Computes the access from a subject's row and the viewer's membership. */
export function subjectAccessOf(viewer: Viewer, at: SubjectAccessRow): SubjectAccess {
  const { key } = viewer;
  if (key?.subjectIds && !key.subjectIds.includes(at.id)) return strangerTo(at.id);
  return subjectAccessFrom(at.id, {
    userId: viewer.userId,
    role: at.role,
    relationship: at.relationship,
    self: at.selfUserId === viewer.userId,
    admin: viewer.admin,
    impersonated: actsForAnother(viewer),
    keyId: key?.id ?? null,
    deleted: at.deletedAt !== null,
    viewersReadTranscripts: at.viewersReadTranscripts,
    sharing: at.sharing,
    mayContribute: at.mayContribute,
    mayDownload: at.mayDownload,
  });
}

/** The access to a subject that is foreign or doesn't exist. */
export function strangerTo(subjectId: string): SubjectAccess {
  return subjectAccessFrom(subjectId, {
    userId: null,
    role: null,
    self: false,
    admin: false,
    impersonated: false,
    deleted: false,
    viewersReadTranscripts: false,
    sharing: false,
  });
}

/**
 * The rights of an access as text, without the user except for a key: viewers with the same text may be shown the same,
 * unless an audience names them.
 */
export function rightsOf({ sees, role, self, admin, shared, keyId, reach, can }: SubjectAccess): string {
  return [sees, role, self, admin, shared, keyId, reach === 'ALL', ...abilities.filter(can)].join();
}

/** The facts about a subject's phone that decide which earlier words may be repeated on it. */
export type PhoneFacts = {
  sharing: boolean;
  phone: string | null;
  phoneSince: Date | null;
  selfUser: { phoneNumber: string | null; phoneNumberVerified: boolean | null } | null;
};

/**
 * Only words told since this time may be repeated on the subject's phone; null means all words. An owner may change the
 * phone number, and must not hear what the person doesn't share by entering their own.
 */
export function tellableSince({ sharing, phone, phoneSince, selfUser }: PhoneFacts): Date | null {
  const isProven = !!selfUser?.phoneNumberVerified && selfUser.phoneNumber === phone;
  return sharing || isProven ? null : phoneSince;
}

/** The role in the API: a membership's, else SUBJECT for the person themself; an admin has none. */
export function roleName({ role, self }: SubjectAccess): Role | 'SUBJECT' | null {
  return role ?? (self ? 'SUBJECT' : null);
}

/** The ability needed to change these fields: the schedule belongs to the family, and one's relationship to oneself. */
export function abilityToChange({ id: _, ...said }: Record<string, unknown>): Ability {
  const fields = Object.keys(said);
  const own = fields.every((field) => field === 'relationship');
  const ofSchedule = ['relationship', 'callTimes', 'scheduledBy', 'hoursFrom', 'hoursUntil'];
  const schedule = fields.every((field) => ofSchedule.includes(field));
  return own ? 'READ' : schedule ? 'SCHEDULE' : 'MANAGE_SUBJECT';
}

/** The viewer's own subjects, as in their list. */
export function ownTo(viewer: Viewer): Prisma.SubjectWhereInput {
  return {
    ...withinKey(viewer),
    deletedAt: null,
    OR: [{ selfUserId: viewer.userId }, { members: { some: { userId: viewer.userId } } }],
  };
}

/** The subjects that a key is limited to; no limit for people, and for keys to all of their user's subjects. */
export function withinKey({ key }: Viewer): Prisma.SubjectWhereInput {
  return key?.subjectIds ? { id: { in: [...key.subjectIds] } } : {};
}

/** Subjects that this viewer may see at all. Spread into every `where` over subjects. */
export function visibleTo(viewer: Viewer): Prisma.SubjectWhereInput {
  if (viewer.admin) return {};
  const own = [{ selfUserId: viewer.userId }, { members: { some: { userId: viewer.userId } } }];
  const undoing = [
    { selfUserId: viewer.userId },
    { members: { some: { userId: viewer.userId, role: 'OWNER' as const } } },
  ];
  if (viewer.key) return { ...withinKey(viewer), deletedAt: null, OR: own };
  return {
    OR: [
      { deletedAt: null, OR: own },
      { deletedAt: { not: null }, OR: undoing },
    ],
  };
}
