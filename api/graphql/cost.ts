import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  isListType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { fragmentsOf, limits, refusal } from './limits.ts';
import { pageErrors, type Variables } from './pages.ts';

const pageByDefault = 25;
/** What a list without pages is taken to hold. */
const listLength = 5;

/** What a field costs unless it says otherwise: itself, and what is below it as often as it may come. */
export function fieldCost(
  given: object,
  _ctx: object,
  { name, type, args }: Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>,
): { field: number; multiplier: number } {
  const { first, last } = given as { first?: number | null; last?: number | null };
  if (args.some((argument) => argument.name === 'first')) {
    return { field: 1, multiplier: first ?? last ?? pageByDefault };
  }
  // The edges of a page are counted by the page.
  const isList = isListType(getNullableType(type)) && name !== 'edges';
  return { field: 1, multiplier: isList ? listLength : 1 };
}

/**
 * What is too much in an operation with these variables: pages out of bounds, and the cost of everything it
 * would read. Known before anything runs.
 */
export function operationErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): readonly GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  // Which operation is meant is not clear: the executor says so.
  if (!operation) return [];
  const pages = pageErrors(schema, document, operation, variables);
  return pages.length ? pages : costErrors(schema, document, operation, variables);
}

function costErrors(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): readonly GraphQLError[] {
  // The plugin counts the first operation of a document; the one that runs may be another.
  const meant: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...fragmentsOf(document).values()],
  };
  try {
    const { complexity, breadth } = complexityFromQuery(meant, { schema, variables });
    if (complexity > limits.cost) {
      return [refusal(`The query costs ${complexity}; at most ${limits.cost} is allowed`)];
    }
    return breadth > limits.breadth
      ? [refusal(`The query asks for ${breadth} fields; at most ${limits.breadth} are allowed`)]
      : [];
  } catch (error) {
    // Variables of the wrong kind: nothing runs with them, and the executor tells each of them.
    if (error instanceof GraphQLError) return [];
    throw error;
  }
}
