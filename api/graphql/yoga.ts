import type { ExecutionArgs, ExecutionResult, GraphQLSchema, validate } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { User } from '#api/generated/prisma/client.ts';
import type { Spending } from '#api/platform/budgets.ts';
import type { Origin, Viewer } from '#api/platform/viewer.ts';
import { createContext } from './context.ts';
import { parseDocument, validateDocument } from './limits/document.ts';
import { limits, refusal } from './limits/limits.ts';
import { masked } from './masking.ts';
import { type Operation, operationOf } from './operations/operation.ts';
import { chargeOperation, checkOperation, isPrepared } from './operations/prepare.ts';
import { run } from './operations/run.ts';
import { askForStatuses } from './operations/statuses.ts';

/** What the HTTP layer knows of a request, and a callback for its operation. */
export type RequestContext = {
  viewer: Viewer | null;
  account: User | null;
  origin: Origin;
  asked: (operation: Operation | null) => void;
  /** Charges the caller and returns the state of the budget; null without metering. */
  charge: (points: number) => Promise<Spending | null>;
};

/** GraphQL over HTTP: media types, errors and limits. The HTTP layer provides the caller and the address. */
export function openYoga(schema: GraphQLSchema) {
  return createYoga<RequestContext>({
    schema,
    plugins: [engine, withinLimits, statuses],
    context: ({ viewer, origin, account }) => createContext(viewer, origin, account),
    maskedErrors: { maskError: (error) => masked(error, null) },
    maxRequestBodySize: limits.bodyBytes,
    parserAndValidationCache: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    batching: false,
    cors: false,
    logging: false,
  });
}

/** Answers every kind of request; loaded when the first rare one comes. */
export type Yoga = ReturnType<typeof openYoga>;

/** Parses, validates and runs documents the same way as the socket. */
const engine: Plugin<RequestContext> = {
  onParse({ setParseFn }) {
    setParseFn(parseDocument);
  },
  onValidate({ setValidationFn }) {
    setValidationFn(validateDocument as typeof validate);
  },
  onExecute({ setExecuteFn }) {
    setExecuteFn(run);
  },
};

/**
 * Refuses operations beyond the limits before anything runs, and subscriptions, which use the socket. Operations are
 * charged, and the answer shows the cost.
 */
const withinLimits: Plugin<RequestContext> = {
  onRequestParse({ requestParser, setRequestParser }) {
    if (!requestParser) return;
    setRequestParser(async (request) => {
      try {
        return await requestParser(request);
      } catch (error) {
        if (error instanceof SyntaxError) throw refusal('variables and extensions must be JSON');
        throw error;
      }
    });
  },
  onParams({ params }) {
    const { operationName } = params as { operationName?: unknown };
    if (typeof (operationName ?? '') !== 'string') throw refusal('operationName must be text');
  },
  async onExecute({ args, context, setResultAndStopExecution }) {
    const { schema, document, operationName, variableValues } = args as ExecutionArgs;
    context.asked(operationOf(document, operationName));
    const asked = { document, operationName, variables: variableValues ?? {} };
    const prepared = checkOperation(schema, asked, context.viewer);
    if (!isPrepared(prepared)) return setResultAndStopExecution({ errors: prepared });
    const { shown, refused } = await chargeOperation(prepared, context.charge);
    if (refused) return setResultAndStopExecution({ errors: [refused] });
    return {
      onExecuteDone({ result, setResult }) {
        if (!isAsyncIterable(result))
          setResult({ ...result, extensions: { ...result.extensions, ...shown } });
      },
    };
  },
  onSubscribe({ setResultAndStopExecution }) {
    setResultAndStopExecution({ errors: [refusal('Subscriptions are served over the WebSocket')] });
  },
};

/** Sets the status that each error asks for. */
const statuses: Plugin = {
  onResultProcess({ result }) {
    if (!result || Array.isArray(result) || isAsyncIterable(result)) return;
    askForStatuses(result as ExecutionResult);
  },
};
