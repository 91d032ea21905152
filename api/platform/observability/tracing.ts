import { scope, within } from './scope.ts';
import type { Attributes, Span, SpanKind, Tracer } from './span.ts';

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
