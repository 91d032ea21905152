import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, type getSessionFromCtx, isAPIError } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { generateRandomString } from 'better-auth/crypto';
import { claimsOf } from '../library/mailed-token.ts';
import { dropContestedPassword } from '../profile/service/sign-up.ts';

const lifeInSeconds = 3600;

/**
 * Confirming an address signs in only in the browser that signed up. In other browsers it doesn't: an account that a
 * stranger created with someone's address must not open to the reader of the letter. The link of a stranger's sign-up
 * also does nothing in a browser that signed up with the same address.
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
            // The endpoint then answers "invalid link", at a redirect target it has checked.
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
            // Stored for a taken address too, so that the answer takes as long.
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
            // The endpoint has verified the token; only its account matters here.
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

/** The sign-up that the browser of a link remembers, and whether its reader must still choose a password. */
const openers = new WeakMap<Request, { signedUp: string | undefined; mustChoose: boolean }>();

/**
 * Call this before an address is verified, with the request of the link: when several people signed up with it, the
 * last password is dropped, except in the browser that chose it.
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

/** The page where the reader of the letter chooses a password, with the original redirect target. */
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

/** Whether confirming the address can still sign in the browser that signed up for this account. */
export async function awaitsSignIn({ context: { internalAdapter } }: Asking, userId: string) {
  return !!(await internalAdapter.findVerificationValue(`signed-up-${userId}`));
}

/** Signs in a confirmed account that signed up in this browser; false when it did not, or was used before. */
export async function signInWhoSignedUp(ctx: Asking, userId: string): Promise<boolean> {
  const { createAuthCookie, internalAdapter } = ctx.context;
  const [here] = await signedUpHere(ctx);
  if (here !== userId) return false;
  const user = await internalAdapter.findUserById(userId);
  if (!user?.emailVerified) return false;
  // Works once, and no longer after the account's links have ended.
  if (!(await internalAdapter.consumeVerificationValue(`signed-up-${userId}`))) return false;
  const session = await internalAdapter.createSession(userId);
  await setSessionCookie(ctx, { session, user });
  expireCookie(ctx, createAuthCookie('signed_up', { maxAge: lifeInSeconds }));
  return true;
}

/** The user id of the sign-up that a browser remembers, and a hash of its address. */
export async function signedUpHere(ctx: Asking): Promise<string[]> {
  const { createAuthCookie, secret } = ctx.context;
  const cookie = await ctx.getSignedCookie(createAuthCookie('signed_up').name, secret);
  return cookie ? cookie.split('.') : [];
}

function markOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url');
}
