import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { holdPhone } from '#api/accounts/phones/codes.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';

/** How long a phone that no book and no account has is kept after its last entry, because a book may still add it. */
const keptForMs = 90 * 24 * 3_600_000;
/** The number of phones that one run erases; the next night erases the rest. */
const atATime = 200;

const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Erases the identifying data in entries that belong to a phone alone when no book or account has the phone; the
 * entries stay. Of a phone that said stop or was asked, a hash stays, so that it is not asked again. Entries of the
 * ledger and of the audit log are erased two years after their subject or account.
 */
export async function eraseLedgers() {
  const before = new Date(clock.now().getTime() - keptForMs);
  const phones = await db.$queryRaw<{ phone: string }[]>`
    select phone from (
      select i.phone, max(e.at) as last from consent_identity i join consent_entry e on e.id = i.entry_id
      where i.subject_id is null and i.phone is not null group by i.phone
      union all
      select phone, asked_at from consent_request
    ) known
    where not exists (select from subject s where s.phone = known.phone)
      and not exists (select from "user" u where u."phoneNumber" = known.phone)
    group by phone having max(last) < ${before} order by max(last) limit ${atATime}`;
  for (const { phone } of phones) await erasePhone(phone);
  await db.$queryRaw`select erase_expired_ledgers()::text`;
}

/** Whether an erased phone was asked before or said stop. */
export async function isQuiet(tx: Tx, phone: string): Promise<boolean> {
  return (await tx.quietPhone.count({ where: { hash: await hashOf(phone) } })) > 0;
}

async function erasePhone(phone: string) {
  const hash = await hashOf(phone);
  await transaction(async (tx) => {
    await holdPhone(tx, phone);
    if (await tx.subject.count({ where: { phone } })) return;
    const deletedRequests = await tx.consentRequest.deleteMany({ where: { phone } });
    const newest = await tx.consentEntry.findFirst({
      where: { kind: 'SMS', subjectId: null, identity: { phone } },
      orderBy: { position: 'desc' },
      select: { status: true },
    });
    if (deletedRequests.count || newest?.status === 'WITHDRAWN')
      await tx.quietPhone.createMany({ data: [{ hash }], skipDuplicates: true });
    await tx.consentIdentity.deleteMany({ where: { phone, subjectId: null } });
  });
}

/** Uses a slow hash, because there are few enough phone numbers to try them all with a fast one. */
async function hashOf(phone: string): Promise<string> {
  return (await derive(phone, 'evertold quiet phone', 32)).toString('hex');
}
