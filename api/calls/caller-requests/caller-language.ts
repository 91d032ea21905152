import type { ConsentKind } from '#api/generated/prisma/enums.ts';

/** How callers ask for something in one language. */
export type RequestPatterns = {
  /** Words as the patterns expect them, without what people say before a request. */
  plain(said: string): string;
  codeWord: RegExp;
  consents: RegExp;
  list: readonly RegExp[];
  more: RegExp;
  /** The first group of these is the story that is meant. */
  read: RegExp;
  /** A wish to hear a story in other words than “read”; the first group is the story that is meant. */
  hear: RegExp;
  erase: RegExp;
  keepPrivate: RegExp;
  /** The story that was just read. */
  lastRead: RegExp;
  /** The first group is the topic. */
  byTopic: RegExp;
  /** The number of a story in the list that was read out, -1 for the last; null for other words. */
  numberIn(text: string): number | null;
  /** While a list waits: what people say before the story that they choose. */
  choosing: RegExp;
  /** While a list waits: the first group is a topic, as in “the boat one”. */
  choosingTopic: readonly RegExp[];
  /** While a list waits: a wish for its next titles, of words that mean something else otherwise. */
  goesOn: RegExp;
  /** A wish to hear again what was just said, in words without punctuation. */
  again: RegExp;
  withWord: RegExp;
  withText: RegExp;
  saysWord: RegExp;
  no: RegExp;
  yes: RegExp;
  /** Nothing but a yes. */
  bareYes: RegExp;
};

/** What callers are told in one language. */
export type CallerWords = {
  askForProof: string;
  sayWordNow: string;
  neverSayWord: string;
  noCodeWordHere: string;
  wrongWord: string;
  noMoreTries: string;
  codeUsed: string;
  confirmed(name: string): string;
  cannotText: string;
  tooManyCodes: string;
  texting(name: string): string;
  wrongCode: string;
  oldCode: string;
  stays: string;
  afterStory: string;
  readAloud: string;
  askDelete(title: string): string;
  askedDelete: string;
  noWordChosen: string;
  theWordIs(codeWord: string): string;
  saidWord: string;
  noMoreStories: string;
  noStories: string;
  storyCount(count: number): string;
  moreTitles: string;
  howToHear: string;
  saidTitles: string;
  notFound: string;
  nowPrivate: string;
  hidden: string;
  deleted: string;
  hiddenAndTold: string;
  consents: Record<ConsentKind, string>;
  noConsents: string;
  agreedTo(kinds: readonly string[]): string;
};

export type CallerLanguage = { patterns: RequestPatterns; words: CallerWords };
