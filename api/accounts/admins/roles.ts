import { settings } from '#api/platform/settings.ts';

export type RoleFacts = {
  id: string;
  role: string | null;
  email: string;
  emailVerified: boolean;
  confirmedEmail: string | null;
};

/**
 * A user's roles, comma-separated. A configured admin is one only while listed, and by address only while that address
 * was verified by Evertold itself; this is computed on each read, never stored.
 */
export function rolesOf({ id, role, ...facts }: RoleFacts): string {
  const { adminEmails, adminUserIds } = settings();
  const stored = (role || 'user').split(',');
  const listed =
    facts.emailVerified && facts.confirmedEmail === facts.email && adminEmails.includes(facts.email);
  if (!stored.includes('admin') && (listed || adminUserIds.includes(id))) stored.push('admin');
  return stored.join(',');
}

/** Whether these facts make the user an admin. */
export function isAdmin(facts: RoleFacts): boolean {
  return rolesOf(facts).split(',').includes('admin');
}

/** Whether the configuration makes the user an admin, regardless of stored roles. */
export function isConfigured(facts: RoleFacts): boolean {
  return isAdmin({ ...facts, role: null });
}
