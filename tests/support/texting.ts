import { beforeEach, vi } from 'vitest';
import { textPauses } from '#api/conversations/text-pauses.ts';
import { db } from '#api/platform/database/database.ts';
import { noon, standAt } from './clock.ts';

/** Sets how long the server waits for further texts before it responds. */
export function pauseBetweenTexts(ms: number) {
  textPauses.betweenTextsMs = ms;
}

/** Each test begins at noon, when texts may be sent, and the server waits for further texts only briefly. */
export function useTextsAtNoon() {
  beforeEach(() => {
    standAt(noon);
    pauseBetweenTexts(300);
  });
}

/** A subject's conversations by text, oldest first. */
export function textTalks(subjectId: string) {
  return db.conversation.findMany({ where: { subjectId, channel: 'SMS' }, orderBy: { createdAt: 'asc' } });
}

export function wordsIn(conversationId: string) {
  return db.message.findMany({ where: { conversationId }, orderBy: { seq: 'asc' } });
}

/** Waits until a subject's text conversations have this many messages, and returns them. */
export async function saidByText(subjectId: string, count: number) {
  return vi.waitFor(
    async () => {
      const said = await db.message.findMany({
        where: { subjectId, conversation: { channel: 'SMS' } },
        orderBy: [{ createdAt: 'asc' }, { seq: 'asc' }],
      });
      if (said.length < count)
        throw new Error(`Messages so far: ${said.map(({ text }) => text).join(' | ')}`);
      return said;
    },
    { timeout: 15_000, interval: 20 },
  );
}

/** Waits until this many notices of these kinds were written to a phone, and returns them. */
export async function noticesTo(phone: string, kinds: readonly string[], count: number) {
  return vi.waitFor(
    async () => {
      const found = await db.notice.findMany({
        where: { recipient: phone, kind: { in: [...kinds] } },
        orderBy: { createdAt: 'asc' },
      });
      if (found.length < count) throw new Error(`Only ${found.length} notices were written`);
      return found;
    },
    { timeout: 15_000, interval: 20 },
  );
}
