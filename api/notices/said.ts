import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';

/** The stored data of a waiting conversation text: only the message id. */
export const Said = z.object({ messageId: z.uuid() });

/** The interviewer's words; null when they were erased. */
export async function saidNow(waiting: unknown): Promise<{ words: string } | null> {
  const { messageId } = Said.parse(waiting);
  const message = await db.message.findUnique({
    where: { id: messageId },
    select: { text: true, role: true, subject: { select: { status: true } } },
  });
  if (message?.role !== 'assistant' || message.subject.status === 'DELETED') return null;
  return { words: message.text };
}

export function saidText({ words }: { words: string }): string {
  return words;
}
