import {
  BREAK,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

type Path = GraphQLResolveInfo['path'];
type Link = { path: Path | undefined; below: Map<Path['key'], Link> };
type Resolver = GraphQLFieldResolver<unknown, unknown>;

const copies = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The root of a run's paths, by its variables object, which is unique to each run. */
const beginnings = new WeakMap<object, Link>();

/**
 * The schema to compile a document with. Compiled functions give every field a path object of its own, but Prisma's
 * plugin recognises loaded data by the path objects that fields share, as in the ordinary executor, and would read it
 * again. When a document has fields of the plugin, the schema is a copy whose resolvers get shared paths.
 */
export function schemaToCompile(schema: GraphQLSchema, document: DocumentNode): GraphQLSchema {
  return hasPluginFields(schema, document) ? withSharedPaths(schema) : schema;
}

function hasPluginFields(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema);
  let asks = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        asks = Boolean(types.getFieldDef()?.extensions.pothosPrismaSelect);
        return asks ? BREAK : undefined;
      },
    }),
  );
  return asks;
}

function withSharedPaths(schema: GraphQLSchema): GraphQLSchema {
  const known = copies.get(schema);
  if (known) return known;
  const copy = lexicographicSortSchema(schema);
  for (const type of Object.values(copy.getTypeMap()).filter(isOwnObject)) {
    for (const field of Object.values(type.getFields())) {
      // A field without a resolver only reads its parent and stays unchanged.
      if (field.resolve) field.resolve = onSharedPath(field.resolve);
    }
  }
  copies.set(schema, copy);
  return copy;
}

/** Introspection types are the same in every schema and stay unchanged. */
function isOwnObject(type: GraphQLNamedType): type is GraphQLObjectType {
  return isObjectType(type) && !isIntrospectionType(type);
}

function onSharedPath(resolve: Resolver): Resolver {
  return (parent, args, context, info) => {
    const { path } = linkOf(info.path, beginningOf(info.variableValues));
    return resolve(parent, args, context, Object.assign(info, { path }));
  };
}

function beginningOf(run: object): Link {
  const known = beginnings.get(run);
  if (known) return known;
  const beginning = { path: undefined, below: new Map() };
  beginnings.set(run, beginning);
  return beginning;
}

function linkOf(path: Path | undefined, beginning: Link): Link {
  if (!path) return beginning;
  const above = linkOf(path.prev, beginning);
  const known = above.below.get(path.key);
  if (known) return known;
  const link = { path: { ...path, prev: above.path }, below: new Map() };
  above.below.set(path.key, link);
  return link;
}
