import { wordTurn } from '#api/conversations/interviewer/builtin.ts';
import type { TurnPlan } from '#api/conversations/interviewer/interviewer.ts';
import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import type { HistoryTurn, TurnRequest } from '#api/conversations/interviewer/request.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import { BANK } from '#api/questions/bank/bank.ts';
import type { AsideCase } from './acts.ts';
import { countCases, type Figure } from './cases.ts';

export type FollowUpCase = {
  id: string;
  question: string;
  said: string;
  before?: string[];
  /** Words for a good topic: an apt question names one, or refers to one by its pronoun. */
  about?: string[];
  gender?: 'he' | 'she' | 'it' | 'they' | null;
  /** Words that only resemble a topic. */
  never?: string[];
  expect?: 'no-follow-up';
};

/** The interviewer's turn after a question and its answer, for a subject who has told little. */
export function turnAfter({ question, said, before = [] }: Omit<FollowUpCase, 'id'>): {
  text: string;
  plan: TurnPlan;
} {
  const history: HistoryTurn[] = [
    ...before.flatMap((text): HistoryTurn[] => [
      { role: 'assistant', text: 'What happened then?', private: false, kind: 'FOLLOW_UP' },
      { role: 'user', text, told: toldText(text), private: false },
    ]),
    { role: 'assistant', text: question, private: false, kind: 'ASK' },
  ];
  const heard = listen(said, contextOf(history, 'PHONE'));
  const words: HistoryTurn = {
    role: 'user',
    text: said,
    told: toldText(said, heard.reading),
    private: false,
  };
  const request: TurnRequest = {
    subject: {
      language: 'en',
      fullName: 'Alma Rourke',
      preferredName: 'Alma',
      pronouns: null,
      birthYear: 1941,
      isSelf: false,
      onBehalfOf: { name: 'Teresa', relationship: 'daughter' },
      timeZone: null,
      country: null,
      avoidedThemes: [],
      confidedThemes: [],
      people: [],
    },
    conversation: {
      channel: 'PHONE',
      togetherWith: null,
      number: 3,
      startedAt: new Date('2026-11-28T11:59:00Z'),
      limits: { minutes: 30, questions: 12 },
      nextCallAt: null,
      last: null,
    },
    history: [...history, words],
    heard,
    requests: [],
    findings: [],
    told: { askedTexts: [], confidedTexts: [], doneKeys: [], chapters: {}, earlierWords: [] },
    bank: BANK,
    agentPrompt: null,
    mayUseModel: false,
    now: new Date('2026-11-28T12:00:00Z'),
    seed: [...said].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7),
  };
  const plan = planTurn(request);
  return { text: wordTurn(plan, request), plan };
}

const PRONOUNS = {
  he: /\b(?:he|him|his)\b/i,
  she: /\b(?:she|her|hers)\b/i,
  they: /\b(?:they|them|their)\b/i,
  it: /\bit\b/i,
};

