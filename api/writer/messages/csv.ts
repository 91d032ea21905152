import { z } from 'zod';
import { cursorOf } from '#api/conversations/cursor.ts';
import { checkFilter } from '#api/conversations/reads/message-filter.ts';
import type { MessageRow } from '#api/conversations/reads/message-row.ts';
import { readMessages } from '#api/conversations/reads/messages.ts';
import { sliceOf } from '#api/conversations/reads/page.ts';
import { isKept, type Reader, textFor } from '#api/conversations/reads/text-for.ts';
import { noteReadings } from '#api/conversations/service/note-reading.ts';
import { MessageRole } from '#api/generated/prisma/enums.ts';
import { audit } from '#api/platform/audit.ts';
import { db } from '#api/platform/database/database.ts';
import { parse } from '#api/platform/domain-values/input.ts';
import { subjectAccessAt } from '#api/subjects/policy.ts';
import { type CsvCell, type CsvFile, instant } from '../csv/file.ts';

const MessagesAsked = z.strictObject({
  dateFrom: instant.optional(),
  dateTo: instant.optional(),
  phone: z.string().optional(),
  subjectId: z.uuid('must be an id').optional(),
  conversationId: z.uuid('must be an id').optional(),
  role: z.enum(MessageRole, 'must be user or assistant').optional(),
});

/** The messages of a filter, newest first, with the words that the team may read. */
export const messagesFile: CsvFile = {
  name: 'messages',
  columns: ['time', 'subject', 'subject id', 'conversation id', 'seq', 'by', 'phone', 'role', 'message'],
  async *pages(admin, asked) {
    const filter = checkFilter(parse(MessagesAsked, Object.fromEntries(asked)));
    await audit(db, await admin(), 'messages.exported', {
      ...(filter.subjectId && { subjectId: filter.subjectId }),
      detail: { filteredBy: Object.keys(filter) },
    });
    for (let after: string | null = null; ; ) {
      const viewer = await admin();
      const slice = sliceOf({ first: 100, after });
      const { rows, subjectAccesses } = await readMessages(viewer, filter, slice, {
        conversation: 'brief',
        subject: 'brief',
      });
      await noteReadings(viewer, 'messages.read', subjectAccesses);
      const accesses = new Map(subjectAccesses.map((access) => [access.subjectId, access]));
      const reader: Reader = {
        viewer,
        subjectAccess: (id) => accesses.get(id) ?? subjectAccessAt(viewer, id),
      };
      const page = rows.slice(0, slice.size);
      yield await Promise.all(page.map((message) => cellsOf(message, reader)));
      const last = page.at(-1);
      if (!last || rows.length <= slice.size) return;
      after = cursorOf(last);
    }
  },
};

async function cellsOf(message: MessageRow, reader: Reader): Promise<CsvCell[]> {
  const { createdAt, beside, subjectId, conversationId, seq, conversation, phone, role } = message;
  const text = (await textFor(message, reader)) ?? (await whyWithheld(message, reader));
  return [
    ...[createdAt.toISOString(), beside.fullName, subjectId, conversationId, seq],
    ...[conversation?.channel ?? null, phone, role, text],
  ];
}

async function whyWithheld(message: MessageRow, reader: Reader): Promise<string> {
  if (message.private) return '(private)';
  return (await isKept(message, reader)) ? '(kept for others)' : '(not shared)';
}
