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

/** So many phones one account may have asked in a day: who enters more is not trying to reach a family. */
const mostADay = 10;
const day = 24 * 3_600_000;

type Asked = {
  id: string;
  phone: string;
  preferredName: string;
  timeZone: string;
  timeZoneSaid: boolean;
  selfUserId: string | null;
};

/**
 * Sends the one text that asks a phone for its yes, with the words that a yes agrees to, once a family member has
 * entered it: by day, where its holder lives. A phone is asked once, whoever enters it how often, and not at all once
 * it has said stop; what it agreed to before was not for this family. Whoever enters their own is asked on the page,
 * and whoever agreed there is not asked again.
 */
export async function askByText(tx: Tx, viewer: Viewer, subject: Asked) {
  const { phone, preferredName: subjectName, id: subjectId } = subject;
  if (subject.selfUserId === viewer.userId) return;
  if (covers(await newestConsents(subjectId, tx), 'SMS', phone)) return;
  if ((await isStopped(tx, phone)) || (await isQuiet(tx, phone))) return;
  const since = new Date(clock.now().getTime() - day);
  const asked = await tx.consentRequest.count({
    where: { askedById: viewer.userId, askedAt: { gt: since } },
  });
  if (asked >= mostADay) return;
  const { version, text: wording } = wordingInForce('SMS');
  const id = newId();
  const { count } = await tx.consentRequest.createMany({
    data: [{ id, phone, subjectId, askedById: viewer.userId, wordingVersion: version, askedAt: clock.now() }],
    skipDuplicates: true,
  });
  if (!count) return;
  await notifyByText(tx, {
    kind: 'ask-for-texts',
    recipient: phone,
    data: { subjectName, askedBy: viewer.name, wording },
    dedupeKey: `ask-for-texts:${id}`,
    subjectId,
    timeZones: zonesToText(subject),
  });
}

/**
 * Takes back what waits to be texted to a phone for a book that has it no longer, or for which nobody is texted now. A
 * phone that the question has not reached can be asked later.
 */
export async function takeTextsBack(tx: Tx, subjectId: string, phone: string) {
  if (await cancelTexts(tx, phone, { subjectId, kind: 'ask-for-texts' })) {
    await tx.consentRequest.deleteMany({ where: { phone, subjectId, answeredAt: null } });
  }
  await cancelTexts(tx, phone, { subjectId });
}
