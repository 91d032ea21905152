import { BASE_ERROR_CODES } from '@better-auth/core/error';
import { APIError } from 'better-auth/api';
import { Prisma } from '#api/generated/prisma/client.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { rolesOf } from '../admins/roles.ts';
import { tellOldAddress } from '../profile/service/email-undo.ts';
import { endMailedLinks } from '../profile/service/mailed-links.ts';
import { idTokenIn, withSealed } from './id-tokens.ts';

/** The database client for the library, with our rules. */
export function accountStore() {
  return db.$extends({
    result: {
      user: {
        role: {
          needs: { id: true, role: true, email: true, emailVerified: true, confirmedEmail: true },
          compute: rolesOf,
        },
      },
      account: {
        idToken: { needs: { idToken: true }, compute: ({ idToken }) => idTokenIn(idToken) },
      },
    },
    query: {
      user: {
        /** The old address gets a letter about the new one, once, in the transaction of the change. */
        async update({ args, query }) {
          const { where } = args;
          const data = 'phoneNumber' in args.data ? { ...args.data, phoneSince: clock.now() } : args.data;
          if (typeof data.email !== 'string') return query({ ...args, data });
          const changed = await transaction(async (tx) => {
            const before = await held(tx, where);
            if (data.emailVerified === false && before?.email === data.email) return null;
            const after = await tx.user.update({ where, data });
            if (before && before.email !== after.email) {
              await tellOldAddress(tx, before, after.email);
              await endMailedLinks(tx, after.id);
            }
            return after;
          }).catch((error: unknown) => {
            throw refusalOf(error) ?? error;
          });
          if (!changed) throw alreadyChanged();
          return { ...changed, role: rolesOf(changed) };
        },
      },
      account: {
        create: ({ args, query }) => query(withSealed(args)),
        update: ({ args, query }) => query(withSealed(args)),
        updateMany: ({ args, query }) => query(withSealed(args)),
        /** Keeps the last way to sign in: of two concurrent unlinks, the later one is refused. */
        async delete({ args: { where } }) {
          const unlinked = await transaction(async (tx) => {
            const { userId } = await tx.account.findUniqueOrThrow({ where, select: { userId: true } });
            await held(tx, { id: userId });
            return (await tx.account.count({ where: { userId } })) > 1 ? tx.account.delete({ where }) : null;
          });
          if (!unlinked) throw APIError.from('BAD_REQUEST', BASE_ERROR_CODES.FAILED_TO_UNLINK_LAST_ACCOUNT);
          return unlinked;
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

/** Locks the account until the transaction ends: of two concurrent changes, the later sees the earlier. */
async function held(tx: Tx, where: Prisma.UserWhereUniqueInput) {
  const found = await tx.user.findUnique({ where, select: { id: true } });
  if (!found) return null;
  await tx.$queryRaw`select 1 from "user" where id = ${found.id}::uuid for no key update`;
  return tx.user.findUnique({ where });
}

/** Of several concurrent clicks on one link, all but the first find it done. */
function alreadyChanged(): APIError {
  return new APIError('CONFLICT', {
    code: 'EMAIL_ALREADY_CHANGED',
    message: 'The account has this address now',
  });
}

/** Turns a value that the database refuses into a client error; null for any other error. */
function refusalOf(error: unknown): APIError | null {
  if (error instanceof Prisma.PrismaClientValidationError) return badRequest();
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return null;
  if (error.code === 'P2007') return badRequest();
  // Of two concurrent sign-ups with one address, the later gets the answer for a taken address.
  const takenAddress = error.code === 'P2002' && error.meta?.modelName === 'User';
  return takenAddress ? new APIError('FORBIDDEN', { code: 'USER_ALREADY_EXISTS' }) : null;
}

/** A new error each time, because the library adds headers to it. */
function badRequest(): APIError {
  return new APIError('BAD_REQUEST', { code: 'VALIDATION_ERROR', message: 'Invalid value' });
}
