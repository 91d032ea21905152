import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import { costOfGraphiQL, opensGraphiQL, sendGraphiQL } from '#api/graphql/graphiql.ts';
import { limits } from '#api/graphql/limits/limits.ts';
import type { Meter } from '#api/graphql/limits/meter.ts';
import { isCrowded, mostWaiting, turnOf } from '#api/graphql/limits/turns.ts';
import { answerPlainly, asksForChange, type PlainAnswer } from '#api/graphql/plain.ts';
import type { RequestContext, Yoga } from '#api/graphql/yoga.ts';
import { NotOnce } from '#api/partners/errors.ts';
import { answerOnce } from '#api/partners/service/once.ts';
import { networkOf } from '#api/platform/domain-values/network.ts';
import { isForeign } from './addresses.ts';
import { BodyTooLarge, BrokenOff, readBody, sendResponse, untilGone } from './body.ts';
import { type BodyMemoryBudget, TooMany } from './body-memory-budget.ts';
import { badKey, bearerOf, callerOf, mayBeSomebodys } from './callers.ts';
import { refuse, refuseKey } from './headers.ts';
import type { Trace } from './request.ts';
import { openRequestCost, type RequestCost, refuseSpentUp } from './request-cost.ts';

type Door = {
  schema: GraphQLSchema;
  yoga: () => Promise<Yoga>;
  origins: ReadonlySet<string>;
  publicUrl: string;
  meter: Meter;
  bodies: BodyMemoryBudget;
  trace: Trace;
};

/** GraphQL over HTTP, for callers with budget left. */
export async function serveGraphQL(
  request: IncomingMessage,
  response: ServerResponse,
  door: Door,
): Promise<void> {
  const requestCost = openRequestCost(request, response, door);
  if (!requestCost) return;
  try {
    await answerGraphQL(request, response, door, requestCost);
  } finally {
    await requestCost.chargeIfUncharged();
  }
}

/**
 * Pages of other sites are refused: their browser sends the origin, and a plain form can't send JSON. A request with an
 * API key carries no cookies, so its origin doesn't matter.
 */
async function answerGraphQL(
  request: IncomingMessage,
  response: ServerResponse,
  { schema, yoga, origins, publicUrl, bodies, trace }: Door,
  requestCost: RequestCost,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'POST') {
    response.setHeader('allow', 'GET, POST');
    return refuse(response, 405, 'BAD_REQUEST', 'GET or POST');
  }
  // A link from another site may open GraphiQL; only the requests of that page return data.
  const page = opensGraphiQL(request);
  if (!page && bearerOf(request) === null && isForeign(request, origins)) {
    return refuse(response, 403, 'FORBIDDEN', 'Requests from other sites are not answered');
  }
  if (
    request.method === 'POST' &&
    !/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')
  ) {
    return refuse(response, 415, 'BAD_REQUEST', 'Send application/json');
  }

  const body =
    request.method === 'POST'
      ? await readBody(response, {
          limit: bodyLimitOf(request),
          bodies,
          trace,
          weigh: requestCost.addBodyCost,
        })
      : null;
  const caller = await callerOf(request);
  if (caller === badKey) return refuseKey(response);
  const { viewer, account } = caller ?? { viewer: null, account: null };
  trace.userId = viewer?.userId ?? null;
  trace.keyId = viewer?.key?.id ?? null;
  if (!viewer && body && body.length > limits.bodyBytesOfNobody) {
    throw new BodyTooLarge(limits.bodyBytesOfNobody);
  }
  if (page) {
    if (viewer) {
      const spending = await requestCost.charge(await costOfGraphiQL(request));
      if (spending && !spending.allowed) return refuseSpentUp(request, response, spending);
      return sendGraphiQL(request, response);
    }
    response.writeHead(302, { location: '/sign-in?redirect=%2Fgraphql', 'cache-control': 'no-store' }).end();
    return;
  }

  response.setHeader('cache-control', 'no-store');
  if (!viewer) await waitForTurn(response, trace.ipAddress);
  const context: RequestContext = {
    viewer,
    account,
    origin: {
      requestId: trace.id,
      ipAddress: trace.ipAddress || null,
      userAgent: request.headers['user-agent'] ?? null,
    },
    asked(operation) {
      trace.operation = operation;
    },
    charge: requestCost.charge,
  };
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && body && asksForChange(body)) {
    const whole = () => answerWhole(request, body, { schema, yoga, publicUrl }, context);
    return sendOnce(response, () => answerOnce(viewer, { key, body }, whole));
  }
  const plain = body && (await answerPlainly(schema, { body, accept: request.headers.accept }, context));
  if (plain) return sendPlain(plain, response);
  const gone = untilGone(response);
  const whole = await yoga();
  const answered = await whole.fetch(
    toFetchRequest(request, body, { yoga: whole, publicUrl }, gone),
    context,
  );
  await requestCost.chargeIfUncharged();
  await sendResponse(answered, response);
}

/** Waits for the turn of a caller who is not signed in; refuses when too many of the same network wait. */
async function waitForTurn(response: ServerResponse, ipAddress: string): Promise<void> {
  const network = networkOf(ipAddress);
  if (isCrowded(network)) {
    throw new TooMany(429, `Too many questions wait: ${mostWaiting} at once are taken from one address`);
  }
  await turnOf(network);
  // The client disconnected while it waited.
  if (response.req.socket.destroyed) throw new BrokenOff();
}

/** The body limit before the body is read: a request without valid-looking credentials has the shorter one. */
function bodyLimitOf(request: IncomingMessage): number {
  const isShort = Number(request.headers['content-length']) <= limits.bodyBytesOfNobody;
  return isShort || mayBeSomebodys(request) ? limits.bodyBytes : limits.bodyBytesOfNobody;
}

/** The request as a `fetch` Request. */
function toFetchRequest(
  { url, method, headers }: IncomingMessage,
  body: Buffer | null,
  { yoga, publicUrl }: { yoga: Yoga; publicUrl: string },
  signal?: AbortSignal,
): Request {
  return new yoga.fetchAPI.Request(new URL(url ?? '/', publicUrl).href, {
    method: method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(signal && { signal }),
    ...(body && { body: body.toString('utf8') }),
  });
}

/** The whole answer, finished even when the client has disconnected: it may retry with the same key. */
async function answerWhole(
  request: IncomingMessage,
  body: Buffer,
  door: Pick<Door, 'schema' | 'yoga' | 'publicUrl'>,
  context: RequestContext,
): Promise<PlainAnswer> {
  const { accept } = request.headers;
  const plain = await answerPlainly(door.schema, { body, accept }, context);
  if (plain) return plain;
  const yoga = await door.yoga();
  const answered = await yoga.fetch(toFetchRequest(request, body, { ...door, yoga }), context);
  const contentType = answered.headers.get('content-type') ?? 'application/json';
  return { status: answered.status, headers: { 'content-type': contentType }, body: await answered.text() };
}

type Once = { answer: PlainAnswer; isReplay: boolean };

/** Sends the idempotent answer or its replay, or the reason for a refusal. */
async function sendOnce(response: ServerResponse, answering: () => Promise<Once>): Promise<void> {
  try {
    const { answer, isReplay } = await answering();
    if (isReplay) response.setHeader('idempotency-replayed', 'true');
    sendPlain(answer, response);
  } catch (error) {
    if (!(error instanceof NotOnce)) throw error;
    if (error.passes) response.setHeader('retry-after', '1');
    refuse(response, error.status, error.code, error.message);
  }
}

function sendPlain({ status, headers, body }: PlainAnswer, response: ServerResponse) {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
