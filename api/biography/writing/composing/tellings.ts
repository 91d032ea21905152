import { type Conversation, givenOf } from '#api/biography/writing/composing/conversation.ts';
import type { Question } from '#api/biography/writing/composing/story-unit.ts';
import { type Grounding, ground } from '#api/biography/writing/grounding.ts';
import { GAP } from '#api/biography/writing/language/speech/spoken-tokens.ts';
import { countWords } from '#api/biography/writing/language/words.ts';
import { writingLanguage } from '#api/biography/writing/languages.ts';
import { type EditedText, sourcesOf } from '#api/biography/writing/repairs/edited-text.ts';
import type { Refusal, SourcedSentence, WriteMessage } from '#api/biography/writing/writer.ts';
import type { WritingLanguage } from '#api/biography/writing/writing-language.ts';
import { splitSentences } from '#api/language/sentences.ts';

/** One readable answer, polished, with the question before it. */
export interface Telling {
  messageId: string;
  question: Question | null;
  /** Everything that was asked since the last telling, in its own words. */
  asked: string;
  words: number;
  paragraphs: SourcedSentence[][];
}

/** The subject's readable answers in order. */
export function* readTellings(
  conversation: Conversation,
  refusals: Refusal[],
): Generator<undefined, Telling[]> {
  const tellings: Telling[] = [];
  let asked: Question | null = null;
  let opened = false;
  let unanswered: string[] = [];
  for (const message of conversation.open) {
    if (message.role === 'assistant') {
      unanswered.push(lastQuestion(message.text) ?? message.text);
      const question = questionOf(message);
      opened ||= Boolean(message.question);
      if (question)
        asked = { ...question, opens: Boolean(message.question), followsUp: opened && !message.question };
      continue;
    }
    yield;
    const paragraphs = readParagraphs(message.id, conversation, refusals);
    tellings.push({
      messageId: message.id,
      question: asked,
      asked: unanswered.join(' '),
      words: countWords(message.text),
      paragraphs,
    });
    if (paragraphs.length > 0) unanswered = [];
  }
  return tellings;
}

function questionOf(message: WriteMessage): Question | null {
  if (message.question) return message.question;
  const text = lastQuestion(message.text);
  return text ? { text, chapterKey: null } : null;
}

function lastQuestion(text: string): string | null {
  const questions = splitSentences(text).filter((sentence) => sentence.text.includes('?'));
  return questions.at(-1)?.text ?? null;
}

interface Read extends SourcedSentence {
  paragraph: number;
  isWorthKeeping: boolean;
  tellsAmid: boolean;
}

function readParagraphs(id: string, conversation: Conversation, refusals: Refusal[]): SourcedSentence[][] {
  const { isAnswer } = writingLanguage(conversation.request.subject.language);
  const read = readWritten(id, conversation, refusals);
  const paragraphs: SourcedSentence[][] = [];
  let last = -1;
  const isStory = read.some(({ isWorthKeeping }) => isWorthKeeping);
  read.forEach(({ text, sources, paragraph, isWorthKeeping, ...sentence }, at) => {
    // "Hot. I was in Aden": a short answer stays with the sentence that explains it.
    const opens = at === 0 && isAnswer(text) && isStory;
    const isPart = at > 0 && isStory && sentence.tellsAmid;
    if (!isWorthKeeping && !opens && !isPart) return;
    if (paragraph !== last) paragraphs.push([]);
    last = paragraph;
    paragraphs.at(-1)?.push({ text, sources });
  });
  return paragraphs;
}

/**
 * The sentences that a turn tells. A sentence that is not supported by its sources returns to its original
 * wording, or is refused.
 */
function readWritten(id: string, conversation: Conversation, refusals: Refusal[]): Read[] {
  const { edited, asSaid, evidence, request } = conversation;
  const language = writingLanguage(request.subject.language);
  const given = givenOf(request);
  const holds = (sentence: SourcedSentence) => ground(sentence, evidence, given);
  const text = edited.get(id);
  const plain = asSaid.get(id);
  if (!text || !plain) return [];
  return sentencesIn(text, language).flatMap((sentence): Read[] => {
    const worth = {
      isWorthKeeping: language.worthKeeping(sentence.text),
      tellsAmid: language.tellsAmid(sentence.text),
    };
    if (!worth.isWorthKeeping && !worth.tellsAmid && !language.isAnswer(sentence.text)) return [];
    const grounding = holds(sentence);
    if (grounding.ok) return [{ ...sentence, ...worth }];
    const before = correctedSentence(sentence, plain, holds, language);
    if (before) return [{ ...before, paragraph: sentence.paragraph, ...worth }];
    // The polished sentence isn't supported, but its original wording is.
    if (sentence.asSaid && holds({ ...sentence, text: sentence.asSaid }).ok)
      return [{ ...sentence, text: sentence.asSaid, ...worth }];
    refusals.push({ text: sentence.text, sources: sentence.sources, findings: grounding.findings });
    return [];
  });
}

function sentencesIn(edited: EditedText, { writtenSentences }: WritingLanguage) {
  return splitSentences(edited.text).flatMap(({ text, start, paragraph }) => {
    const written = writtenSentences(text);
    const isWhole = written.length === 1 && !text.includes(GAP);
    return written.map((sentence) => ({
      text: sentence.text,
      sources: sourcesOf(edited, start + sentence.start, start + sentence.end),
      paragraph,
      asSaid: isWhole ? text.slice(sentence.start, sentence.end).replace(/\s+/g, ' ') : null,
    }));
  });
}

/** The sentence in its original wording, when a correction made it one that no source supports. */
function correctedSentence(
  { sources }: SourcedSentence,
  plain: EditedText,
  holds: (sentence: SourcedSentence) => Grounding,
  language: WritingLanguage,
): SourcedSentence | null {
  if (sources.length < 2) return null;
  const [first] = sources;
  const same = sentencesIn(plain, language).find(({ sources: said }) => said[0]?.start === first?.start);
  return same && holds(same).ok ? { text: same.text, sources: same.sources } : null;
}
