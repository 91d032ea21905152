import { scope, within } from './scope.ts';

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';
/** Names, ids and counts that we gave. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A piece of work in a trace. */
export type Span = {
  /** By which another process continues the trace from here, as W3C writes it. */
  traceparent: string;
  set: (attributes: Attributes) => void;
  /** Ends it; of what it failed with only the code or the name is kept. Only the first time counts. */
  end: (failure?: unknown) => void;
};

export type Tracer = {
  begin: (name: string, kind: SpanKind, attributes: Attributes, parent: Span | string | null) => Span;
  /** Sends what is not yet sent, and ends. */
  close: () => Promise<void>;
};

let tracer: Tracer | null = null;

/** Traces from here on what is asked of this process, to an OTLP collector; nothing of it is loaded otherwise. */
export async function openTracing({ traces, role }: { traces: string | null; role: string }) {
  if (!traces) return;
  const { otlpTracer } = await import('./otlp.ts');
  tracer = otlpTracer(traces, role);
}

export async function closeTracing() {
  const closing = tracer;
  tracer = null;
  await closing?.close();
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Begins a span under the one at hand, or under `parent`; null while nothing is traced. */
export function beginSpan(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  parent: Span | string | null = scope()?.span ?? null,
): Span | null {
  return tracer?.begin(name, kind, attributes, parent) ?? null;
}

/** Does something as a span of its own, under which everything stands that it begins. */
export async function inSpan<T>(span: Span | null, work: () => T | Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    const result = await within({ about: { requestId: null }, ...scope(), span }, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
