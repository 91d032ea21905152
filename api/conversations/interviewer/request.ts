import type { OpenFinding } from '#api/biography/service/open-findings.ts';
import type { Language } from '#api/language/languages.ts';
import type { BankQuestion, ChapterKey } from '#api/questions/bank/question.ts';
import type { KeepsakeAskedAbout } from '#api/questions/service.ts';
import type { Channel, HistoryTurn } from './history-turn.ts';
import type { Heard } from './mind.ts';

export type { Channel, HistoryTurn, TurnKind } from './history-turn.ts';

export interface SubjectFacts {
  /** The language that the interviewer speaks with them. */
  language: Language;
  fullName: string;
  /** How the person wants to be called. */
  preferredName: string;
  /** As the family wrote them, e.g. `she/her`. */
  pronouns: string | null;
  birthYear: number | null;
  /** True when the account holder tells their own story. */
  isSelf: boolean;
  /**
   * The member for whom the interviewer speaks; `relationship` is the member's relation to the subject
   * (“daughter”).
   */
  onBehalfOf: { name: string; relationship: string | null } | null;
  timeZone: string | null;
  /** ISO 3166-1 alpha-2, from the phone number if there is one. */
  country: string | null;
  /** Themes never to ask about, as tags or as the family or the subject wrote them. */
  avoidedThemes: string[];
  /**
   * The `avoidedThemes` that only private words name. The rules respect them; no language model sees them.
   */
  confidedThemes: string[];
  /** Names known to be people in the subject's life. */
  people: string[];
}

export interface ConversationFacts {
  channel: Channel;
  /** The family member who sits with the subject, if they talk together. */
  togetherWith: string | null;
  /** Whether the opening asks if the call may be recorded. */
  asksToRecord?: boolean;
  /** Whether the call is being recorded by now, and a yes in the person's own voice is still missing. */
  lacksVoiceYes?: boolean;
  /** 1 for the subject's first conversation. */
  number: number;
  startedAt: Date;
  limits: { minutes: number; questions: number };
  /** When Evertold calls next, if known. */
  nextCallAt: Date | null;
  /** The last conversation that may be mentioned, if any. */
  last: { title: string | null; summary: string | null } | null;
}

/**
 * Who may read the last words besides the person, as it is stored; UNSURE where the person has to be asked. `until` is
 * the first day on which everybody may, in words.
 */
export type KeptFor =
  | { kind: 'AFTER_DEATH' }
  | { kind: 'UNTIL'; until: string }
  | { kind: 'MEMBERS'; names: string[] }
  | 'UNSURE';

/** A question from a family member that is still open, in the order in which they should be asked. */
export interface FamilyRequest {
  id: string;
  text: string;
  askedBy: string;
  /** It was asked in an earlier conversation and not answered. */
  isAgain?: boolean;
  /** The keepsake that it asks about. */
  keepsake?: KeepsakeAskedAbout;
}

/** What this subject was asked and has told in all conversations, including this one. */
export interface Told {
  /**
   * Every text that the interviewer has said to this subject, oldest first. The repeat check finds the
   * questions in them.
   */
  askedTexts: string[];
  /**
   * The `askedTexts` that answered withheld words: never asked again, and never shown to a language model.
   */
  confidedTexts: string[];
  /** Bank keys that were asked, or were answered without being asked. */
  doneKeys: string[];
  /** The keys of our own questions that the family left out, of this conversation or of all. */
  leftOutKeys?: readonly string[];
  /** The keys of our own questions that the family wants before our others, in order. */
  orderedKeys?: readonly string[];
  /** The number of stories in each chapter. */
  chapters: Partial<Record<ChapterKey, number>>;
  /** The subject's words from earlier conversations, newest first, without private ones. */
  earlierWords: string[];
}

/** Everything an interviewer may know for its next turn. */
export interface TurnRequest {
  subject: SubjectFacts;
  conversation: ConversationFacts;
  /** This conversation, oldest first; the words to answer come last. Empty when the interviewer begins. */
  history: HistoryTurn[];
  /** The result of `listen` for the last words; null when the interviewer begins. */
  heard: Heard | null;
  /** Null or absent for words that are open, or for nobody else. */
  keptFor?: KeptFor | null;
  requests: FamilyRequest[];
  /** The family's questions that were asked in this conversation or an earlier one, and are not answered. */
  unanswered?: FamilyRequest[];
  told: Told;
  /**
   * Findings of the writer that nobody has asked about: years without a story, events told with two dates.
   */
  findings: OpenFinding[];
  /** The question bank as the team has it now. */
  bank: readonly BankQuestion[];
  /** The agent prompt in force, if the team made one. Only a language model follows its instructions. */
  agentPrompt: { instructions: string; firstMessage: string | null } | null;
  /** False without the subject's AI_WRITING consent: no language model gets the words then. */
  mayUseModel: boolean;
  now: Date;
  /** The same seed and request give the same turn. */
  seed: number;
  /**
   * Chooses among equal questions of the bank. The same in all conversations of a subject, so that the next questions
   * can be shown beforehand; absent: the seed.
   */
  choiceSeed?: number;
}

/** The story part of a person's turn: the only words that are ever repeated back. */
export function toldIn({ told, text }: HistoryTurn): string {
  return told ?? text ?? '';
}
