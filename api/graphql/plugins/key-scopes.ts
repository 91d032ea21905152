import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type AuthScopeMap, RequestCache } from '@pothos/plugin-scope-auth';
import {
  defaultFieldResolver,
  type ExecutionArgs,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  lexicographicSortSchema,
  OperationTypeNode,
} from 'graphql';
import type { Context } from '#api/graphql/context.ts';
import { checkKey, keyRuleOf, refusalOf } from '#api/graphql/limits/key-scopes.ts';
import type { Viewer } from '#api/platform/viewer.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      keyScopes: KeyScopesPlugin<Types>;
    }
  }
}

type Resolver<Types extends SchemaTypes> = GraphQLFieldResolver<unknown, Types['Context'], object>;

/** The original resolver behind each guarded one. */
const originalResolvers = new WeakMap<object, object>();

/**
 * Puts before every field the scope that it takes of a partner's key, as its `keyFields` or `forKeys` name it, and has
 * the auth scopes decide. In the place of a field that the key doesn't see, answers have null or an empty list. Root
 * fields of mutations and subscriptions are refused instead.
 */
export class KeyScopesPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  private readonly scopes = new WeakMap<GraphQLObjectType, Map<string, AuthScopeMap<Types>>>();

  override wrapResolve(resolver: Resolver<Types>): Resolver<Types> {
    return this.guarded(resolver);
  }

  override wrapSubscribe(
    subscriber: Resolver<Types>,
    field: PothosOutputFieldConfig<Types>,
  ): Resolver<Types> {
    return field.parentType === 'Subscription' ? this.guarded(subscriber) : subscriber;
  }

  private guarded(resolver: Resolver<Types>): Resolver<Types> {
    const guarded: Resolver<Types> = (parent, args, context, info) => {
      if (!(context as unknown as Context).viewer?.key) return resolver(parent, args, context, info);
      const cache = RequestCache.fromContext(context, this.builder);
      if (!cache.evaluateScopeMap(this.scopeOf(info), info)) return resolver(parent, args, context, info);
      const isQuery = info.operation.operation === OperationTypeNode.QUERY;
      const isRefused = !isQuery && info.path.prev === undefined;
      const empty = isRefused ? undefined : emptyValueOf(info.returnType);
      if (empty !== undefined) return empty;
      const { parentType, fieldName } = info;
      throw refusalOf(`${parentType.name}.${fieldName}`, keyRuleOf(parentType, fieldName));
    };
    originalResolvers.set(guarded, resolver);
    return guarded;
  }

  /** One scope object per field, so that its decision is cached for the rest of the operation. */
  private scopeOf({ parentType, fieldName }: GraphQLResolveInfo): AuthScopeMap<Types> {
    const known = this.scopes.get(parentType) ?? new Map<string, AuthScopeMap<Types>>();
    if (!known.size) this.scopes.set(parentType, known);
    const scope = known.get(fieldName) ?? ({ key: keyRuleOf(parentType, fieldName) } as AuthScopeMap<Types>);
    known.set(fieldName, scope);
    return scope;
  }
}

SchemaBuilder.registerPlugin('keyScopes', KeyScopesPlugin);

/** The value of a field that a key may not see: null, or an empty list or connection; undefined for other types. */
function emptyValueOf(type: GraphQLOutputType): unknown {
  if (!isNonNullType(type)) return null;
  if (isListType(type.ofType)) return [];
  return type.ofType.name.endsWith('Connection') ? emptyConnection : undefined;
}

const emptyConnection = {
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
  totalCount: () => 0,
};

const forPeople = new WeakMap<GraphQLSchema, GraphQLSchema>();
const forPartialKeys = new WeakMap<GraphQLSchema, GraphQLSchema>();

type Asked = Pick<ExecutionArgs, 'schema' | 'document' | 'operationName'>;

/**
 * The schema to run this viewer's operation with. People get a copy without key guards, which saves a call per field. A
 * key that doesn't see every field of the operation gets a copy in which those fields can be null. The original schema
 * always checks keys.
 */
export function schemaFor(viewer: Viewer | null, { schema, document, operationName }: Asked): GraphQLSchema {
  if (!viewer?.key) return known(forPeople, schema, withoutGuards);
  const { missing } = checkKey(schema, document, operationName, viewer);
  return missing.length ? known(forPartialKeys, schema, withNulls) : schema;
}

function known(
  copies: WeakMap<GraphQLSchema, GraphQLSchema>,
  schema: GraphQLSchema,
  make: (copy: GraphQLSchema) => void,
): GraphQLSchema {
  const before = copies.get(schema);
  if (before) return before;
  const copy = lexicographicSortSchema(schema);
  make(copy);
  copies.set(schema, copy);
  return copy;
}

function withoutGuards(copy: GraphQLSchema): void {
  for (const type of Object.values(copy.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      field.resolve = unguarded(field.resolve);
      field.subscribe = unguarded(field.subscribe);
    }
  }
}

/**
 * Makes every field nullable that needs a scope and can't be empty otherwise: without this, null in its place would
 * take the objects around it out of the answer, up to a mutation that was done.
 */
function withNulls(copy: GraphQLSchema): void {
  const changes = new Set([copy.getMutationType(), copy.getSubscriptionType()]);
  for (const type of Object.values(copy.getTypeMap())) {
    const isFielded = (isObjectType(type) && !changes.has(type)) || isInterfaceType(type);
    if (!isFielded || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      // An interface's field must be nullable where that of one of its types is.
      const isClosable = isInterfaceType(type) || keyRuleOf(type, field.name) !== 'any';
      if (isClosable && isNonNullType(field.type) && emptyValueOf(field.type) === undefined)
        field.type = field.type.ofType;
    }
  }
}

/** The resolver behind a guard; undefined when the field only reads its parent, so that executors can see that. */
function unguarded<R extends object>(resolver: R | undefined): R | undefined {
  const open = resolver && ((originalResolvers.get(resolver) as R | undefined) ?? resolver);
  return (open as unknown) === defaultFieldResolver ? undefined : open;
}
