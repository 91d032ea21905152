import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx, sensitiveSessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { parseUserOutput } from 'better-auth/db';
import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';
import { rowId } from '#api/platform/domain-values/ids.ts';
import { phoneNumber } from '#api/platform/domain-values/phone.ts';
import { noteProof } from '../paths/proof.ts';
import { isProvenFor } from '../policy.ts';
import { CodeRefused, TooManyCodes } from './errors.ts';
import { changePhone, codeToChange, codeToSignIn, removePhone, signInWithCode } from './service.ts';

const Phone = z.object({ phoneNumber: z.string() });
const Code = z.object({ phoneNumber: z.string(), code: z.string().max(40) });
const Password = z.object({ password: z.string().max(128).optional() });

/** The error codes and messages that clients of the library's plugin know. */
const refusals = {
  WRONG: { status: 'BAD_REQUEST', code: 'INVALID_OTP', message: 'Invalid OTP' },
  EXPIRED: { status: 'BAD_REQUEST', code: 'OTP_EXPIRED', message: 'OTP expired' },
  TOO_MANY: { status: 'FORBIDDEN', code: 'TOO_MANY_ATTEMPTS', message: 'Too many attempts' },
} as const;

/**
 * Sign-in with six digits texted to a phone, and adding, changing and removing an account's phone. It uses the paths of
 * the library's plugin, which stores readable codes, counts fewer tries, and lets a phone reset the password.
 */
export function phones() {
  return {
    id: 'phones',
    schema: {
      user: {
        fields: {
          phoneNumber: { type: 'string', required: false, unique: true, returned: true, input: false },
          phoneNumberVerified: { type: 'boolean', required: false, returned: true, input: false },
        },
      },
    },
    rateLimit: [{ pathMatcher: (path) => path.startsWith('/phone-number/'), window: 60, max: 10 }],
    endpoints: {
      sendPhoneCode: createAuthEndpoint(
        '/phone-number/send-otp',
        { method: 'POST', body: Phone },
        async (ctx) => {
          await refusing(() => codeToSignIn(phoneIn(ctx.body)));
          return ctx.json({ message: 'code sent' });
        },
      ),
      signInWithPhoneCode: createAuthEndpoint(
        '/phone-number/verify',
        { method: 'POST', body: Code.extend({ rememberMe: z.boolean().optional() }) },
        async (ctx) => {
          const found = await refusing(() => signInWithCode(phoneIn(ctx.body), digitsIn(ctx.body)));
          if (!found.emailVerified) throw refusal('FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'Email not verified');
          const { internalAdapter, options } = ctx.context;
          const forgets = ctx.body.rememberMe === false;
          const user = await internalAdapter.findUserById(found.id);
          const session = user && (await internalAdapter.createSession(user.id, forgets));
          if (!session) {
            throw refusal('INTERNAL_SERVER_ERROR', 'FAILED_TO_CREATE_SESSION', 'Failed to create session');
          }
          await setSessionCookie(ctx, { session, user }, forgets);
          return ctx.json({ status: true, token: session.token, user: parseUserOutput(options, user) });
        },
      ),
      changePhone: createAuthEndpoint(
        '/phone-number/change',
        { method: 'POST', body: Phone.extend(Password.shape), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const userId = await provenUser(ctx);
          await refusing(() => codeToChange(userId, phoneIn(ctx.body)));
          return ctx.json({ message: 'code sent' });
        },
      ),
      confirmPhone: createAuthEndpoint(
        '/phone-number/confirm',
        { method: 'POST', body: Code, use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const phone = phoneIn(ctx.body);
          const userId = await provenUser(ctx);
          if (!(await refusing(() => changePhone(userId, phone, digitsIn(ctx.body))))) {
            throw refusal('BAD_REQUEST', 'PHONE_NUMBER_EXIST', 'Phone number already exists');
          }
          return ctx.json({ status: true, phoneNumber: phone });
        },
      ),
      removePhone: createAuthEndpoint(
        '/phone-number/remove',
        { method: 'POST', body: Password, use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          await removePhone(await provenUser(ctx));
          return ctx.json({ status: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

type Asking = Parameters<typeof getSessionFromCtx>[0] & { body: { password?: string | undefined } };

/** The caller's id; requires the password or a recent confirmation of identity. */
async function provenUser(ctx: Asking): Promise<string> {
  const current = await getSessionFromCtx(ctx, { disableCookieCache: true });
  if (!current) throw refusal('UNAUTHORIZED', 'UNAUTHORIZED', 'Unauthorized');
  const { internalAdapter, password } = ctx.context;
  const given = ctx.body.password;
  if (given) {
    const hash = (await internalAdapter.findCredentialAccount(current.user.id))?.password;
    if (!hash || !(await password.verify({ hash, password: given }))) {
      throw refusal('BAD_REQUEST', 'INVALID_PASSWORD', 'Invalid password');
    }
    await noteProof(current.session.id);
  } else {
    const session = await db.session.findUnique({ where: { id: rowId(current.session.id) } });
    if (!isProvenFor('WAYS_IN', session && (session.provenAt ?? session.createdAt))) {
      throw refusal('FORBIDDEN', 'SESSION_NOT_FRESH', 'Session is not fresh');
    }
  }
  return current.user.id;
}

function phoneIn(body: { phoneNumber: string }): string {
  const phone = phoneNumber().safeParse(body.phoneNumber);
  if (!phone.success) throw refusal('BAD_REQUEST', 'INVALID_PHONE_NUMBER', 'Invalid phone number');
  return phone.data;
}

/** Removes the spaces and hyphens that people type between the digits. */
function digitsIn(body: { code: string }): string {
  return body.code.replace(/[\s-]/g, '');
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodeRefused) {
      const { status, code, message } = refusals[error.reason];
      throw refusal(status, code, message);
    }
    if (error instanceof TooManyCodes) {
      const headers = { 'X-Retry-After': String(error.retryAfterSeconds) };
      throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_CODES', message: error.message }, headers);
    }
    throw error;
  }
}

function refusal(status: ConstructorParameters<typeof APIError>[0], code: string, message: string): APIError {
  return new APIError(status, { code, message });
}
