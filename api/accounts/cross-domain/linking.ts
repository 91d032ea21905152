import { randomBytes } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api';
import { z } from 'zod';

/** Long enough to open the page that it leads to, which happens at once. */
const lifeMs = 60_000;

const Body = z.object({
  provider: z.string().max(40),
  callbackURL: z.url().max(2000),
  errorCallbackURL: z.url().max(2000).optional(),
});

/** What was begun, and by which session. */
const Begun = z.object({ sessionToken: z.string(), body: Body });
export type Begun = z.output<typeof Begun>;

/** The part of the library that keeps what is good once, for a while. */
type Kept = {
  internalAdapter: { consumeVerificationValue: (name: string) => Promise<{ value: string } | null> };
};

/**
 * Begins to link a provider for a page of another origin: answers with the address at our own one to go on from. Its
 * token stands for the session once, for a minute; the session itself is in no address.
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

/** What a token stands for; it is used up by asking. Null for one that is not, or no longer, good. */
export async function begunWith(token: string, { internalAdapter }: Kept): Promise<Begun | null> {
  const kept = await internalAdapter.consumeVerificationValue(nameOf(token));
  return kept ? Begun.parse(JSON.parse(kept.value)) : null;
}

function nameOf(token: string): string {
  return `link-elsewhere:${token}`;
}
