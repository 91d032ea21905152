import { scope, within } from './scope.ts';
import type { Attributes, Span, SpanKind, Tracer } from './span.ts';

let tracer: Tracer | null = null;

/** Starts tracing to an OTLP collector; without one, no tracing code is loaded. */
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

/** Begins a span under the current one, or under `parent`; null while tracing is off. */
export function beginSpan(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  parent: Span | string | null = scope()?.span ?? null,
): Span | null {
  return tracer?.begin(name, kind, attributes, parent) ?? null;
}

/** Runs the work in its own span, as parent of the spans it begins. */
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
