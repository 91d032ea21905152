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
 * Sharing rules in the `extensions` of a type: the fields that are equal for all viewers with the same rights at a
 * subject. A field that isn't named is never shared.
 */
export type SharedFields = { sharedFields: readonly string[] };

/** Marks a subscription field whose events are equal for all who receive them, whatever their arguments. */
export const sharedEvents = { sharedEvents: true } as const;

const known = new WeakMap<OperationDefinitionNode, boolean>();

/**
 * Whether a subscription's answers are equal for all with the same rights: it selects only shared fields, and no
 * variable changes the selection.
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
  return !!root && areAllShared(operation, root);

  function areAllShared(
    { selectionSet }: Pick<FieldNode, 'selectionSet'>,
    parent: GraphQLObjectType,
  ): boolean {
    return selectionSet?.selections.every((selection) => isShared(selection, parent)) ?? true;
  }

  function isShared(selection: SelectionNode, parent: GraphQLObjectType): boolean {
    // A directive may depend on a variable, and other arguments make another field.
    if (selection.directives?.length) return false;
    if (selection.kind === Kind.INLINE_FRAGMENT) return areAllShared(selection, parent);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment: FragmentDefinitionNode | undefined = fragmentDefinitions[selection.name.value];
      return !!fragment && !fragment.directives?.length && areAllShared(fragment, parent);
    }
    const { value: name } = selection.name;
    if (name === '__typename') return true;
    const field = parent.getFields()[name];
    if (!field) return false;
    if (parent === root ? !field.extensions.sharedEvents : !isSharedField(parent, selection)) return false;
    const type = getNamedType(field.type);
    return isObjectType(type) ? areAllShared(selection, type) : !selection.selectionSet;
  }
}

function isSharedField({ extensions }: GraphQLObjectType, { name, arguments: given }: FieldNode): boolean {
  const { sharedFields = [] } = extensions as Partial<SharedFields>;
  return sharedFields.includes(name.value) && !given?.length;
}
