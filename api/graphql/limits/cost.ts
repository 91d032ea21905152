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
import { fragmentsOf, limits, refusal, rootFields } from './limits.ts';
import { pageErrors, type Variables } from './pages.ts';

const pageByDefault = 25;
/** What a list without pages is taken to hold. */
export const listLength = 5;

type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>;
type FieldCost = { field: number; multiplier: number };

/** What a field costs unless it says otherwise: a point, and what is below it as often as it may come. */
export function fieldCost(given: object, _ctx: object, { name, type, args }: Field): FieldCost {
  const { first, last } = given as { first?: number | null; last?: number | null };
  if (args.some((argument) => argument.name === 'first')) {
    return { field: 1, multiplier: first ?? last ?? pageByDefault };
  }
  // The edges of a page are counted by the page.
  const isList = isListType(getNullableType(type)) && name !== 'edges';
  return { field: 1, multiplier: isList ? listLength : 1 };
}

/** The weight of a field that takes more than a point: stands beside it as its `complexity`. */
export function weighing<Args extends object>(points: number | ((args: Args) => number)) {
  return (args: Args, ctx: object, field: Field): FieldCost => ({
    ...fieldCost(args, ctx, field),
    field: typeof points === 'number' ? points : points(args),
  });
}

/** The weight of a list that can be searched: what is looked for is looked for everywhere. */
export const searching = weighing<{ search?: string | null }>(({ search }) => (search ? 1000 : 1));

/** What every operation costs before it reads anything: finding out who asks, reading the document, writing the answer. */
const operationBase = 100;
/** What each change costs besides: a transaction, and what follows from it. */
const changeBase = 200;
/** What the schema costs that describes itself, and one type of it: it is long, and nothing of it is a field of ours. */
const introspection: Readonly<Record<string, number>> = { __schema: 5000, __type: 500 };
/** Costs that were counted before: of an operation, for what its variables say of sizes. */
const counted = new WeakMap<OperationDefinitionNode, Map<string, Counted>>();
const mostKept = 100;

type Counted = { cost: number; breadth: number };

/** What is too much in an operation, or what it costs. */
export type Assessment = { errors: readonly GraphQLError[]; cost: number };

/**
 * What an operation with these variables costs, in points, and what is too much in it: pages out of bounds, and the
 * cost of everything it would read. Known before anything runs.
 */
export function assess(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): Assessment {
  const operation = getOperationAST(document, operationName);
  // Which operation is meant is not clear: the executor says so.
  if (!operation) return { errors: [], cost: operationBase };
  const pages = pageErrors(schema, document, operation, variables);
  if (pages.length) return { errors: pages, cost: operationBase };
  const { cost, breadth } = countedOnce(schema, document, operation, variables);
  if (cost > limits.cost) {
    const told = `The query costs ${cost}; at most ${limits.cost} is allowed`;
    return { errors: [refusal(told, { cost: { requested: cost, limit: limits.cost } })], cost };
  }
  const tooBroad = `The query asks for ${breadth} fields; at most ${limits.breadth} are allowed`;
  return { errors: breadth > limits.breadth ? [refusal(tooBroad)] : [], cost };
}

function countedOnce(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Counted {
  const known = counted.get(operation) ?? new Map<string, Counted>();
  if (!known.size) counted.set(operation, known);
  const sizes = sizesIn(operation, variables);
  let found: Counted | null | undefined = known.get(sizes);
  if (!found) {
    found = count(schema, document, operation, variables);
    // Variables of the wrong kind: nothing runs with them, and the executor tells each of them.
    if (!found) return { cost: operationBase, breadth: 0 };
    if (known.size >= mostKept) known.clear();
    known.set(sizes, found);
  }
  return found;
}

/** What of the variables can change a cost: the numbers, and whether there is anything at all. */
function sizesIn(operation: OperationDefinitionNode, variables: Variables): string {
  const sizes = operation.variableDefinitions?.map(({ variable }) => {
    const value = variables[variable.name.value];
    return typeof value === 'number' ? value : value === undefined ? 'd' : value === null ? 'n' : 's';
  });
  return sizes?.join() ?? '';
}

function count(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Counted | null {
  // The plugin counts the first operation of a document; the one that runs may be another.
  const meant: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...fragmentsOf(document).values()],
  };
  try {
    const { complexity, breadth } = complexityFromQuery(meant, { schema, variables });
    const changes = operation.operation === 'mutation' ? rootFields(document, operation) : 0;
    const described = rootFields(document, operation, ({ name }) => introspection[name.value] ?? 0);
    return { cost: operationBase + changes * changeBase + described + complexity, breadth };
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}
