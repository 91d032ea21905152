import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A request that may lead to a letter; the job decides long after the answer was sent. */
export const Asked = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('SIGN_UP'),
    /** The created account; when the address was `taken`, the id for the account that replaces it. */
    id: z.string(),
    name: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    /** The hash of the password. */
    password: z.string(),
    taken: z.boolean(),
    /** The account that the same browser signed up for before. */
    from: z.string().nullable(),
    /** Whether one more letter may go to the address to verify it. */
    mayVerify: z.boolean(),
    callbackURL: z.string(),
  }),
  z.object({ what: z.literal('PASSWORD'), userId: z.string(), callbackURL: z.string() }),
  z.object({
    what: z.literal('ENTRY'),
    invitationId: z.string(),
    /** The path of the invitation's page; its token is otherwise stored only as a hash. */
    page: z.string(),
    name: z.string(),
    email: z.string(),
  }),
  z.object({ what: z.literal('EMAIL'), userId: z.string(), newEmail: z.string(), callbackURL: z.string() }),
]);

export type Asked = z.output<typeof Asked>;

/** The verified content of a mailed link that opens a book to an invited reader. */
export const Entry = z.object({ invitationId: z.string(), name: z.string(), email: z.string() });

/** How long such a link works. */
export const entryMinutes = 30;

/** The key of such a link, hashed as the library stores its own keys. */
export function entryKey(token: string): string {
  return createHash('sha256').update(`invitation-entry:${token}`).digest('base64url');
}

/** The stored request. `home` is the origin of the request, for links, because the job may run elsewhere. */
export const Kept = z.object({ home: z.string(), asked: Asked });

/** The key of a stored request by an account holder: it ends together with the links in their letters. */
export function askedBy(userId: string): string {
  return `asked-${userId}`;
}
