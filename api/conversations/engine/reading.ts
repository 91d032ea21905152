import type { Effect, TurnDraft } from '#api/conversations/interviewer/interviewer.ts';
import type { Heard } from '#api/conversations/interviewer/mind.ts';
import type { FamilyRequest, TurnRequest } from '#api/conversations/interviewer/request.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import {
  draftTurn,
  hearUtterance,
  readCorrected,
  settleLastWords,
  type UtteranceInput,
} from '#api/conversations/text-tasks.ts';
import type { UtteranceReading } from '#api/dialogue-acts/read-utterance.ts';
import type { Language } from '#api/language/languages.ts';
import { InvalidInput } from '#api/platform/errors.ts';
import { log } from '#api/platform/log.ts';
import { runTextTask, WorkerKilled } from '#api/platform/text-workers/pool.ts';

/** The time limit for reading words and for finding a turn while somebody waits. */
const readingMs = 2_000;

/** If a long message can't be read in time, only this many characters at its end are answered. */
const endOfAnswer = 1_000;

/**
 * Reads what somebody says: short text at once, long text in a worker. Words that can't be read in time may ask for
 * privacy, so they are stored as private.
 */
export async function readWords(utterance: UtteranceInput, subjectId: string): Promise<Heard> {
  const { text } = utterance;
  try {
    return await runTextTask(hearUtterance, utterance, {
      ...{ subjectId, characters: text.length },
      deadlineMs: readingMs,
    });
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    log.warn(
      { error, characters: text.length },
      'an utterance was not read in time and is stored as private',
    );
    return unreadUtterance(text);
  }
}

/** Reads a corrected text, in a worker if it is long. Throws `InvalidInput` when it can't be read in time. */
export async function readCorrection(
  text: string,
  subjectId: string,
  language: Language = 'en',
): Promise<UtteranceReading> {
  try {
    return await runTextTask(
      readCorrected,
      { text, language },
      {
        ...{ subjectId, characters: text.length },
        deadlineMs: readingMs,
      },
    );
  } catch (error) {
    if (!(error instanceof WorkerKilled)) throw error;
    throw new InvalidInput([{ path: 'text', message: 'takes too long to read; correct less of it at once' }]);
  }
}

/**
 * How the last words of a conversation affect the family’s questions; an empty list when they can’t be read in time.
 */
export async function readLastAnswer(
  said: UtteranceInput & { questions: FamilyRequest[] },
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
      'the last words of a conversation were not read in time, so they settle no question',
    );
    return [];
  }
}

function unreadUtterance(text: string): Heard {
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

/**
 * Finds the next turn: at once for short text, in a worker for long text, and from the end of the words alone if that
 * fails.
 */
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
    log.warn({ error, characters }, 'no turn was found from all the words; only their end is answered');
    return draftTurn.run(shortened(request));
  }
}

function shortened(request: TurnRequest): TurnRequest {
  const history = request.history.map((turn) => ({ ...turn, text: turn.text?.slice(-endOfAnswer) ?? null }));
  return { ...request, history, told: { ...request.told, earlierWords: [] } };
}
