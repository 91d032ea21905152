import { randomUUID } from 'node:crypto';
import {
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { log } from '#api/platform/log.ts';
import { failureOf } from './failure.ts';
import type { Span, Tracer } from './span.ts';
import { version } from './version.ts';

const sendEveryMs = 1_000;
/** An unreachable collector is logged at this interval, not for every batch. */
const tellAgainMs = 60_000;

const kinds = {
  server: OtelSpanKind.SERVER,
  client: OtelSpanKind.CLIENT,
  consumer: OtelSpanKind.CONSUMER,
  internal: OtelSpanKind.INTERNAL,
};

/**
 * Sends spans to a collector over OTLP/HTTP. The provider is not registered globally, so that libraries can't send
 * spans with personal data.
 */
export function otlpTracer(endpoint: string, role: string): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'evertold',
      'service.version': version,
      'service.instance.id': randomUUID(),
      'evertold.role': role,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: loggingFailures(
          new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
        ),
        scheduledDelayMillis: sendEveryMs,
      }),
    ],
  });
  const tracer = provider.getTracer('evertold', version);
  const spans = new WeakMap<Span, OtelSpan>();

  function contextOf(parent: Span | string | null) {
    if (typeof parent === 'string') {
      const remote = parseTraceParent(parent);
      return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
    }
    const span = parent && spans.get(parent);
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  }

  return {
    begin(name, kind, attributes, parent) {
      const otel = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
      const span = ours(otel);
      spans.set(span, otel);
      return span;
    },
    async close() {
      await provider.shutdown().catch((error: unknown) => log.warn({ error }, 'traces were not sent'));
    },
  };
}

function ours(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const sampled = traceFlags & TraceFlags.SAMPLED ? '01' : '00';
  return {
    traceparent: `00-${traceId}-${spanId}-${sampled}`,
    set: (attributes) => void span.setAttributes({ ...attributes }),
    end(failure) {
      if (!span.isRecording()) return;
      if (failure !== undefined) {
        const { name, code } = failureOf(failure);
        span.setAttribute('error.type', code ?? name);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

function loggingFailures(exporter: SpanExporter): SpanExporter {
  let told = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS && performance.now() - told > tellAgainMs) {
          told = performance.now();
          log.warn({ error: result.error ?? null }, 'traces were not sent');
        }
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
