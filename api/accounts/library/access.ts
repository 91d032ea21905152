import type { BetterAuthOptions } from 'better-auth';
import { getIP } from 'better-auth/api';
import { bus } from '#api/platform/events/bus.ts';
import { topics } from '#api/platform/events/topics.ts';
import { noteSignIn } from '../security/sign-ins.ts';

/** A user's rights may have changed: their open connections check again. */
function rightsChanged(userId: string) {
  bus.publish(topics.access(userId));
}

/**
 * Publishes the end of a session (sign-out, revocation, ban, new password) and the change or deletion of an account
 * after the commit.
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

/** A refreshed session stores its address, so that its holder sees the place of its last use. */
function prolongedFrom({ updatedAt }: { updatedAt?: Date }, headers?: Headers) {
  const ipAddress = updatedAt && headers && getIP(headers, {});
  return ipAddress ? { data: { ipAddress } } : undefined;
}
