import type { IncomingMessage, ServerResponse } from 'node:http';
import { photoCost } from '#api/graphql/limits/meter.ts';
import { DomainError, type ErrorCode, Forbidden } from '#api/platform/errors.ts';
import { PieceOutOfOrder } from '#api/recordings/errors.ts';
import { mostBytesOfPiece, receivePiece } from '#api/recordings/receiving.ts';
import { readBody } from './body.ts';
import type { BodyMemoryBudget } from './body-memory-budget.ts';
import { answer, refuse } from './headers.ts';
import type { Trace } from './request.ts';
import { type RequestCost, refuseSpentUp } from './request-cost.ts';
import { uploaderOf } from './uploader.ts';

type Door = {
  origins: ReadonlySet<string>;
  bodies: BodyMemoryBudget;
  trace: Trace;
  requestCost: RequestCost;
  conversationId: string;
  asked: URLSearchParams;
};

const statuses: Partial<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE_ENTITY: 422,
  EXPECTATION_FAILED: 412,
};

/** A piece comes every few seconds: it is as cheap as a file that is read. */
const pieceCost = photoCost / 20;

/** Takes a piece of what a browser records, and tells which one is next. */
export async function takePiece(
  request: IncomingMessage,
  response: ServerResponse,
  { origins, bodies, trace, requestCost, conversationId, asked }: Door,
): Promise<void> {
  const viewer = await uploaderOf(request, response, { origins, trace, requestCost });
  if (!viewer) return;
  if (viewer.impersonatorId || viewer.key) return refuse(response, 403, 'FORBIDDEN', 'Not authorized');
  const spending = await requestCost.charge(pieceCost);
  if (spending && !spending.allowed) return refuseSpentUp(request, response, spending);
  const content = await readBody(response, { limit: mostBytesOfPiece, bodies, trace });
  const place = { conversationId, takeId: asked.get('take') ?? '', number: Number(asked.get('piece') ?? -1) };
  response.setHeader('cache-control', 'no-store');
  try {
    answer(response, 200, { next: await receivePiece(viewer, place, content) });
  } catch (error) {
    // A browser that sent too much, or lost an answer, goes on from there.
    if (error instanceof PieceOutOfOrder) return answer(response, 409, { next: error.next });
    if (!(error instanceof DomainError || error instanceof Forbidden)) throw error;
    const code = error.extensions.code as ErrorCode;
    refuse(response, statuses[code] ?? 400, code, error.message);
  }
}
