import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { dayThere } from '#api/platform/domain-values/time-zone.ts';
import type { TextWords } from './text-words.ts';
import { textWords } from './texts.ts';

/** The stored data of a waiting text about tomorrow's call. */
export const CallToAnnounce = z.object({ subjectId: z.uuid(), at: z.iso.datetime() });

type Announced = Parameters<TextWords['callTomorrow']>[0] & { language: Language };

/** The clock time as each language has it. */
const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' };

/** The call as planned now; null when it was skipped, moved or paused, or is no longer tomorrow. */
export async function plannedCall(waiting: unknown): Promise<Announced | null> {
  const { subjectId, at: said } = CallToAnnounce.parse(waiting);
  const at = new Date(said);
  const { dials, number } = ports.telephony;
  const subject = await db.subject.findUnique({
    where: { id: subjectId },
    include: {
      members: {
        where: { role: 'OWNER' },
        orderBy: { createdAt: 'asc' },
        include: { user: { select: { name: true } } },
      },
    },
  });
  if (!dials || !number || subject?.status !== 'ACTIVE' || subject.scheduledBy !== 'PHONE') return null;
  const { timeZone, skippedCallAt, callsPausedUntil, selfUserId } = subject;
  const tomorrow = dayThere(new Date(clock.now().getTime() + 24 * 3_600_000), timeZone);
  if (dayThere(at, timeZone) !== tomorrow) return null;
  if (skippedCallAt?.getTime() === at.getTime() || (callsPausedUntil && callsPausedUntil > at)) return null;
  const owner = subject.members.find(({ userId }) => userId !== selfUserId);
  const language = languageOf(subject.language);
  const time = new Intl.DateTimeFormat(locales[language], { timeZone, hour: 'numeric', minute: '2-digit' });
  return {
    subjectName: subject.preferredName,
    callerName: owner?.user.name ?? null,
    number,
    time: time.format(at).replace(':00', ''),
    language,
  };
}

/** The text on the day before a call, so that the person knows who is calling. */
export function callTomorrow({ language, ...call }: Announced): string {
  return textWords[language].callTomorrow(call);
}
