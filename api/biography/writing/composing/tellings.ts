import { type Given, type GroundMessage, ground } from '#api/biography/writing/grounding.ts';
import { polish } from '#api/biography/writing/language/polish.ts';
import { countWords } from '#api/biography/writing/language/words.ts';
import { worthKeeping } from '#api/biography/writing/language/worth.ts';
import { spanOf, splitSentences } from '#api/biography/writing/sentences.ts';
import type { Refusal, SourcedSentence, WriteMessage, WriteRequest } from '#api/biography/writing/writer.ts';

/** From here on an answer counts as a story of its own. */
export const SUBSTANTIAL_WORDS = 40;

export interface Question {
  text: string;
  chapterKey: string | null;
  /** Asked freely, to follow up what the question before brought. */
  followsUp?: boolean;
}

/** One open answer, made fit to read, with what was asked before it. */
export interface Telling {
  messageId: string;
  question: Question | null;
  words: number;
  paragraphs: SourcedSentence[][];
}

/** The subject's open answers in their order; private turns are as if they had never been. */
export function* readTellings(request: WriteRequest, refusals: Refusal[]): Generator<undefined, Telling[]> {
  const open = openMessages(request.messages);
  const messages = messagesById(open);
  const given = givenOf(request);
  const tellings: Telling[] = [];
  let asked: Question | null = null;
  let opened = false;
  for (const message of open) {
    if (message.role === 'assistant') {
      const question = questionOf(message);
      opened ||= Boolean(message.question);
      if (question) asked = { ...question, followsUp: opened && !message.question };
      continue;
    }
    yield;
    tellings.push({
      messageId: message.id,
      question: asked,
      words: countWords(message.text),
      paragraphs: readParagraphs(message, messages, given, refusals),
    });
  }
  return tellings;
}

export function openMessages(messages: readonly WriteMessage[]): WriteMessage[] {
  return messages.filter((message) => !message.private);
}

export function messagesById(messages: readonly WriteMessage[]): Map<string, GroundMessage> {
  return new Map(messages.map((message) => [message.id, message]));
}

export function givenOf({ subject, conversation }: WriteRequest): Given {
  return { ...subject, toldAt: conversation.startedAt };
}

function questionOf(message: WriteMessage): Question | null {
  if (message.question) return message.question;
  const question = splitSentences(message.text)
    .filter((sentence) => sentence.text.includes('?'))
    .at(-1);
  return question ? { text: question.text, chapterKey: null } : null;
}

function readParagraphs(
  message: WriteMessage,
  messages: Map<string, GroundMessage>,
  given: Given,
  refusals: Refusal[],
) {
  const paragraphs: SourcedSentence[][] = [];
  let last = -1;
  for (const sentence of splitSentences(message.text)) {
    const text = polish(sentence.text);
    if (!worthKeeping(text)) continue;
    const sources = [spanOf(message.id, sentence)];
    const result = ground({ text, sources }, messages, given);
    if (!result.ok) {
      refusals.push({ text, sources, findings: result.findings });
      continue;
    }
    if (sentence.paragraph !== last) paragraphs.push([]);
    last = sentence.paragraph;
    paragraphs.at(-1)?.push({ text, sources });
  }
  return paragraphs;
}
