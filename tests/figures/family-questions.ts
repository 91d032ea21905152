import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Application, startApplication } from '#api/application.ts';
import { readConfig } from '#api/config.ts';
import { openQuestion } from '#api/conversations/interviewer/answering/open-question.ts';
import type { TurnKind } from '#api/conversations/interviewer/request.ts';
import { beginConversation } from '#api/conversations/service/begin.ts';
import { endConversation } from '#api/conversations/service/end.ts';
import { say } from '#api/conversations/service/say.ts';
import { db } from '#api/platform/database/database.ts';
import { memoryBus, openBus } from '#api/platform/events/bus.ts';
import { openLog } from '#api/platform/log.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { askQuestion } from '#api/questions/service.ts';
import { countCases, type Figure } from './cases.ts';

/** A line of the person: a story, or the answer to a certain question, said when that question is asked. */
type Line =
  | string
  | {
      said: string;
      answers?: string | string[];
      declines?: string[];
      how?: 'answers' | 'declines' | 'evades' | 'unasked';
      /** Said only after the question was asked. */
      after?: 'first-asked';
      /** The person ends the conversation with these words. */
      ends?: boolean;
    };

export type FamilyQuestionCase = {
  id: string;
  requests: { id: string; askedBy: string; text: string }[];
  talks: Line[][];
  expect: { answered: string[]; skipped: string[]; stillOpen: string[] };
};

/** A question that was put in two conversations without an answer is shown as unanswered, and can be asked anew. */
type Fate = 'answered' | 'skipped' | 'stillOpen' | 'unanswered';

/** The result of one question of a case. */
type Played = {
  name: string;
  expected: Fate;
  fate: Fate;
  /**
   * The first words of each conversation in which the question was first in line, and whether they asked
   * it.
   */
  openings: { text: string; puts: boolean }[];
  /** The words that were meant as its answer, and the words recorded as its answer. */
  meant: string | null;
  noted: string | null;
};

/**
 * Plays the cases through the services of a server with its own database, and returns the result of each
 * question.
 */
export async function measureFamilyQuestions(cases: readonly FamilyQuestionCase[]): Promise<Figure[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'evertold-figures-'));
  // When this runs as root, the database runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711);
  mkdirSync(path.join(dataDir, 'outbox'), { recursive: true });
  const application = await startServer(dataDir);
  const played: Played[] = [];
  try {
    for (const each of cases) played.push(...(await playCase(each)));
  } finally {
    await application.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const openings = played.flatMap(({ name, openings }) => openings.map((opening) => ({ name, ...opening })));
  const answered = played.filter(({ expected, fate }) => expected === 'answered' && fate === 'answered');
  return [
    countCases(
      'family questions asked until answered, declined or left',
      1,
      played,
      ({ expected, fate }) => expected === fate || (fate === 'unanswered' && expected !== 'answered'),
      ({ name, expected, fate }) => `${name}: ${fate} instead of ${expected}`,
    ),
    countCases(
      'conversations that begin with the question that waits',
      1,
      openings,
      ({ puts }) => puts,
      ({ name, text }) => `${name} → ${text}`,
    ),
    countCases(
      'answered questions that show the words that answered',
      1,
      answered,
      ({ meant, noted }) => meant === noted,
      ({ name, noted }) => `${name} → ${noted}`,
    ),
  ];
}

function startServer(dataDir: string): Promise<Application> {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    AUTH_SECRET: 'a secret that only the figures know, long enough',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
  });
  openLog(config.logLevel);
  openBus(memoryBus());
  return startApplication(config);
}

async function anAccount(name: string): Promise<Viewer> {
  const email = `${randomUUID()}@figures.test`;
  const { id } = await db.user.create({ data: { name, email }, select: { id: true } });
  const rights = { admin: false, impersonatorId: null, key: null } as const;
  return { userId: id, sessionId: id, name, email, provenAt: new Date(), ...rights };
}

const origin = { requestId: 'figures', ipAddress: null, userAgent: null };

