import type { OpenFinding } from '#api/biography/service/open-findings.ts';
import type { ChapterKey } from '#api/questions/bank/question.ts';
import type { Ask, TurnPlan } from './interviewer.ts';
import type { Channel, FamilyRequest, HistoryTurn, SubjectFacts, TurnRequest } from './request.ts';

/** Somebody or something that the person spoke of, as it fits into our sentences: “your brother”, “su hermano”. */
export interface NamedTopic {
  text: string;
  head: string;
  /** How important it is in what was told. */
  score: number;
  /** The person knows it only by hearsay. */
  hearsay: boolean;
  /** It can lead over to another question: “You mentioned the bakery.” */
  leads: boolean;
  /** Questions that return to it later; {x} is the topic. */
  forms: readonly string[];
}

/** A possible question; the one with the highest score is asked. */
export interface Candidate {
  text: string;
  from: Ask['from'];
  score: number;
}

/** All words of the built-in interviewer in one language, and how it finds what to ask about in the person's words. */
export interface InterviewerSpeech {
  topicsIn(text: string, people: readonly string[]): NamedTopic[];
  followUps: FollowUpSpeech;
  asking: AskingSpeech;
  family: FamilySpeech;
  replies: ReplySpeech;
  says: Sayings;
  /** Who this is, that it is a computer, on whose behalf it speaks, and that the person may stop. */
  greeting(request: TurnRequest): { long: string; short: string; memory: string | null };
  /** The member on whose behalf we call: “your daughter Anna”; null when the subject acts alone. */
  onWhoseBehalf(request: TurnRequest): string | null;
  /** A sentence that says it, and whether a text says it; null when the subject acts alone. */
  forWhom(request: TurnRequest): { sentence: string; isSaidIn(text: string): boolean } | null;
  /** “on Tuesday at 10:30 AM”, or null. */
  nextCallWords(request: TurnRequest): string | null;
  /** The name that the person asked to be called by in this conversation: “call me Mick”. */
  saidName(history: readonly HistoryTurn[]): string | null;
  /** The parts of a farewell, the dispensable ones first. */
  farewell(
    plan: TurnPlan,
    request: TurnRequest,
  ): { thanks: string; recall: string | null; next: string | null; bye: string };
  /** Promises who may read the last words: what is stored, and no more. Null where it is nobody else. */
  promiseOf(request: TurnRequest): string | null;
  /** Where to get help, the essentials first. */
  crisisWords(plan: TurnPlan, request: TurnRequest): string[];
  comfortWords(request: TurnRequest, used: (text: string) => boolean): string[];
  confirmStop(used: (text: string) => boolean): string;
  confirmWithdrawal(request: TurnRequest): string;
  /** What we say about ourselves when asked, or about a wish that was just carried out. */
  reassurance(request: TurnRequest, behalf: string | null): string;
  /** The questions about a finding of the writer, the longest first. */
  findingTexts(finding: OpenFinding): string[];
  prompt: PromptSpeech;
}

export interface FollowUpSpeech {
  candidates(words: string, request: TurnRequest): Candidate[];
  /** Whether an answer names anything or anybody to ask about. */
  namesSomething(words: string, people: readonly string[]): boolean;
  /** Gentle questions about the person whose death the words tell, if that is certain. */
  aboutTheDead(words: string, request: TurnRequest): string[];
  /** Gentle questions after anything hard. */
  tender: readonly string[];
  /** Whether a question of ours was a gentle one about somebody. */
  asksTenderly(question: string): boolean;
  asksOfDeath(question: string): boolean;
  /** Whether a question asks what others thought or were told. */
  bringsInOthers(question: string): boolean;
  /** Whether a question means something that was said before: “it”, “then”. */
  isBound(question: string): boolean;
  /** The person's own words, as they can be repeated back. */
  echoesOf(words: string): readonly { text: string; score: number }[];
}

/** How a new question is led over to. */
export interface AskingSpeech {
  links: readonly string[];
  back: readonly string[];
  turns: Readonly<Record<ChapterKey, readonly string[]>>;
  because(reason: string): string;
  goBack: string;
  /** Puts a topic into a form. */
  fill(form: string, topic: string): string;
  /** Questions that return to anything told long ago; {x} is the topic. */
  returnForms: readonly string[];
}

export interface FamilySpeech {
  /** The question without memory tests and rankings; its meaning stays. */
  withoutMemoryTests(text: string): string;
  leadFor(request: FamilyRequest, subject: Pick<SubjectFacts, 'onBehalfOf'>): string;
  /** The first words of a question that is too long. */
  begins(askedBy: string, words: string): string;
  keepsake(asked: NonNullable<FamilyRequest['keepsake']>): { before: string; after: string };
  /**
   * For shorter questions within a long one: what is asked besides, the words that join it, and whether a part asks.
   * The family may write in several languages.
   */
  shorter: readonly { besides: RegExp; joins: RegExp; asking: RegExp }[];
  /** “Teresa has a question for you.” The next words of the person, whatever they are, lead to it. */
  announcement(askedBy: string): readonly string[];
}

export interface ReplySpeech {
  thanks: readonly string[];
  tender: readonly string[];
  deleted: string;
  privateTheme: string;
  private: readonly string[];
  avoided: readonly string[];
  skipped: readonly string[];
  neverMind: string;
  complimented: string;
  askedAlready: string;
  toldAlready: readonly string[];
  goingOn: readonly string[];
}

export interface Sayings {
  /** Whether a question ranks memories or tests them. */
  annoys(sentence: string): boolean;
  /** Whether a turn without a question mark still asks for a story. */
  invites(text: string): boolean;
  saysItIsAComputer(text: string): boolean;
  /** The greeting at the start of a text. */
  greets: RegExp;
  listening: string;
  mayRecord: string;
  bothAreFine: string;
  /** Said to a person who told how they are. */
  thanksForSaying: string;
  recording: string;
  /** Said when the recording runs: asks for the yes once more, so that it is on the recording. */
  yesByVoice: string;
  thankYou: string;
  notRecording: string;
  rights: string;
  toldBefore(topic: string): string;
  goOnFromThere: string;
  thereAgain: string;
  ofCourse: string;
  noRightAnswer: string;
  /** Repeats a question as a statement; `scene` is a sentence before it that belongs to it. */
  repeat(question: string, isFirst: boolean): string;
  takeYourTime: string;
  /** A sentence that makes one question with the one after it. */
  setsScene: RegExp;
  named(name: string): string;
  confirmPrivate: string;
  confirmAudience: string;
  confirmSafe: string;
  goOn: readonly string[];
  waiting: readonly string[];
}

export interface PromptSpeech {
  /** How the model must speak; empty for English. */
  language: string;
  age(years: number): string;
  medium: Readonly<Record<Channel, string>>;
}
