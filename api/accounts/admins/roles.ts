let emails: ReadonlySet<string> = new Set();
let userIds: ReadonlySet<string> = new Set();

/** Sets who is an admin by configuration: addresses in lower case, ids of users. */
export function openAdmins({ adminEmails, adminUserIds }: AdminConfig) {
  emails = new Set(adminEmails);
  userIds = new Set(adminUserIds);
}

type AdminConfig = { adminEmails: readonly string[]; adminUserIds: readonly string[] };

export type RoleFacts = {
  id: string;
  role: string | null;
  email: string;
  emailVerified: boolean;
  confirmedEmail: string | null;
};

/**
 * Someone's roles, comma-separated. Who is an admin by configuration is so only while listed, and by address
 * only while it is the one that Evertold itself verified: that is worked out at each look, never stored.
 */
export function rolesOf({ id, role, ...facts }: RoleFacts): string {
  const stored = (role || 'user').split(',');
  const listed = facts.emailVerified && facts.confirmedEmail === facts.email && emails.has(facts.email);
  if (!stored.includes('admin') && (listed || userIds.has(id))) stored.push('admin');
  return stored.join(',');
}

/** Whether these facts make an admin. */
export function isAdmin(facts: RoleFacts): boolean {
  return rolesOf(facts).split(',').includes('admin');
}

/** Whether the server's configuration makes them an admin, whatever anybody decides. */
export function isConfigured(facts: RoleFacts): boolean {
  return isAdmin({ ...facts, role: null });
}
