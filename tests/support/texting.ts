import { vi } from 'vitest';
import { textPauses } from '#api/conversations/text-pauses.ts';
import { db } from '#api/platform/database/database.ts';

/** Has what comes by text answered after this long without another text. */
export function pauseBetweenTexts(ms: number) {
  textPauses.betweenTextsMs = ms;
}

/** The conversations by text of a subject, oldest first. */
export function textTalks(subjectId: string) {
  return db.conversation.findMany({ where: { subjectId, channel: 'SMS' }, orderBy: { createdAt: 'asc' } });
}

export function wordsIn(conversationId: string) {
  return db.message.findMany({ where: { conversationId }, orderBy: { seq: 'asc' } });
}

/** Resolves with what was said by text with a subject, once it is so much. */
export async function saidByText(subjectId: string, count: number) {
  return vi.waitFor(
    async () => {
      const said = await db.message.findMany({
        where: { subjectId, conversation: { channel: 'SMS' } },
        orderBy: [{ createdAt: 'asc' }, { seq: 'asc' }],
      });
      if (said.length < count)
        throw new Error(`So much was said: ${said.map(({ text }) => text).join(' | ')}`);
      return said;
    },
    { timeout: 15_000, interval: 20 },
  );
}

/** Resolves with the texts of one kind, or of several, that were written to a phone, once they are so many. */
export async function noticesTo(phone: string, kinds: readonly string[], count: number) {
  return vi.waitFor(
    async () => {
      const found = await db.notice.findMany({
        where: { recipient: phone, kind: { in: [...kinds] } },
        orderBy: { createdAt: 'asc' },
      });
      if (found.length < count) throw new Error(`Only ${found.length} were written`);
      return found;
    },
    { timeout: 15_000, interval: 20 },
  );
}
