import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';

export type CollectedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: Record<string, string | number>;
};

type Value = { stringValue?: string; intValue?: number | string };
type Attribute = { key: string; value: Value };

/** An OpenTelemetry collector on this machine that receives spans as JSON over HTTP. */
export async function aCollector() {
  const bodies: string[] = [];
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url !== '/v1/traces') return response.writeHead(404).end();
    bodies.push(body);
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const { spans: sent } of scopeSpans) {
        for (const span of sent) spans.push({ ...span, attributes: valuesOf(span.attributes) });
      }
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The request bodies as they arrived. */
    bodies,
    spans,
    /** The first matching span, past or future. */
    async span(fits: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
      await expect.poll(() => spans.some(fits), { timeout: 20_000, interval: 50 }).toBe(true);
      return spans.find(fits) as CollectedSpan;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function valuesOf(attributes: Attribute[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
