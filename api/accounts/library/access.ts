import type { BetterAuthOptions } from 'better-auth';
import { getIP } from 'better-auth/api';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { noteSignIn } from '../security/sign-ins.ts';

/** Somebody's rights may have changed: whoever holds a connection for them asks anew. */
function rightsChanged(userId: string) {
  bus.publish(topics.access(userId));
}

/**
 * A session that ends (signed out, revoked, banned, a new password), an account that changes or goes: all of it
 * is told once it is committed.
 */
export const accessHooks: NonNullable<BetterAuthOptions['databaseHooks']> = {
  session: {
    create: { after: (session) => noteSignIn(session) },
    update: { before: async (session, ctx) => prolongedFrom(session, ctx?.headers) },
    delete: { after: async (session) => rightsChanged(session.userId) },
  },
  user: {
    update: { after: async (user) => rightsChanged(user.id) },
    delete: { after: async (user) => rightsChanged(user.id) },
  },
};

/** A session that is used again remembers where from, so that its holder is told the place of its last use. */
function prolongedFrom({ updatedAt }: { updatedAt?: Date }, headers?: Headers) {
  const ipAddress = updatedAt && headers && getIP(headers, {});
  return ipAddress ? { data: { ipAddress } } : undefined;
}
