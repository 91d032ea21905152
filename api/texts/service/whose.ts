import { holdPhone } from '#api/accounts/phones/codes.ts';
import { covers, newestConsents } from '#api/consent/ledger.ts';
import { isStopped } from '#api/consent/phone-entries.ts';
import { zonesToText } from '#api/consent/texting.ts';
import { notifyByText } from '#api/notices/service.ts';
import { WhoseToAsk } from '#api/notices/texts.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';

/** An answer to "whose story is this?" is waited for so long. */
const askedForMs = 12 * 3_600_000;
/** An answer of more words is a story. */
const mostWordsOfAnswer = 4;

export type Choice =
  /** The words are this subject's. */
  | { kind: 'SUBJECT'; subjectId: string }
  /** The text says whose the words before it are. */
  | { kind: 'ANSWERED'; subjectId: string }
  /** Somebody was asked whose they are. */
  | { kind: 'UNKNOWN_YET' }
  /** Nobody has agreed to texts at this phone; a stranger's phone is one that no book and no account knows. */
  | { kind: 'NOBODY'; isStranger: boolean };

type Texter = {
  id: string;
  preferredName: string;
  fullName: string;
  timeZone: string;
  timeZoneSaid: boolean;
};

/** Finds out whom a text is about. Where several people share the phone and none of them is being talked with, it asks. */
export async function chooseSubject(
  tx: Tx,
  { id, phone, said }: { id: string; phone: string; said: string },
): Promise<Choice> {
  // Two texts at once: the second finds what was asked because of the first.
  await holdPhone(tx, phone);
  const texters = await textersOf(tx, phone);
  const [first, ...others] = texters;
  if (!first) return { kind: 'NOBODY', isStranger: await isStrangers(tx, phone) };
  if (!others.length) return { kind: 'SUBJECT', subjectId: first.id };
  const live = await liveByText(tx, phone);
  if (live && texters.some(({ id }) => id === live.subjectId)) {
    return { kind: 'SUBJECT', subjectId: live.subjectId };
  }
  const asked = await lastAsked(tx, phone);
  const chosen = asked && texters.find((texter) => texter.id === namedIn(said, asked, texters));
  if (chosen) return { kind: 'ANSWERED', subjectId: chosen.id };
  // What comes after the question belongs to the same story, unless it seems to be an answer that we don't understand.
  if (!asked || wordsOf(said).length <= mostWordsOfAnswer) await askWhose(tx, id, phone, texters);
  return { kind: 'UNKNOWN_YET' };
}

/** The conversation by text that goes on at a phone. */
export async function liveByText(
  tx: Tx,
  phone: string,
): Promise<{ id: string; subjectId: string; lastHeardAt: Date | null; startedAt: Date | null } | null> {
  return tx.conversation.findFirst({
    where: { phone, channel: 'SMS', status: 'IN_PROGRESS' },
    orderBy: { startedAt: 'desc' },
    select: { id: true, subjectId: true, lastHeardAt: true, startedAt: true },
  });
}

/** Who has this phone and agreed to texts, in the order in which their books began. */
async function textersOf(tx: Tx, phone: string): Promise<Texter[]> {
  if (await isStopped(tx, phone)) return [];
  const subjects = await tx.subject.findMany({
    where: { phone, status: { in: ['ACTIVE', 'PAUSED'] }, deletedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, preferredName: true, fullName: true, timeZone: true, timeZoneSaid: true },
  });
  const agreed: Texter[] = [];
  for (const subject of subjects) {
    if (covers(await newestConsents(subject.id, tx), 'SMS', phone)) agreed.push(subject);
  }
  return agreed;
}

async function isStrangers(tx: Tx, phone: string): Promise<boolean> {
  if (await isStopped(tx, phone)) return false;
  const [books, accounts, asked] = await Promise.all([
    tx.subject.count({ where: { phone } }),
    tx.user.count({ where: { phoneNumber: phone } }),
    tx.consentRequest.count({ where: { phone } }),
  ]);
  return books + accounts + asked === 0;
}

/** The books that were offered to a phone lately, in their order. */
async function lastAsked(tx: Tx, phone: string): Promise<string[] | null> {
  const notice = await tx.notice.findFirst({
    where: {
      recipient: phone,
      kind: 'texts-whose-story',
      createdAt: { gt: new Date(clock.now().getTime() - askedForMs) },
    },
    orderBy: { createdAt: 'desc' },
    select: { data: true },
  });
  return notice && WhoseToAsk.parse(notice.data).subjects.map(({ id }) => id);
}

/** The book that an answer names, by its number or by a name. */
function namedIn(said: string, asked: readonly string[], texters: readonly Texter[]): string | null {
  const words = wordsOf(said);
  if (!words.length || words.length > mostWordsOfAnswer) return null;
  const number = /^\d$/.test(words[0] ?? '') && words.length === 1 ? Number(words[0]) : 0;
  if (number) return asked[number - 1] ?? null;
  const answer = words.filter((word) => !['for', 'it', 'is', 's', 'about'].includes(word)).join(' ');
  const named = texters.filter(({ preferredName, fullName }) =>
    [preferredName, fullName].some((name) => wordsOf(name).join(' ') === answer),
  );
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

async function askWhose(tx: Tx, textId: string, phone: string, texters: readonly Texter[]) {
  await notifyByText(tx, {
    kind: 'texts-whose-story',
    recipient: phone,
    data: { subjects: texters.map(({ id, preferredName }) => ({ id, subjectName: preferredName })) },
    dedupeKey: `texts-whose-story:${textId}`,
    timeZones: [...new Set(texters.flatMap((texter) => zonesToText({ ...texter, phone })))],
  });
}
