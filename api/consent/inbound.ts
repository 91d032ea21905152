import { setTimeout as sleep } from 'node:timers/promises';
import { holdPhone } from '#api/accounts/phones/codes.ts';
import { listen, withoutConversation } from '#api/conversations/interviewer/mind.ts';
import type { ConsentKind } from '#api/generated/prisma/enums.ts';
import type { TextKind } from '#api/notices/kinds.ts';
import { notifyByText } from '#api/notices/service.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction, type Wake } from '#api/platform/database/transaction.ts';
import { log } from '#api/platform/log.ts';
import { clock } from '#api/platform/values/clock.ts';
import { newId } from '#api/platform/values/ids.ts';
import { enterForFamilies, enterForPhone } from './by-phone.ts';
import { phoneKinds } from './ledger.ts';
import { agreedOnPage, familiesThatHadYes } from './phone-entries.ts';
import { withdrawWithin } from './service.ts';
import { textSubject } from './texting.ts';
import { wordingInForce } from './wordings.ts';

const day = 24 * 3_600_000;
const keptForMs = 30 * day;
/** A carrier hands on 1,600 characters at most. */
const longest = 4_000;
/** A stop must not be lost to a moment without a database: the carrier waits for 15 seconds, and may not come again. */
const againAfterMs = [100, 500, 2_000, 5_000];

/** A text as the carrier hands it on. */
export type IncomingText = { providerId: string; phone: string; text: string };

/**
 * Hears a text that came in, once however often the carrier sends it: a stop by its keyword or in free words, a yes in
 * answer to our question, a cry for help. It is kept as the evidence of what it changed.
 */
export async function hearText(text: IncomingText) {
  for (const ms of againAfterMs) {
    try {
      return await hear(text);
    } catch (error) {
      log.warn({ error, ms }, 'a text is heard again');
      await sleep(ms);
    }
  }
  await hear(text);
}

async function hear({ providerId, phone, text }: IncomingText) {
  const said = text.replaceAll('\0', '').slice(0, longest);
  await transaction(async (tx, wake) => {
    const id = newId();
    const { count } = await tx.inboundText.createMany({
      data: [{ id, providerId, phone, text: said, at: clock.now() }],
      skipDuplicates: true,
    });
    if (count) await answer(tx, wake, { id, phone, said });
  });
}

type Heard = { id: string; phone: string; said: string };

async function answer(tx: Tx, wake: Wake, heard: Heard) {
  const withdrawn = listen(heard.said, withoutConversation).withdraws;
  if (withdrawn.length) return stop(tx, wake, heard, withdrawn);
  const word = heard.said
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  if (word === 'help' || word === 'info') return reply(tx, heard, 'texts-help');
  if (word === 'start' || word === 'unstop' || word === 'yes') return agree(tx, wake, heard, word);
  return thankForNow(tx, heard);
}

/** For every subject that has this phone. Whoever holds the phone may stop; who they are is not asked. */
async function stop(tx: Tx, wake: Wake, heard: Heard, kinds: ConsentKind[]) {
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
async function agree(tx: Tx, wake: Wake, heard: Heard, word: 'start' | 'unstop' | 'yes') {
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

/** Stories can't be told by text so far; it is said once a day, and only to who agreed to texts. */
async function thankForNow(tx: Tx, { id, phone }: Heard) {
  if (await wasTold(tx, phone, 'texts-not-open')) return;
  const subjects = await tx.subject.findMany({
    where: { phone, status: 'ACTIVE' },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  const text = { kind: 'texts-not-open' as const, data: {}, dedupeKey: `texts-not-open:${id}` };
  for (const { id: subjectId } of subjects) if (await textSubject(tx, subjectId, text)) return;
}

type Reply = 'texts-help' | 'texts-not-asked' | 'texts-taken-back';

/** Answers at any hour: somebody has just written. Once a day where a machine at the other end would go on for ever. */
async function reply(tx: Tx, { id, phone }: Heard, kind: Reply, { onceADay = false } = {}) {
  if (onceADay && (await wasTold(tx, phone, kind))) return;
  await notifyByText(tx, { kind, recipient: phone, data: {}, dedupeKey: `${kind}:${id}` });
}

async function wasTold(tx: Tx, recipient: string, kind: TextKind): Promise<boolean> {
  const since = new Date(clock.now().getTime() - day);
  return (await tx.notice.count({ where: { recipient, kind, createdAt: { gt: since } } })) > 0;
}

/** Erases what came in by text 30 days ago; what it changed stays in the ledger. */
export async function eraseOldTexts() {
  await db.inboundText.deleteMany({ where: { at: { lt: new Date(clock.now().getTime() - keptForMs) } } });
}
