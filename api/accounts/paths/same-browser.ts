import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, type getSessionFromCtx, isAPIError } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { generateRandomString } from 'better-auth/crypto';
import { claimsOf } from '../library/mailed-token.ts';
import { dropContestedPassword } from '../profile/service/sign-up.ts';

const lifeInSeconds = 3600;

/**
 * Whoever confirms an address in the browser in which they signed up is signed in by it. In any other browser
 * they are not: an account that a stranger made with somebody's address must not open itself to its reader. Nor does
 * the link of a stranger's sign-up do anything in the browser in which somebody signed up with the same address.
 */
export function sameBrowserSignIn() {
  return {
    id: 'same-browser-sign-in',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const [userId, address] = await signedUpHere(ctx);
            if (ctx.request) openers.set(ctx.request, { signedUp: userId, mustChoose: false });
            const { email, ...claims } = claimsOf(ctx.query?.token);
            if (!userId || !email || address !== markOf(email) || claims.userId === userId) return;
            // The endpoint then says that the link is none, at a place that it has looked at.
            if (!claims.updateTo && ctx.query) ctx.query.token = 'of another sign-up';
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, createAuthCookie, secret } = ctx.context;
            const signed = (returned as { user?: { id: string; email: string } } | undefined)?.user;
            if (!signed || isAPIError(returned)) return;
            const { id: userId, email } = signed;
            // Kept for an address that is taken too: the answer takes as long.
            await ctx.context.internalAdapter.createVerificationValue({
              identifier: `signed-up-${userId}`,
              value: userId,
              expiresAt: new Date(Date.now() + lifeInSeconds * 1000),
            });
            const cookie = createAuthCookie('signed_up', { maxAge: lifeInSeconds });
            await ctx.setSignedCookie(cookie.name, `${userId}.${markOf(email)}`, secret, cookie.attributes);
          }),
        },
        {
          matcher: ({ path }) => path === '/verify-email',
          handler: createAuthMiddleware(async (ctx) => {
            const { internalAdapter, responseHeaders, returned } = ctx.context;
            const [userId] = await signedUpHere(ctx);
            const refused = isAPIError(returned) && returned.statusCode >= 400;
            const place = responseHeaders?.get('location') ?? '';
            if (refused || /[?&]error=/.test(place)) return;
            // The endpoint has checked the token; here only whose it is matters.
            const claims = claimsOf(ctx.query?.token);
            if (place && claims.userId && ctx.request && openers.get(ctx.request)?.mustChoose)
              throw ctx.redirect(await newPasswordPage(internalAdapter, claims.userId, place));
            if (!userId || claims.updateTo || claims.userId !== userId) return;
            await signInWhoSignedUp(ctx, userId);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** Which sign-up the browser that opens a link remembers, and whether its reader has yet to choose a password. */
const openers = new WeakMap<Request, { signedUp: string | undefined; mustChoose: boolean }>();

/**
 * Before an address is verified: where others signed up with it too, the password of the last of them is nobody's, but
 * for whoever opens the link in the browser in which they chose it. To be called with the request that opens it.
 */
export async function beforeVerification({ id }: { id: string }, request?: Request) {
  const opener = request && openers.get(request);
  if (opener?.signedUp === id) return;
  const dropped = await dropContestedPassword(id);
  if (opener) opener.mustChoose ||= dropped;
}

type Keeping = {
  createVerificationValue: (kept: { identifier: string; value: string; expiresAt: Date }) => Promise<unknown>;
};

/** Where whoever has shown that the letters are theirs chooses a password: beside the place that they were to go to. */
async function newPasswordPage({ createVerificationValue }: Keeping, userId: string, place: string) {
  const token = generateRandomString(24, 'a-z', 'A-Z', '0-9');
  await createVerificationValue({
    identifier: `reset-password:${token}`,
    value: userId,
    expiresAt: new Date(Date.now() + lifeInSeconds * 1000),
  });
  return `${URL.canParse(place) ? new URL(place).origin : ''}/reset-password?token=${token}`;
}

type Asking = Parameters<typeof getSessionFromCtx>[0];

/** Whether whoever signed up for this account can still be signed in by having confirmed its address. */
export async function awaitsSignIn({ context: { internalAdapter } }: Asking, userId: string) {
  return !!(await internalAdapter.findVerificationValue(`signed-up-${userId}`));
}

/** Signs in who signed up in this browser, once their address is confirmed; false when they did not, or were before. */
export async function signInWhoSignedUp(ctx: Asking, userId: string): Promise<boolean> {
  const { createAuthCookie, internalAdapter } = ctx.context;
  const [here] = await signedUpHere(ctx);
  if (here !== userId) return false;
  const user = await internalAdapter.findUserById(userId);
  if (!user?.emailVerified) return false;
  // Once, and no more when the links of the account have ended meanwhile.
  if (!(await internalAdapter.consumeVerificationValue(`signed-up-${userId}`))) return false;
  const session = await internalAdapter.createSession(userId);
  await setSessionCookie(ctx, { session, user });
  expireCookie(ctx, createAuthCookie('signed_up', { maxAge: lifeInSeconds }));
  return true;
}

/** Whose sign-up a browser remembers, and a mark of the address that it was for. */
export async function signedUpHere(ctx: Asking): Promise<string[]> {
  const { createAuthCookie, secret } = ctx.context;
  const cookie = await ctx.getSignedCookie(createAuthCookie('signed_up').name, secret);
  return cookie ? cookie.split('.') : [];
}

function markOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
