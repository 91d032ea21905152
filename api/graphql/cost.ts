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
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { fragmentsOf, limits, refusal } from './limits.ts';

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

export type Variables = Readonly<Record<string, unknown>>;

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
  const pages = pageErrors(document, operation, variables);
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

type Page = { field: string; first?: ValueNode; last?: ValueNode };

/** Where an operation asks for pages; found once for each document. */
const pagesOf = new WeakMap<OperationDefinitionNode, readonly Page[]>();

function pageErrors(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): readonly GraphQLError[] {
  let pages = pagesOf.get(operation);
  if (!pages) {
    pages = findPages(document, operation);
    pagesOf.set(operation, pages);
  }
  const defaults = new Map(
    operation.variableDefinitions?.map((each) => [each.variable.name.value, each.defaultValue]),
  );
  const numberOf = (value: ValueNode | undefined): number | null => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind !== Kind.VARIABLE) return null;
    const given = variables[value.name.value];
    if (given === undefined) return numberOf(defaults.get(value.name.value));
    return typeof given === 'number' ? given : null;
  };
  return pages.flatMap(({ field, ...page }) => {
    const first = numberOf(page.first);
    const last = numberOf(page.last);
    if (first !== null && last !== null)
      return pageRefusal(field, 'first', 'give either first or last, not both');
    return [
      ...(isPage(first) ? [] : pageRefusal(field, 'first', `must be from 1 to ${limits.page}`)),
      ...(isPage(last) ? [] : pageRefusal(field, 'last', `must be from 1 to ${limits.page}`)),
    ];
  });
}

function isPage(size: number | null): boolean {
  return size === null || (size >= 1 && size <= limits.page);
}

function pageRefusal(field: string, argument: string, rule: string): GraphQLError[] {
  return [refusal(`${field}.${argument}: ${rule}`, { path: [...field.split('.'), argument] })];
}

function findPages(document: DocumentNode, operation: OperationDefinitionNode): Page[] {
  const fragments = fragmentsOf(document);
  const pages: Page[] = [];
  const seen = new Set<SelectionSetNode>();
  look(operation.selectionSet, []);
  return pages;

  function look(selectionSet: SelectionSetNode | undefined, path: readonly string[]): void {
    if (!selectionSet || seen.has(selectionSet)) return;
    seen.add(selectionSet);
    for (const selection of selectionSet.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        look(fragments.get(selection.name.value)?.selectionSet, path);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        look(selection.selectionSet, path);
      } else {
        const here = [...path, selection.alias?.value ?? selection.name.value];
        const argument = (name: string) =>
          selection.arguments?.find((each) => each.name.value === name)?.value;
        const first = argument('first');
        const last = argument('last');
        if (first || last) {
          pages.push({ field: here.join('.'), ...(first && { first }), ...(last && { last }) });
        }
        look(selection.selectionSet, here);
      }
    }
  }
}
