import { type Conversation, givenOf } from '#api/biography/writing/composing/conversation.ts';
import type { StoryUnit } from '#api/biography/writing/composing/story-unit.ts';
import { type Given, type GroundMessage, ground, unfoundedFacts } from '#api/biography/writing/grounding.ts';
import { countWords } from '#api/biography/writing/language/words.ts';
import type { ModelOutput } from '#api/biography/writing/model/output.ts';
import type { LabelledMessage } from '#api/biography/writing/model/prompt.ts';
import { locateQuote } from '#api/biography/writing/model/quotes.ts';
import { sourcesOf } from '#api/biography/writing/repairs/edited-text.ts';
import type { Refusal, SourcedSentence, SourceSpan } from '#api/biography/writing/writer.ts';

/** A model's answer after the check: the supported parts, and what was refused. */
export interface CheckedOutput {
  title: string | null;
  summary: string | null;
  units: StoryUnit[];
  refusals: Refusal[];
  /** The number of supported sentences. */
  held: number;
}

const MAX_TITLE_WORDS = 12;

/** Finds each quote, checks each sentence, and drops what is not supported. */
export function checkOutput(
  output: ModelOutput,
  conversation: Conversation,
  labels: ReadonlyMap<string, LabelledMessage>,
): CheckedOutput {
  const { request, evidence: messages } = conversation;
  const given = givenOf(request);
  const refusals: Refusal[] = [];
  const units: StoryUnit[] = [];
  for (const card of output.cards) {
    const paragraphs = card.paragraphs
      .map(({ sentences }) =>
        sentences.flatMap((sentence) => checkSentence(sentence, labels, conversation, given, refusals)),
      )
      .filter((sentences) => sentences.length > 0);
    if (paragraphs.length === 0) continue;
    const said = paragraphs
      .flat()
      .flatMap((sentence) => sentence.sources.map((source) => slice(source, messages)));
    units.push({
      question: null,
      paragraphs,
      proposed: {
        title: soundTitle(card.title, said, given, refusals),
        chapterKey: request.chapters.some((chapter) => chapter.key === card.chapter) ? card.chapter : null,
        cardId: card.addTo,
      },
    });
  }
  const everything = [...labels.values()]
    .filter((message) => message.role === 'user')
    .map((message) => message.text);
  return {
    title: soundTitle(output.title, everything, given, refusals),
    summary: soundText(output.summary, everything, given, refusals),
    units,
    refusals,
    held: units.flatMap((unit) => unit.paragraphs.flat()).length,
  };
}

function checkSentence(
  sentence: ModelOutput['cards'][number]['paragraphs'][number]['sentences'][number],
  labels: ReadonlyMap<string, LabelledMessage>,
  { edited, evidence }: Conversation,
  given: Given,
  refusals: Refusal[],
): SourcedSentence[] {
  const text = sentence.text.trim();
  const sources: SourceSpan[] = [];
  for (const source of sentence.sources) {
    const message = labels.get(source.message);
    const place = message ? locateQuote(source.quote, message.text) : null;
    if (!message || !place) {
      refusals.push({ text, sources, findings: [{ kind: 'NO_SOURCE', token: source.quote }] });
      return [];
    }
    const words = edited.get(message.id);
    sources.push(
      ...(words ? sourcesOf(words, place.start, place.end) : [{ messageId: message.id, ...place }]),
    );
  }
  const result = ground({ text, sources }, evidence, given);
  if (result.ok) return [{ text, sources }];
  refusals.push({ text, sources, findings: result.findings });
  return [];
}

function slice(source: SourceSpan, messages: ReadonlyMap<string, GroundMessage>): string {
  return messages.get(source.messageId)?.text.slice(source.start, source.end) ?? '';
}

function soundTitle(
  title: string,
  said: readonly string[],
  given: Given,
  refusals: Refusal[],
): string | null {
  const bare = title.trim().replace(/^["“]|["”.]+$/g, '');
  return countWords(bare) > 0 && countWords(bare) <= MAX_TITLE_WORDS && bare.length <= 80
    ? soundText(bare, said, given, refusals)
    : null;
}

function soundText(text: string, said: readonly string[], given: Given, refusals: Refusal[]): string | null {
  const findings = unfoundedFacts(text, said, given);
  if (findings.length === 0) return text.trim() || null;
  refusals.push({ text, sources: [], findings });
  return null;
}
