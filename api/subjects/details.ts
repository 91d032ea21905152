import { z } from 'zod';
import { isEdtf, sortKey, yearsOf } from '#api/biography/writing/dates.ts';
import { isLanguage, languages } from '#api/language/languages.ts';
import { outermostHours } from '#api/notices/hours.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { clearable, line } from '#api/platform/domain-values/input.ts';
import { phoneNumber } from '#api/platform/domain-values/phone.ts';
import { isTimeZone } from '#api/platform/domain-values/time-zone.ts';

/** The cover cloths that a family can choose. */
export const cloths = ['spruce', 'ink', 'plum', 'moss', 'slate'] as const;

/**
 * How long the interviewer waits in a pause before it takes it as the end of an answer: quick, usual or patient, in
 * milliseconds.
 */
const patienceSteps = [1_200, 2_500, 5_000] as const;

const clockOnly = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 14:00');
const hour = clockOnly
  .transform(minuteOf)
  .refine(
    (minute) => minute >= outermostHours.from && minute <= outermostHours.until,
    'must be from 08:00 to 21:00',
  );

const timeZone = z
  .string()
  .trim()
  .max(64, 'must be at most 64 characters')
  .refine(isTimeZone, 'is not a time zone, e.g. America/New_York');

/** A language in which people tell their lives, as they choose it. */
export const language = z
  .string()
  .trim()
  .refine(isLanguage, `must be one of ${languages.join(', ')}`);

const birthDate = z
  .string()
  .trim()
  .max(40, 'must be at most 40 characters')
  .refine(
    (value) => isEdtf(value) && sortKey(value) !== null,
    'is not a date in EDTF, e.g. 1941-03-09 or 1950~',
  )
  .refine((value) => (yearsOf(value)?.first ?? 1000) >= 1000, 'must not be before the year 1000')
  .refine(
    (value) => (sortKey(value) ?? '') <= clock.now().toISOString().slice(0, 10),
    'must not be in the future',
  );

const callTime = z
  .object({
    weekday: z.int().min(1, 'must be 1 (Monday) to 7 (Sunday)').max(7, 'must be 1 (Monday) to 7 (Sunday)'),
    time: clockOnly,
  })
  .transform(({ weekday, time }) => ({ weekday, minute: minuteOf(time) }));

const callTimes = z
  .array(callTime)
  .max(21, 'must be at most 21 times')
  .refine(
    (times) => new Set(times.map(({ weekday, minute }) => weekday * 1440 + minute)).size === times.length,
    'must not name the same time twice',
  );

/** A code word is said aloud, and must not be guessed by chance. */
const codeWord = line(40)
  .refine((word) => /^[\p{L}\p{M}’' -]+$/u.test(word), 'must be words of letters')
  .refine((word) => (word.match(/\p{L}/gu)?.length ?? 0) >= 5, 'must have at least 5 letters')
  .refine((word) => word.split(/[\s-]+/).length <= 4, 'must be at most 4 words');

/** What viewers see of people who may be living, outside of the stories' own words. */
export const livingChoices = ['EVERYTHING', 'WITHOUT_DATES', 'STORIES_ONLY'] as const;

type LivingChoice = (typeof livingChoices)[number];
export type LivingColumns = { viewersSeeLiving: boolean; viewersSeeLivingDates: boolean };

export function livingChoiceOf({ viewersSeeLiving, viewersSeeLivingDates }: LivingColumns): LivingChoice {
  if (!viewersSeeLiving) return 'STORIES_ONLY';
  return viewersSeeLivingDates ? 'EVERYTHING' : 'WITHOUT_DATES';
}

/** The columns of a choice. Programs that only know of the dates change the dates: those that show them show everything. */
export function livingColumns(said: {
  livingForViewers?: LivingChoice | undefined;
  viewersSeeLivingDates?: boolean | undefined;
}): Partial<LivingColumns> {
  const { livingForViewers: choice, viewersSeeLivingDates: dates } = said;
  if (choice)
    return { viewersSeeLiving: choice !== 'STORIES_ONLY', viewersSeeLivingDates: choice === 'EVERYTHING' };
  if (dates === undefined) return {};
  return { viewersSeeLivingDates: dates, ...(dates && { viewersSeeLiving: true }) };
}

/** The input to create a subject. */
export const CreateSubject = z.object({
  fullName: line(120),
  preferredName: clearable(line(120)).nullish(),
  pronouns: clearable(line(40)).nullish(),
  relationship: clearable(line(60)).nullish(),
  phone: clearable(phoneNumber()).nullish(),
  timeZone: timeZone.nullish(),
  language: language.nullish(),
  birthDate: clearable(birthDate).nullish(),
  birthPlace: clearable(line(160)).nullish(),
  isSelf: z.boolean().nullish(),
});

/** The input to change a subject. An omitted field stays; null clears an optional one. */
export const UpdateSubject = z.object({
  id: z.string(),
  fullName: line(120).optional(),
  preferredName: line(120).optional(),
  pronouns: clearable(line(40)).optional(),
  relationship: clearable(line(60)).optional(),
  phone: clearable(phoneNumber()).optional(),
  timeZone: timeZone.optional(),
  language: language.optional(),
  birthDate: clearable(birthDate).optional(),
  birthPlace: clearable(line(160)).optional(),
  callTimes: callTimes.optional(),
  hoursFrom: hour.optional(),
  hoursUntil: hour.optional(),
  avoidedThemes: z.array(line(60)).max(30, 'must be at most 30 themes').optional(),
  avoidedThemesBefore: z.array(z.string()).max(1_000, 'must be at most 1000 themes').optional(),
  maxMinutes: z.int().min(5, 'must be at least 5').max(120, 'must be at most 120').optional(),
  maxQuestions: z.int().min(1, 'must be at least 1').max(60, 'must be at most 60').optional(),
  patienceMs: z.literal(patienceSteps, `must be one of ${patienceSteps.join(', ')}`).optional(),
  voice: clearable(line(80)).optional(),
  viewersReadTranscripts: z.boolean().optional(),
  publishesAutomatically: z.boolean().optional(),
  livingForViewers: z.enum(livingChoices, `must be one of ${livingChoices.join(', ')}`).optional(),
  viewersSeeLivingDates: z.boolean().optional(),
  playsVoiceCodes: z.boolean().optional(),
  cloth: z.enum(cloths, `must be one of ${cloths.join(', ')}`).optional(),
  scheduledBy: z.enum(['PHONE', 'SMS'], 'must be PHONE or SMS').optional(),
  codeWord: clearable(codeWord).optional(),
  status: z.enum(['ACTIVE', 'PAUSED', 'MEMORIAL'], 'must be ACTIVE, PAUSED or MEMORIAL').optional(),
});

/** Required fields: null leaves them unchanged. */
const kept = [
  ...(['fullName', 'preferredName', 'timeZone', 'language', 'callTimes', 'avoidedThemes'] as const),
  ...(['avoidedThemesBefore', 'maxMinutes', 'maxQuestions', 'patienceMs'] as const),
  ...(['viewersReadTranscripts', 'publishesAutomatically', 'cloth', 'status', 'scheduledBy'] as const),
  ...(['livingForViewers', 'viewersSeeLivingDates', 'playsVoiceCodes', 'hoursFrom', 'hoursUntil'] as const),
];

/** The fields of an update that change something. */
export function saidFields(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => value !== undefined && (value !== null || !kept.some((name) => name === field)),
    ),
  );
}

/** The minutes after midnight of a time like 14:00. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
