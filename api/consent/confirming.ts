import type { ConsentStatus } from '#api/generated/prisma/enums.ts';
import { cancelTexts, notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { isStopped } from './phone-entries.ts';

const day = 24 * 3_600_000;
/** So many confirmations of what was clicked in books go to one phone in a day: whoever clicks has not proved it theirs. */
const mostADay = 2;

/**
 * Says by text that texts were agreed to, or are stopped, to the holder of a phone who said so by it: always, at any
 * hour, once for an entry of the ledger. The question is answered; after a stop nothing goes out that waited.
 */
export async function confirmByText(tx: Tx, phone: string, status: ConsentStatus, entryId: string) {
  await takeBack(tx, phone, status);
  await confirm(tx, phone, status, entryId);
}

/**
 * Says so of what was clicked in one book, whose number it may not be: what concerns other books stays as it is, and a
 * phone that said stop is told nothing.
 */
export async function confirmForBook(
  tx: Tx,
  subjectId: string,
  { phone, status, entryId }: { phone: string; status: ConsentStatus; entryId: string },
) {
  await takeBack(tx, phone, status, subjectId);
  if (await isStopped(tx, phone)) return;
  const createdAt = { gt: new Date(clock.now().getTime() - day) };
  const kind = { in: ['texts-agreed', 'texts-stopped'] };
  if ((await tx.notice.count({ where: { recipient: phone, kind, createdAt } })) >= mostADay) return;
  await confirm(tx, phone, status, entryId);
}

/** What waits for a phone, of one book where only that is concerned: after a yes the question alone. */
async function takeBack(tx: Tx, phone: string, status: ConsentStatus, subjectId?: string) {
  const of = { ...(subjectId && { subjectId }) };
  await cancelTexts(tx, phone, { ...of, ...(status === 'GRANTED' && { kind: 'ask-for-texts' as const }) });
  await tx.consentRequest.updateMany({
    where: { phone, answeredAt: null, ...of },
    data: { answeredAt: clock.now() },
  });
}

async function confirm(tx: Tx, phone: string, status: ConsentStatus, entryId: string) {
  const kind = status === 'GRANTED' ? 'texts-agreed' : 'texts-stopped';
  await notifyByText(tx, { kind, recipient: phone, data: {}, dedupeKey: `${kind}:${entryId}` });
}
