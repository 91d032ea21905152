import { evidenceIn, givenOf, openMessages, withPutRight } from '../writing/composing/conversation.ts';
import { type Given, type GroundMessage, ground } from '../writing/grounding.ts';
import type {
  Amendment,
  CardDraft,
  Refusal,
  SourcedSentence,
  SourceSpan,
  WriteMessage,
  WriteRequest,
} from '../writing/writer.ts';

/** Drafts in which every sentence is supported by its sources. */
export type ProvenDrafts = { cards: CardDraft[]; amendments: Amendment[]; refusals: Refusal[] };

/** Checks drafts against the words they were made from. It doesn't trust what the writer claims. */
export function proveDrafts({
  request,
  cards,
  amendments,
  earlier,
}: {
  request: Pick<WriteRequest, 'messages' | 'subject' | 'conversation'>;
  cards: CardDraft[];
  amendments: Amendment[];
  /** The messages of earlier conversations that amended sentences rest on. */
  earlier: GroundMessage[];
}): ProvenDrafts {
  const messages = evidenceIn(openMessages(request.messages), request.subject.language);
  const all = new Map([...earlier.map((message) => [message.id, message] as const), ...messages]);
  const given = givenOf(request);
  const refusals: Refusal[] = [];
  const holds = (sentence: SourcedSentence, evidence = messages) => {
    const grounding = ground(sentence, evidence, given);
    if (!grounding.ok) refusals.push({ ...sentence, findings: grounding.findings });
    return grounding.ok;
  };
  const proven = cards.map((draft) => ({
    ...draft,
    paragraphs: draft.paragraphs
      .map((sentences) => sentences.filter((sentence) => holds(sentence)))
      .filter((sentences) => sentences.length > 0),
  }));
  return {
    cards: proven.filter(({ paragraphs }) => paragraphs.length > 0),
    amendments: amendments.filter((each) => holds(each.sentence, withAmendment(all, each))),
    refusals,
  };
}

/** The messages with the wrong words replaced by the right ones in the spans that the sentence rests on. */
function withAmendment(
  messages: ReadonlyMap<string, GroundMessage>,
  { replaces, sentence, wrong, right }: Amendment,
): Map<string, GroundMessage> {
  const by = sentence.sources.at(-1) as SourceSpan;
  const known = new Map(messages);
  for (const { messageId, start, end } of replaces.sources) {
    const message = known.get(messageId);
    const at = message?.text.slice(start, end).indexOf(wrong) ?? -1;
    if (!message || at < 0) continue;
    const change = { start: start + at, end: start + at + wrong.length, text: right, by };
    known.set(messageId, { ...message, putRight: [...(message.putRight ?? []), change] });
  }
  return known;
}

/** For each sentence, whether its sources support it. */
export function provenSentences({
  sentences,
  messages,
  told,
  given,
}: {
  sentences: SourcedSentence[];
  messages: Map<string, GroundMessage>;
  told: WriteMessage[];
  given: Given;
}): boolean[] {
  const evidence = withPutRight(messages, told, given.language);
  return sentences.map((sentence) => ground(sentence, evidence, given).ok);
}
