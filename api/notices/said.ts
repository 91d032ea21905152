import { z } from 'zod';
import { db } from '#api/platform/database/database.ts';

/** What a text of a conversation holds while it waits: which message, and no word of it. */
export const Said = z.object({ messageId: z.uuid() });

/** The words of the interviewer; null where they are gone. */
export async function saidNow(waiting: unknown): Promise<{ words: string } | null> {
  const { messageId } = Said.parse(waiting);
  const message = await db.message.findUnique({
    where: { id: messageId },
    select: { text: true, role: true, subject: { select: { status: true } } },
  });
  if (message?.role !== 'assistant' || message.subject.status === 'DELETED') return null;
  return { words: message.text };
}

/** One text is one turn of the interviewer. */
export function saidText({ words }: { words: string }): string {
  return words;
}
