import { wordTurn } from '#api/conversations/interviewer/builtin.ts';
import { contextOf, heardFrom } from '#api/conversations/interviewer/mind.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import type { HistoryTurn, TurnRequest } from '#api/conversations/interviewer/request.ts';
import { ACT_OF, type Label } from '#api/dialogue-acts/labels.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import type { BankQuestion } from '#api/questions/bank/question.ts';
import { aRequest, type Changes } from '../request.ts';

const question = (
  key: string,
  chapter: BankQuestion['chapter'],
  text: string,
  theme: string[],
  changes: Partial<BankQuestion> = {},
): BankQuestion => ({
  ...{
    key,
    chapter,
    text,
    theme,
    depth: 'OPENER',
    sensitivity: 0,
    decade: null,
    followUps: [],
    reason: null,
  },
  ...changes,
});

/** Five questions in Spanish. */
export const SPANISH_BANK: readonly BankQuestion[] = [
  question('es-1', 'origins', '¿De dónde venían sus abuelos?', ['grandparents'], {
    followUps: ['¿Qué se contaba de ellos en la familia?'],
  }),
  question('es-2', 'childhood-home', '¿Cómo era la cocina de su casa?', ['house', 'food']),
  question('es-3', 'school', '¿Cómo era el camino a la escuela?', ['school'], {
    followUps: ['¿Con quién hacía el camino?'],
  }),
  question('es-4', 'first-work', '¿Cómo fue el primer trabajo que le pagaron?', ['work', 'money']),
  question('es-5', 'love', '¿Cómo se veían los novios en aquel tiempo?', ['love'], {
    reason: 'cada pueblo tenía sus costumbres',
  }),
];

/** A request for Lourdes, an invented subject who speaks Spanish. */
export function enEspanol(changes: Changes = {}): TurnRequest {
  return aRequest({
    bank: SPANISH_BANK,
    ...changes,
    subject: {
      fullName: 'Lourdes Aguirre',
      preferredName: 'doña Lourdes',
      language: 'es',
      onBehalfOf: { name: 'Ana', relationship: 'daughter' },
      timeZone: 'America/Mexico_City',
      country: 'MX',
      ...changes.subject,
    },
  });
}

export type Said = string | readonly [words: string, label: Label, doubtful?: 'doubtful'];

/** A reading of words whose acts are known. */
export function readingOf(parts: readonly Said[]): { text: string; reading: UtteranceReading } {
  let text = '';
  const spans: UtteranceReading['spans'] = [];
  for (const part of parts) {
    const [words, label, doubtful] = typeof part === 'string' ? [part, 'tell' as const] : part;
    const start = text.length + (text ? 1 : 0);
    text = text ? `${text} ${words}` : words;
    spans.push({
      ...{ act: ACT_OF[label], label, labels: [label], doubtful: doubtful !== undefined },
      ...{ start, end: text.length },
    });
  }
  return { text, reading: { spans } };
}

export const asked = (text: string, changes: Partial<HistoryTurn> = {}): HistoryTurn => ({
  ...{ role: 'assistant', text, private: false, kind: 'ASK' },
  ...changes,
});

/** The turn after `said`; what each part does is given, so that the reading of acts is not tested here. */
export function turnAfter(
  said: Said | readonly Said[],
  before: HistoryTurn[] = [asked('¿Cómo era la vida en aquellos años?')],
  changes: Changes = {},
) {
  const isOne = typeof said === 'string' || (typeof said[1] === 'string' && said[1] in ACT_OF);
  const { text, reading } = readingOf((isOne ? [said] : said) as readonly Said[]);
  const heard = heardFrom(reading, text, contextOf(before, 'PHONE', 'es'));
  const told = toldText(text, reading);
  const history: HistoryTurn[] = [
    ...before,
    { role: 'user', text, told, private: heard.privateScope !== null },
  ];
  const request = enEspanol({
    ...{ history, heard, ...changes },
    conversation: { number: 3, ...changes.conversation },
  });
  const plan = planTurn(request);
  return { request, heard, plan, text: wordTurn(plan, request) };
}
