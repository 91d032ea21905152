import { z } from 'zod';
import { settings } from '#api/platform/settings.ts';

const lifeInSeconds = 3600;

/** A token for a mailed link that verifies an account's address, or changes it to the new one. */
export async function mailedToken({ id, email }: { id: string; email: string }, newEmail?: string) {
  // Loaded with the first letter: a worker needs nothing else of the library.
  const { createEmailVerificationToken } = await import('better-auth/api');
  return createEmailVerificationToken(settings().authSecret, email, newEmail, lifeInSeconds, { userId: id });
}

const Claims = z.object({
  email: z.string().optional(),
  userId: z.string().optional(),
  updateTo: z.string().optional(),
  requestType: z.string().optional(),
});

/** The claims of a mailed token without verification, which the endpoint does: only the account and the purpose. */
export function claimsOf(token: unknown): z.output<typeof Claims> {
  const [, payload = ''] = String(token).split('.');
  try {
    return Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data ?? {};
  } catch {
    return {};
  }
}
