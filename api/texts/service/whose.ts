import { holdPhone } from '#api/accounts/phones/codes.ts';
import { covers, newestConsents } from '#api/consent/ledger.ts';
import { isStopped } from '#api/consent/phone-entries.ts';
import { zonesToText } from '#api/consent/texting.ts';
import { languageOf } from '#api/language/languages.ts';
import { wordsWithoutAccents } from '#api/language/words-without-accents.ts';
import { notifyByText } from '#api/notices/service.ts';
import { WhoseToAsk } from '#api/notices/texts.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { isNobodysPhone } from '../policy.ts';
import { introducedIn } from './introduced.ts';

/** How long we wait for an answer to "whose story is this?". */
const askedForMs = 12 * 3_600_000;
/** A text with more words is a story, not an answer. */
const mostWordsOfAnswer = 4;

export type Choice =
  /** The words belong to this subject. */
  | { kind: 'SUBJECT'; subjectId: string }
  /** The text names the subject of the earlier words. */
  | { kind: 'ANSWERED'; subjectId: string }
  /** The text says who is writing; the earlier words, about which we asked, are theirs too. */
  | { kind: 'SAID_ALL'; subjectId: string }
  /** The texter was asked whose words they are. */
  | { kind: 'UNKNOWN_YET' }
  /**
   * No subject with this phone has agreed to texts. A stranger's phone is one that no book, account or request has.
   */
  | { kind: 'NOBODY'; isStranger: boolean };

type Texter = {
  id: string;
  preferredName: string;
  fullName: string;
  timeZone: string;
  timeZoneSaid: boolean;
  language: string;
};

/**
 * Finds the subject that a text is about, when several share the phone: whoever it says is writing; else the one whose
 * conversation by text goes on; else whoever the texter names when asked. Asks if none of these is certain; a
 * conversation goes on while only an earlier text waits for the answer.
 */
export async function chooseSubject(
  tx: Tx,
  { id, phone, said, hasMedia }: { id: string; phone: string; said: string; hasMedia: boolean },
): Promise<Choice> {
  // Locks the phone, so that a concurrent second text sees the question asked because of the first.
  await holdPhone(tx, phone);
  const texters = await textersOf(tx, phone);
  const [first, ...others] = texters;
  if (!first) return { kind: 'NOBODY', isStranger: await isStrangers(tx, phone) };
  if (!others.length) return { kind: 'SUBJECT', subjectId: first.id };
  const current = await currentTexter(tx, phone, texters);
  const ours = await lastWordsTo(tx, current);
  const mayBeAbout = hasMedia || asksFor(aName, ours);
  const introduced = introducedIn(said, texters, { mayBeAbout });
  const [named, ...namesakes] = introduced?.subjectIds ?? [];
  const isKnown = introduced?.isCertain && !namesakes.length;
  const waiting = await tx.inboundText.findFirst({ where: waitingOf(phone), orderBy: { at: 'desc' } });
  const lately = waiting ? await lastAsked(tx, phone) : null;
  if (named && isKnown) return { kind: lately ? 'SAID_ALL' : 'SUBJECT', subjectId: named };
  // After our question we may have begun a conversation with one of them.
  const isNewer = waiting && (current?.startedAt ?? 0) > waiting.at;
  const asked = isNewer ? null : lately;
  const answer = asked && !hasMedia ? namedIn(said, asked.subjectIds, texters) : null;
  const chosen = texters.find((texter) => texter.id === answer);
  // It may as well answer what we asked since in the conversation that goes on.
  const mayBeToOther =
    ours && asked && ours.at > asked.at && asksFor(/\d/.test(said) ? aNumber : aName, ours);
  if (chosen && !mayBeToOther) return { kind: 'ANSWERED', subjectId: chosen.id };
  const mayBeOther = named !== undefined && (namesakes.length > 0 || named !== current?.subjectId);
  if (current && !mayBeOther && !chosen) return { kind: 'SUBJECT', subjectId: current.subjectId };
  // A longer text after the question belongs to the same story; a short one seems to be an answer that was not
  // understood, so we ask again.
  const isShort = wordsWithoutAccents(said).length <= mostWordsOfAnswer;
  if (!asked || isShort) await askWhose(tx, id, phone, texters);
  return { kind: 'UNKNOWN_YET' };
}

/** Texts of a phone that wait until it is known whose words they are. */
export const waitingOf = (phone: string) => ({ phone, tells: true, toldAt: null, subjectId: null });

type Current = { subjectId: string; conversationId?: string; startedAt?: Date | null };

