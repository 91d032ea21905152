import type { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import type { Viewer } from '#api/platform/viewer.ts';

/** What somebody may do at a subject; the rows of the product's table of rights. */
export const abilities = [
  'READ_TRANSCRIPTS',
  'READ_PRIVATE',
  'MAKE_PRIVATE',
  'RELEASE',
  'GIVE_CONSENT',
  'WITHDRAW_CONSENT',
  'WRITE',
  'CONVERSE',
  'ASK',
  'INVITE_VIEWER',
  'INVITE_EDITOR',
  'MANAGE_MEMBERS',
  'MANAGE_SUBJECT',
] as const;
export type Ability = (typeof abilities)[number];

export type Role = 'OWNER' | 'EDITOR' | 'VIEWER';

/** How a viewer stands to a subject. `sees` false: for them it does not exist. */
export type Standing = {
  subjectId: string;
  sees: boolean;
  role: Role | null;
  self: boolean;
  admin: boolean;
  can: (ability: Ability) => boolean;
};

export type StandingFacts = {
  role: Role | null;
  self: boolean;
  admin: boolean;
  impersonated: boolean;
  deleted: boolean;
  viewersReadTranscripts: boolean;
  sharing: boolean;
};

/** The table of rights, for one person at one subject. */
export function standingFrom(subjectId: string, facts: StandingFacts): Standing {
  const { role, self, admin, deleted, impersonated } = facts;
  const owner = role === 'OWNER';
  const family = self || owner || role === 'EDITOR';
  const member = self || role !== null;
  // A deleted subject is there only for those who can undo it, and for the team.
  const sees = deleted ? owner || self || admin : member || admin;
  // Without the subject's yes to sharing, what was said is theirs alone.
  const reads = self || (facts.sharing && (family || (role === 'VIEWER' && facts.viewersReadTranscripts)));

  const table: Record<Ability, boolean> = {
    READ_TRANSCRIPTS: reads || (admin && facts.sharing),
    READ_PRIVATE: self && !impersonated,
    MAKE_PRIVATE: family,
    RELEASE: self && !impersonated,
    GIVE_CONSENT: self && !impersonated,
    WITHDRAW_CONSENT: (self || owner || admin) && !impersonated,
    WRITE: family,
    CONVERSE: family,
    ASK: member,
    INVITE_VIEWER: family,
    INVITE_EDITOR: self || owner,
    MANAGE_MEMBERS: self || owner,
    MANAGE_SUBJECT: self || owner,
  };
  return { subjectId, sees, role, self, admin, can: (ability) => sees && !deleted && table[ability] };
}

/** How this viewer stands to this subject, by one query. */
export async function standingAt(viewer: Viewer | null, subjectId: string, tx: Tx = db): Promise<Standing> {
  const stranger: StandingFacts = {
    role: null,
    self: false,
    admin: viewer?.admin ?? false,
    impersonated: !!viewer?.impersonatorId,
    deleted: false,
    viewersReadTranscripts: false,
    sharing: false,
  };
  if (!viewer) return standingFrom(subjectId, { ...stranger, admin: false });
  const subject = await tx.subject.findUnique({
    where: { id: subjectId },
    select: {
      selfUserId: true,
      deletedAt: true,
      viewersReadTranscripts: true,
      sharing: true,
      members: { where: { userId: viewer.userId }, select: { role: true } },
    },
  });
  if (!subject) return standingFrom(subjectId, { ...stranger, admin: false });
  return standingFrom(subjectId, {
    ...stranger,
    role: subject.members[0]?.role ?? null,
    self: subject.selfUserId === viewer.userId,
    deleted: subject.deletedAt !== null,
    viewersReadTranscripts: subject.viewersReadTranscripts,
    sharing: subject.sharing,
  });
}

/** Subjects that are this viewer's own: the list of their books. */
export function ownTo(viewer: Viewer): Prisma.SubjectWhereInput {
  return {
    deletedAt: null,
    OR: [{ selfUserId: viewer.userId }, { members: { some: { userId: viewer.userId } } }],
  };
}

/** Subjects that this viewer may see at all. Spread into every `where` over subjects. */
export function visibleTo(viewer: Viewer): Prisma.SubjectWhereInput {
  if (viewer.admin) return {};
  const own = [{ selfUserId: viewer.userId }, { members: { some: { userId: viewer.userId } } }];
  const undoing = [
    { selfUserId: viewer.userId },
    { members: { some: { userId: viewer.userId, role: 'OWNER' as const } } },
  ];
  return {
    OR: [
      { deletedAt: null, OR: own },
      { deletedAt: { not: null }, OR: undoing },
    ],
  };
}
