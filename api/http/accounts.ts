import type { IncomingMessage, ServerResponse } from 'node:http';
import { withImageAddress } from '#api/accounts/cross-domain/media-address.ts';
import { viewerFrom } from '#api/accounts/session.ts';
import type { Meter } from '#api/graphql/limits/meter.ts';
import { type Spending, secondsUntil } from '#api/platform/budgets.ts';
import { readBody, sendResponse } from './body.ts';
import type { BodyMemoryBudget } from './body-memory-budget.ts';
import { handBackByHeader, isByHeader } from './cross-domain.ts';
import { answer } from './headers.ts';
import { credentialsOf, headersOf, pathOf, type Trace } from './request.ts';
import { showBudget } from './request-cost.ts';

/** The largest body of an account request: names and passwords are short. */
const bodyBytes = 64 * 1024;

/** The cost of each account request: the library reads and routes it and looks up the session. */
const accountCost = 1000;

type Accounts = {
  handler: (request: Request) => Promise<Response>;
  publicUrl: string;
  meter: Meter;
  bodies: BodyMemoryBudget;
  trace: Trace;
};

/** Passes a request to the Better Auth handler, with only the client address that we determined ourselves. */
export async function serveAccounts(
  request: IncomingMessage,
  response: ServerResponse,
  { handler, publicUrl, meter, bodies, trace }: Accounts,
): Promise<void> {
  const spentUp = meter.spentUp(trace.ipAddress);
  if (spentUp) return refuseTooMany(response, spentUp);
  trace.userId = (await viewerFrom(credentialsOf(request)))?.userId ?? null;
  const spending = await meter.charge(trace, accountCost);
  if (spending) showBudget(response, spending);
  if (spending && !spending.allowed) return refuseTooMany(response, spending);
  if (isSessionRequestWithoutCredentials(request)) return answerNoSession(response);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? await readBody(response, { limit: bodyBytes, bodies, trace }) : null;
  const headers = headersOf(request);
  for (const name of ['forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'])
    headers.delete(name);
  headers.set('x-forwarded-for', trace.ipAddress);
  response.setHeader('cache-control', 'no-store');
  const made = await handler(
    new Request(new URL(request.url ?? '/', publicUrl), {
      method: request.method ?? 'GET',
      headers,
      ...(body?.length && { body: new Uint8Array(body) }),
    }),
  );
  const answered = isByHeader(request) ? handBackByHeader(await withImageIfSession(request, made)) : made;
  const retryAfter = answered.headers.get('x-retry-after');
  if (retryAfter) response.setHeader('retry-after', retryAfter);
  await sendResponse(answered, response);
}

async function withImageIfSession(request: IncomingMessage, made: Response): Promise<Response> {
  return made.ok && pathOf(request) === '/api/auth/get-session' ? withImageAddress(made) : made;
}

/** A session request without cookie and Authorization: nothing has to be looked up. */
function isSessionRequestWithoutCredentials(request: IncomingMessage): boolean {
  const { cookie, authorization } = request.headers;
  const asks = request.method === 'GET' && pathOf(request) === '/api/auth/get-session';
  return asks && cookie === undefined && authorization === undefined;
}

function answerNoSession(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end('null');
}

/** Refuses in the error format of Better Auth, with its x-retry-after header. */
function refuseTooMany(response: ServerResponse, spending: Spending) {
  showBudget(response, spending);
  response.setHeader('x-retry-after', secondsUntil(spending.resetAt));
  answer(response, 429, {
    code: 'TOO_MANY_REQUESTS',
    message: 'Too many requests. Please try again later.',
  });
}
