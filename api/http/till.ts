import type { IncomingMessage, ServerResponse } from 'node:http';
import { budgetHeaders, type Meter, refusedCost, sizeCost, spentUpError } from '#api/graphql/limits/meter.ts';
import type { Spending } from '#api/platform/budgets.ts';
import { answer } from './headers.ts';
import type { Trace } from './request.ts';

/** Where a request is paid for. */
export type Till = {
  /** Charges whoever the request turned out to come from, and says on the answer how their budget stands. */
  charge: (points: number) => Promise<Spending | null>;
  /** Charges what was refused before its cost was known; whatever was charged already stays as it is. */
  settle: () => Promise<void>;
  /** So long a body was read: it is paid for with whatever is charged next. */
  weigh: (bytes: number) => void;
};

/** The till of one request; null for a caller with nothing left, who is told so. Reads nothing of the request. */
export function openTill(
  request: IncomingMessage,
  response: ServerResponse,
  { meter, trace }: { meter: Meter; trace: Trace },
): Till | null {
  const { ipAddress } = trace;
  const spentUp = meter.spentUp(ipAddress);
  if (spentUp) {
    refuseSpentUp(request, response, spentUp);
    return null;
  }
  let charged = false;
  let weight = 0;
  async function charge(points: number): Promise<Spending | null> {
    charged = true;
    const whole = points + weight;
    weight = 0;
    const spending = await meter.charge({ userId: trace.userId, keyId: trace.keyId, ipAddress }, whole);
    if (spending && !response.headersSent) showBudget(response, spending);
    return spending;
  }
  return {
    charge,
    weigh(bytes) {
      weight = sizeCost(bytes);
    },
    async settle() {
      if (!charged) await charge(refusedCost);
    },
  };
}

/** Tells a caller who has spent everything when to come back, in the media type of a GraphQL answer. */
export function refuseSpentUp(request: IncomingMessage, response: ServerResponse, spending: Spending): void {
  showBudget(response, spending);
  const { message, extensions } = spentUpError(spending);
  const { http: _, ...shown } = extensions;
  const type = /application\/graphql-response\+json/.test(request.headers.accept ?? '')
    ? 'application/graphql-response+json'
    : 'application/json';
  answer(response, 429, { errors: [{ message, extensions: shown }] }, type);
}

/** Says on an answer how a budget stands. */
export function showBudget(response: ServerResponse, spending: Spending): void {
  for (const [name, value] of Object.entries(budgetHeaders(spending))) response.setHeader(name, value);
}
