import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Asks = (info: GraphQLResolveInfo) => boolean;

/**
 * Whether a field's selection has only these subfields, so that no further read is needed. Computed once per document,
 * not per row.
 */
export function asksOnly(...names: string[]): Asks {
  const allowed = new Set([...names, '__typename']);
  const known = new WeakMap<FieldNode, boolean>();
  return ({ fieldNodes, fragments }) => {
    return fieldNodes.every((node) => {
      const before = known.get(node);
      if (before !== undefined) return before;
      const only = !node.selectionSet || isWithin(node.selectionSet, allowed, fragments);
      known.set(node, only);
      return only;
    });
  };
}

function isWithin(
  { selections }: SelectionSetNode,
  allowed: ReadonlySet<string>,
  fragments: GraphQLResolveInfo['fragments'],
): boolean {
  return selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return allowed.has(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) return isWithin(selection.selectionSet, allowed, fragments);
    const fragment = fragments[selection.name.value];
    return !!fragment && isWithin(fragment.selectionSet, allowed, fragments);
  });
}

/**
 * The names of the fields a document selects on the resolver's result, or below it at a path of field names. Fields in
 * fragments count; directives are ignored, so a skipped field counts too.
 */
export function fieldsAskedFor(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  ...path: readonly string[]
): ReadonlySet<string> {
  let nodes: readonly FieldNode[] = fieldNodes;
  for (const name of path) nodes = fieldsOf(nodes, fragments).filter((node) => node.name.value === name);
  return new Set(fieldsOf(nodes, fragments).map((node) => node.name.value));
}

function fieldsOf(nodes: readonly FieldNode[], fragments: GraphQLResolveInfo['fragments']): FieldNode[] {
  const fields: FieldNode[] = [];
  const visit = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else visit(fragments[selection.name.value]?.selectionSet);
    }
  };
  for (const node of nodes) visit(node.selectionSet);
  return fields;
}
