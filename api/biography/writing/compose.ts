import { draftCards } from '#api/biography/writing/composing/drafts.ts';
import { findFindings } from '#api/biography/writing/composing/findings.ts';
import { conversationTitle, summaryOf } from '#api/biography/writing/composing/summary.ts';
import { openMessages, readTellings } from '#api/biography/writing/composing/tellings.ts';
import { cutUnits } from '#api/biography/writing/composing/units.ts';
import { findDates } from '#api/biography/writing/dates.ts';
import { findNames } from '#api/biography/writing/names.ts';
import type { Refusal, WriteRequest, Writer, Written } from '#api/biography/writing/writer.ts';

export const BUILT_IN_WRITER = 'built-in';

/**
 * The writer that needs no model: it lays the person's own words into cards and adds none. The same request always
 * gives the same answer.
 */
export function builtInWriter(): Writer {
  return {
    name: BUILT_IN_WRITER,
    async write(request, signal) {
      signal.throwIfAborted();
      return compose(request);
    },
  };
}

/** What the built-in writer makes of a conversation. */
export function compose(request: WriteRequest): Written {
  const refusals: Refusal[] = [];
  const found = findMentions(request);
  const units = cutUnits(readTellings(request, refusals));
  const cards = draftCards(request, units, found);
  return {
    title: conversationTitle(cards),
    summary: summaryOf(
      request,
      cards,
      new Set(found.people.filter((person) => person.named).map((person) => person.name)),
    ),
    cards,
    ...found,
    findings: findFindings(request, cards),
    refusals,
    writer: BUILT_IN_WRITER,
  };
}

/** People, places and dates in the subject's open words. */
export function findMentions(request: WriteRequest): Pick<Written, 'people' | 'places' | 'dates'> {
  const said = openMessages(request.messages).filter((message) => message.role === 'user');
  const life = { birthDate: request.subject.birthDate, toldAt: request.conversation.startedAt };
  const dates = said.flatMap((message) =>
    findDates(message.text, life).map((date) => ({ ...date, messageId: message.id })),
  );
  return { ...findNames(said, request.subject), dates };
}
