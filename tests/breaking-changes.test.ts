import { readFileSync } from 'node:fs';
import {
  type BreakingChange,
  BreakingChangeType,
  buildSchema,
  findBreakingChanges,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';

const read = (file: string) => buildSchema(readFileSync(file, 'utf8'));

/** A reason for a deprecation names the day until which the field stays, e.g. "Use b. Removed after 2027-03-01." */
const removedAfter = /Removed after (\d{4}-\d{2}-\d{2})\./;

/** The breaking changes since a release, without removed fields that it deprecated until a day that is over. */
function refusedChanges(released: GraphQLSchema, schema: GraphQLSchema, today: string): BreakingChange[] {
  return findBreakingChanges(released, schema).filter(({ type, description }) => {
    if (type !== BreakingChangeType.FIELD_REMOVED) return true;
    const [, typeName = '', fieldName = ''] = /(\w+)\.(\w+) was removed/.exec(description) ?? [];
    const day = removedAfter.exec(reasonOf(released, typeName, fieldName) ?? '')?.[1];
    return day === undefined || day >= today;
  });
}

function reasonOf(schema: GraphQLSchema, typeName: string, fieldName: string): string | null | undefined {
  const type = schema.getType(typeName);
  const fields =
    isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? type.getFields() : {};
  return fields[fieldName]?.deprecationReason;
}

/** The deprecated fields whose reason names no last day. */
function undatedDeprecations(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
    return Object.values(type.getFields())
      .filter(({ deprecationReason: reason }) => reason != null && !removedAfter.test(reason))
      .map(({ name }) => `${type.name}.${name}`);
  });
}

describe('A change of the schema', () => {
  const today = new Date().toISOString().slice(0, 10);

  test('breaks no client of the last release', () => {
    const changes = refusedChanges(read('tests/contract/released.graphql'), read('schema.graphql'), today);
    expect(changes.map(({ description }) => description)).toEqual([]);
  });

  test('deprecates a field only with the day until which it stays', () => {
    expect(undatedDeprecations(read('schema.graphql'))).toEqual([]);
    expect(undatedDeprecations(buildSchema('type Query { a: Int @deprecated(reason: "Use b.") }'))).toEqual([
      'Query.a',
    ]);
  });

  test('is refused when it removes a field, unless the release deprecated it until a day that is over', () => {
    const without = buildSchema('type Query { b: Int }');
    const dated = (day: string) =>
      buildSchema(`type Query { a: Int @deprecated(reason: "Use b. Removed after ${day}.") b: Int }`);
    const removed = [
      {
        type: BreakingChangeType.FIELD_REMOVED,
        description: expect.stringContaining('Query.a was removed'),
      },
    ];
    expect(refusedChanges(buildSchema('type Query { a: Int b: Int }'), without, today)).toEqual(removed);
    expect(refusedChanges(dated('2999-01-01'), without, today)).toEqual(removed);
    expect(refusedChanges(dated('2026-01-01'), without, today)).toEqual([]);
  });

  test('is refused when it needs a new argument, or answers with another type', () => {
    const before = buildSchema('type Query { a(b: Int): Int! }');
    for (const after of ['type Query { a(b: Int!): Int! }', 'type Query { a(b: Int): Int }'])
      expect(refusedChanges(before, buildSchema(after), today)).toHaveLength(1);
  });
});
