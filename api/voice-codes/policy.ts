import { cardsForEveryone } from '#api/audiences/policy.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';

/**
 * The stories whose printed code plays to somebody without an account: published, for everyone, in a book that is not
 * deleted, with the consent to sharing, and not switched off. Whether their sound may be heard is up to the recordings.
 */
export function playsToEveryone(): Prisma.CardWhereInput {
  return { ...isOpenToEveryone(), playsVoiceCode: true, status: 'PUBLISHED' };
}

/** The hidden stories whose printed code may play the story that they were merged into, unless it is switched off. */
export function couldPlayAnother(): Prisma.CardWhereInput {
  return { ...isOpenToEveryone(), status: 'HIDDEN' };
}

/** Those of them whose code is not switched off. */
export function mayPlayAnother(): Prisma.CardWhereInput {
  return { ...couldPlayAnother(), playsVoiceCode: true };
}

function isOpenToEveryone(): Prisma.CardWhereInput {
  return {
    subject: { is: { deletedAt: null, sharing: true, playsVoiceCodes: true } },
    AND: [cardsForEveryone()],
  };
}
