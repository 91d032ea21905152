import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValidatedSubscriptionArgs,
} from 'graphql';

/**
 * What a type says of itself in its `extensions`: the fields that show the same to all whose rights at a subject are
 * the same, whoever they are. A field that isn't named is never shared.
 */
export type SharedFields = { sharedFields: readonly string[] };

/** What a subscription field says of itself: its events are alike for all who get them, whatever they asked with. */
export const sharedEvents = { sharedEvents: true } as const;

const known = new WeakMap<OperationDefinitionNode, boolean>();

/**
 * Whether a subscription shows the same to all who have the same rights: it asks for shared fields alone, and no
 * variable changes what it asks for.
 */
export function isShareable(args: ValidatedSubscriptionArgs): boolean {
  const { operation } = args;
  let shareable = known.get(operation);
  if (shareable === undefined) {
    shareable = asksOnlyForShared(args);
    known.set(operation, shareable);
  }
  return shareable;
}

function asksOnlyForShared({ schema, operation, fragmentDefinitions }: ValidatedSubscriptionArgs): boolean {
  const root = schema.getSubscriptionType();
  return !!root && all(operation, root);

  function all({ selectionSet }: Pick<FieldNode, 'selectionSet'>, parent: GraphQLObjectType): boolean {
    return selectionSet?.selections.every((selection) => shared(selection, parent)) ?? true;
  }

  function shared(selection: SelectionNode, parent: GraphQLObjectType): boolean {
    // A directive may hang on a variable, and fields of other arguments are others.
    if (selection.directives?.length) return false;
    if (selection.kind === Kind.INLINE_FRAGMENT) return all(selection, parent);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment: FragmentDefinitionNode | undefined = fragmentDefinitions[selection.name.value];
      return !!fragment && !fragment.directives?.length && all(fragment, parent);
    }
    const { value: name } = selection.name;
    if (name === '__typename') return true;
    const field = parent.getFields()[name];
    if (!field) return false;
    if (parent === root ? !field.extensions.sharedEvents : !isSharedField(parent, selection)) return false;
    const type = getNamedType(field.type);
    return isObjectType(type) ? all(selection, type) : !selection.selectionSet;
  }
}

function isSharedField({ extensions }: GraphQLObjectType, { name, arguments: given }: FieldNode): boolean {
  const { sharedFields = [] } = extensions as Partial<SharedFields>;
  return sharedFields.includes(name.value) && !given?.length;
}