/** Whose text was the last one of this phone, if their conversation goes on or is about to begin; else whom we texted. */
async function currentTexter(tx: Tx, phone: string, texters: readonly Texter[]): Promise<Current | null> {
  const subjectId = { in: texters.map(({ id }) => id) };
  const text = await tx.inboundText.findFirst({
    where: { phone, subjectId, tells: true, assigned: false },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { subjectId: true, at: true, toldAt: true },
  });
  const live = await tx.conversation.findMany({
    where: { phone, subjectId, channel: 'SMS', status: 'IN_PROGRESS', silent: false },
    orderBy: { startedAt: 'desc' },
    select: { id: true, subjectId: true, startedAt: true },
  });
  const isLate = text && clock.now().getTime() - text.at.getTime() > askedForMs;
  if (text?.subjectId && !text.toldAt && !isLate) {
    const its = live.find((each) => each.subjectId === text.subjectId);
    return { subjectId: text.subjectId, conversationId: its?.id, startedAt: its?.startedAt };
  }
  const [newest] = live;
  if (!newest) return null;
  const isNewer = text && (newest.startedAt ?? 0) > text.at;
  const last = isNewer ? newest : (live.find((each) => each.subjectId === text?.subjectId) ?? newest);
  return { ...last, conversationId: last.id };
}

type OurWords = { text: string; at: Date };

async function lastWordsTo(tx: Tx, current: Current | null): Promise<OurWords | null> {
  if (!current?.conversationId) return null;
  const last = await tx.message.findFirst({
    where: { conversationId: current.conversationId, role: 'assistant' },
    orderBy: { seq: 'desc' },
    select: { text: true, createdAt: true },
  });
  return last && { text: last.text, at: last.createdAt };
}

const asksFor = (asking: ReadonlySet<string>, ours: OurWords | null) =>
  wordsWithoutAccents(ours?.text ?? '').some((word) => asking.has(word));

/** Words of questions that a name answers. */
const aName = new Set([
  'who',
  'whom',
  'whose',
  'name',
  'named',
  'called',
  'quien',
  'quienes',
  'nombre',
  'llamaba',
]);
/** Words of questions that a number of one digit answers. */
const aNumber = new Set(['many', 'old', 'age', 'cuantos', 'cuantas', 'anos', 'edad']);

/** The live conversation by text of a phone. */
export async function liveByText(
  tx: Tx,
  phone: string,
): Promise<{ id: string; subjectId: string; lastHeardAt: Date | null; startedAt: Date | null } | null> {
  return tx.conversation.findFirst({
    where: { phone, channel: 'SMS', status: 'IN_PROGRESS', silent: false },
    orderBy: { startedAt: 'desc' },
    select: { id: true, subjectId: true, lastHeardAt: true, startedAt: true },
  });
}

/** The subjects with this phone who agreed to texts, oldest book first. */
async function textersOf(tx: Tx, phone: string): Promise<Texter[]> {
  if (await isStopped(tx, phone)) return [];
  const subjects = await tx.subject.findMany({
    where: { phone, status: { in: ['ACTIVE', 'PAUSED'] }, deletedAt: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      preferredName: true,
      fullName: true,
      timeZone: true,
      timeZoneSaid: true,
      language: true,
    },
  });
  const agreed: Texter[] = [];
  for (const subject of subjects) {
    if (covers(await newestConsents(subject.id, tx), 'SMS', phone)) agreed.push(subject);
  }
  return agreed;
}

async function isStrangers(tx: Tx, phone: string): Promise<boolean> {
  return !(await isStopped(tx, phone)) && (await isNobodysPhone(tx, phone));
}

/** When we last asked the phone, if lately, and the subjects that it was offered, in their order. */
async function lastAsked(tx: Tx, phone: string): Promise<{ at: Date; subjectIds: string[] } | null> {
  const notice = await tx.notice.findFirst({
    where: {
      recipient: phone,
      kind: 'texts-whose-story',
      // The database sets `createdAt`, so it is compared with the real time.
      createdAt: { gt: new Date(Date.now() - askedForMs) },
    },
    orderBy: { createdAt: 'desc' },
    select: { data: true, createdAt: true },
  });
  if (!notice) return null;
  return { at: notice.createdAt, subjectIds: WhoseToAsk.parse(notice.data).subjects.map(({ id }) => id) };
}

/** The subject that an answer names, by its number or a name. */
function namedIn(said: string, asked: readonly string[], texters: readonly Texter[]): string | null {
  const words = wordsWithoutAccents(said);
  if (!words.length || words.length > mostWordsOfAnswer) return null;
  const number = /^\d$/.test(words[0] ?? '') && words.length === 1 ? Number(words[0]) : 0;
  if (number) return asked[number - 1] ?? null;
  const answer = words
    .filter(
      (word) => !['for', 'it', 'is', 's', 'about', 'para', 'es', 'de', 'la', 'el', 'sobre'].includes(word),
    )
    .join(' ');
  const named = texters.filter(({ preferredName, fullName }) =>
    [preferredName, fullName].some((name) => wordsWithoutAccents(name).join(' ') === answer),
  );
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}

async function askWhose(tx: Tx, textId: string, phone: string, texters: readonly Texter[]) {
  await notifyByText(tx, {
    kind: 'texts-whose-story',
    recipient: phone,
    data: {
      subjects: texters.map(({ id, preferredName, language }) => ({
        id,
        subjectName: preferredName,
        language: languageOf(language),
      })),
    },
    dedupeKey: `texts-whose-story:${textId}`,
    timeZones: [...new Set(texters.flatMap((texter) => zonesToText({ ...texter, phone })))],
  });
}
