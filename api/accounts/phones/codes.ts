import type { PhoneCodePurpose } from '#api/generated/prisma/enums.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { areDigitsOf } from '#api/platform/domain-values/one-time-code.ts';
import { TooManyCodes } from './errors.ts';

const minute = 60_000;
/** How long a code works. */
export const lifeMs = 5 * minute;
const mostTries = 5;
/** Limits of codes to one phone, for all senders and purposes together. */
const budgets = [
  { most: 3, withinMs: 10 * minute },
  { most: 15, withinMs: 24 * 60 * minute },
] as const;
const keptForMs = 24 * 60 * minute;

type Asked = {
  purpose: PhoneCodePurpose;
  phone: string;
  userId?: string | null;
  subjectId?: string | null;
};

/**
 * Creates a code for a phone and queues its sending in the same transaction; the digits follow from its id. Throws
 * `TooManyCodes` when the phone's limit is reached.
 */
export async function makeCode(
  { purpose, phone, userId = null, subjectId = null }: Asked,
  send: (tx: Tx, codeId: string) => Promise<void>,
) {
  await transaction(async (tx) => {
    await holdPhone(tx, phone);
    const now = clock.now().getTime();
    for (const { most, withinMs } of budgets) {
      const before = await tx.phoneCode.findMany({
        where: { phone, createdAt: { gt: new Date(now - withinMs) } },
        orderBy: { createdAt: 'desc' },
        take: most,
        select: { createdAt: true },
      });
      const oldest = before[most - 1]?.createdAt.getTime();
      if (oldest !== undefined) throw new TooManyCodes(Math.ceil((oldest + withinMs - now) / 1000));
    }
    const id = newId();
    await tx.phoneCode.create({ data: { id, purpose, phone, userId, subjectId, createdAt: new Date(now) } });
    await send(tx, id);
  });
}

/** The result of entered digits. RIGHT ones must still be used up with `takeCode`. */
export type Tried = { outcome: 'RIGHT'; codeId: string } | { outcome: 'WRONG' | 'EXPIRED' | 'TOO_MANY' };

/**
 * Checks digits against the newest code of a phone and counts the try in any case. The purpose and the account must
 * match.
 */
export async function tryCode(
  { purpose, phone, userId = null, subjectId = null }: Asked,
  digits: string,
): Promise<Tried> {
  return transaction(async (tx): Promise<Tried> => {
    const newest = await tx.phoneCode.findFirst({
      where: { purpose, phone, userId, subjectId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { id: true, createdAt: true, usedAt: true },
    });
    const old = !newest || newest.createdAt.getTime() + lifeMs <= clock.now().getTime();
    if (old || newest.usedAt) return { outcome: 'EXPIRED' };
    const { count } = await tx.phoneCode.updateMany({
      where: { id: newest.id, tries: { lt: mostTries } },
      data: { tries: { increment: 1 } },
    });
    if (!count) return { outcome: 'TOO_MANY' };
    return areDigitsOf(newest.id, digits) ? { outcome: 'RIGHT', codeId: newest.id } : { outcome: 'WRONG' };
  });
}

/**
 * Uses up a code in the transaction of its purpose; of two concurrent calls, one gets false. A code that was right in
 * time but is used too late gives false too; an interrupted idempotent change can resume for a day.
 */
export async function takeCode(tx: Tx, codeId: string): Promise<boolean> {
  const now = clock.now();
  const { count } = await tx.phoneCode.updateMany({
    where: { id: codeId, usedAt: null, createdAt: { gt: new Date(now.getTime() - lifeMs) } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Erases old codes that no longer count. */
export async function eraseOldCodes() {
  const before = new Date(clock.now().getTime() - keptForMs);
  await db.phoneCode.deleteMany({ where: { createdAt: { lt: before } } });
}

/** Locks a phone until the transaction ends. */
export async function holdPhone(tx: Tx, phone: string) {
  await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, 0))`;
}