const has = (text: string, words: readonly string[]) =>
  words.some((word) => new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu').test(text));

/**
 * Whether follow-ups to short answers are about what was named, and never about words that only resemble a
 * topic.
 */
export function measureFollowUps(cases: readonly FollowUpCase[]): Figure[] {
  const turns = new Map(cases.map((each) => [each, turnAfter(each)]));
  const of = (each: FollowUpCase) => turns.get(each) as ReturnType<typeof turnAfter>;
  const open = cases.filter(({ expect }) => expect !== 'no-follow-up');
  const closed = cases.filter(({ expect }) => expect === 'no-follow-up');
  const isAbout = (each: FollowUpCase) =>
    has(of(each).text, each.about ?? []) ||
    (each.gender != null && of(each).plan.kind === 'FOLLOW_UP' && PRONOUNS[each.gender].test(of(each).text));
  const name = (each: FollowUpCase) =>
    `${each.id} [${of(each).plan.kind}] ${each.question} | ${each.said} → ${of(each).text}`;
  return [
    countCases('next question is about what was named', 0.85, open, isAbout, name),
    countCases(
      'it takes up no word that only looks like it',
      1,
      cases,
      (each) => !has(of(each).text, each.never ?? []),
      name,
    ),
    countCases('closed subjects are left', 1, closed, (each) => of(each).plan.kind !== 'FOLLOW_UP', name),
    countCases('turns of at most 25 words and one question', 1, cases, (each) => isFit(of(each).text), name),
  ];
}

const isFit = (text: string) => wordCount(text) <= 25 && (text.match(/\?/g)?.length ?? 0) <= 1;

/** Forms that sound like a machine, presume that somebody has died, or fit few stories. */
const CLUMSY =
  /comes to mind|do you see when|belongs to the story|should your family know|liked to ask|did that tell you|come to be\b|come about that|stood in those|made .+ laugh|what was it like to (?!be there|live|work|teach|drive|sail|be an? )/i;

/** Whether questions after stories are about nothing incidental, and of plain forms. */
export function measureStories(cases: readonly FollowUpCase[]): Figure[] {
  const turns = new Map(cases.map((each) => [each, turnAfter(each)]));
  const of = (each: FollowUpCase) => turns.get(each) as ReturnType<typeof turnAfter>;
  const name = (each: FollowUpCase) => `${each.id} [${of(each).plan.kind}] ${each.said} → ${of(each).text}`;
  const asked = (each: FollowUpCase) => of(each).plan.ask?.text ?? '';
  const perForm = Object.values(
    Object.groupBy(cases, (each) =>
      asked(each).replace(/(?:your )?\p{Lu}[\p{L}’.]*(?: \p{Lu}\p{L}+)*/gu, ''),
    ),
  ).map((same) => same?.length ?? 0);
  return [
    countCases(
      'nothing incidental is asked about',
      0.97,
      cases,
      (each) => !has(asked(each), each.never ?? []),
      name,
    ),
    countCases('questions are of plain forms', 1, cases, (each) => !CLUMSY.test(asked(each)), name),
    countCases('the story is followed up', 0.9, cases, (each) => of(each).plan.kind === 'FOLLOW_UP', name),
    countCases('turns of at most 25 words and one question', 1, cases, (each) => isFit(of(each).text), name),
    countCases(
      'no form is used after more than a quarter of the stories',
      1,
      [Math.max(...perForm)],
      (most) => most <= cases.length / 4,
      (most) => `${most} of ${cases.length}`,
    ),
  ];
}

/** The expected turn for each kind of aside and instruction. */
const APT: Record<string, (turn: ReturnType<typeof turnAfter>) => boolean> = {
  'follows-up': ({ plan }) => plan.kind === 'FOLLOW_UP',
  waits: ({ plan }) => plan.kind === 'WAIT',
  'does-so': ({ plan }) => plan.kind === 'REASSURE' || plan.kind === 'REPEAT' || plan.kind === 'WAIT',
  repeats: ({ plan }) => plan.kind === 'REPEAT',
  'leaves-theme': ({ plan }) =>
    plan.kind === 'COMFORT' || plan.effects.some(({ effect }) => effect === 'AVOID_THEME'),
  leaves: ({ plan }) =>
    plan.kind === 'COMFORT' ||
    plan.kind === 'ASK' ||
    plan.effects.some(({ effect }) => effect === 'AVOID_THEME'),
  'goes-on': ({ plan }) => plan.kind === 'ASK' || plan.kind === 'FOLLOW_UP' || plan.kind === 'REPEAT',
  'takes-up': ({ text }) => /^(?:Yes, you told me|You told me|Yes, you did)\b/.test(text),
  'other-question': ({ plan }) => plan.kind === 'ASK',
  'explains-itself': ({ plan }) => plan.kind === 'REASSURE',
  'gives-thread': ({ plan }) => plan.kind === 'REPEAT',
  answers: ({ plan }) => plan.kind === 'REASSURE',
  ends: ({ plan }) => plan.kind === 'CLOSE' || plan.kind === 'CONFIRM_STOP',
  closes: ({ plan }) => plan.kind === 'CLOSE' || plan.kind === 'CONFIRM_STOP',
  'asks-what': ({ text }) => /\b(?:tell|what would you|listening|go ahead)\b/i.test(text),
};

/** Whether the next turn is of the expected kind. */
export function measureNextTurns(cases: readonly AsideCase[]): Figure[] {
  const turns = new Map(cases.map((each) => [each, turnAfter(each)]));
  const of = (each: AsideCase) => turns.get(each) as ReturnType<typeof turnAfter>;
  const name = (each: AsideCase) =>
    `${each.id} [${each.next}: ${of(each).plan.kind}] ${each.question} | ${each.said} → ${of(each).text}`;
  return [
    countCases(
      'next turn is of the kind called for',
      0.85,
      cases,
      (each) => APT[each.next]?.(of(each)) ?? false,
      name,
    ),
  ];
}

/** Prints the exchanges for the readers who judge them. */
export function printExchanges(cases: readonly Omit<FollowUpCase, 'id'>[]) {
  for (const each of cases) {
    const { text, plan } = turnAfter(each);
    console.log(
      `Q: ${each.question}\nA: ${each.said}\n   ${text}  [${plan.kind}${plan.ask ? ` ${plan.ask.from}` : ''}]\n`,
    );
  }
}
