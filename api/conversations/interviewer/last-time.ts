import type { TurnRequest } from './request.ts';
import { touchesAvoided } from './themes.ts';
import { normalise } from './words.ts';

/** How a language finds what may be mentioned of the last conversation. */
export interface LastTimeWords {
  /** A text of ours that mentions an earlier conversation. */
  isReminder: (text: string) => boolean;
  isHard: (text: string) => boolean;
  /** The things, places and people of what was told that can be named, the most important first. */
  topicsOf: (words: string, people: readonly string[]) => readonly { text: string; score: number }[];
  /** A conversation's title as it fits into a sentence of ours, or null. */
  titleInSentence: (title: string) => string | null;
}

/** As many of the latest turns, and topics of each, are looked at. */
const [mostTurns, mostTopics] = [7, 3];

/** The last conversation's title, or else what the person spoke of most; null for what is hard, avoided or mentioned before. */
export function topicOfLastTime(request: TurnRequest, words: LastTimeWords): string | null {
  const { avoidedThemes, people, language } = request.subject;
  const reminded = normalise(request.told.askedTexts.filter(words.isReminder).join(' '));
  const suits = (text: string) =>
    !words.isHard(text) &&
    !touchesAvoided(avoidedThemes, text, [], language) &&
    !` ${reminded} `.includes(` ${normalise(text)} `);
  const weight = new Map<string, number>();
  for (const told of request.told.earlierWords.slice(0, mostTurns))
    if (!words.isHard(told))
      for (const { text, score } of words.topicsOf(told, people).slice(0, mostTopics))
        weight.set(text, (weight.get(text) ?? 0) + score);
  const title = request.conversation.last?.title;
  const candidates = [
    title ? words.titleInSentence(title) : null,
    ...[...weight].sort((a, b) => b[1] - a[1]).map(([text]) => text),
  ];
  return candidates.find((text) => text && suits(text)) ?? null;
}
