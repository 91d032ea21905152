import type { OpenFinding } from '#api/biography/service/open-findings.ts';
import type { BankQuestion, ChapterKey } from '#api/questions/bank/question.ts';
import type { KeepsakeAskedAbout } from '#api/questions/service.ts';
import type { Channel, HistoryTurn } from './history-turn.ts';
import type { Heard } from './mind.ts';

export type { Channel, HistoryTurn, TurnKind } from './history-turn.ts';

export interface SubjectFacts {
  fullName: string;
  /** How the person wants to be called. */
  preferredName: string;
  /** As the family wrote them, e.g. `she/her`. */
  pronouns: string | null;
  birthYear: number | null;
  /** True when the account's holder tells their own story. */
  isSelf: boolean;
  /** For whom the interviewer speaks; `relationship` is what that member is to the subject (“daughter”). */
  onBehalfOf: { name: string; relationship: string | null } | null;
  timeZone: string | null;
  /** ISO 3166-1 alpha-2, from the phone if there is one. */
  country: string | null;
  /** Themes never to be asked about, as tags or as the family or subject wrote them. */
  avoidedThemes: string[];
  /** Those of `avoidedThemes` that only private words name: minded by the rules, shown to no language model. */
  confidedThemes: string[];
  /** Names that are known to be people of this life. */
  people: string[];
}

export interface ConversationFacts {
  channel: Channel;
  /** The family member at the subject's side, if they talk together. */
  togetherWith: string | null;
  /** 1 for the subject's first conversation ever. */
  number: number;
  startedAt: Date;
  limits: { minutes: number; questions: number };
  /** When Evertold calls next, if that is known. */
  nextCallAt: Date | null;
  /** The last conversation that may be spoken of, if there was one. */
  last: { title: string | null; summary: string | null } | null;
}

/** A question that a family member asked for, still waiting. Pass them in the order they shall be asked. */
export interface FamilyRequest {
  id: string;
  text: string;
  askedBy: string;
  /** It was put in an earlier conversation, and not answered. */
  isAgain?: boolean;
  /** It asks about this keepsake. */
  keepsake?: KeepsakeAskedAbout;
}

/** What all conversations of this subject have asked and heard so far, this one included. */
export interface Told {
  /** Every text the interviewer ever spoke to this subject, oldest first; the repeat check finds the questions in them. */
  askedTexts: string[];
  /** Those of `askedTexts` that answered words withheld here: asked never again, and shown to no language model. */
  confidedTexts: string[];
  /** Bank keys that were asked, or answered without being asked. */
  doneKeys: string[];
  /** How many stories each chapter has. */
  chapters: Partial<Record<ChapterKey, number>>;
  /** Words of the subject from earlier conversations, newest first, none of them private. */
  earlierWords: string[];
}

/** Everything an interviewer may know in order to take its next turn. */
export interface TurnRequest {
  subject: SubjectFacts;
  conversation: ConversationFacts;
  /** This conversation, oldest first, the words to be answered last. Empty when the interviewer begins. */
  history: HistoryTurn[];
  /** What `listen` made of the last words; null when the interviewer begins. */
  heard: Heard | null;
  requests: FamilyRequest[];
  /** What the family asked, was put in this conversation or an earlier one, and is not answered. */
  unanswered?: FamilyRequest[];
  told: Told;
  /** What the writer found and nobody asked about yet: years without a story, things told with two dates. */
  findings: OpenFinding[];
  /** The bank as the writer area has it now. */
  bank: readonly BankQuestion[];
  /** The agent prompt in force, if the team made one. Only a language model follows its instructions. */
  agentPrompt: { instructions: string; firstMessage: string | null } | null;
  /** False without the subject's consent AI_WRITING: then no language model gets the words. */
  mayUseModel: boolean;
  now: Date;
  /** Same seed, same request: same turn. */
  seed: number;
}

/** What of a person's turn tells: the only words of theirs that are ever said back. */
export function toldIn({ told, text }: HistoryTurn): string {
  return told ?? text ?? '';
}
