import { ports } from '#api/adapters/ports.ts';
import type { Model } from '#api/generated/prisma/client.ts';
import { log } from '#api/platform/log.ts';
import { type CallDetails, type CallOutcome, recordModelCall } from '#api/platform/model-use.ts';
import { callable, whyNotCallable } from '#api/platform/models.ts';

export type ModelQuestion = {
  instructions?: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
  maxOutputTokens: number;
  timeoutMs: number;
};

export type Streamed = {
  /** The whole text, or the part before the error. */
  text: string;
  /** The reason for an incomplete answer, for the team; never quotes the server's answer. */
  error: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Time to the first token. */
  firstTokenMs: number | null;
  latencyMs: number;
};

/** Calls a model once and streams the answer. Never rejects. */
export async function streamModel(
  row: Model,
  asked: ModelQuestion,
  signal: AbortSignal,
  onText: (text: string) => void = () => {},
): Promise<Streamed> {
  const streamed: Streamed = {
    ...{ text: '', error: null, inputTokens: null, outputTokens: null, firstTokenMs: null, latencyMs: 0 },
  };
  const model = callable(row);
  const why = await whyNotCallable(row);
  if (why || !model) return { ...streamed, error: `It was not asked: ${why}` };
  const [{ streamText }, opened] = await Promise.all([import('ai'), ports.llm.openModel(model)]);
  const timeout = AbortSignal.timeout(asked.timeoutMs);
  const started = performance.now();
  const spent = () => Math.round(performance.now() - started);
  let failure: unknown = null;
  let outcome: CallOutcome = 'answered';
  const details: CallDetails = {};
  try {
    const result = streamText({
      model: opened,
      ...(asked.instructions && { system: asked.instructions }),
      messages: asked.messages,
      maxOutputTokens: Math.min(asked.maxOutputTokens, model.maxOutputTokens ?? asked.maxOutputTokens),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, timeout]),
      ...(model.temperature !== undefined && { temperature: model.temperature }),
      onError: ({ error }) => {
        failure = error;
      },
    });
    for await (const part of result.textStream) {
      if (!part) continue;
      streamed.firstTokenMs ??= spent();
      streamed.text += part;
      onText(streamed.text);
    }
    if (timeout.aborted) throw new DOMException('', 'TimeoutError');
    if (signal.aborted) throw signal.reason;
    if (failure) throw failure;
    const reason = await result.finishReason;
    const { inputTokens, outputTokens } = await result.usage;
    Object.assign(streamed, { inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null });
    details.modelVersion = (await result.response).modelId;
    if (reason === 'length') streamed.error = 'The answer was cut at the limit of tokens';
    else if (reason !== 'stop') streamed.error = 'The connection was cut before the answer ended';
    else if (!streamed.text.trim()) streamed.error = 'It answered without any words';
    if (streamed.error) outcome = streamed.text.trim() ? 'unfit' : 'empty';
  } catch (error) {
    outcome = timeout.aborted ? 'late' : signal.aborted ? 'interrupted' : 'failed';
    details.error = error;
    log.info({ model: row.id, error }, 'a model that was tried did not answer');
    streamed.error = timeout.aborted
      ? `It gave no whole answer within ${asked.timeoutMs / 1000} seconds`
      : signal.aborted
        ? 'It was stopped'
        : errorInWords(error);
  }
  streamed.latencyMs = spent();
  const { inputTokens: input, outputTokens: output } = streamed;
  recordModelCall({
    ...{ ...details, task: 'tune', subjectId: null, model: row.name, outcome },
    ...{ latencyMs: streamed.latencyMs, firstTokenMs: streamed.firstTokenMs },
    tokens: input !== null && output !== null ? { input, output } : null,
  });
  return streamed;
}

const statuses: Record<number, string> = {
  400: 'it did not understand the request: check the provider and the model’s name',
  401: 'the key was refused: check the variable that holds it',
  403: 'the key may not use this model',
  404: 'there is no such address or model: check both',
  429: 'too much was asked of it, or the account has no credit',
};

/** Describes an error by its status only, because the server's message may quote the prompt. */
function errorInWords(error: unknown): string {
  const { statusCode, cause } = error as { statusCode?: number; cause?: unknown };
  const kinds = [error, cause, (cause as Error | undefined)?.cause].map((each) => each as Named | undefined);
  if (kinds.some((each) => each?.name === 'PrivateAddressRefused'))
    return 'It was not asked: its address is private; set ALLOW_PRIVATE_ADDRESSES=yes to let models reach it';
  if (statusCode !== undefined && statusCode >= 300 && statusCode < 400)
    return `It answered ${statusCode}: a redirect, which is not followed`;
  if (statusCode !== undefined && statusCode >= 300) {
    const why = statuses[statusCode] ?? (statusCode >= 500 ? 'the server has a fault' : 'it refused');
    return `It answered ${statusCode}: ${why}`;
  }
  if (kinds.some((each) => /redirect/i.test(each?.message ?? '')))
    return 'It answered with a redirect, which is not followed';
  const code = kinds.map((each) => each?.code).find((each) => each);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Its name leads to no server: check the address';
  if (code === 'ECONNREFUSED') return 'No server answers there: check the address';
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET')
    return 'The connection was cut before the answer ended';
  if (kinds.some((each) => /parse|validation/i.test(each?.name ?? '')))
    return 'Its answer could not be read: check the provider';
  return 'It did not answer as its provider should';
}

type Named = { name?: string; code?: string; message?: string };

/** The cost of an answer in dollars; null when its tokens or the model's prices are unknown. */
export function costOf(
  row: Model,
  { inputTokens, outputTokens }: Pick<Streamed, 'inputTokens' | 'outputTokens'>,
) {
  const { inputPricePerMillion, outputPricePerMillion } = row;
  if (inputPricePerMillion === null || outputPricePerMillion === null) return null;
  if (inputTokens === null || outputTokens === null) return null;
  return (inputTokens * inputPricePerMillion + outputTokens * outputPricePerMillion) / 1_000_000;
}
