import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '#api/schema.ts';
import { operations } from '#tests/support/operations.ts';

type Rooted = { name: string; field: GraphQLField<unknown, unknown> };

const roots: Rooted[] = [
  schema.getQueryType(),
  schema.getMutationType(),
  schema.getSubscriptionType(),
].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ name: `${type?.name}.${field.name}`, field })),
);

describe('The schema', () => {
  test('is what schema.graphql says', () => {
    const committed = readFileSync('schema.graphql', 'utf8');

    expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(committed);
    expect(() => buildSchema(committed)).not.toThrow();
  });

  test('says of every entry point who may enter', () => {
    const silent = roots.filter(({ field }) => {
      const { pothosOptions } = field.extensions as { pothosOptions?: { authScopes?: unknown } };
      return !pothosOptions?.authScopes;
    });

    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  test('answers every mutation with a result or a refusal that the caller can act on', () => {
    for (const { name, field } of roots.filter(({ name }) => name.startsWith('Mutation.'))) {
      const result = getNamedType(field.type);
      if (!isUnionType(result)) throw new Error(`${name} answers ${result.name}, which is no union`);
      const refusals = result
        .getTypes()
        .filter((type) => type.getInterfaces().some(({ name }) => name === 'UserError'));

      expect(result.name, name).toBe(`${field.name[0]?.toUpperCase()}${field.name.slice(1)}Result`);
      expect(
        refusals.map((type) => type.name),
        name,
      ).toEqual(expect.arrayContaining(['InvalidInput', 'NotFound']));
      expect(result.getTypes().length - refusals.length, name).toBe(1);
    }
  });

  test('bounds every list of unknown length by pages', () => {
    const connections = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) || isInterfaceType(type))
      .flatMap((type) => Object.values(type.getFields()))
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'));

    expect(connections.length).toBeGreaterThan(5);
    for (const field of connections) {
      expect(
        field.args.map((argument) => argument.name),
        field.name,
      ).toEqual(expect.arrayContaining(['first', 'after', 'last', 'before']));
      expect(field.extensions.complexity, `${field.name} costs as much as its page`).toBeTypeOf('function');
    }
  });

  test.each([...operations.keys()])('knows everything that clients ask for in %s', (name) => {
    expect(validate(schema, parse(operations.get(name) ?? ''))).toEqual([]);
  });
});
