import { setImmediate } from 'node:timers/promises';
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
      const work = composing(request);
      for (let step = work.next(); ; step = work.next()) {
        signal.throwIfAborted();
        if (step.done) return step.value;
        await setImmediate();
      }
    },
  };
}

/** What the built-in writer makes of a conversation, all at once. */
export function compose(request: WriteRequest): Written {
  return finish(composing(request));
}

/** Runs to its end what would let others go first. */
export function finish<T>(work: Generator<undefined, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

function* composing(request: WriteRequest): Generator<undefined, Written> {
  const refusals: Refusal[] = [];
  const found = findMentions(request);
  yield;
  const units = cutUnits(yield* readTellings(request, refusals));
  const stories = yield* draftCards(request, units, found);
  const cards = stories.map(({ card }) => card);
  return {
    title: conversationTitle(cards),
    summary: summaryOf(request, stories, found),
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
  return { ...findNames(said, request.subject, request.known), dates };
}
