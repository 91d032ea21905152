import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { begin } from '#api/conversations/service/begin.ts';
import { keepSentFile } from '#api/keepsakes/service/keep-sent.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { newId } from '#api/platform/domain-values/ids.ts';
import { root } from '#api/platform/root.ts';
import { hearWords } from '#api/texts/service/hear-words.ts';
import { askAboutPhoto, queuePhotoQuestion } from '#api/texts/service/photo-question.ts';
import { alma } from './family.ts';
import type { Talk } from './talks.ts';
import { answered } from './waiting.ts';

/**
 * Holds a conversation by text, as if a phone service had brought the texts; the answers go to nobody. Returns the id of the
 * conversation, which is still open.
 */
export async function talkByText(subjectId: string, { said, picture }: Talk): Promise<string> {
  const { phone } = alma;
  const { id } = await transaction((tx, wake) =>
    begin(tx, wake, {
      ...{ subjectId, channel: 'SMS', phone, heldById: null, together: false },
      ...{ status: 'IN_PROGRESS', opens: false },
    }),
  );
  for (const [at, words] of said.entries()) {
    if (picture && at === said.length - 1) await sendPicture(subjectId, picture);
    const textId = newId();
    await hearWords(id, { textId, words, speaker: { kind: 'CALLER', callId: textId, phone }, pauseMs: 0 });
    await answered(id);
  }
  return id;
}

async function sendPicture(subjectId: string, file: string) {
  const [mediaId, since] = [newId(), clock.now()];
  const content = readFileSync(fileURLToPath(new URL(`web/app/art/${file}`, root)));
  await keepSentFile({ id: mediaId, subjectId, content, isWanted: async () => true });
  await queuePhotoQuestion({ mediaId, subjectId });
  await askAboutPhoto({ mediaId, subjectId, since });
}
