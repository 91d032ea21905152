import { APIError } from 'better-auth/api';
import { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { rolesOf } from './admins.ts';

/** The database as the accounts see it. */
export function accountStore() {
  return db.$extends({
    result: {
      user: {
        role: {
          needs: { id: true, role: true, email: true, emailVerified: true, confirmedEmail: true },
          compute: rolesOf,
        },
      },
    },
    query: {
      user: {
        async create({ args, query }) {
          try {
            return await query(args);
          } catch (error) {
            // Of two who sign up with one address at once, the later gets the answer that a taken address gets.
            if (isTaken(error)) throw new APIError('FORBIDDEN', { code: 'USER_ALREADY_EXISTS' });
            throw error;
          }
        },
      },
    },
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}
