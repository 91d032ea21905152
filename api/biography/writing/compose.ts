import {
  type Conversation,
  inMessages,
  readConversation,
  unsettledFindings,
} from '#api/biography/writing/composing/conversation.ts';
import { draftCards } from '#api/biography/writing/composing/drafts.ts';
import { findFindings } from '#api/biography/writing/composing/findings.ts';
import { conversationTitle, summaryOf } from '#api/biography/writing/composing/summary.ts';
import { readTellings } from '#api/biography/writing/composing/tellings.ts';
import { cutUnits } from '#api/biography/writing/composing/units.ts';
import { GAP } from '#api/biography/writing/language/speech/spoken-tokens.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import type { Refusal, SourceSpan, WriteRequest, Written } from '#api/biography/writing/writer.ts';

export const BUILT_IN_WRITER = 'built-in';

/** Writes a conversation's stories with the built-in writer. The same request always gives the same result. */
export function compose(request: WriteRequest): Written {
  return finish(composing(request));
}

/** Runs a generator to its end without yielding to other work. */
export function finish<T>(work: Generator<undefined, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

function* composing(request: WriteRequest): Generator<undefined, Written> {
  const refusals: Refusal[] = [];
  const conversation = readConversation(request);
  yield;
  const found = findMentions(conversation);
  yield;
  const units = cutUnits(yield* readTellings(conversation, refusals), request.subject.language);
  const cards = yield* draftCards(withEvidence(conversation), units, found);
  return {
    title: conversationTitle(cards, request.subject.language),
    summary: summaryOf(request, cards),
    cards,
    amendments: conversation.amendments,
    ...found,
    findings: [...findFindings(request, cards), ...unsettledFindings(conversation)],
    refusals,
    writer: BUILT_IN_WRITER,
  };
}

/** The request with the words of corrections in its turns, from which a story's facts are read. */
export function withEvidence({ request, evidence }: Conversation): WriteRequest {
  const messages = request.messages.map((message) => ({
    ...message,
    text: evidence.get(message.id)?.text ?? message.text,
  }));
  return { ...request, messages };
}

/** The people, places and dates in the subject's readable words, after corrections. */
export function findMentions(conversation: Conversation): Pick<Written, 'people' | 'places' | 'dates'> {
  const { request, edited } = conversation;
  const { findDates, findRelativeDates, findNames } = writingLanguage(request.subject.language);
  const life = { birthDate: request.subject.birthDate, toldAt: request.conversation.startedAt };
  const said = [...edited.values()].map(({ messageId, text }) => ({
    id: messageId,
    text: text.replaceAll(GAP, ' '),
  }));
  // People named in a sentence that this conversation corrected count as named in the conversation.
  const amended = conversation.amendments.map(({ sentence }, at) => ({
    id: `amendment-${at}`,
    text: sentence.text,
  }));
  const dates = said.flatMap(({ id, text }) =>
    [...findDates(text, life), ...findRelativeDates(text, life)].flatMap((date) => {
      const [span] = inMessages(conversation, [{ messageId: id, start: date.start, end: date.end }]);
      return span ? [{ ...date, ...span }] : [];
    }),
  );
  const { people, places } = findNames([...said, ...amended], request.subject, request.known);
  const placed = <Found extends { mentions: SourceSpan[] }>(found: Found): Found => ({
    ...found,
    mentions: inMessages(conversation, found.mentions),
  });
  const isSaid = ({ mentions }: { mentions: SourceSpan[] }) => mentions.length > 0;
  return { people: people.map(placed).filter(isSaid), places: places.map(placed).filter(isSaid), dates };
}
