import { cardChanged } from '#api/biography/events.ts';
import { openSentence } from '#api/biography/policy.ts';
import { cardAt } from '#api/biography/service/card-at.ts';
import { db } from '#api/platform/database/database.ts';
import { transaction } from '#api/platform/database/transaction.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { audible } from '#api/recordings/policy.ts';
import { mustStill } from '#api/subjects/policy.ts';
import { hashOfVoiceCode, voiceCodeOf, voiceCodeUrl } from './codes.ts';
import { couldPlayAnother, mayPlayAnother, playsToEveryone } from './policy.ts';

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

/** The story that was printed, or the one that it was merged into, also in several steps. */
export async function storyToPlay(cardId: string): Promise<string> {
  let id = cardId;
  for (const passed = new Set<string>(); !passed.has(id); ) {
    passed.add(id);
    const merge = await db.cardMerge.findFirst({
      where: { cardId: id, card: { is: mayPlayAnother() } },
      select: { intoId: true },
    });
    if (merge) id = merge.intoId;
  }
  return id;
}

/**
 * The stories that the printed codes of these stories play since they were merged, or would if they were switched on;
 * null where there is no such code. In the order of the given ids.
 */
export async function storiesOfCodes(cardIds: readonly string[]): Promise<(string | null)[]> {
  const merges = await db.cardMerge.findMany({
    where: {
      cardId: { in: [...cardIds] },
      card: { is: { ...couldPlayAnother(), voiceCodes: { some: {} } } },
    },
    select: { cardId: true, intoId: true },
  });
  const played = new Map<string, string>();
  for (const { cardId, intoId } of merges) {
    const id = await storyToPlay(intoId);
    if (await db.card.count({ where: { id, ...playsToEveryone() } })) played.set(cardId, id);
  }
  return cardIds.map((id) => played.get(id) ?? null);
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
