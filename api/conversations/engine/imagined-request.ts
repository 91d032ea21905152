import type { Channel } from '#api/generated/prisma/enums.ts';
import { languageOf } from '#api/language/languages.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { bankInForce } from '#api/questions/bank/in-force.ts';
import type { BankQuestion } from '#api/questions/bank/question.ts';
import { unansweredQuestions } from '#api/questions/service.ts';
import type { HistoryTurn, TurnRequest } from '../interviewer/request.ts';
import { historyOf, turnsOf } from './history.ts';
import { liveChannel } from './live-channel.ts';
import { readWords } from './reading.ts';
import { onBehalfOf, seedOf, subjectFacts } from './subject-facts.ts';
import { toldBefore } from './told.ts';

type Prompt = TurnRequest['agentPrompt'];

/**
 * Builds the request that the interviewer would get if a conversation with the subject began now. It contains nothing
 * private.
 */
export async function openingRequest(subjectId: string, agentPrompt: Prompt): Promise<TurnRequest | null> {
  const subject = await subjectOf(subjectId);
  if (!subject) return null;
  const conversation = { id: nobody, subjectId, createdAt: clock.now() };
  const [before, questions, bank] = await Promise.all([
    toldBefore(conversation, null),
    unansweredQuestions(subjectId),
    bankInForce(subject.language),
  ]);
  const { number, last, findings, people, ...memory } = before;
  return {
    ...requestAbout({ ...subject, people, bank }, agentPrompt, number, last),
    requests: questions.waiting,
    unanswered: questions.asked,
    findings,
    choiceSeed: seedOf(subjectId),
    told: memory,
  };
}

/**
 * Builds the request that the interviewer got at a turn of a recorded conversation. It contains this conversation and
 * what the family entered, and nothing from other conversations. Null when there is no turn of the person to answer,
 * or it is private.
 */
export async function recordedRequest(
  { id, subjectId, channel }: { id: string; subjectId: string; channel: Channel },
  upTo: number | null,
  agentPrompt: Prompt,
): Promise<TurnRequest | null> {
  const [subject, all] = await Promise.all([subjectOf(subjectId), turnsOf(id)]);
  const last = all.findLast(
    ({ role, seq, ...turn }) => role === 'user' && !turn.private && seq <= (upTo ?? Number.MAX_SAFE_INTEGER),
  );
  if (!subject || !last || (upTo !== null && last.seq !== upTo)) return null;
  const turns = all.filter(({ seq }) => seq <= last.seq);
  // A model learns that private turns exist, but does not see their text.
  const history = historyOf(turns).map((turn) => (turn.private ? { ...turn, text: null, told: null } : turn));
  const before = history.slice(0, -1);
  const heard = await readWords(
    {
      text: last.text,
      history: before,
      channel: liveChannel(channel),
      language: languageOf(subject.language),
    },
    subjectId,
  );
  const spoken = history.flatMap(({ role, text }) => (role === 'assistant' && text ? [text] : []));
  return {
    ...requestAbout({ ...subject, bank: await bankInForce(subject.language) }, agentPrompt, 2, null),
    ...{ history, heard },
    told: {
      ...{ askedTexts: spoken, confidedTexts: [], chapters: {}, earlierWords: [] },
      doneKeys: history.flatMap(({ questionKey }) => questionKey ?? []),
    },
  };
}

/** Builds a request for an invented person who has said `text`. */
export async function typedRequest(text: string, agentPrompt: Prompt): Promise<TurnRequest> {
  const history: HistoryTurn[] = [{ role: 'user', text, told: text, private: false }];
  const heard = await readWords({ text, history: [], channel: 'WEB', language: 'en' }, nobody);
  return {
    ...requestAbout(
      {
        ...{
          language: 'en',
          fullName: 'Ann Example',
          preferredName: 'Ann',
          pronouns: null,
          birthDate: null,
          phone: null,
        },
        ...{ timeZone: 'UTC', avoidedThemes: [], namedThemes: [], people: [], selfUserId: null, members: [] },
        ...{ maxMinutes: 30, maxQuestions: 12, bank: await bankInForce('en') },
      },
      agentPrompt,
      2,
      null,
    ),
    ...{ history, heard: { ...heard, privateScope: null } },
  };
}

function requestAbout(
  subject: Parameters<typeof subjectFacts>[0] &
    Parameters<typeof onBehalfOf>[0] & {
      maxMinutes: number;
      maxQuestions: number;
      bank: readonly BankQuestion[];
    },
  agentPrompt: Prompt,
  number: number,
  last: TurnRequest['conversation']['last'],
): TurnRequest {
  return {
    subject: { ...subjectFacts(subject), isSelf: false, onBehalfOf: onBehalfOf(subject, null) },
    conversation: {
      ...{ channel: 'PHONE', togetherWith: null, number, startedAt: clock.now(), nextCallAt: null, last },
      limits: { minutes: subject.maxMinutes, questions: subject.maxQuestions },
    },
    ...{ history: [], heard: null, requests: [], findings: [], bank: subject.bank, agentPrompt },
    told: { askedTexts: [], confidedTexts: [], doneKeys: [], chapters: {}, earlierWords: [] },
    ...{ mayUseModel: true, now: clock.now(), seed: 1 },
  };
}

function subjectOf(id: string) {
  return db.subject.findFirst({
    where: { id, deletedAt: null },
    include: {
      namedThemes: { where: { message: { is: { private: true } } }, select: { theme: true } },
      members: { include: { user: { select: { name: true } } }, orderBy: { createdAt: 'asc' } },
      people: { where: { found: false }, select: { name: true } },
    },
  });
}
