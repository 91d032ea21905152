import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api';
import { z } from 'zod';

/** Lifetime of a link token: the page is opened at once. */
const lifeMs = 60_000;

const Body = z.object({
  provider: z.string().max(40),
  callbackURL: z.url().max(2000),
  errorCallbackURL: z.url().max(2000).optional(),
});

/** A begun link, and its session. */
const Begun = z.object({ sessionToken: z.string(), body: Body });
export type Begun = z.output<typeof Begun>;

/** The library's store of one-time values. */
type Kept = {
  internalAdapter: { consumeVerificationValue: (name: string) => Promise<{ value: string } | null> };
};

/**
 * Begins to link a provider for a page of another origin: returns the address at our origin to continue at. Its token
 * stands for the session, once and for a minute; the session itself is in no address.
 */
export function linkFromElsewhere({
  webOrigins,
  publicUrl,
}: {
  webOrigins: readonly string[];
  publicUrl: string;
}) {
  return {
    id: 'link-from-elsewhere',
    endpoints: {
      beginLinkElsewhere: createAuthEndpoint(
        '/cross-domain/link',
        { method: 'POST', requireHeaders: true, body: Body, use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { callbackURL, errorCallbackURL = callbackURL } = ctx.body;
          for (const url of [callbackURL, errorCallbackURL])
            if (!webOrigins.includes(new URL(url).origin))
              throw new APIError('FORBIDDEN', { code: 'FORBIDDEN', message: 'Invalid callbackURL' });
          const token = randomBytes(32).toString('base64url');
          const begun: Begun = { sessionToken: ctx.context.session.session.token, body: ctx.body };
          await ctx.context.internalAdapter.createVerificationValue({
            identifier: nameOf(token),
            value: JSON.stringify(begun),
            expiresAt: new Date(Date.now() + lifeMs),
          });
          const url = new URL('/api/auth/cross-domain/sign-in', publicUrl);
          url.searchParams.set('link', token);
          return ctx.json({ url: url.href, redirect: true });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** Consumes a token; null when it is invalid or expired. */
export async function begunWith(token: string, { internalAdapter }: Kept): Promise<Begun | null> {
  const kept = await internalAdapter.consumeVerificationValue(nameOf(token));
  return kept ? Begun.parse(JSON.parse(kept.value)) : null;
}

function nameOf(token: string): string {
  return `link-elsewhere:${token}`;
}
