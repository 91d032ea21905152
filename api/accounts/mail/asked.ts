import { z } from 'zod';

/** What was asked for, of which a letter may come: who writes it decides that, long after the answer has gone. */
export const Asked = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('SIGN_UP'),
    /** The account that was made; the one that it is to become where the address was `taken`. */
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

/** What is kept of it. Links lead to where it was asked; whoever writes the letter may be elsewhere. */
export const Kept = z.object({ home: z.string(), asked: Asked });

/** Under what it is kept that somebody with an account asked for: with the links of their letters it ends as well. */
export function askedBy(userId: string): string {
  return `asked-${userId}`;
}
