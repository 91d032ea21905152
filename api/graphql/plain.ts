import { type ExecutionArgs, type ExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { createContext } from './context.ts';
import { parseDocument } from './limits/document.ts';
import { toClientError } from './masking.ts';
import { operationOf } from './operations/operation.ts';
import {
  chargeOperation,
  isPrepared,
  type PreparedOperation,
  prepareOperation,
} from './operations/prepare.ts';
import { run } from './operations/run.ts';
import { askForStatuses, statusOf } from './operations/statuses.ts';
import type { RequestContext } from './yoga.ts';

export type PlainAnswer = { status: number; headers: Record<string, string>; body: string };

type MediaType = 'application/json' | 'application/graphql-response+json';

/**
 * Answers the most common request, a POST of a valid document within its limits, with the same steps as Yoga but
 * without `fetch` objects. Returns null for every other request before anything is charged or run: Yoga answers it and
 * reports the errors.
 */
export async function answerPlainly(
  schema: GraphQLSchema,
  { body, accept }: { body: Buffer; accept: string | undefined },
  context: RequestContext,
): Promise<PlainAnswer | null> {
  const type = typeFor(accept);
  const prepared = type && prepare(schema, body, context);
  if (!prepared) return null;
  context.asked(prepared.operation);
  const { shown, refused } = await chargeOperation(prepared, context.charge);
  if (refused) return answerOf({ errors: [refused] }, type);
  const result = await run(prepared.args);
  return answerOf({ ...result, extensions: shown }, type);
}

/** Whether a body asks for a mutation; false for an unreadable body, which the caller then reports. */
export function asksForChange(body: Buffer): boolean {
  try {
    const asked: unknown = JSON.parse(body.toString());
    if (!isPlain(asked)) return false;
    return operationOf(parseDocument(asked.query), asked.operationName)?.kind === OperationTypeNode.MUTATION;
  } catch {
    return false;
  }
}

function answerOf(result: ExecutionResult, type: MediaType): PlainAnswer {
  const contentType = { 'content-type': `${type}; charset=utf-8` };
  if (!result.errors) return { status: 200, headers: contentType, body: JSON.stringify(result) };
  askForStatuses(result);
  const { status, headers } = statusOf(result, { isJson: type === 'application/json' });
  const body = JSON.stringify({ ...result, errors: result.errors.map(toClientError) });
  return { status, headers: { ...contentType, ...headers }, body };
}

function prepare(
  schema: GraphQLSchema,
  body: Buffer,
  { viewer, origin, account }: RequestContext,
): (PreparedOperation & { args: ExecutionArgs }) | null {
  try {
    const asked: unknown = JSON.parse(body.toString());
    if (!isPlain(asked)) return null;
    const prepared = prepareOperation(schema, asked, viewer);
    if (!isPrepared(prepared) || prepared.operation.kind === OperationTypeNode.SUBSCRIPTION) return null;
    const { operationName, variables: variableValues } = asked;
    const contextValue = createContext(viewer, origin, account);
    const args = { schema, document: prepared.document, operationName, variableValues, contextValue };
    return { ...prepared, args };
  } catch {
    return null;
  }
}

type PlainRequest = {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
};

const parameters = new Set(['query', 'variables', 'operationName']);

function isPlain(asked: unknown): asked is PlainRequest {
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked)) return false;
  const { query, operationName = null, variables = null } = asked as Partial<Record<string, unknown>>;
  return (
    typeof query === 'string' &&
    (operationName === null || typeof operationName === 'string') &&
    typeof variables === 'object' &&
    !Array.isArray(variables) &&
    Object.keys(asked).every((name) => parameters.has(name))
  );
}

const supportedTypes: Record<string, MediaType> = {
  'application/graphql-response+json': 'application/graphql-response+json',
  'application/json': 'application/json',
  'application/*': 'application/json',
  '*/*': 'application/json',
};

/** The media type of the answer: the first supported one in Accept; null when Yoga must decide. */
function typeFor(accept = '*/*'): MediaType | null {
  const asked = accept.toLowerCase().split(',');
  if (asked.some((each) => each.includes('charset'))) return null;
  const types = asked.map((each) => each.split(';', 1)[0]?.trim() ?? '');
  return supportedTypes[types.find((each) => each in supportedTypes) ?? ''] ?? null;
}
