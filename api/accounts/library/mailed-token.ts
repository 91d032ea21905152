import { z } from 'zod';

const lifeInSeconds = 3600;

let secret = '';

/** Sets what the tokens of mailed links are signed with: the secret of the library, which reads them. */
export function openMailedTokens(chosen: string) {
  secret = chosen;
}

/** A token with which whoever reads a letter to an account verifies its address, or changes it to the new one. */
export async function mailedToken({ id, email }: { id: string; email: string }, newEmail?: string) {
  // Loaded with the first letter: a process that only works needs nothing else of the library.
  const { createEmailVerificationToken } = await import('better-auth/api');
  return createEmailVerificationToken(secret, email, newEmail, lifeInSeconds, { userId: id });
}

const Claims = z.object({
  email: z.string().optional(),
  userId: z.string().optional(),
  updateTo: z.string().optional(),
  requestType: z.string().optional(),
});

/** What the token of a mailed link says; unproven, since the endpoint checks it: only whose and what for it is. */
export function claimsOf(token: unknown): z.output<typeof Claims> {
  const [, payload = ''] = String(token).split('.');
  try {
    return Claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString())).data ?? {};
  } catch {
    return {};
  }
}
