import { readFileSync } from 'node:fs';
import {
  type BreakingChange,
  BreakingChangeType,
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLArgument,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { partnerSdl } from '#api/graphql/partner-schema.ts';
import { schema as served } from '#api/schema.ts';
import { changelog, type SchemaChange } from '#web/developers/changelog.ts';

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

/** What is deprecated with a reason that names no last day, by coordinate. */
function undatedDeprecations(schema: GraphQLSchema): string[] {
  return [...deprecatedIn(schema)].flatMap(([coordinate, reason]) =>
    removedAfter.test(reason) ? [] : [coordinate],
  );
}

describe('A change of the schema', () => {
  const today = new Date().toISOString().slice(0, 10);

  test('breaks no client of the last release', () => {
    const changes = refusedChanges(read('tests/contract/released.graphql'), read('schema.graphql'), today);
    expect(changes.map(({ description }) => description)).toEqual([]);
  });

  test('deprecates anything only with the day until which it stays', () => {
    expect(undatedDeprecations(read('schema.graphql'))).toEqual([]);
    const deprecating = (reason: string) => {
      const deprecated = `@deprecated(reason: "${reason}")`;
      return buildSchema(`type Query { a(b: Int ${deprecated}, c: C): D ${deprecated} }
        input C { e: Int ${deprecated} } enum D { F ${deprecated} G }`);
    };
    expect(undatedDeprecations(deprecating('Use h.'))).toEqual(['Query.a', 'Query.a(b:)', 'C.e', 'D.F']);
    expect(undatedDeprecations(deprecating('Use h. Removed after 2999-01-01.'))).toEqual([]);
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

const forKeys = buildSchema(partnerSdl(served));
const releasedForKeys = read('tests/contract/released-for-keys.graphql');

/** Changes that don't break a well-written program, but that its author must know: a new value or another result. */
const telling: readonly string[] = [
  ...[DangerousChangeType.VALUE_ADDED_TO_ENUM, DangerousChangeType.TYPE_ADDED_TO_UNION],
  ...[DangerousChangeType.IMPLEMENTED_INTERFACE_ADDED, DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE],
];

/** The coordinate of what a change is about: `Type`, `Type.field`, `Type.field(argument:)` or `Enum.VALUE`. */
function coordinateOf({ type, description }: { type: string; description: string }): string {
  const [, union] = /was added to union type (\w+)/.exec(description) ?? [];
  if (union) return union;
  const [coordinate = ''] = /\b[A-Z]\w*\.\w+(\(\w+:\))?|\b[A-Z]\w*(?= (was|changed))/.exec(description) ?? [];
  if (!coordinate) throw new Error(`${type}: ${description} names nothing`);
  return coordinate;
}

/** Every deprecated field, argument, input field and enum value, by coordinate, with its reason. */
function deprecatedIn(schema: GraphQLSchema): Map<string, string> {
  const parts = Object.values(schema.getTypeMap()).flatMap(
    (type): [string, { deprecationReason?: unknown }][] => {
      if (isEnumType(type)) return type.getValues().map((value) => [`${type.name}.${value.name}`, value]);
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
      return Object.values(type.getFields()).flatMap((field): [string, { deprecationReason?: unknown }][] => {
        const of = `${type.name}.${field.name}`;
        const args: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
        return [
          [of, field],
          ...args.map((each): [string, GraphQLArgument] => [`${of}(${each.name}:)`, each]),
        ];
      });
    },
  );
  return new Map(
    parts.flatMap(([coordinate, { deprecationReason: reason }]) =>
      typeof reason === 'string' ? [[coordinate, reason] as const] : [],
    ),
  );
}

/** Changes since a release, in the part of the schema that API keys can use, that the changelog must list and doesn't. */
function untold(
  { released, schema, keys }: { released: GraphQLSchema; schema: GraphQLSchema; keys: GraphQLSchema },
  entries: readonly SchemaChange[],
): string[] {
  const told = (kinds: readonly string[]) =>
    new Set(entries.filter(({ kind }) => kinds.includes(kind)).flatMap(({ of }) => of));
  const concernsKeys = (coordinate: string) => keys.getType(coordinate.split(/[.(]/)[0] ?? '') !== undefined;
  const broken = findBreakingChanges(released, schema).map(coordinateOf);
  const changed = findDangerousChanges(released, schema)
    .filter(({ type }) => telling.includes(type))
    .map(coordinateOf)
    .filter(concernsKeys);
  return [
    ...broken.filter((each) => !told(['changed', 'removed']).has(each)),
    ...changed.filter((each) => !told(['changed']).has(each)),
    ...[...deprecatedIn(keys).keys()].filter((each) => !told(['deprecated']).has(each)),
  ];
}

/** Whether a schema has what a coordinate names. */
function has(schema: GraphQLSchema, coordinate: string): boolean {
  const [, typeName = '', member, argument] = /^(\w+)(?:\.(\w+)(?:\((\w+):\))?)?$/.exec(coordinate) ?? [];
  const type = schema.getType(typeName);
  if (!type || !member) return type !== undefined;
  if (isEnumType(type)) return type.getValue(member) !== undefined;
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return false;
  const field = type.getFields()[member];
  if (!field || !argument) return field !== undefined;
  return 'args' in field && field.args.some(({ name }) => name === argument);
}

/** Additions that the release lacks though the schema still has them: nothing would guard them against a later change. */
function unreleased(
  added: readonly string[],
  { released, removed }: { released: GraphQLSchema; removed: readonly string[] },
): string[] {
  return added.filter((each) => !has(released, each) && !removed.includes(each));
}

/** The scope of each field, by coordinate; 'any' where every key sees it. */
function scopesIn(schema: GraphQLSchema): Map<string, string> {
  const scopes = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).map((field): [string, string] => {
      const directive = field.astNode?.directives?.find(({ name }) => name.value === 'scope');
      const value = directive?.arguments?.[0]?.value;
      return [`${type.name}.${field.name}`, value?.kind === 'StringValue' ? value.value : 'any'];
    });
  });
  return new Map(scopes);
}

/** The fields that need another scope than at the release: keys that were made for them don't see them any more. */
function closedFields(released: GraphQLSchema, schema: GraphQLSchema): string[] {
  const now = scopesIn(schema);
  return [...scopesIn(released)]
    .filter(([field, scope]) => now.has(field) && now.get(field) !== 'any' && now.get(field) !== scope)
    .map(([field]) => field);
}

describe('A change of what API keys can use', () => {
  const today = new Date().toISOString().slice(0, 10);
  const entry = (kind: SchemaChange['kind'], ...of: string[]) => ({
    date: today,
    kind,
    of,
    words: 'It is so.',
  });

  test('takes nothing from the keys of the last release, and asks no other scope of them', () => {
    const changes = refusedChanges(releasedForKeys, forKeys, today);
    expect(changes.map(({ description }) => description)).toEqual([]);
    expect(closedFields(releasedForKeys, forKeys)).toEqual([]);
  });

  test('is refused when a field that was open to keys needs another scope', () => {
    const asking = (scope: string) =>
      buildSchema(`directive @scope(name: String!) on FIELD_DEFINITION type Query { a: Int ${scope} }`);
    expect(closedFields(asking('@scope(name: "a:read")'), asking('@scope(name: "b:read")'))).toEqual([
      'Query.a',
    ]);
    expect(closedFields(asking(''), asking('@scope(name: "b:read")'))).toEqual(['Query.a']);
    expect(closedFields(asking('@scope(name: "a:read")'), asking(''))).toEqual([]);
  });

  test('is in the changelog when it breaks, deprecates or surprises', () => {
    const released = read('tests/contract/released.graphql');
    expect(untold({ released, schema: read('schema.graphql'), keys: forKeys }, changelog)).toEqual([]);
  });

  test('of which the changelog tells partners is guarded: it is in the last release', () => {
    const added = changelog.filter(({ kind }) => kind === 'added').flatMap(({ of }) => of);
    const removed = changelog.filter(({ kind }) => kind === 'removed').flatMap(({ of }) => of);
    expect(added.length).toBeGreaterThan(0);
    expect(unreleased(added, { released: releasedForKeys, removed })).toEqual([]);
    expect(
      unreleased(['Query.a', 'Query.b', 'Query.c'], {
        released: buildSchema('type Query { a: Int }'),
        removed: ['Query.b'],
      }),
    ).toEqual(['Query.c']);
  });

  test('without its entry in the changelog is refused', () => {
    const of = (sdl: string) => buildSchema(sdl);
    const released = of(
      'type Query { a: Int @deprecated(reason: "b. Removed after 2026-01-01.") b: C } enum C { D }',
    );
    const schema = of('type Query { b(x: Int @deprecated(reason: "No.")): C } enum C { D E }');
    const both = { released, schema, keys: schema };
    expect(untold(both, [])).toEqual(['Query.a', 'C.E', 'Query.b(x:)']);
    const entries = [
      entry('removed', 'Query.a'),
      entry('changed', 'C.E'),
      entry('deprecated', 'Query.b(x:)'),
    ];
    expect(untold(both, entries)).toEqual([]);
    expect(untold(both, [entry('added', 'Query.a', 'C.E', 'Query.b(x:)')])).toHaveLength(3);
    // Changes to what no API key can use need no entry.
    expect(untold({ released, schema: released, keys: of('type Query { b: Int }') }, [])).toEqual([]);
  });

  test('stands in the changelog by its name in the schema, with its day, the newest first', () => {
    const removed = new Set(changelog.filter(({ kind }) => kind === 'removed').flatMap(({ of }) => of));
    for (const { date, kind, of, words } of changelog) {
      expect(date, words).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(words).toMatch(/^[A-Za-z].*\.$/);
      expect(of.length, words).toBeGreaterThan(0);
      for (const each of of) expect(has(forKeys, each), each).toBe(kind !== 'removed' && !removed.has(each));
    }
    const dates = changelog.map(({ date }) => date);
    expect(dates).toEqual([...dates].sort().reverse());
  });
});
