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

/** Where the paths of a run begin; by its variables, which each run has for itself. */
const beginnings = new WeakMap<object, Link>();

/**
 * The schema to make a function for a document by. Such functions tell every field a path of its own, while Prisma's
 * plugin knows what is read already by the links that paths have in common, as those of the ordinary executor have, and
 * would read it again: where a document asks for anything that the plugin reads, it is a copy in which they have.
 */
export function schemaToCompile(schema: GraphQLSchema, document: DocumentNode): GraphQLSchema {
  return asksOfThePlugin(schema, document) ? withSharedPaths(schema) : schema;
}

function asksOfThePlugin(schema: GraphQLSchema, document: DocumentNode): boolean {
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
      // A field without one only reads its parent, and stays so.
      if (field.resolve) field.resolve = onSharedPath(field.resolve);
    }
  }
  copies.set(schema, copy);
  return copy;
}

/** What describes a schema is the same in all of them, and stays as it is. */
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
