import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Tx } from '#api/platform/database/database.ts';

/** Whether no book, account or consent request has this phone. */
export async function isNobodysPhone(tx: Tx, phone: string): Promise<boolean> {
  const [books, accounts, asked] = await Promise.all([
    tx.subject.count({ where: { phone } }),
    tx.user.count({ where: { phoneNumber: phone } }),
    tx.consentRequest.count({ where: { phone } }),
  ]);
  return books + accounts + asked === 0;
}

/** The subjects who share this phone now, any of whom may write a text that comes from it. */
export function mayWriteFrom(phone: string): Prisma.SubjectWhereInput {
  return { phone, status: { in: ['ACTIVE', 'PAUSED'] }, deletedAt: null };
}
