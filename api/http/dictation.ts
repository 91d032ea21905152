import { NotDictated } from '#api/conversations/errors.ts';
import { dictate, mostBytesOfTake } from '#api/conversations/service/dictate.ts';
import { spend } from '#api/platform/budgets.ts';
import { untilGone } from './body.ts';
import { answer, refuse, refuseBecause } from './headers.ts';
import { showBudget } from './request-cost.ts';
import type { SignedInCall } from './route.ts';

/** The kilobytes that one account dictates in an hour, about two hours of speech; each take counts 8 at least. */
const dictated = { name: 'dictated', points: 30_000, seconds: 3600 };
const leastPoints = 8;

/** Takes a short sound of a speaker whose browser can't write down words, and answers with its words. */
export async function takeDictation(call: SignedInCall): Promise<void> {
  const { response, viewer } = call;
  const [conversationId = ''] = call.parts;
  const content = await call.readBody(mostBytesOfTake);
  if (call.isMetered) {
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
    refuseBecause(response, error);
  }
}
