import { APIError } from 'better-auth/api';
import { Prisma } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { rolesOf } from '../admins/roles.ts';
import { tellOldAddress } from '../own/service/email-undo.ts';

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
        /** Who had the old address is told of a new one, in the transaction of the change itself. */
        async update({ args, query }) {
          if (typeof args.data.email !== 'string') return query(args);
          const { where, data } = args;
          const changed = await transaction(async (tx) => {
            const before = await tx.user.findUnique({ where });
            const after = await tx.user.update({ where, data });
            if (before) await tellOldAddress(tx, before, after.email);
            return after;
          }).catch((error: unknown) => {
            throw refusalOf(error) ?? error;
          });
          return { ...changed, role: rolesOf(changed) };
        },
      },
      $allModels: {
        async $allOperations({ args, query }) {
          try {
            return await query(args);
          } catch (error) {
            throw refusalOf(error) ?? error;
          }
        },
      },
    },
  });
}

/** What the database will not take is the caller's mistake, not ours; null for anything else. */
function refusalOf(error: unknown): APIError | null {
  if (error instanceof Prisma.PrismaClientValidationError) return badRequest();
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  if (error.code === 'P2007') return badRequest();
  // Of two who sign up with one address at once, the later gets the answer that a taken address gets.
  const takenAddress = error.code === 'P2002' && error.meta?.modelName === 'User';
  return takenAddress ? new APIError('FORBIDDEN', { code: 'USER_ALREADY_EXISTS' }) : null;
}

/** A new one each time: answers write their headers on it. */
function badRequest(): APIError {
  return new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message: 'Invalid value' });
}
