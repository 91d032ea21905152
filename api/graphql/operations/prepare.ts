import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { assess } from '#api/graphql/limits/cost.ts';
import { parseDocument, readingCost, validateDocument } from '#api/graphql/limits/document.ts';
import { checkKey, type MissingScope } from '#api/graphql/limits/key-scopes.ts';
import { refusal } from '#api/graphql/limits/limits.ts';
import { costShown, spentUpError } from '#api/graphql/limits/meter.ts';
import type { Spending } from '#api/platform/budgets.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { type Operation, operationOf } from './operation.ts';

type OperationInput = {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
};

type Variables = { readonly [name: string]: unknown };

/** An operation that may run once it is charged. `cost` is in points; `missing` is what the caller's key doesn't see. */
export type PreparedOperation = {
  document: DocumentNode;
  operation: Operation;
  cost: number;
  missing: MissingScope[];
};

/** What an answer says beside its data. */
export type Shown = { cost: ReturnType<typeof costShown>; missingScopes?: MissingScope[] };

/**
 * Parses and validates a document, and checks its operation's limits and key scopes: the only way into the schema, over
 * HTTP and sockets. Returns the errors; throws a GraphQLError when the document can't be parsed.
 */
export function prepareOperation(
  schema: GraphQLSchema,
  { query, operationName, variables }: OperationInput,
  viewer: Viewer | null,
): PreparedOperation | readonly GraphQLError[] {
  const document = parseDocument(query);
  const faults = validateDocument(schema, document);
  return faults.length
    ? faults
    : checkOperation(schema, { document, operationName, variables: variables ?? {} }, viewer);
}

/** Checks the limits and key scopes of an operation in a valid document. */
export function checkOperation(
  schema: GraphQLSchema,
  asked: { document: DocumentNode; operationName: string | null | undefined; variables: Variables },
  viewer: Viewer | null,
): PreparedOperation | readonly GraphQLError[] {
  const { document, operationName, variables } = asked;
  const operation = operationOf(document, operationName);
  if (!operation) return [refusal('Which operation is meant?')];
  const { errors, cost } = assess(schema, document, operationName, variables);
  const key = checkKey(schema, document, operationName, viewer);
  const refused = [...errors, ...key.errors];
  return refused.length ? refused : { document, operation, cost, missing: key.missing };
}

export function isPrepared(
  prepared: PreparedOperation | readonly GraphQLError[],
): prepared is PreparedOperation {
  return 'operation' in prepared;
}

/** Charges an operation and the parsing of its document; `refused` is set when the caller's budget is used up. */
export async function chargeOperation(
  { document, cost, missing }: PreparedOperation,
  charge: (points: number) => Promise<Spending | null>,
): Promise<{ shown: Shown; refused: GraphQLError | null }> {
  const spending = await charge(cost + readingCost(document));
  const shown = { cost: costShown(cost, spending), ...(missing.length && { missingScopes: missing }) };
  return { shown, refused: spending && !spending.allowed ? spentUpError(spending, shown) : null };
}
