import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  mapSourceToResponseEvent,
  validateSubscriptionArgs,
} from 'graphql';
import type { Context } from './context.ts';
import { maskedResult } from './masking.ts';

export type Subscribe = (
  args: ExecutionArgs,
  fresh: () => Context,
) => Promise<AsyncIterable<ExecutionResult> | ExecutionResult>;

/** Runs a subscription. Each event gets a context of its own, so that rights are asked as they are by then. */
export const subscribe: Subscribe = async (args, fresh) => {
  const valid = validateSubscriptionArgs(args);
  if (!('operation' in valid)) return { errors: valid };
  const source = await createSourceEventStream(valid);
  if (!(Symbol.asyncIterator in source)) return source;
  return mapSourceToResponseEvent(valid, source, async (event) => {
    const contextValue = fresh();
    return maskedResult(
      await executeSubscriptionEvent({ ...event, contextValue }),
      contextValue.origin.requestId,
    );
  });
};
