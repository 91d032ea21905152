import { turnOf } from '#api/biography/built-in-writer.ts';
import { loadWork } from '#api/biography/pipeline/load.ts';
import { checkModelAnswer, findRepeated, printForModel } from '#api/biography/text-tasks.ts';
import { ModelOutput } from '#api/biography/writing/model/output.ts';
import { writerInstructions } from '#api/biography/writing/model/prompt.ts';
import { fillInstructions, readJson } from '#api/biography/writing/model-writer.ts';
import type { WriteRequest } from '#api/biography/writing/writer.ts';
import { recordedRequest, typedRequest } from '#api/conversations/engine/imagined-request.ts';
import { findTurn } from '#api/conversations/engine/reading.ts';
import { WORDED } from '#api/conversations/interviewer/model.ts';
import { countRepeatedQuestions, questionsIn } from '#api/conversations/interviewer/repetitions.ts';
import type { TurnRequest } from '#api/conversations/interviewer/request.ts';
import { dialogue, systemPrompt } from '#api/conversations/interviewer/system-prompt.ts';
import { allowTurn } from '#api/conversations/interviewer/turn.ts';
import { sentencesOf, wordCount } from '#api/conversations/interviewer/words.ts';
import type { AgentPromptVersion, Conversation, Model } from '#api/generated/prisma/client.ts';
import { db } from '#api/platform/database/database.ts';
import { clock } from '#api/platform/domain-values/clock.ts';
import { nobody } from '#api/platform/domain-values/ids.ts';
import { WrongState } from '#api/platform/errors.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';
import { type Streamed, streamModel } from '../models/stream.ts';
import type { builtInTexts } from '../prompts/tasks.ts';

const timeouts = { interview: 60_000, write: 180_000 };

/** The longest time that an answer takes. */
export const longestAnswerMs = timeouts.write + 10_000;

/** The measures of an answer; null where one doesn't apply to its kind. */
export type AnswerMeasures = {
  words: number | null;
  questions: number | null;
  /** Questions that the interviewer asked the subject before. */
  repeated: number | null;
  /** Whether a turn would be spoken, or the writer's answer has the expected shape. */
  usable: boolean | null;
  sentencesHeld: number | null;
  sentencesRefused: number | null;
};

export type Answered = Streamed & {
  verdict: string | null;
  measures: AnswerMeasures;
  /** The sentences of the answer, without the quotes of its sources. */
  printed: string[];
};

export type RequestAnswer = (signal: AbortSignal, onText: (text: string) => void) => Promise<Answered>;

const unmeasured: AnswerMeasures = {
  ...{ words: null, questions: null, repeated: null, usable: null },
  ...{ sentencesHeld: null, sentencesRefused: null },
};

type Input = { conversation: Conversation | null; text?: string | null; turn?: number | null };

/** Prepares the interviewer's answer to a recorded turn, or to a text. Refuses when there is nothing to answer. */
export async function prepareTurn(
  { conversation, text, turn = null }: Input,
  version: AgentPromptVersion | null,
  model: Model | null,
): Promise<RequestAnswer> {
  const request = conversation
    ? await recordedRequest(conversation, turn, version)
    : await typedRequest(text ?? '', version);
  if (!request) throw new WrongState('The person has no such turn to answer, or it is private', ['turn']);
  return async (signal, onText) => {
    const started = performance.now();
    const draft = await findTurn(request, conversation?.subjectId ?? nobody, signal);
    if (!model || !WORDED.has(draft.plan.kind)) {
      const latencyMs = Math.round(performance.now() - started);
      const verdict = model
        ? 'Turns of this kind are never left to a model: these are the built-in words'
        : null;
      const none = { error: null, inputTokens: null, outputTokens: null, firstTokenMs: latencyMs };
      const measures = { ...measureTurn(draft.text, request), usable: true };
      return { ...none, text: draft.text, latencyMs, verdict, measures, printed: sentencesOf(draft.text) };
    }
    const streamed = await streamModel(
      model,
      {
        instructions: systemPrompt(draft.plan, request),
        messages: dialogue(request.history),
        ...{ maxOutputTokens: 200, timeoutMs: Math.min(timeouts.interview, model.timeoutMs ?? 12_000) },
      },
      signal,
      onText,
    );
    if (streamed.error) return { ...streamed, verdict: null, measures: unmeasured, printed: [] };
    const spoken = allowTurn(streamed.text, request, draft.plan.kind !== 'COMFORT');
    const verdict =
      spoken === null
        ? 'It would not be spoken: the built-in interviewer would speak instead'
        : spoken === streamed.text.trim()
          ? 'It would be spoken unchanged'
          : `It would be spoken as: ${spoken}`;
    const measures = { ...measureTurn(streamed.text, request), usable: spoken !== null };
    return { ...streamed, verdict, measures, printed: sentencesOf(streamed.text) };
  };
}

