import { z } from 'zod';
import { ports } from '#api/adapters/ports.ts';
import { CallRefused, type CallVoice } from '#api/adapters/telephony/port.ts';
import { type Language, languageOf } from '#api/language/languages.ts';
import { audit } from '#api/platform/audit.ts';
import { type Budget, spend } from '#api/platform/budgets.ts';
import { db, type Tx } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { publicUrl } from '#api/platform/domain-values/public-url.ts';
import { InvalidInput, WrongState } from '#api/platform/errors.ts';
import { enqueue, job } from '#api/platform/jobs.ts';
import { log } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { hooks } from '../addresses.ts';
import { voiceNamed, voiceOf } from './voices.ts';

/** Samples that one account may hear in a day: calls cost money. */
const samplesADay: Budget = { name: 'voice-samples', points: 5, seconds: 24 * 3600 };
/** A sample that could not be called within this time is not called any more. */
const goodForMs = 5 * 60_000;

/** The phone that the viewer has confirmed in their account; null when they have none. */
async function ownPhone(tx: Tx, userId: string): Promise<string | null> {
  const user = await tx.user.findFirst({
    where: { id: userId, phoneNumberVerified: true },
    select: { phoneNumber: true },
  });
  return user?.phoneNumber ?? null;
}

/** Why the viewer can't hear a voice on their phone, in words for them; null when they can. */
export async function whyNoVoiceSample(tx: Tx, { userId }: Viewer): Promise<Error | null> {
  if (!ports.telephony.dials) return new WrongState('No phone service is set up here');
  if (await ownPhone(tx, userId)) return null;
  return new WrongState('Confirm your phone in your account settings first: the sample is a call to it');
}

/**
 * Calls the viewer's own confirmed phone once and says a sentence in a voice that the subject's calls can have. Throws
 * `InvalidInput` for another voice, and `WrongState` without a confirmed phone or after the day's samples.
 */
export async function callWithVoiceSample(
  viewer: Viewer,
  { subjectId, voice }: { subjectId: string; voice: string },
): Promise<void> {
  await transaction(async (tx) => {
    await mustStill(tx, viewer, 'SCHEDULE', subjectId);
    const problem = await whyNoVoiceSample(tx, viewer);
    if (problem) throw problem;
    const { language } = await tx.subject.findUniqueOrThrow({
      where: { id: subjectId },
      select: { language: true },
    });
    if (!voiceOf({ language, voice }))
      throw new InvalidInput([
        { path: 'voice', message: 'is not one of the voices that calls can have here' },
      ]);
    const { userId } = viewer;
    if (!(await spend(samplesADay, userId)).allowed)
      throw new WrongState('That was the last sample for today. Please try again tomorrow');
    await audit(tx, viewer, 'voice.sampled', { subjectId, detail: { voice } });
    await enqueue(tx, callWithSample, { userId, voice, askedAt: clock.now().toISOString() });
  });
}

/** Calls the phone of an account with a sample; a retry after a failure never makes it ring twice. */
export const callWithSample = job({
  name: 'calls.sampleVoice',
  input: z.object({ userId: z.uuid(), voice: z.string(), askedAt: z.iso.datetime() }),
  retries: 2,
  timeoutSeconds: 60,
  atOnce: 4,
  async run({ userId, voice, askedAt }) {
    const since = new Date(askedAt);
    const phone = await ownPhone(db, userId);
    if (!phone || since.getTime() + goodForMs < clock.now().getTime()) return;
    try {
      await ports.telephony.dial({
        ...{ to: phone, since, again: true },
        voiceUrl: `${publicUrl()}${hooks.voice}?sample=${encodeURIComponent(voice)}`,
        statusUrl: `${publicUrl()}${hooks.status}`,
      });
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      log.warn({ error }, 'the phone service refused to call with a voice sample');
    }
  },
});

const sentences: Record<Language, string> = {
  en: 'Hello, this is Evertold, a computer. This is how I sound on a call. What did your kitchen smell of on a Sunday? Goodbye.',
  es: 'Hola, soy Evertold, una computadora. Así sueno en una llamada. ¿A qué olía su cocina los domingos? Hasta luego.',
};

/** What a sample says, and the voice that says it; null for an unknown voice. */
export function sampleOf(name: string): { words: string; language: Language; voice: CallVoice } | null {
  const voice = voiceNamed(name);
  if (!voice) return null;
  const language = languageOf(voice.language);
  return { words: sentences[language], language, voice };
}
