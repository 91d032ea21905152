import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';

/** The names of the fields that a document asks of what a resolver returns, those in fragments too. */
export function fieldsAskedFor({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field') names.add(selection.name.value);
      else if (selection.kind === 'InlineFragment') visit(selection.selectionSet);
      else visit(fragments[selection.name.value]?.selectionSet);
    }
  };
  for (const node of fieldNodes) visit(node.selectionSet);
  return names;
}