function measureTurn(text: string, { history, told }: TurnRequest): AnswerMeasures {
  const spoken = history.flatMap((turn) => (turn.role === 'assistant' && turn.text ? [turn.text] : []));
  return {
    ...unmeasured,
    words: wordCount(text),
    questions: questionsIn(text).length,
    repeated: countRepeatedQuestions([text], [...told.askedTexts, ...spoken]),
  };
}

/** Prepares the stories of a whole conversation, or of a text. Refuses when the conversation can't be written. */
export async function prepareStories(
  { conversation, text }: Input,
  texts: typeof builtInTexts,
  model: Model,
): Promise<RequestAnswer> {
  const request = conversation ? await writeRequest(conversation.id) : typedWriting(text ?? '');
  return async (signal, onText) => {
    const printed = await runInWorker(printForModel, request, turnOf(request, signal));
    const streamed = await streamModel(
      model,
      {
        instructions: fillInstructions(writerInstructions(texts), request),
        messages: [{ role: 'user', content: printed }],
        maxOutputTokens: model.maxOutputTokens ?? 8_000,
        timeoutMs: Math.min(timeouts.write, model.timeoutMs ?? timeouts.write),
      },
      signal,
      onText,
    );
    if (streamed.error) return { ...streamed, verdict: null, measures: unmeasured, printed: [] };
    const output = ModelOutput.safeParse(readJson(streamed.text));
    if (!output.success) {
      const verdict = 'It is not JSON of the expected shape';
      return { ...streamed, verdict, measures: { ...unmeasured, usable: false }, printed: [] };
    }
    const { held, refusals } = await runInWorker(
      checkModelAnswer,
      { request, output: output.data },
      turnOf(request, signal),
    );
    return {
      ...streamed,
      verdict: `${held} sentences rest on what was said, ${refusals.length} do not`,
      measures: { ...unmeasured, usable: true, sentencesHeld: held, sentencesRefused: refusals.length },
      printed: textsOf(output.data),
    };
  };
}

function textsOf({ title, summary, cards }: ModelOutput): string[] {
  return [
    ...[title, ...sentencesOf(summary)],
    ...cards.flatMap((card) => [
      card.title,
      ...card.paragraphs.flatMap(({ sentences }) => sentences.map((sentence) => sentence.text)),
    ]),
  ];
}

/**
 * Counts the printed sentences that repeat private words of the conversation, with the rule that hides sentences of the
 * book when words become private.
 */
export async function countPrivateSentences(
  { id, subjectId }: Conversation,
  printed: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const turns = await db.message.findMany({
    where: { conversationId: id, private: true },
    select: { text: true, correctedText: true },
  });
  if (!turns.length || !printed.length) return 0;
  const said = turns.flatMap(({ text, correctedText }) => [text, ...(correctedText ? [correctedText] : [])]);
  const repeated = await runInWorker(
    findRepeated,
    { texts: printed, said },
    { subjectId, deadlineMs: 10_000, signal, background: true },
  );
  return repeated.filter(Boolean).length;
}

async function writeRequest(conversationId: string): Promise<WriteRequest> {
  const work = await loadWork(db, conversationId);
  if (work === 'NOTHING' || work === 'CONSENT')
    throw new WrongState('Stories can only be written from a conversation that has ended', [
      'conversationId',
    ]);
  // Without the existing cards, because a story that has a card would be left out.
  return { ...work.request, cards: [] };
}

function typedWriting(text: string): WriteRequest {
  return {
    subject: { preferredName: 'Ann', fullName: 'Ann Example', birthDate: null, birthPlace: null, people: [] },
    conversation: { id: nobody, startedAt: clock.now() },
    messages: [{ id: nobody, role: 'user', text, private: false }],
    cards: [],
    chapters: [{ key: 'childhood-home', title: 'Childhood' }],
  };
}
