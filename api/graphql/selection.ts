import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/** Whether a field is asked for nothing but these of its own fields: then what is at hand is enough. */
export function asksOnly(info: GraphQLResolveInfo, names: readonly string[]): boolean {
  return info.fieldNodes.every((node) => !node.selectionSet || within(node.selectionSet));

  function within({ selections }: SelectionSetNode): boolean {
    return selections.every((selection) => {
      if (selection.kind === Kind.FIELD) return isAllowed(selection.name.value);
      if (selection.kind === Kind.INLINE_FRAGMENT) return within(selection.selectionSet);
      const fragment = info.fragments[selection.name.value];
      return !!fragment && within(fragment.selectionSet);
    });
  }

  function isAllowed(name: string): boolean {
    return names.includes(name) || name === '__typename';
  }
}

/** The names of the fields that a document asks of what a resolver returns, those in fragments too. */
export function fieldsAskedFor({ fieldNodes, fragments }: GraphQLResolveInfo): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (set: SelectionSetNode | undefined) => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet);
      else visit(fragments[selection.name.value]?.selectionSet);
    }
  };
  for (const node of fieldNodes) visit(node.selectionSet);
  return names;
}