async function playCase({ id, requests, talks, expect }: FamilyQuestionCase): Promise<Played[]> {
  const person = await anAccount('Alma Rourke');
  const subject = await db.subject.create({
    data: { fullName: 'Alma Rourke', preferredName: 'Alma', selfUserId: person.userId, status: 'ACTIVE' },
    select: { id: true },
  });
  const caseIds = new Map<string, string>();
  for (const request of requests) {
    const [name = '', relationship = ''] = request.askedBy.split(', ');
    const asker = await anAccount(name);
    await db.membership.create({
      data: { subjectId: subject.id, userId: asker.userId, role: 'VIEWER', relationship },
    });
    const asked = await askQuestion(asker, { subjectId: subject.id, text: request.text });
    caseIds.set(asked.id, request.id);
  }
  const openings: { first: string; text: string; puts: boolean }[] = [];
  for (const lines of talks) {
    const waiting = await db.questionRequest.findFirst({
      where: { subjectId: subject.id, status: 'QUEUED' },
      orderBy: [{ position: 'asc' }, { createdAt: 'asc' }],
      select: { id: true },
    });
    const { id: conversationId } = await beginConversation(person, { subjectId: subject.id, channel: 'WEB' });
    const opening = (await turnsAnswered(conversationId)).at(-1);
    if (waiting) {
      const first = caseIds.get(waiting.id) ?? '';
      openings.push({ first, text: opening?.text ?? '', puts: opening?.requestId === waiting.id });
    }
    await playTalk(person, conversationId, lines, caseIds);
  }
  const found = await db.questionRequest.findMany({ where: { subjectId: subject.id } });
  const messages = await db.message.findMany({ where: { subjectId: subject.id } });
  return found.map((question) => {
    const own = caseIds.get(question.id) ?? '';
    const meant = talks
      .flat()
      .findLast((line) => typeof line !== 'string' && [line.answers].flat().includes(own));
    return {
      name: `${id} ${question.text}`,
      expected: fateIn(expect, own),
      fate:
        question.status === 'ANSWERED'
          ? 'answered'
          : question.status !== 'SKIPPED'
            ? 'stillOpen'
            : question.declined
              ? 'skipped'
              : 'unanswered',
      openings: openings.filter(({ first }) => first === own),
      meant: meant ? textOf(meant) : null,
      noted: messages.find((message) => message.id === question.answerMessageId)?.text ?? null,
    };
  });
}

function fateIn({ answered, skipped }: FamilyQuestionCase['expect'], id: string): Fate {
  if (answered.includes(id)) return 'answered';
  return skipped.includes(id) ? 'skipped' : 'stillOpen';
}

const textOf = (line: Line) => (typeof line === 'string' ? line : line.said);

/**
 * Says the lines in order, except that a line for a certain question is said when that is asked. Ends the
 * conversation if it still goes on.
 */
async function playTalk(
  person: Viewer,
  conversationId: string,
  lines: readonly Line[],
  caseIds: ReadonlyMap<string, string>,
) {
  const left = [...lines];
  const put = new Set<string>();
  while (left.length > 0) {
    const turns = await turnsAnswered(conversationId);
    for (const { requestId } of turns) if (requestId) put.add(caseIds.get(requestId) ?? '');
    const open = openQuestion(turns);
    const asked = open?.kind !== 'FOLLOW_UP' && open === turns.at(-1) ? open?.requestId : null;
    const line = nextLine(left, asked ? (caseIds.get(asked) ?? '') : null, put);
    if (!line) break;
    left.splice(left.indexOf(line), 1);
    const clientMessageId = randomUUID();
    const message = { conversationId, text: textOf(line), clientMessageId };
    if (!(await isGoingOn(conversationId))) break;
    await say(person, origin, message);
    await turnsAnswered(conversationId);
    if (typeof line !== 'string' && line.ends) break;
  }
  if (await isGoingOn(conversationId)) await endConversation(person, conversationId);
}

function nextLine(left: readonly Line[], asked: string | null, put: ReadonlySet<string>): Line | undefined {
  const meantFor = (line: Line) =>
    typeof line === 'string' ? [] : [line.answers ?? [], line.declines ?? []].flat();
  const isUnasked = (line: Line) => typeof line !== 'string' && line.how === 'unasked';
  const reply = asked && left.find((line) => !isUnasked(line) && meantFor(line).includes(asked));
  if (reply) return reply;
  return left.find((line) => {
    if (!isUnasked(line)) return meantFor(line).length === 0;
    const mustBePut = typeof line !== 'string' && line.after === 'first-asked';
    return !mustBePut || meantFor(line).every((id) => put.has(id));
  });
}

async function isGoingOn(id: string): Promise<boolean> {
  const { status } = await db.conversation.findUniqueOrThrow({ where: { id }, select: { status: true } });
  return status === 'IN_PROGRESS';
}

/** The turns of a conversation after all answers have arrived. */
async function turnsAnswered(id: string) {
  for (let tries = 0; tries < 1_000; tries++) {
    const { awaitingSeq } = await db.conversation.findUniqueOrThrow({ where: { id } });
    if (awaitingSeq === null) {
      const turns = await db.message.findMany({ where: { conversationId: id }, orderBy: { seq: 'asc' } });
      return turns.map((turn) => ({ ...turn, kind: turn.turnKind as TurnKind | null }));
    }
    await sleep(10);
  }
  throw new Error(`Conversation ${id} was not answered within ten seconds`);
}
