import type { ModelAddress } from '#api/adapters/llm/port.ts';
import { ports } from '#api/adapters/ports.ts';
import { builtInWriter, turnOf } from '#api/biography/built-in-writer.ts';
import { assembleModelAnswer, checkModelAnswer, printForModel } from '#api/biography/text-tasks.ts';
import { ModelOutput } from '#api/biography/writing/model/output.ts';
import { printFindings, WRITER_INSTRUCTIONS } from '#api/biography/writing/model/prompt.ts';
import type { CheckedOutput } from '#api/biography/writing/model/reading.ts';
import type { Refusal, WriteRequest, Writer, Written } from '#api/biography/writing/writer.ts';
import { fillTemplate } from '#api/language/fill-template.ts';
import type { CallWatch } from '#api/platform/observability/model-calls.ts';
import { runInWorker } from '#api/platform/text-workers/pool.ts';

/** A language model with its settings for writing. */
export interface WriterModel extends ModelAddress {
  temperature?: number;
  /** Time limit for one answer of the model; at most two are requested. Default 120,000. */
  timeoutMs?: number;
  maxOutputTokens?: number;
}

export interface ModelWriterOptions {
  /** Replaces the standing instructions. Placeholders for the subject are filled in. */
  instructions?: string;
  /** Is notified of every call of the model. */
  watch?: CallWatch;
  /** The writer for when the model fails: another model, or (by default) the built-in writer. */
  fallback?: Writer;
}

const TRIES = 2;

/**
 * A writer that asks a model and trusts nothing in its answer: quotes are looked up, every sentence is
 * checked, and unsupported sentences are dropped and listed in `refusals`. An answer with refusals, or one
 * that can't be parsed, is requested once more with the findings. If less than half of that is supported,
 * the fallback writes. Private turns are never sent to a model.
 */
export function modelWriter(model: WriterModel, options: ModelWriterOptions = {}): Writer {
  const fallback = options.fallback ?? builtInWriter;
  return {
    name: model.name,
    async write(request, signal) {
      const asked = await ask(model, options, request, signal);
      signal.throwIfAborted();
      const { best, refusals, tokens } = asked;
      if (best && best.held > 0 && best.held >= best.refusals.length)
        return {
          ...(await runInWorker(
            assembleModelAnswer,
            { request, checked: best, writer: model.name },
            turnOf(request, signal),
          )),
          refusals,
          tokens,
        };
      const written = await fallback.write(request, signal);
      return {
        ...written,
        refusals: [...refusals, ...written.refusals],
        tokens: add(tokens, written.tokens),
      };
    },
  };
}

type Tokens = NonNullable<Written['tokens']>;

interface Asked {
  best: CheckedOutput | null;
  refusals: Refusal[];
  tokens: Tokens;
}

async function ask(
  model: WriterModel,
  { instructions = WRITER_INSTRUCTIONS, watch }: ModelWriterOptions,
  request: WriteRequest,
  signal: AbortSignal,
): Promise<Asked> {
  const conversationText = await runInWorker(printForModel, request, turnOf(request, signal));
  const filled = fillInstructions(instructions, request);
  const asked: Asked = { best: null, refusals: [], tokens: { input: 0, output: 0 } };
  let findings: string[] = [];
  let strict = true;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const prompt = [conversationText, findings.length > 0 ? printFindings(findings) : ''].join('\n\n').trim();
    const came = watch?.called(model.name);
    const answer = await generate(model, filled, prompt, strict, signal);
    came?.(signal.aborted ? 'interrupted' : outcomes[answer.kind], {
      ...('error' in answer && { error: answer.error }),
      ...('tokens' in answer && answer.tokens.input && { tokens: answer.tokens }),
      ...('modelVersion' in answer && { modelVersion: answer.modelVersion }),
    });
    signal.throwIfAborted();
    if (answer.kind === 'GONE' || answer.kind === 'LATE') break;
    if (answer.kind === 'REFUSED') {
      strict = false;
      continue;
    }
    asked.tokens = add(asked.tokens, answer.tokens);
    if (answer.kind === 'UNREADABLE') {
      strict = false;
      findings = [
        'The answer was not JSON of the asked shape: {"title","summary","cards":[{"title","chapter","addTo","paragraphs":[{"sentences":[{"text","sources":[{"message","quote"}]}]}]}]}',
      ];
      continue;
    }
    const checked = await runInWorker(
      checkModelAnswer,
      { request, output: answer.output },
      turnOf(request, signal),
    );
    asked.refusals.push(...checked.refusals);
    if (!asked.best || scoreOf(checked) > scoreOf(asked.best)) asked.best = checked;
    if (checked.refusals.length === 0) break;
    findings = checked.refusals.map(
      (refusal) =>
        `"${refusal.text}": ${refusal.findings.map((one) => `${one.kind} ${one.token}`).join(', ')}`,
    );
  }
  return asked;
}

