import type { ModelAddress } from '#api/adapters/llm/port.ts';
import { ports } from '#api/adapters/ports.ts';
import type { CallDetails } from '#api/platform/model-use.ts';
import type { CallWatch } from '#api/platform/observability/model-calls.ts';
import { agentsOpening } from './agent-opening.ts';
import { type DraftTurn, draftHere } from './builtin.ts';
import type { Interviewer, TurnDraft, TurnPlan } from './interviewer.ts';
import type { TurnKind, TurnRequest } from './request.ts';
import { dialogue, systemPrompt } from './system-prompt.ts';
import { touchesAvoided } from './themes.ts';
import { allowTurn, withinLimits } from './turn.ts';

export interface ModelConfig extends ModelAddress {
  temperature?: number;
  /** Time limit for the whole turn. The first word must arrive within half of it. */
  timeoutMs?: number;
  /** Token limit of one turn. Values above 200 are capped. */
  maxOutputTokens?: number;
}

export interface ModelInterviewerOptions {
  /** Is notified of every call of a model. */
  watch?: CallWatch;
  /** Plans the turn that the models word. */
  draft?: DraftTurn;
}

/**
 * The turn kinds that a model may word. Crisis information, who we are, and the first and last words never
 * come from a model.
 */
export const WORDED: ReadonlySet<TurnKind> = new Set<TurnKind>(['ASK', 'FOLLOW_UP', 'COMFORT']);
const DEFAULT_TIMEOUT_MS = 12_000;
/** A turn has 25 words. */
const MOST_TOKENS = 200;

/**
 * Loaded on first use: it is a large part of the server's code, and an installation without a model doesn't
 * need it.
 */
async function loadModel(config: ModelConfig) {
  const [{ streamText }, model] = await Promise.all([import('ai'), ports.llm.openModel(config)]);
  return { streamText, model };
}

async function* streamModelWords(
  { streamText, model }: Awaited<ReturnType<typeof loadModel>>,
  config: ModelConfig,
  plan: TurnPlan,
  request: TurnRequest,
  { signal, details }: { signal: AbortSignal; details: CallDetails },
) {
  let failure: unknown = null;
  const started = performance.now();
  const result = streamText({
    model,
    system: systemPrompt(plan, request),
    messages: dialogue(request.history),
    maxOutputTokens: Math.min(MOST_TOKENS, config.maxOutputTokens ?? MOST_TOKENS),
    maxRetries: 0,
    abortSignal: signal,
    ...(config.temperature === undefined ? {} : { temperature: config.temperature }),
    onError: ({ error }) => {
      failure = error;
    },
  });
  for await (const part of result.textStream) {
    if (part) details.firstTokenMs ??= performance.now() - started;
    yield part;
  }
  if (failure) throw failure;
  const { inputTokens, outputTokens } = await result.usage;
  if (inputTokens && outputTokens) details.tokens = { input: inputTokens, output: outputTokens };
  details.modelVersion = (await result.response).modelId;
  // A stream that was cut off doesn't finish properly. Half a turn must not count as a whole one.
  const reason = await result.finishReason;
  if (reason !== 'stop' && reason !== 'length') throw new Error(`the stream ended with ${reason}`);
}

/** Whether the turn answers what was said about the recording. */
function isOfRecording({ history, heard }: TurnRequest): boolean {
  const asked = history.at(-2)?.kind;
  return (
    asked === 'CONFIRM_RECORDING' || (asked === 'CONFIRM_BY_VOICE' && heard?.confirmed?.voice !== undefined)
  );
}

const tooLate = (words: string) => new DOMException(words, 'TimeoutError');

/** Follows a stream with time limits for its first word and for its end. */
async function* inTime(
  open: (signal: AbortSignal) => AsyncGenerator<string>,
  timeoutMs: number,
  caller: AbortSignal,
): AsyncGenerator<string> {
  const own = new AbortController();
  const stop = () => own.abort(caller.reason);
  caller.addEventListener('abort', stop, { once: true });
  const over = new Promise<never>((_resolve, reject) => {
    own.signal.addEventListener('abort', () => reject(own.signal.reason), { once: true });
  });
  over.catch(() => undefined);
  const whole = setTimeout(() => own.abort(tooLate('took too long')), timeoutMs);
  const first = setTimeout(() => own.abort(tooLate('no first word in time')), timeoutMs / 2);
  const stream = open(own.signal);
  try {
    if (caller.aborted) stop();
    for (;;) {
      const next = await Promise.race([stream.next(), over]);
      if (next.done) return;
      clearTimeout(first);
      yield next.value;
    }
  } finally {
    clearTimeout(whole);
    clearTimeout(first);
    caller.removeEventListener('abort', stop);
    own.abort();
    stream.return(undefined).catch(() => undefined);
  }
}

/**
 * An interviewer whose turns are worded by language models, tried in the given order, and by the built-in
 * one when all of them fail. It never throws for a failing model. Models never get private words, or any
 * words without the AI_WRITING consent.
 */
export function modelInterviewer(
  models: readonly ModelConfig[],
  options: ModelInterviewerOptions = {},
): Interviewer {
  return {
    name: models[0]?.name ?? 'built-in',
    async *answer(request, signal): AsyncGenerator<TurnDraft> {
      if (signal.aborted) return;
      const draft = await (options.draft ?? draftHere)(request, signal);
      const { plan } = draft;
      const { language } = request.subject;
      const isPrivate = request.heard?.privateScope != null || request.history.at(-1)?.private === true;
      const opening = agentsOpening(plan, request);
      if (opening) {
        yield opening;
        return;
      }
      const avoided = [
        ...request.subject.avoidedThemes,
        ...(request.heard?.theme ? [request.heard.theme] : []),
      ];
      // No model words the turn about the recording either.
      const isPlain = isPrivate || isOfRecording(request);
      const worded = WORDED.has(plan.kind) && request.mayUseModel && !isPlain;
      for (const config of worded ? models : []) {
        // Loading the code the first time doesn't count as the model's time.
        const loaded = await loadModel(config);
        const came = options.watch?.called(config.name);
        const details: CallDetails = {};
        try {
          const open = (own: AbortSignal) =>
            streamModelWords(loaded, config, plan, request, { signal: own, details });
          let text = '';
          for await (const sofar of withinLimits(
            inTime(open, config.timeoutMs ?? DEFAULT_TIMEOUT_MS, signal),
            language,
          )) {
            text = sofar;
            // The last sentence is withheld until it is certain that it doesn't repeat a question.
            if (allowTurn(text, request, false) && !touchesAvoided(avoided, text, [], language))
              yield { ...draft, text, done: false, by: config.name };
          }
          if (signal.aborted) return;
          const allowed = allowTurn(text, request, plan.kind !== 'COMFORT');
          if (allowed && !touchesAvoided(avoided, allowed, [], language)) {
            came?.('answered', details);
            yield { ...draft, text: allowed, done: true, by: config.name };
            return;
          }
          came?.(text ? 'unfit' : 'empty', details);
        } catch (error) {
          if (signal.aborted) return;
          const late = error instanceof DOMException && error.name === 'TimeoutError';
          came?.(late ? 'late' : 'failed', { ...details, error });
        } finally {
          came?.('interrupted', details);
        }
      }
      if (signal.aborted) return;
      if (worded && models.length) options.watch?.fellBack();
      yield draft;
    },
  };
}
