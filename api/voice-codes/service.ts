import { cardChanged } from '#api/biography/events.ts';
import { openSentence } from '#api/biography/policy.ts';
import { cardAt } from '#api/biography/service/card-at.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { audible } from '#api/recordings/policy.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { hashOfVoiceCode, voiceCodeOf, voiceCodeUrl } from './codes.ts';
import { playsToEveryone } from './policy.ts';

/**
 * The addresses to print beside these stories of a subject. The codes are stored before they are printed, so that they
 * are found even after the server's secret has changed; a later printing then has another code, and both work.
 */
export async function printVoiceCodes(
  subjectId: string,
  cardIds: readonly string[],
): Promise<Map<string, string>> {
  const codes = cardIds.map((cardId) => ({ cardId, code: voiceCodeOf(cardId) }));
  await db.voiceCode.createMany({
    data: codes.map(({ cardId, code }) => ({ subjectId, cardId, codeHash: hashOfVoiceCode(code) })),
    skipDuplicates: true,
  });
  return new Map(codes.map(({ cardId, code }) => [cardId, voiceCodeUrl(code)]));
}

/** Whether a story of the book has sound that a printed code would play. */
export async function hasVoiceCodes(subjectId: string): Promise<boolean> {
  const card = await db.card.findFirst({
    where: {
      ...{ subjectId, ...playsToEveryone() },
      sentences: {
        some: {
          ...openSentence,
          sources: {
            some: {
              message: {
                is: {
                  ...{
                    private: false,
                    deletedAt: null,
                    audioStartMs: { not: null },
                    audioEndMs: { not: null },
                  },
                  conversation: { is: { recording: { is: audible } } },
                },
              },
            },
          },
        },
      },
    },
    select: { id: true },
  });
  return card !== null;
}

/** Switches on or off that a story's printed code plays it. For those who manage the book. */
export async function setVoiceCode(viewer: Viewer, cardId: string, plays: boolean): Promise<void> {
  await transaction(async (tx, wake) => {
    const { subjectId, playsVoiceCode } = await cardAt(tx, viewer, cardId, ['cardId']);
    await mustStill(tx, viewer, 'MANAGE_SUBJECT', subjectId);
    if (playsVoiceCode === plays) return;
    await tx.card.update({ where: { id: cardId }, data: { playsVoiceCode: plays } });
    await cardChanged(tx, wake, subjectId, cardId);
  });
}
