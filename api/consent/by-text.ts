import { holdPhone } from '#api/accounts/phones/codes.ts';
import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { Language } from '#api/language/languages.ts';
import type { TextKind } from '#api/notices/kinds.ts';
import { notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enterForFamilies, enterForPhone } from './by-phone.ts';
import { phoneKinds } from './ledger.ts';
import { agreedOnPage, familiesThatHadYes } from './phone-entries.ts';
import { languageOfPhone, languageOfReply } from './phone-language.ts';
import { withdrawWithin } from './service.ts';
import { wordingInForce } from './wordings.ts';

const day = 24 * 3_600_000;

/** A stored incoming text, with its language if it is a command in one. */
export type HeardText = { id: string; phone: string; said: string; language?: Language | null };

/**
 * Withdraws consents for every subject with this phone. Anybody who holds the phone may stop; their identity is not
 * checked.
 */
export async function stopByText(tx: Tx, wake: Wake, heard: HeardText, kinds: readonly ConsentKind[]) {
  const { id, phone, language } = heard;
  const ofPhone = kinds.filter((kind) => phoneKinds.includes(kind));
  const evidence = { messageId: id };
  const stop = { phone, status: 'WITHDRAWN', kinds: ofPhone, via: 'SMS', evidence, language } as const;
  await enterForPhone(tx, wake, stop);
  if (!kinds.includes('SMS')) await reply(tx, heard, 'texts-taken-back', { onceADay: true });
  const others = kinds.filter((kind) => !phoneKinds.includes(kind));
  if (!others.length) return;
  const subjects = await tx.subject.findMany({
    where: { phone },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  for (const { id: subjectId } of subjects) {
    await withdrawWithin(tx, wake, { subjectId, kinds: others, via: 'SMS', viewer: null, evidence });
  }
}

/**
 * Enters a consent by text. YES counts only as an answer to our question, for the asking family's books that have the
 * phone, since parents may share one. START and UNSTOP also count for phones that were asked or had agreed before,
 * together with the subjects that had the phone's consent.
 */
export async function agreeByText(tx: Tx, wake: Wake, heard: HeardText, word: 'start' | 'unstop' | 'yes') {
  const { id, phone, language } = heard;
  // Locks the phone before any book, as everywhere, so that a concurrent stop waits.
  await holdPhone(tx, phone);
  const request = await tx.consentRequest.findUnique({ where: { phone } });
  const open = request && !request.answeredAt;
  const before = word !== 'yes' && (request ?? (await agreedBefore(tx, phone)));
  const refuse = () => reply(tx, heard, 'texts-not-asked', { onceADay: true });
  if (!open && !before) return refuse();
  const agreedSubjectIds = word === 'yes' ? [] : await familiesThatHadYes(tx, phone);
  const wordingVersion = open
    ? request.wordingVersion
    : wordingInForce('SMS', language ?? (await languageOfPhone(tx, phone))).version;
  const evidence = { messageId: id };
  const askedSubjectIds = request
    ? [request.subjectId, ...(await booksOf(tx, request.askedById, phone))]
    : [];
  const subjectIds = [...askedSubjectIds, ...agreedSubjectIds];
  if (await enterForFamilies(tx, wake, { phone, subjectIds, wordingVersion, evidence, language })) return;
  // The asking family has another number by now. A phone that agreed on the public page agrees for itself again.
  if (word === 'yes' || !(await agreedOnPage(tx, phone))) return refuse();
  const consent = { phone, status: 'GRANTED', kinds: ['SMS'], via: 'SMS', evidence, language } as const;
  await enterForPhone(tx, wake, consent);
}

/** The books with this phone that the asking account owns. */
async function booksOf(tx: Tx, userId: string | null, phone: string): Promise<string[]> {
  if (!userId) return [];
  const members = { some: { userId, role: 'OWNER' } } as const;
  const books = await tx.subject.findMany({ where: { phone, members }, select: { id: true } });
  return books.map(({ id }) => id);
}

async function agreedBefore(tx: Tx, phone: string): Promise<boolean> {
  const entry = await tx.consentIdentity.findFirst({
    where: { phone, entry: { kind: 'SMS', status: 'GRANTED' } },
    select: { entryId: true },
  });
  return entry !== null;
}

/** Whether a phone was asked for its consent and has not answered yet. */
export async function isAsked(tx: Tx, phone: string): Promise<boolean> {
  return (await tx.consentRequest.count({ where: { phone, answeredAt: null } })) > 0;
}

type Reply = 'texts-help' | 'texts-not-asked' | 'texts-taken-back' | 'texts-what-we-are';

/**
 * Replies at any hour, because somebody has just written. `onceADay` prevents an endless exchange with a machine at
 * the other end.
 */
export async function reply(
  tx: Tx,
  { id, phone, language: written }: HeardText,
  kind: Reply,
  { onceADay = false } = {},
) {
  if (onceADay && (await wasRepliedToday(tx, phone, kind))) return;
  const language = written ?? (await languageOfReply(tx, phone));
  await notifyByText(tx, { kind, recipient: phone, data: { language }, dedupeKey: `${kind}:${id}` });
}

async function wasRepliedToday(tx: Tx, recipient: string, kind: TextKind): Promise<boolean> {
  const since = new Date(clock.now().getTime() - day);
  return (await tx.notice.count({ where: { recipient, kind, createdAt: { gt: since } } })) > 0;
}
