import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { listen } from '#api/server.ts';
import { aCollector, type CollectedSpan } from '#tests/support/collector.ts';
import { aModel } from '#tests/support/model.ts';
import { aTalk } from '#tests/support/talk.ts';
import { aFamily, aPerson, server, useOwnServer } from '#tests/support/world.ts';

const collector = await aCollector();
afterAll(() => collector.close());

useOwnServer({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  ALLOW_PRIVATE_ADDRESSES: 'yes',
  // Its word of the trace is taken; nobody else's.
  TRUSTED_PROXIES: '127.0.0.1',
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';

/** Asks as a program would that has a trace of its own. */
async function askTraced(cookie: string | null, query: string, variables: object) {
  const response = await fetch(`${server().url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${callersSpan}-01`,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

const ofTheTrace = (name: RegExp) => (span: CollectedSpan) =>
  span.traceId === traceId && name.test(span.name);

describe('A trace', () => {
  test('continues from the caller’s request to the operation, its statements, the model and the job', {
    timeout: 90_000,
  }, async () => {
    await aModel(() => new Promise(() => {}));
    await db.model.updateMany({ data: { tasks: ['interview', 'write'], timeoutMs: 400 } });
    const family = await aFamily();
    const talk = await aTalk(family.self, family.subject.id);

    await askTraced(
      family.self.cookie,
      'mutation TalkSay($input: SayInput!) { say(input: $input) { __typename } }',
      {
        input: {
          conversationId: talk.id,
          clientMessageId: 'traced',
          text: 'My father had a bakery on Mill Street and got up at three every morning.',
        },
      },
    );
    await talk.answered();
    await askTraced(
      family.self.cookie,
      'mutation TalkEnd($id: ID!) { endConversation(id: $id) { __typename } }',
      { id: talk.id },
    );

    const request = await collector.span(
      (span) =>
        span.name === 'POST /graphql' &&
        span.attributes['evertold.conversation_id'] === talk.id &&
        span.parentSpanId === callersSpan,
    );
    expect(request).toMatchObject({
      traceId,
      kind: 2,
      attributes: { 'http.route': 'graphql', 'http.response.status_code': 200 },
    });
    const operation = await collector.span(ofTheTrace(/^mutation TalkSay$/));
    expect(operation.attributes['graphql.operation.name']).toBe('TalkSay');
    const statement = await collector.span(ofTheTrace(/^sql say$/));
    expect(statement.parentSpanId).toBe(operation.spanId);
    const ending = await collector.span(ofTheTrace(/^mutation TalkEnd$/));
    await collector.span(
      (span) => span.name === 'sql update conversation' && span.parentSpanId === ending.spanId,
    );
    const call = await collector.span(ofTheTrace(/^model interview$/));
    expect(call).toMatchObject({
      parentSpanId: operation.spanId,
      kind: 3,
      status: { code: 2 },
      attributes: {
        'gen_ai.request.model': 'Quill',
        'evertold.outcome': 'late',
        'error.type': 'TimeoutError',
      },
    });
    const job = await collector.span(ofTheTrace(/^job biography\.write$/));
    expect(job.kind).toBe(5);
    expect((await collector.span(ofTheTrace(/^model write$/))).parentSpanId).toBe(job.spanId);
  });

  test('describes failures by the error’s code only', async () => {
    const anna = await aPerson();
    const owner = new pg.Client({ connectionString: server().adminUrl });
    await owner.connect();
    await owner.query('alter table membership rename to membership_away');
    await askTraced(anna.cookie, 'query MyBooks { subjects { totalCount } }', {});
    await owner.query('alter table membership_away rename to membership');
    await owner.end();

    const operation = await collector.span(ofTheTrace(/^query MyBooks$/));
    expect(operation.status.code).toBe(2);
    const failed = await collector.span(
      (span) => span.parentSpanId === operation.spanId && span.attributes['error.type'] === '42P01',
    );
    expect(failed.name).toMatch(/^sql /);
    expect(collector.bodies.join()).not.toContain('does not exist');
  });

  test('starts again if the caller’s trace is invalid or the caller is not our proxy', async () => {
    const before = collector.spans.length;
    const open = await listen({ port: 0, host: '127.0.0.1' });
    await open.serve({ ...server().config, trustedProxies: [] });
    const ask = (url: string, traceparent: string) =>
      fetch(`${url}/graphql?query={__typename}`, { headers: { traceparent } });
    await ask(server().url, 'Zephyrine');
    await ask(`http://127.0.0.1:${open.port}`, `00-${traceId}-${callersSpan}-01`);
    await open.close();
    const begun = () => collector.spans.slice(before).filter(({ name }) => name === 'GET /graphql');
    await expect.poll(() => begun().length, { timeout: 20_000 }).toBe(2);

    for (const span of begun()) {
      expect(span.parentSpanId).toBeUndefined();
      expect(span.traceId).not.toBe(traceId);
    }
    expect(collector.bodies.join()).not.toContain('Zephyrine');
  });

  test('contains no words and no values', () => {
    expect(collector.spans.length).toBeGreaterThan(10);
    expect(collector.bodies.join()).not.toMatch(/bakery|Mill Street|Alma|evertold\.test|\+1202555/);
  });
});

describe('Without a collector', () => {
  test('OpenTelemetry’s code is not loaded', { timeout: 90_000 }, () => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = new Set();
      registerHooks({
        load(url, context, next) {
          loaded.add(/node_modules\\/(@opentelemetry\\/[^/]+)/.exec(url)?.[1]);
          return next(url, context);
        },
      });
      await import('#api/application.ts');
      const { openTracing } = await import('#api/platform/observability/tracing.ts');
      const tell = async (traces) => {
        await openTracing({ traces, role: 'all' });
        process.stdout.write([...loaded].filter(Boolean).join(' ') + '\\n');
      };
      await tell(null);
      await tell('http://127.0.0.1:9');
      process.exit(0);`;
    const [without = '', within = ''] = execFileSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { encoding: 'utf8' },
    ).split('\n');

    // Its names and no-ops, which the library of the numbers brings along.
    expect(without.split(' ').filter((name) => name !== '@opentelemetry/api')).toEqual([]);
    expect(within).toContain('@opentelemetry/sdk-trace');
  });
});
