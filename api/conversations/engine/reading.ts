import type { Effect, TurnDraft } from '#api/conversations/interviewer/interviewer.ts';
import type { Heard } from '#api/conversations/interviewer/mind.ts';
import type { FamilyRequest, TurnRequest } from '#api/conversations/interviewer/request.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import {
  draftTurn,
  hearUtterance,
  readCorrected,
  settleLastWords,
  type Utterance,
} from '#api/conversations/text-tasks.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import { log } from '#api/platform/log.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';

/** How long words may take to be read, and a turn to be found, while somebody waits for it. */
const readingMs = 2_000;

/** Where a long answer can't be read, its end is answered. */
const endOfAnswer = 1_000;

/**
 * Reads what somebody says: at once where it is short, else in a worker. Words that can't be read in time may hold the
 * wish that nobody reads them: they are kept private.
 */
export async function readWords(utterance: Utterance, subjectId: string): Promise<Heard> {
  const { text } = utterance;
  try {
    return await runTextTask(hearUtterance, utterance, {
      ...{ subjectId, characters: text.length },
      deadlineMs: readingMs,
    });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    log.warn({ error, characters: text.length }, 'an utterance was not read, and is kept private');
    return unread(text);
  }
}

/** Reads what words were corrected to: where they are long in a worker, and refused when they can't be read in time. */
export async function readCorrection(text: string, subjectId: string): Promise<UtteranceReading> {
  try {
    return await runTextTask(readCorrected, text, {
      ...{ subjectId, characters: text.length },
      deadlineMs: readingMs,
    });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    throw new InvalidInput([{ path: 'text', message: 'takes too long to read; correct less of it at once' }]);
  }
}

/** What the last words of a conversation do to the family’s questions; nothing where they can’t be read in time. */
export async function readLastAnswer(
  said: Utterance & { questions: FamilyRequest[] },
  subjectId: string,
): Promise<Effect[]> {
  const { text } = said;
  try {
    return await runTextTask(settleLastWords, said, {
      ...{ subjectId, characters: text.length },
      deadlineMs: readingMs,
    });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    log.warn(
      { error, characters: text.length },
      'the last words of a conversation were not read for answers',
    );
    return [];
  }
}

function unread(text: string): Heard {
  return {
    reading: { spans: [] },
    intents: ['PRIVATE', 'ANSWER'],
    privateScope: 'THIS',
    reachesBackTo: null,
    privateTheme: null,
    theme: null,
    wantsToTell: null,
    withdraws: [],
    crisis: null,
    about: null,
    audience: null,
    doubt: null,
    confirmed: null,
    words: wordCount(text),
    toldWords: 0,
  };
}

/** Finds the next turn: at once where little is to be answered, else in a worker, at last from the end of the words alone. */
export async function findTurn(
  request: TurnRequest,
  subjectId: string,
  signal: AbortSignal,
): Promise<TurnDraft> {
  const characters = request.history.at(-1)?.text?.length ?? 0;
  try {
    return await runTextTask(draftTurn, request, { subjectId, characters, signal, deadlineMs: readingMs });
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ error, characters }, 'a turn was not found from all the words');
    return draftTurn.run(shortened(request));
  }
}

function shortened(request: TurnRequest): TurnRequest {
  const history = request.history.map((turn) => ({ ...turn, text: turn.text?.slice(-endOfAnswer) ?? null }));
  return { ...request, history, told: { ...request.told, earlierWords: [] } };
}
