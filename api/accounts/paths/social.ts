import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { z } from 'zod';
import type { Config } from '#api/config.ts';
import { line } from '#api/platform/domain-values/input.ts';
import { type SocialProvider, socialProviderNames } from '#api/social-providers.ts';

/** The configured providers. An address must be verified by the provider or by Evertold to sign in. */
export function socialProviders({ socialProviders: on }: Config): BetterAuthOptions['socialProviders'] {
  return Object.fromEntries(
    Object.entries(on).map(([id, credentials]) => [id, { ...credentials, requireEmailVerification: true }]),
  );
}

const Picture = z.union([
  z.url({ protocol: /^https?$/ }).max(2000),
  z
    .string()
    .regex(/^data:image\/(?:jpeg|png);base64, ?[\w+/=]+$/)
    .max(20_000),
]);

/** Lists the configured providers, and accepts from them only names and pictures that a user could have entered. */
export function social({ socialProviders: on }: Config) {
  const listed = (Object.keys(on) as SocialProvider[]).map((id) => ({ id, name: socialProviderNames[id] }));
  return {
    id: 'social',
    init: () => ({
      options: {
        databaseHooks: {
          user: {
            create: {
              before: async (user) => ({ data: { ...user, ...asKept(user) } }),
            },
          },
        },
      },
    }),
    endpoints: {
      listSocialProviders: createAuthEndpoint('/providers', { method: 'GET' }, async (ctx) =>
        ctx.json(listed),
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** The name and picture of a new account as stored. */
export function asKept(user: { name?: string; email: string; image?: unknown }) {
  return { name: nameOf(user), image: Picture.safeParse(user.image).data ?? null };
}

/** The user's name; without one, the local part of the address. */
function nameOf({ name, email }: { name?: string; email: string }): string {
  const plain = `${name ?? ''}`.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').toWellFormed();
  const called = line(120).safeParse([...plain].slice(0, 100).join(''));
  return called.success ? called.data : email.replace(/@.*/, '').slice(0, 120);
}
