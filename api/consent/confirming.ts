import type { ConsentStatus } from '#api/generated/prisma/enums.ts';
import type { Language } from '#api/language/languages.ts';
import { cancelTexts, notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { isStopped } from './phone-entries.ts';
import { languageOfReply } from './phone-language.ts';

const day = 24 * 3_600_000;
/**
 * The number of confirmations per phone and day for changes clicked in books, because a click does not prove that the
 * phone is theirs.
 */
const mostADay = 2;

/**
 * Confirms by text to a phone's holder that texts were agreed to or stopped by that phone: always, at any hour, once
 * per ledger entry. It also closes our question, and cancels all waiting texts after a stop.
 */
export async function confirmByText(
  tx: Tx,
  phone: string,
  change: { status: ConsentStatus; entryId: string; language?: Language | null },
) {
  await cancelWaiting(tx, phone, change.status);
  await confirm(tx, phone, change);
}

/**
 * Confirms a change that was clicked in one book, whose phone may be somebody else's: other books' texts are not
 * changed, and a phone that said stop gets no text.
 */
export async function confirmForBook(
  tx: Tx,
  subjectId: string,
  { phone, status, entryId }: { phone: string; status: ConsentStatus; entryId: string },
) {
  await cancelWaiting(tx, phone, status, subjectId);
  if (await isStopped(tx, phone)) return;
  const createdAt = { gt: new Date(clock.now().getTime() - day) };
  const kind = { in: ['texts-agreed', 'texts-stopped'] };
  if ((await tx.notice.count({ where: { recipient: phone, kind, createdAt } })) >= mostADay) return;
  await confirm(tx, phone, { status, entryId });
}

/**
 * Cancels the texts that wait for a phone, or only those of one book; after a consent only the question. Marks the
 * question as answered.
 */
async function cancelWaiting(tx: Tx, phone: string, status: ConsentStatus, subjectId?: string) {
  const of = { ...(subjectId && { subjectId }) };
  await cancelTexts(tx, phone, { ...of, ...(status === 'GRANTED' && { kind: 'ask-for-texts' as const }) });
  await tx.consentRequest.updateMany({
    where: { phone, answeredAt: null, ...of },
    data: { answeredAt: clock.now() },
  });
}

async function confirm(
  tx: Tx,
  phone: string,
  { status, entryId, ...said }: { status: ConsentStatus; entryId: string; language?: Language | null },
) {
  const kind = status === 'GRANTED' ? 'texts-agreed' : 'texts-stopped';
  const language = said.language ?? (await languageOfReply(tx, phone));
  await notifyByText(tx, { kind, recipient: phone, data: { language }, dedupeKey: `${kind}:${entryId}` });
}
