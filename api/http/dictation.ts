import type { IncomingMessage, ServerResponse } from 'node:http';
import { NotDictated } from '#api/conversations/errors.ts';
import { dictate, mostBytesOfTake } from '#api/conversations/service/dictate.ts';
import { type Meter, photoCost } from '#api/graphql/limits/meter.ts';
import { spend } from '#api/platform/budgets.ts';
import { DomainError, type ErrorCode, Forbidden } from '#api/platform/errors.ts';
import { readBody, untilGone } from './body.ts';
import type { BodyMemoryBudget } from './body-memory-budget.ts';
import { answer, refuse } from './headers.ts';
import type { Trace } from './request.ts';
import { type RequestCost, refuseSpentUp, showBudget } from './request-cost.ts';
import { uploaderOf } from './uploader.ts';

type Door = {
  origins: ReadonlySet<string>;
  meter: Meter;
  bodies: BodyMemoryBudget;
  trace: Trace;
  requestCost: RequestCost;
  conversationId: string;
};

/** The kilobytes that one account dictates in an hour, about two hours of speech; each take counts 8 at least. */
const dictated = { name: 'dictated', points: 30_000, seconds: 3600 };
const leastPoints = 8;

const statuses: Partial<Record<ErrorCode, number>> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_ENTITY: 422,
  EXPECTATION_FAILED: 412,
};

/** Takes a short sound of a speaker whose browser can't write down words, and answers with its words. */
export async function takeDictation(
  request: IncomingMessage,
  response: ServerResponse,
  { origins, meter, bodies, trace, requestCost, conversationId }: Door,
): Promise<void> {
  const viewer = await uploaderOf(request, response, { origins, trace, requestCost });
  if (!viewer) return;
  if (viewer.impersonatorId || viewer.key) return refuse(response, 403, 'FORBIDDEN', 'Not authorized');
  const spending = await requestCost.charge(photoCost / 20);
  if (spending && !spending.allowed) return refuseSpentUp(request, response, spending);
  const content = await readBody(response, { limit: mostBytesOfTake, bodies, trace });
  if (meter.metered) {
    const points = Math.max(leastPoints, Math.ceil(content.length / 1024));
    const ofDictation = await spend(dictated, viewer.userId, points);
    if (!ofDictation.allowed) {
      showBudget(response, ofDictation);
      return refuse(response, 429, 'TOO_MANY_REQUESTS', 'Too much was dictated within an hour');
    }
  }
  response.setHeader('cache-control', 'no-store');
  try {
    answer(response, 200, { text: await dictate(viewer, conversationId, content, untilGone(response)) });
  } catch (error) {
    if (response.destroyed) return;
    if (error instanceof NotDictated && error.mayRetry) {
      response.setHeader('retry-after', '2');
      return refuse(response, 503, 'SERVICE_UNAVAILABLE', error.message);
    }
    if (!(error instanceof DomainError || error instanceof Forbidden)) throw error;
    const code = error.extensions.code as ErrorCode;
    refuse(response, statuses[code] ?? 400, code, error.message);
  }
}
