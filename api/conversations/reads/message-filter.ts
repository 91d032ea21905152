import { phoneBeginning } from '#api/platform/domain-values/phone.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import type { MessageRow } from './message-row.ts';

export type MessageFilter = {
  dateFrom?: Date | null;
  dateTo?: Date | null;
  phone?: string | null;
  subjectId?: string | null;
  conversationId?: string | null;
  role?: 'user' | 'assistant' | null;
};

/** Throws `InvalidInput` for a filter that makes no sense. */
export function checkFilter(filter: MessageFilter | null | undefined): MessageFilter {
  const { dateFrom, dateTo } = filter ?? {};
  const phone = filter?.phone && phoneBeginning(filter.phone);
  if (phone === null && filter?.phone) {
    throw new InvalidInput([
      { path: 'filter.phone', message: 'must be a phone number, or its beginning such as +1555' },
    ]);
  }
  if (dateFrom && dateTo && dateTo <= dateFrom) {
    throw new InvalidInput([{ path: 'filter.dateTo', message: 'must be later than dateFrom' }]);
  }
  // Copied to a plain object because every streamed message is compared with it.
  return { ...filter, ...(phone && { phone }) };
}

/** Whether a message matches the filter. */
export function matches(filter: MessageFilter, message: MessageRow): boolean {
  return (
    (!filter.subjectId || message.subjectId === filter.subjectId) &&
    (!filter.conversationId || message.conversationId === filter.conversationId) &&
    (!filter.role || message.role === filter.role) &&
    (!filter.phone || !!message.phone?.startsWith(filter.phone)) &&
    (!filter.dateFrom || message.createdAt >= filter.dateFrom) &&
    (!filter.dateTo || message.createdAt < filter.dateTo)
  );
}
