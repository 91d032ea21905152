import {
  type ConstDirectiveNode,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  specifiedScalarTypes,
} from 'graphql';
import { keyRuleOf } from './limits/key-scopes.ts';

/** The types that an API key can use, by name, each with the names of its usable fields; null for a type without fields. */
type Seen = Map<string, ReadonlySet<string> | null>;

const scopeDirective = `"""
The scope that a key needs for this field; a write scope includes its read scope. Without it the field is null, an empty
list or an empty connection, also where its type is non-null.
"""
directive @scope(name: String!) on FIELD_DEFINITION
`;

/**
 * The part of the schema that API keys can use, in SDL: what no key may read is left out, and `@scope` names the scope
 * of each field that needs one. A program whose types are generated from it asks for nothing that is always refused.
 */
export function partnerSdl(schema: GraphQLSchema): string {
  const sorted = lexicographicSortSchema(schema);
  const seen = typesSeenByKeys(sorted);
  return `${scopeDirective}\n${print(onlySeen(sorted, seen))}\n`;
}

/** Follows the open fields from the roots. A type that would have no field is left out, with the fields that lead to it. */
function typesSeenByKeys(schema: GraphQLSchema): Seen {
  const empty = new Set<GraphQLNamedType>();
  for (;;) {
    const before = empty.size;
    const seen = reach(schema, empty);
    if (empty.size === before) return seen;
  }
}

function reach(schema: GraphQLSchema, empty: Set<GraphQLNamedType>): Seen {
  const seen: Seen = new Map();
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    if (root) visit(root);
  }
  return seen;

  function visit(type: GraphQLNamedType): void {
    if (seen.has(type.name)) return;
    if (isObjectType(type) || isInterfaceType(type)) {
      const open = Object.values(type.getFields()).filter(
        (field) => keyRuleOf(type, field.name) !== null && !empty.has(getNamedType(field.type)),
      );
      if (open.length === 0) return void empty.add(type);
      seen.set(type.name, new Set(open.map(({ name }) => name)));
      for (const field of open) {
        for (const { type: needed } of [field, ...field.args]) visit(getNamedType(needed));
      }
      for (const each of type.getInterfaces()) visit(each);
      if (isInterfaceType(type)) for (const each of schema.getPossibleTypes(type)) visit(each);
    } else {
      seen.set(type.name, null);
      if (isUnionType(type)) type.getTypes().forEach(visit);
      if (isInputObjectType(type))
        for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
    }
  }
}

/** The schema's document with only what is seen; each field with its scope. */
function onlySeen(schema: GraphQLSchema, seen: Seen): DocumentNode {
  const whole = parse(printSchema(schema));
  const builtIn = new Set(specifiedScalarTypes.map(({ name }) => name));
  const definitions = whole.definitions.flatMap((definition) => {
    if (!('name' in definition) || !definition.name || definition.kind === Kind.DIRECTIVE_DEFINITION)
      return [];
    const { value: name } = definition.name;
    const open = seen.get(name);
    if (open === undefined || builtIn.has(name)) return [];
    if (definition.kind === Kind.UNION_TYPE_DEFINITION) {
      return { ...definition, types: definition.types?.filter((type) => seen.has(type.name.value)) ?? [] };
    }
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.INTERFACE_TYPE_DEFINITION)
      return definition;
    const fields = definition.fields?.filter((field) => open?.has(field.name.value)) ?? [];
    const interfaces = definition.interfaces?.filter((each) =>
      [...(seen.get(each.name.value) ?? ['nothing'])].every((field) => open?.has(field)),
    );
    return {
      ...definition,
      interfaces: interfaces ?? [],
      fields: fields.map((field) => ({
        ...field,
        directives: [...(field.directives ?? []), ...scopeOf(schema, name, field.name.value)],
      })),
    };
  });
  return { kind: Kind.DOCUMENT, definitions };
}

function scopeOf(schema: GraphQLSchema, typeName: string, field: string): ConstDirectiveNode[] {
  const type = schema.getType(typeName);
  const rule = isObjectType(type) || isInterfaceType(type) ? keyRuleOf(type, field) : null;
  if (rule === null || rule === 'any') return [];
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const value = { kind: Kind.STRING, value: rule } as const;
  return [
    {
      kind: Kind.DIRECTIVE,
      name: name('scope'),
      arguments: [{ kind: Kind.ARGUMENT, name: name('name'), value }],
    },
  ];
}
