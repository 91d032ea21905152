import {
  type DocumentNode,
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isCompositeType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { hasScope, type Scope } from '#api/partners/policy.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { fragmentsOf } from './limits.ts';

/** The scope a partner's key needs for a field; `any` allows every key. */
export type KeyRule = Scope | 'any';

/**
 * Key rules in the `extensions` of a type: its fields that a partner's key may read, by the rule they need. A field
 * that isn't named, here or with `forKeys`, is refused to every key.
 */
export type KeyFields = { keyFields: Partial<Record<KeyRule, readonly string[]>> };

/** The same for a single field: a root field, or one that another domain adds to a type. */
export function forKeys(keyRule: KeyRule): { keyRule: KeyRule } {
  return { keyRule };
}

type Fielded = GraphQLObjectType | GraphQLInterfaceType;

/** Connection types show no data themselves; the types in them have their own rules. */
const pages = /(Connection|Edge)$|^PageInfo$/;
const pageFields = new Set([
  ...['edges', 'node', 'cursor', 'pageInfo'],
  ...['startCursor', 'endCursor', 'hasNextPage', 'hasPreviousPage'],
]);

/** The key rule of a field; null when no key may read it. */
export function keyRuleOf(type: Fielded, name: string): KeyRule | null {
  if (name.startsWith('__')) return 'any';
  const own = type.getFields()[name]?.extensions as { keyRule?: KeyRule } | undefined;
  if (own?.keyRule) return own.keyRule;
  for (const each of [type, ...type.getInterfaces()]) {
    const { keyFields = {} } = each.extensions as Partial<KeyFields>;
    const named = Object.entries(keyFields).find(([, fields]) => fields.includes(name));
    if (named) return named[0] as KeyRule;
  }
  return pages.test(type.name) && pageFields.has(name) ? 'any' : null;
}

/** Whether a viewer may read a field with this rule: people always, keys with the needed scope. */
export function isOpenTo(viewer: Viewer | null, rule: KeyRule | null): boolean {
  if (!viewer?.key) return true;
  return rule === 'any' || (rule !== null && hasScope(viewer.key.scopes, rule));
}

/** The refusal of a field for a key without the needed scope. */
export function refusalOf(field: string, rule: KeyRule | null): GraphQLError {
  return rule === null
    ? forbidden(`${field} is not for API keys`, field)
    : forbidden(`${field} takes a key with the scope ${rule}`, field, rule);
}

/** A field that a key doesn't see, and the scope that would show it; null where no key sees it. */
export type MissingScope = { field: string; scope: KeyRule | null };

/** What a key can do with an operation: `errors` refuse the operation, `missing` names what its answer leaves out. */
export type KeyCheck = { errors: GraphQLError[]; missing: MissingScope[] };

/** The rules of the fields that an operation asks for, by coordinate, and which of the fields are its roots. */
type Needs = { rules: Map<string, KeyRule | null>; roots: Set<string> };

const known = new WeakMap<OperationDefinitionNode, Needs>();

/**
 * Checks an operation against the scopes of the viewer's key before it runs. The answer leaves out the fields that the
 * key doesn't see. A query is refused when the key sees none of its root fields; a mutation or subscription when one of
 * its root fields is closed to the key: no change is half done.
 */
export function checkKey(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  viewer: Viewer | null,
): KeyCheck {
  const operation = viewer?.key ? getOperationAST(document, operationName) : null;
  if (!operation) return { errors: [], missing: [] };
  const { rules, roots } = needsOf(schema, document, operation);
  const missing = [...rules]
    .filter(([, rule]) => !isOpenTo(viewer, rule))
    .map(([field, scope]) => ({ field, scope }));
  const closedRoots = missing.filter(({ field }) => roots.has(field));
  const isQuery = operation.operation === OperationTypeNode.QUERY;
  const isRefused = isQuery ? roots.size > 0 && closedRoots.length === roots.size : closedRoots.length > 0;
  if (!isRefused) return { errors: [], missing };
  // One error for each scope that the key lacks; a field that no key sees comes first.
  const byScope = new Map(closedRoots.toReversed().map((each) => [each.scope, each.field]));
  const errors = [...byScope].toReversed().map(([scope, field]) => refusalOf(field, scope));
  return { errors, missing: [] };
}

function forbidden(message: string, field: string, scope?: KeyRule): GraphQLError {
  const http = { status: 403 };
  return new GraphQLError(message, {
    extensions: { code: 'FORBIDDEN', field, ...(scope && { scope }), http },
  });
}

function needsOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Needs {
  const before = known.get(operation);
  if (before) return before;
  const needs: Needs = { rules: new Map(), roots: new Set() };
  const fragments = fragmentsOf(document);
  // Each selection set is visited once: fragments that spread others twice would double the time at each level.
  const seen = new Map<SelectionSetNode, Set<GraphQLCompositeType>>();
  const root = schema.getRootType(operation.operation);
  if (root) within(operation.selectionSet, root);
  known.set(operation, needs);
  return needs;

  function within(set: SelectionSetNode, parent: GraphQLCompositeType): void {
    const types = seen.get(set) ?? new Set();
    if (types.has(parent)) return;
    seen.set(set, types.add(parent));
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) field(selection.name.value, selection.selectionSet, parent);
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        within(selection.selectionSet, typeNamed(selection.typeCondition?.name.value) ?? parent);
      else {
        const fragment = fragments.get(selection.name.value);
        if (fragment) within(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value) ?? parent);
      }
    }
  }

  function field(name: string, below: SelectionSetNode | undefined, parent: GraphQLCompositeType): void {
    if (name.startsWith('__') || isUnionType(parent)) return;
    // A field of an interface may be resolved by any type that implements it.
    const behind = isObjectType(parent) ? [parent] : [parent, ...schema.getPossibleTypes(parent)];
    for (const type of behind) {
      const coordinate = `${type.name}.${name}`;
      needs.rules.set(coordinate, keyRuleOf(type, name));
      if (type === root) needs.roots.add(coordinate);
    }
    const type = getNamedType(parent.getFields()[name]?.type);
    if (below && isCompositeType(type)) within(below, type);
  }

  function typeNamed(name: string | undefined): GraphQLCompositeType | null {
    const type = name ? schema.getType(name) : null;
    return isCompositeType(type) ? type : null;
  }
}
