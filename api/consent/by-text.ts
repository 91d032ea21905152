import { holdPhone } from '#api/accounts/phones/codes.ts';
import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { TextKind } from '#api/notices/kinds.ts';
import { notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import type { Wake } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { enterForFamilies, enterForPhone } from './by-phone.ts';
import { phoneKinds } from './ledger.ts';
import { agreedOnPage, familiesThatHadYes } from './phone-entries.ts';
import { withdrawWithin } from './service.ts';
import { wordingInForce } from './wordings.ts';

const day = 24 * 3_600_000;

/** A text as it was kept. */
export type HeardText = { id: string; phone: string; said: string };

/** What a text says about texts themselves; null where it says nothing about them. */
export type TextCommand =
  | { kind: 'STOP'; withdraws: ConsentKind[]; tells: boolean }
  | { kind: 'HELP' }
  | { kind: 'AGREE'; word: 'start' | 'unstop' | 'yes' };

/** With so many words beside it, a text that takes something back also tells something. */
const meantToTell = 8;

/** Reads a keyword of the carriers, or free words with the meaning of a stop. */
export function readCommand(said: string): TextCommand | null {
  const { withdraws, toldWords } = listen(said, withoutConversation);
  if (withdraws.length) return { kind: 'STOP', withdraws, tells: toldWords >= meantToTell };
  const word = said
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  if (word === 'help' || word === 'info') return { kind: 'HELP' };
  if (word === 'start' || word === 'unstop' || word === 'yes') return { kind: 'AGREE', word };
  return null;
}

/** For every subject that has this phone. Whoever holds the phone may stop; who they are is not asked. */
export async function stopByText(tx: Tx, wake: Wake, heard: HeardText, kinds: readonly ConsentKind[]) {
  const { id, phone } = heard;
  const ofPhone = kinds.filter((kind) => phoneKinds.includes(kind));
  const evidence = { messageId: id };
  await enterForPhone(tx, wake, { phone, status: 'WITHDRAWN', kinds: ofPhone, via: 'SMS', evidence });
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
 * A yes counts in answer to our question alone, for the family in whose name it was asked, with every book of theirs
 * that has the phone: parents may share one. Who was asked, or had agreed, may start again, with those who had the yes.
 */
export async function agreeByText(tx: Tx, wake: Wake, heard: HeardText, word: 'start' | 'unstop' | 'yes') {
  const { id, phone } = heard;
  // Before any book, as wherever a phone says something: a stop that comes at the same moment waits for its turn.
  await holdPhone(tx, phone);
  const request = await tx.consentRequest.findUnique({ where: { phone } });
  const open = request && !request.answeredAt;
  const before = word !== 'yes' && (request ?? (await agreedBefore(tx, phone)));
  const refused = () => reply(tx, heard, 'texts-not-asked', { onceADay: true });
  if (!open && !before) return refused();
  const again = word === 'yes' ? [] : await familiesThatHadYes(tx, phone);
  const wordingVersion = open ? request.wordingVersion : wordingInForce('SMS').version;
  const evidence = { messageId: id };
  const asked = request ? [request.subjectId, ...(await booksOf(tx, request.askedById, phone))] : [];
  const subjectIds = [...asked, ...again];
  if (await enterForFamilies(tx, wake, { phone, subjectIds, wordingVersion, evidence })) return;
  // Whoever asked has another number by now; whoever had agreed on the page agrees for the phone, as there.
  if (word === 'yes' || !(await agreedOnPage(tx, phone))) return refused();
  await enterForPhone(tx, wake, { phone, status: 'GRANTED', kinds: ['SMS'], via: 'SMS', evidence });
}

/** The books with this phone whose owner asked it. */
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

/** Whether a phone was asked for its yes and has not answered yet. */
export async function isAsked(tx: Tx, phone: string): Promise<boolean> {
  return (await tx.consentRequest.count({ where: { phone, answeredAt: null } })) > 0;
}

type Reply = 'texts-help' | 'texts-not-asked' | 'texts-taken-back' | 'texts-what-we-are';

/** Answers at any hour: somebody has just written. Once a day where a machine at the other end would go on for ever. */
export async function reply(tx: Tx, { id, phone }: HeardText, kind: Reply, { onceADay = false } = {}) {
  if (onceADay && (await wasTold(tx, phone, kind))) return;
  await notifyByText(tx, { kind, recipient: phone, data: {}, dedupeKey: `${kind}:${id}` });
}

async function wasTold(tx: Tx, recipient: string, kind: TextKind): Promise<boolean> {
  const since = new Date(clock.now().getTime() - day);
  return (await tx.notice.count({ where: { recipient, kind, createdAt: { gt: since } } })) > 0;
}
