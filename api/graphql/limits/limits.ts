import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Limits of one document. */
export const limits = {
  characters: 100_000,
  tokens: 2000,
  depth: 12,
  /** Introspection queries are nested deeper. */
  introspectionDepth: 20,
  aliases: 30,
  directives: 50,
  rootFields: 20,
  breadth: 400,
  cost: 10_000,
  page: 100,
  /** The length of one answer's data, in characters. */
  answer: 8_000_000,
  bodyBytes: 1024 * 1024,
  /** The limit for callers who are not signed in. */
  bodyBytesOfNobody: 512 * 1024,
} as const;

/** A refusal before anything ran: status 4xx for every media type. */
export function refusal(message: string, extensions: Record<string, unknown> = {}): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 }, ...extensions },
  });
}

type Shape = { depth: number; introspectionDepth: number; aliases: number; directives: number };

/** The limits a document exceeds independent of its variables; fragments count where they are used. */
export function shapeErrors(document: DocumentNode): GraphQLError[] {
  const fragments = fragmentsOf(document);
  const known = new Map<SelectionSetNode, Shape>();
  const errors: GraphQLError[] = [];
  try {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.OPERATION_DEFINITION) errors.push(...operationErrors(definition));
      // Unused fragments too: a cycle would keep the validation busy.
      if (definition.kind === Kind.FRAGMENT_DEFINITION) measure(definition.selectionSet, new Set());
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    errors.push(error);
  }
  return errors;

  function operationErrors(operation: OperationDefinitionNode): GraphQLError[] {
    const shape = measure(operation.selectionSet, new Set());
    const counts: [string, number, number][] = [
      ['depth', shape.depth, limits.depth],
      ['depth of introspection', shape.introspectionDepth, limits.introspectionDepth],
      ['number of aliases', shape.aliases, limits.aliases],
      ['number of directives', shape.directives + (operation.directives?.length ?? 0), limits.directives],
      ['number of root fields', rootFields(document, operation), limits.rootFields],
    ];
    return counts
      .filter(([, count, most]) => count > most)
      .map(([what, count, most]) => refusal(`The ${what} is ${count}; at most ${most} is allowed`));
  }

  function measure(selectionSet: SelectionSetNode, within: Set<SelectionSetNode>): Shape {
    const before = known.get(selectionSet);
    if (before) return before;
    if (within.has(selectionSet)) throw refusal('A fragment contains itself');
    within.add(selectionSet);
    const total: Shape = { depth: 0, introspectionDepth: 0, aliases: 0, directives: 0 };
    for (const selection of selectionSet.selections) {
      const field = selection.kind === Kind.FIELD ? selection : null;
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragments.get(selection.name.value)?.selectionSet
          : selection.selectionSet;
      const below = inner && measure(inner, within);
      const step = field ? 1 : 0;
      const depth = step + (below?.depth ?? 0);
      if (isIntrospection(field)) total.introspectionDepth = Math.max(total.introspectionDepth, depth);
      else total.depth = Math.max(total.depth, depth);
      total.introspectionDepth = Math.max(
        total.introspectionDepth,
        below?.introspectionDepth ? step + below.introspectionDepth : 0,
      );
      total.aliases += (field?.alias ? 1 : 0) + (below?.aliases ?? 0);
      total.directives += (selection.directives?.length ?? 0) + (below?.directives ?? 0);
    }
    within.delete(selectionSet);
    known.set(selectionSet, total);
    return total;
  }
}

/**
 * The number of root fields of an operation, with fields in fragments counted at each spread; or the sum of their
 * weights.
 */
export function rootFields(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  weigh: (field: FieldNode) => number = () => 1,
): number {
  const fragments = fragmentsOf(document);
  // Each selection set is counted once: fragments that spread others twice would double the time at each level.
  const known = new Map<SelectionSetNode, number>();
  return within(operation.selectionSet);

  function within(selectionSet: SelectionSetNode): number {
    const before = known.get(selectionSet);
    if (before !== undefined) return before;
    const count = selectionSet.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + weigh(selection);
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragments.get(selection.name.value)?.selectionSet
          : selection.selectionSet;
      return sum + (inner ? within(inner) : 0);
    }, 0);
    known.set(selectionSet, count);
    return count;
  }
}

function isIntrospection(field: FieldNode | null): boolean {
  return field?.name.value === '__schema' || field?.name.value === '__type';
}

export function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
}
