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
/** So many codes go to one phone in ten minutes, and in a day, whoever asks for them and whatever for. */
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
 * Makes a code for a phone, and has it sent in the same transaction: by its id, from which the digits follow. Throws
 * `TooManyCodes` when the phone got as many as it may.
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

/** What becomes of digits that somebody entered. RIGHT ones still have to be used up, with `takeCode`. */
export type Tried = { outcome: 'RIGHT'; codeId: string } | { outcome: 'WRONG' | 'EXPIRED' | 'TOO_MANY' };

/**
 * Tries digits against the newest code for a phone, and counts the try, whatever comes of it. Only for what the code
 * was made for, and for whom.
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
 * Uses a code up within the transaction of what it was for: of two at once one does, the other gets false. So does
 * whoever comes late with digits that were right in time: a change that was cut off in between is taken up a day long.
 */
export async function takeCode(tx: Tx, codeId: string): Promise<boolean> {
  const now = clock.now();
  const { count } = await tx.phoneCode.updateMany({
    where: { id: codeId, usedAt: null, createdAt: { gt: new Date(now.getTime() - lifeMs) } },
    data: { usedAt: now },
  });
  return count === 1;
}

/** Erases codes that count for nothing any more. */
export async function eraseOldCodes() {
  const before = new Date(clock.now().getTime() - keptForMs);
  await db.phoneCode.deleteMany({ where: { createdAt: { lt: before } } });
}

/** Until the transaction ends nobody else does anything about this phone. */
export async function holdPhone(tx: Tx, phone: string) {
  await tx.$queryRaw`select 1 from pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, 0))`;
}
