import { z } from 'zod';

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
