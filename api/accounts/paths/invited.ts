import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { InvitationUnusable } from '#api/people/errors.ts';
import { enterByLetter } from '#api/people/service/enter.ts';
import { Forbidden, LimitReached, NotFound, WrongState } from '#api/platform/errors.ts';

/** Invited readers sign in by a mailed link that is bound to their invitation, without a password. */
export function invited() {
  return {
    id: 'invited',
    endpoints: {
      signInByInvitation: createAuthEndpoint(
        '/sign-in/invitation',
        { method: 'POST', body: z.object({ token: z.string().max(200) }) },
        async (ctx) => {
          const { userId, subjectId } = await enterByLetter(ctx.body.token).catch((error: unknown) => {
            throw refusalOf(error);
          });
          const { internalAdapter } = ctx.context;
          const user = await internalAdapter.findUserById(userId);
          const session = user && (await internalAdapter.createSession(userId));
          if (!session)
            throw refusal('INTERNAL_SERVER_ERROR', 'FAILED_TO_CREATE_SESSION', 'Failed to create session');
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ status: true, subjectId });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof NotFound) return refusal('BAD_REQUEST', 'INVALID_TOKEN', 'Invalid token');
  if (error instanceof InvitationUnusable)
    return refusal('CONFLICT', `INVITATION_${error.status}`, error.message);
  if (error instanceof LimitReached) return refusal('CONFLICT', 'LIMIT_REACHED', error.message);
  if (error instanceof Forbidden) return refusal('FORBIDDEN', 'BANNED_USER', 'This account is banned');
  if (error instanceof WrongState) return refusal('FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'Email not verified');
  return error;
}

function refusal(status: ConstructorParameters<typeof APIError>[0], code: string, message: string): APIError {
  return new APIError(status, { code, message });
}
