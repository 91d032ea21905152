import { languageOf } from '#api/language/languages.ts';
import { cancelTexts, notifyByText } from '#api/notices/service.ts';
import type { Tx } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { covers, newestConsents } from './ledger.ts';
import { isStopped } from './phone-entries.ts';
import { isQuiet } from './retention.ts';
import { zonesToText } from './texting.ts';
import { wordingInForce } from './wordings.ts';

/** The number of phones that one account may have asked per day; more would not be for a family. */
const mostADay = 10;
const day = 24 * 3_600_000;

type SubjectToAsk = {
  id: string;
  phone: string;
  preferredName: string;
  timeZone: string;
  timeZoneSaid: boolean;
  selfUserId: string | null;
  language: string;
};

/**
 * Sends the text that asks a phone for its consent, with the wording, after a family member entered the phone. It
 * goes by day in the subject's time zone. A phone is asked only once, by whomever and however often it is entered,
 * and never after it said stop. People who enter their own phone are asked on the page instead, and those who already
 * agreed are not asked.
 */
export async function askByText(tx: Tx, viewer: Viewer, subject: SubjectToAsk) {
  const { phone, preferredName: subjectName, id: subjectId } = subject;
  if (subject.selfUserId === viewer.userId) return;
  if (covers(await newestConsents(subjectId, tx), 'SMS', phone)) return;
  if ((await isStopped(tx, phone)) || (await isQuiet(tx, phone))) return;
  const since = new Date(clock.now().getTime() - day);
  const requestsToday = await tx.consentRequest.count({
    where: { askedById: viewer.userId, askedAt: { gt: since } },
  });
  if (requestsToday >= mostADay) return;
  const language = languageOf(subject.language);
  const { version, text: wording } = wordingInForce('SMS', language);
  const id = newId();
  const { count } = await tx.consentRequest.createMany({
    data: [{ id, phone, subjectId, askedById: viewer.userId, wordingVersion: version, askedAt: clock.now() }],
    skipDuplicates: true,
  });
  if (!count) return;
  await notifyByText(tx, {
    kind: 'ask-for-texts',
    recipient: phone,
    data: { subjectName, askedBy: viewer.name, wording, language },
    dedupeKey: `ask-for-texts:${id}`,
    subjectId,
    timeZones: zonesToText(subject),
  });
}

/**
 * Cancels the waiting texts to a phone for a book that no longer has it or is no longer texted. If the question was
 * not sent yet, the phone can be asked later.
 */
export async function takeTextsBack(tx: Tx, subjectId: string, phone: string) {
  if (await cancelTexts(tx, phone, { subjectId, kind: 'ask-for-texts' })) {
    await tx.consentRequest.deleteMany({ where: { phone, subjectId, answeredAt: null } });
  }
  await cancelTexts(tx, phone, { subjectId });
}
