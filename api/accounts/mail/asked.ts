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
  z.object({ what: z.literal('EMAIL'), userId: z.string(), newEmail: z.string(), callbackURL: z.string() }),
]);

export type Asked = z.output<typeof Asked>;

/** The stored request. `home` is the origin of the request, for links, because the job may run elsewhere. */
export const Kept = z.object({ home: z.string(), asked: Asked });

/** The key of a stored request by an account holder: it ends together with the links in their letters. */
export function askedBy(userId: string): string {
  return `asked-${userId}`;
}
