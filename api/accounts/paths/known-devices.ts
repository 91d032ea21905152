import { createHash, randomUUID } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';

/** The longest lifetime that browsers give a cookie. */
const lifeInSeconds = 400 * 86_400;
/** A family may use several accounts on one device. */
const mostAccounts = 5;

type Ctx = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Stores in a signed cookie which accounts have signed in from this browser, so that guesses from elsewhere don't lock
 * out their owners.
 */
export function knownDevices() {
  return {
    id: 'known-devices',
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const { returned, createAuthCookie, secret } = ctx.context;
            const user = (returned as { user?: { email: string } } | undefined)?.user;
            if (!user || isAPIError(returned)) return;
            const [device = randomUUID(), ...accounts] = await read(ctx);
            const mark = markOf(user.email);
            const known = [mark, ...accounts.filter((each) => each !== mark)].slice(0, mostAccounts);
            const cookie = createAuthCookie('known_device', { maxAge: lifeInSeconds });
            await ctx.setSignedCookie(cookie.name, [device, ...known].join('.'), secret, cookie.attributes);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The device, if this address has signed in from it before; else null. */
export async function deviceKnownTo(ctx: Ctx, email: string): Promise<string | null> {
  const [device, ...accounts] = await read(ctx);
  return device && accounts.includes(markOf(email)) ? device : null;
}

async function read(ctx: Ctx): Promise<string[]> {
  const { createAuthCookie, secret } = ctx.context;
  const value = await ctx.getSignedCookie(createAuthCookie('known_device').name, secret);
  return value ? value.split('.') : [];
}

function markOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url').slice(0, 22);
}
