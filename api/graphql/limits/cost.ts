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
/** The assumed length of a list without pages. */
export const listLength = 5;

type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>;
type FieldCost = { field: number; multiplier: number };

/** The default cost of a field: one point, and its subfields multiplied by the expected number of rows. */
export function fieldCost(given: object, _ctx: object, { name, type, args }: Field): FieldCost {
  const { first, last } = given as { first?: number | null; last?: number | null };
  if (args.some((argument) => argument.name === 'first')) {
    return { field: 1, multiplier: first ?? last ?? pageByDefault };
  }
  // The connection field already counts the edges.
  const isList = isListType(getNullableType(type)) && name !== 'edges';
  return { field: 1, multiplier: isList ? listLength : 1 };
}

/** The cost of an expensive field, for its `complexity`. */
export function weighing<Args extends object>(points: number | ((args: Args) => number)) {
  return (args: Args, ctx: object, field: Field): FieldCost => ({
    ...fieldCost(args, ctx, field),
    field: typeof points === 'number' ? points : points(args),
  });
}

/** The cost of a list with a search, because a search reads every row. */
export const searching = weighing<{ search?: string | null }>(({ search }) => (search ? 1000 : 1));

/** The base cost of every operation: authenticating, parsing the document, writing the answer. */
const operationBase = 100;
/** The extra cost of each mutation field: a transaction and its follow-up work. */
const changeBase = 200;
/** The cost of introspecting the schema or one type: the result is long, but none of its fields are ours. */
const introspection: Readonly<Record<string, number>> = { __schema: 5000, __type: 500 };
/** Cached costs of operations, by the sizes in their variables. */
const counted = new WeakMap<OperationDefinitionNode, Map<string, Counted>>();
const mostKept = 100;

type Counted = { cost: number; breadth: number };

/** The cost of an operation, and the limits it exceeds. */
export type Assessment = { errors: readonly GraphQLError[]; cost: number };

/**
 * The cost of an operation with these variables, in points, and the limits it exceeds: page sizes and total cost.
 * Computed before anything runs.
 */
export function assess(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Variables,
): Assessment {
  const operation = getOperationAST(document, operationName);
  // The document doesn't say which operation to run; the executor reports it.
  if (!operation) return { errors: [], cost: operationBase };
  const pages = pageErrors(schema, document, operation, variables);
  if (pages.length) return { errors: pages, cost: operationBase };
  const { cost, breadth } = countedOnce(schema, document, operation, variables);
  if (cost > limits.cost) {
    const message = `The query costs ${cost}; at most ${limits.cost} is allowed`;
    return { errors: [refusal(message, { cost: { requested: cost, limit: limits.cost } })], cost };
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
    // Variables of the wrong type: the executor reports each of them and runs nothing.
    if (!found) return { cost: operationBase, breadth: 0 };
    if (known.size >= mostKept) known.clear();
    known.set(sizes, found);
  }
  return found;
}

/** The parts of the variables that can change the cost: numbers, and whether a value is given. */
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