/** The instructions with the placeholders for the subject filled in. */
export function fillInstructions(instructions: string, { subject }: WriteRequest): string {
  const { preferredName, fullName, pronouns = null, birthDate, birthPlace } = subject;
  return fillTemplate(instructions, { preferredName, fullName, pronouns, birthDate, birthPlace });
}

/** The number of supported sentences, less the refused ones. */
function scoreOf(checked: CheckedOutput): number {
  return checked.held - checked.refusals.length;
}

type Answer =
  | { kind: 'READ'; output: ModelOutput; tokens: Tokens; modelVersion: string }
  | { kind: 'UNREADABLE'; tokens: Tokens; modelVersion?: string }
  /** The server rejected the request, perhaps because of the schema in it. */
  | { kind: 'REFUSED'; error: unknown }
  /** The server could not be reached. */
  | { kind: 'GONE'; error: unknown }
  /** The time limit passed. */
  | { kind: 'LATE' };

const outcomes = {
  READ: 'answered',
  UNREADABLE: 'unfit',
  REFUSED: 'failed',
  GONE: 'failed',
  LATE: 'late',
} as const;

async function generate(
  model: WriterModel,
  instructions: string,
  prompt: string,
  strict: boolean,
  signal: AbortSignal,
): Promise<Answer> {
  // Loaded on first use: it is a large part of the server's code, and an installation without a model
  // doesn't need it.
  const [{ APICallError, generateText, Output }, opened] = await Promise.all([
    import('ai'),
    ports.llm.openModel(model, { sendsSchema: strict }),
  ]);
  const timeout = AbortSignal.timeout(model.timeoutMs ?? 120_000);
  try {
    const result = await generateText({
      model: opened,
      instructions,
      prompt,
      temperature: model.temperature,
      maxOutputTokens: model.maxOutputTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, timeout]),
      ...(strict ? { output: Output.object({ schema: ModelOutput }) } : {}),
    });
    const tokens = { input: result.usage.inputTokens ?? 0, output: result.usage.outputTokens ?? 0 };
    const modelVersion = result.response.modelId;
    const parsed = ModelOutput.safeParse(readJson(result.text));
    return parsed.success
      ? { kind: 'READ', output: parsed.data, tokens, modelVersion }
      : { kind: 'UNREADABLE', tokens, modelVersion };
  } catch (error) {
    if (timeout.aborted || signal.aborted) return { kind: 'LATE' };
    if (APICallError.isInstance(error))
      return { kind: error.statusCode === undefined ? 'GONE' : 'REFUSED', error };
    return { kind: 'UNREADABLE', tokens: { input: 0, output: 0 } };
  }
}

/** Parses JSON as models send it: bare, in a code fence, or with text around it. */
export function readJson(text: string): unknown {
  const body = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function add(left: Tokens, right: Tokens | undefined): Tokens {
  return { input: left.input + (right?.input ?? 0), output: left.output + (right?.output ?? 0) };
}
