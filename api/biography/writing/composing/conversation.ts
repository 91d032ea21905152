import type { Given, GroundMessage } from '#api/biography/writing/grounding.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import { type EditedText, editText, spanInMessage } from '#api/biography/writing/repairs/edited-text.ts';
import { withCorrections } from '#api/biography/writing/repairs/said-sentences.ts';
import type { Settled } from '#api/biography/writing/repairs/settle.ts';
import type {
  Amendment,
  SourceSpan,
  WriteFinding,
  WriteMessage,
  WriteRequest,
} from '#api/biography/writing/writer.ts';
import type { Language } from '#api/language/languages.ts';

/**
 * A conversation in the form that is written from: its readable turns with the person's corrections
 * applied.
 */
export interface Conversation {
  request: WriteRequest;
  open: WriteMessage[];
  /** The person's corrected turns, by message. */
  edited: ReadonlyMap<string, EditedText>;
  /** The same turns without corrections, for sentences that are not supported with them. */
  asSaid: ReadonlyMap<string, EditedText>;
  /** The evidence that sentences are checked against: all turns, including the words of corrections. */
  evidence: Map<string, GroundMessage>;
  amendments: Amendment[];
  unsettled: Settled['unsettled'];
}

/** Reads the readable turns of a conversation and ignores private ones. */
export function readConversation(request: WriteRequest): Conversation {
  const open = openMessages(request.messages);
  const said = open.filter(({ role }) => role === 'user');
  const { settleCorrections } = writingLanguage(request.subject.language);
  const { edits, amendments, unsettled } = settleCorrections(open, request.cards);
  const withoutRepairs = (id: string) => (edits.get(id) ?? []).filter(({ isSlip }) => isSlip);
  return {
    request,
    open,
    edited: new Map(said.map((message) => [message.id, editText(message, edits.get(message.id) ?? [])])),
    asSaid: new Map(said.map((message) => [message.id, editText(message, withoutRepairs(message.id))])),
    evidence: withEdits(messagesById(open), edits),
    amendments,
    unsettled,
  };
}

export function openMessages(messages: readonly WriteMessage[]): WriteMessage[] {
  return messages.filter((message) => !message.private);
}

/** Returns the evidence in these messages: their story parts and their corrections. */
export function evidenceIn(
  messages: readonly WriteMessage[],
  language: Language = 'en',
): Map<string, GroundMessage> {
  const { edits } = writingLanguage(language).settleCorrections(messages, []);
  return withEdits(messagesById(messages), edits);
}

/**
 * Messages as they are shown, with the person's corrections applied as they were when the text was written.
 */
export function withPutRight(
  messages: ReadonlyMap<string, GroundMessage>,
  told: readonly WriteMessage[],
  language: Language = 'en',
): Map<string, GroundMessage> {
  const { edits } = writingLanguage(language).settleCorrections(told, []);
  return withEdits(new Map(messages), edits);
}

function withEdits(
  messages: Map<string, GroundMessage>,
  edits: Settled['edits'],
): Map<string, GroundMessage> {
  for (const [id, changes] of edits) {
    const message = messages.get(id);
    const putRight = changes.flatMap(({ start, end, text, by }) =>
      by ? { start, end, text, by: by.source } : [],
    );
    if (message && putRight.length > 0) messages.set(id, { ...message, putRight });
  }
  return messages;
}

function messagesById(messages: readonly WriteMessage[]): Map<string, GroundMessage> {
  return new Map(
    messages.map(({ id, role, text, corrections, private: isPrivate }) => [
      id,
      { id, role, text: withCorrections({ text, corrections }), private: isPrivate },
    ]),
  );
}

export function givenOf({ subject, conversation }: Pick<WriteRequest, 'subject' | 'conversation'>): Given {
  return { ...subject, toldAt: conversation.startedAt };
}

/** Maps spans of corrected turns or amended sentences to spans of the original messages. */
export function inMessages({ edited, amendments }: Conversation, spans: readonly SourceSpan[]): SourceSpan[] {
  return spans.flatMap(({ messageId, start, end }) => {
    const text = edited.get(messageId);
    if (text) return spanInMessage(text, start, end) ?? [];
    const amendment = amendments.find((_, at) => messageId === `amendment-${at}`);
    const named = amendment?.sentence.text.slice(start, end);
    return amendment && named === amendment.right ? amendment.value : [];
  });
}

/** A question about each correction that couldn't be applied. */
export function unsettledFindings({ unsettled, request }: Conversation): WriteFinding[] {
  const { findings } = writingLanguage(request.subject.language);
  return unsettled.map(({ text, sources }) => ({
    kind: 'UNSETTLED',
    text,
    sources,
    question: findings.unclearCorrection(text),
  }));
}
