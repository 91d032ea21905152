import type { Heard } from '#api/conversations/interviewer/mind.ts';
import type { KeptFor } from '#api/conversations/interviewer/request.ts';
import { touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import type { SaidAudience } from '#api/dialogue-acts/rules/audience.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { revealsCodeWord } from '#api/platform/domain-values/code-word.ts';
import { dayBegins, dayThere } from '#api/platform/domain-values/time-zone.ts';
import { meantMembers } from './meant-members.ts';

type Said = { id: string; subjectId: string; text: string };

/** Nothing is held back for longer. */
const mostYears = 100;

/**
 * Stores who may read a message and the ones before it that it makes private. Where the words are not certain, nobody
 * may, and the person is asked once. Without the consent to sharing nobody else reads anything, so nothing is stored.
 */
export async function storeSaidAudience(
  tx: Tx,
  { audience, intents }: Heard,
  { id, subjectId, text }: Said,
  before: readonly string[],
) {
  if (!audience || (await isKeptOtherwise(tx, subjectId, text))) return;
  const meant = audience === 'UNSURE' ? null : await meantBy(tx, subjectId, audience);
  if (meant === 'NOTHING_SHARED' || (!meant && !intents.includes('AUDIENCE'))) return;
  const said = await tx.message.findMany({
    where: { id: { in: [id, ...before] }, role: 'user', deletedAt: null },
    select: { id: true },
  });
  for (const message of said) {
    const { memberIds = [], ...times } = meant ?? { pending: true };
    await tx.saidAudience.deleteMany({ where: { messageId: message.id } });
    await tx.saidAudience.create({
      data: {
        ...{ messageId: message.id, subjectId, ...times },
        members: { create: memberIds.map((membershipId) => ({ subjectId, membershipId })) },
      },
    });
  }
}

/** The messages of which the person is being asked who may read them. They are asked once. */
export async function askedAbout(tx: Tx, conversationId: string): Promise<string[]> {
  const where = { pending: true, message: { is: { conversationId } } };
  const asked = await tx.saidAudience.findMany({ where, select: { messageId: true } });
  await tx.saidAudience.updateMany({ where, data: { pending: false } });
  return asked.map(({ messageId }) => messageId);
}

/** Whether the words are private for another reason, which no audience opens. */
async function isKeptOtherwise(tx: Tx, subjectId: string, text: string): Promise<boolean> {
  const { codeWord, language, privateThemes } = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: { codeWord: true, language: true, privateThemes: { select: { theme: true } } },
  });
  const themes = privateThemes.map(({ theme }) => theme);
  return revealsCodeWord(text, codeWord) || touchesAvoided(themes, text, [], languageOf(language));
}

type Meant = {
  memberIds?: string[];
  opensOn?: Date;
  opensAt?: Date;
  afterDeath?: true;
  pending?: boolean;
};

/** The members or the day that the words name in this book; null where that is not certain. */
async function meantBy(
  tx: Tx,
  subjectId: string,
  said: SaidAudience,
): Promise<Meant | 'NOTHING_SHARED' | null> {
  const subject = await tx.subject.findUniqueOrThrow({
    where: { id: subjectId },
    select: {
      ...{ timeZone: true, birthDate: true, sharing: true, status: true, selfUserId: true },
      viewersReadTranscripts: true,
      members: {
        orderBy: { createdAt: 'asc' },
        select: {
          ...{ id: true, userId: true, role: true, relationship: true },
          user: { select: { name: true } },
          person: { select: { name: true, aliases: true, relationship: true } },
        },
      },
      people: {
        where: { membershipId: null },
        select: { name: true, aliases: true, relationship: true },
      },
    },
  });
  if (!subject.sharing) return 'NOTHING_SHARED';
  switch (said.kind) {
    case 'AFTER_DEATH':
      return { afterDeath: true };
    case 'UNTIL':
      return untilDay(said, subject.timeZone);
    case 'UNTIL_AGE': {
      // A birthday may be at the end of the year. “1950~” is not certain.
      const year = subject.birthDate?.match(/^(\d{4})(?:-|$)/)?.[1];
      const until = year && { year: Number(year) + said.age + 1, month: 1, day: 1 };
      return until ? untilDay(until, subject.timeZone) : null;
    }
    case 'IN_YEARS': {
      const [year = 0, month = 1, day = 1] = dayThere(clock.now(), subject.timeZone).split('-').map(Number);
      const isLeapDay = month === 2 && day === 29;
      return untilDay(
        { year: year + said.years, ...(isLeapDay ? { month: 3, day: 1 } : { month, day }) },
        subject.timeZone,
      );
    }
    case 'ONLY':
    case 'EXCEPT': {
      const memberIds = meantMembers(said, subject);
      return memberIds && { memberIds };
    }
  }
}

