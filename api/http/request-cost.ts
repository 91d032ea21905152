import type { IncomingMessage, ServerResponse } from 'node:http';
import { budgetHeaders, type Meter, refusedCost, sizeCost, spentUpError } from '#api/graphql/limits/meter.ts';
import type { Spending } from '#api/platform/budgets.ts';
import { answer } from './headers.ts';
import type { Trace } from './request.ts';

/** Charges one HTTP request to its caller's budget. */
export type RequestCost = {
  /** Charges the caller and puts the state of their budget into the response headers. */
  charge: (points: number) => Promise<Spending | null>;
  /** Charges the price of a refused request, unless something was charged already. */
  chargeIfUncharged: () => Promise<void>;
  /** Adds the size of the body to the next charge. */
  addBodyCost: (bytes: number) => void;
};

/** Null when the caller's budget is spent: the refusal has been sent. Doesn't read the request. */
export function openRequestCost(
  request: IncomingMessage,
  response: ServerResponse,
  { meter, trace }: { meter: Meter; trace: Trace },
): RequestCost | null {
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
    addBodyCost(bytes) {
      weight = sizeCost(bytes);
    },
    async chargeIfUncharged() {
      if (!charged) await charge(refusedCost);
    },
  };
}

/** Answers 429 with the time of the reset, in the media type of a GraphQL answer. */
export function refuseSpentUp(request: IncomingMessage, response: ServerResponse, spending: Spending): void {
  showBudget(response, spending);
  const { message, extensions } = spentUpError(spending);
  const { http: _, ...shown } = extensions;
  const type = /application\/graphql-response\+json/.test(request.headers.accept ?? '')
    ? 'application/graphql-response+json'
    : 'application/json';
  answer(response, 429, { errors: [{ message, extensions: shown }] }, type);
}

/** Puts the state of a budget into the response headers. */
export function showBudget(response: ServerResponse, spending: Spending): void {
  for (const [name, value] of Object.entries(budgetHeaders(spending))) response.setHeader(name, value);
}