function untilDay(
  { year, month, day }: { year: number; month: number; day: number },
  zone: string,
): Meant | null {
  const now = clock.now();
  const until = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  if (until <= dayThere(now, zone) || year > now.getUTCFullYear() + mostYears) return null;
  return { opensOn: new Date(`${until}T00:00:00Z`), opensAt: dayBegins(until, zone) };
}

const dayInWords: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  es: new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' }),
};

/** The readers of words that the interviewer has asked about; null where only the person may read them. */
export async function keptForOf(messageIds: readonly string[], language: Language): Promise<KeptFor | null> {
  const row = await db.saidAudience.findFirst({
    where: { messageId: { in: [...messageIds] } },
    orderBy: { message: { seq: 'desc' } },
    select: {
      ...{ pending: true, opensOn: true, afterDeath: true },
      members: {
        orderBy: { membership: { createdAt: 'asc' } },
        select: { membership: { select: { user: { select: { name: true } } } } },
      },
    },
  });
  if (!row) return null;
  if (row.pending) return 'UNSURE';
  if (row.afterDeath) return { kind: 'AFTER_DEATH' };
  if (row.opensOn) {
    const isNewYear = row.opensOn.getUTCMonth() === 0 && row.opensOn.getUTCDate() === 1;
    const until = isNewYear ? String(row.opensOn.getUTCFullYear()) : dayInWords[language].format(row.opensOn);
    return { kind: 'UNTIL', until };
  }
  const names = row.members.map(({ membership }) => membership.user.name);
  return names.length > 0 ? { kind: 'MEMBERS', names } : null;
}

/** For each message, whether the person named this user as one who may read it. */
export async function namedIn(userId: string, messageIds: readonly string[]): Promise<boolean[]> {
  const rows = await db.saidAudienceMember.findMany({
    where: { messageId: { in: [...messageIds] }, membership: { is: { userId } } },
    select: { messageId: true },
  });
  const named = new Set(rows.map(({ messageId }) => messageId));
  return messageIds.map((id) => named.has(id));
}

/** The readers of private words, as the person named them. */
export type SaidAudienceView = {
  /** The names of the members who may read them now. */
  readers: string[];
  /** As YYYY-MM-DD. */
  until: string | null;
  afterDeath: boolean;
  pending: boolean;
};

/** For each message the readers that the person named, or null. Only the person may see this. */
export async function saidAudiencesOf(messageIds: readonly string[]): Promise<(SaidAudienceView | null)[]> {
  const rows = await db.saidAudience.findMany({
    where: { messageId: { in: [...messageIds] } },
    select: {
      ...{ messageId: true, pending: true, opensOn: true, afterDeath: true },
      subject: { select: { sharing: true, viewersReadTranscripts: true } },
      members: {
        orderBy: [{ membership: { createdAt: 'asc' } }, { membershipId: 'asc' }],
        select: { membership: { select: { role: true, user: { select: { name: true } } } } },
      },
    },
  });
  const found = new Map(
    rows.map(({ messageId, opensOn, subject, members, ...said }) => {
      const until = opensOn?.toISOString().slice(0, 10) ?? null;
      // A member whom the person named may no longer read any transcript.
      const readers = members.filter(
        ({ membership }) =>
          subject.sharing && (membership.role !== 'VIEWER' || subject.viewersReadTranscripts),
      );
      return [messageId, { ...said, until, readers: readers.map(({ membership }) => membership.user.name) }];
    }),
  );
  return messageIds.map((id) => found.get(id) ?? null);
}
