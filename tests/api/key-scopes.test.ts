import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLBoolean,
  type GraphQLInputType,
  GraphQLObjectType,
  GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { createContext } from '#api/graphql/context.ts';
import { checkKey } from '#api/graphql/limits/key-scopes.ts';
import { runCompiled } from '#api/graphql/operations/compiled.ts';
import { run } from '#api/graphql/operations/run.ts';
import { schemaFor } from '#api/graphql/plugins/key-scopes.ts';
import { subscribe } from '#api/graphql/sockets/subscribe.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { schema } from '#api/schema.ts';
import { everyScope } from '#tests/support/partner.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

let family: Family;
beforeAll(async () => {
  family = await aFamily();
});

const origin = { requestId: 'asked past the check of documents', ipAddress: null, userAgent: null };
const person = (): Viewer => ({
  ...{ userId: family.owner.id, sessionId: crypto.randomUUID(), name: 'Owner', email: '' },
  ...{ admin: false, provenAt: null, impersonatorId: null, key: null },
});
const keyWith = (...scopes: string[]): Viewer => ({
  ...person(),
  key: { id: crypto.randomUUID(), scopes, subjectIds: null, expiresAt: new Date(Date.now() + 60_000) },
});
const refusedFields = ({ errors = [] }: ExecutionResult) =>
  errors
    .filter(({ extensions }) => extensions.code === 'FORBIDDEN')
    .map(({ extensions }) => extensions.field);

test('Every field checks its own scope when it is read, and the document check agrees', async () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const empty = new GraphQLObjectType({ name: 'Empty', fields: { nothing: { type: GraphQLBoolean } } });
  const keys = [[], ['subjects:read'], ['messages:read', 'biography:write'], everyScope];
  const differing: string[] = [];
  const counted = { refused: 0, open: 0 };
  for (const type of types.filter(({ name }) => !name.startsWith('__'))) {
    // As the roots of a mutation: everywhere else, null is answered in the place of a closed field.
    const alone = new GraphQLSchema({ query: empty, mutation: type });
    for (const name of Object.keys(type.getFields())) {
      const document = asking(type, name);
      for (const scopes of keys) {
        const viewer = keyWith(...scopes);
        const wanted = checkKey(alone, document, null, viewer).errors.length > 0;
        const contextValue = createContext(viewer, origin);
        const result = await execute({ schema: alone, document, rootValue: {}, contextValue });
        const refused = refusedFields(result).includes(`${type.name}.${name}`);
        if (refused && Object.values(result.data ?? {}).some((value) => value !== null))
          differing.push(`${type.name}.${name} shows something`);
        if (refused !== wanted) differing.push(`${type.name}.${name} [${scopes}]: ${refused}`);
        counted[refused ? 'refused' : 'open']++;
      }
    }
  }

  expect(differing).toEqual([]);
  expect(counted.refused).toBeGreaterThan(1000);
  expect(counted.open).toBeGreaterThan(200);
}, 60_000);

test('A compiled query checks the scopes too', async () => {
  const document = parse('{ subjects { edges { node { id fullName phone isSelf } } } }');
  const open = parse('{ subjects { edges { node { id fullName } } } }');
  const argsFor = (viewer: Viewer, asked: DocumentNode) => {
    return { schema, document: asked, variableValues: {}, contextValue: createContext(viewer, origin) };
  };
  const compiled = (args: ReturnType<typeof argsFor>) =>
    runCompiled({ ...args, schema: schemaFor(args.contextValue.viewer, args) });
  for (let n = 0; n < 25; n++) {
    for (const asked of [document, open]) {
      const { errors } = await run(argsFor(person(), asked));
      expect(errors).toBeUndefined();
    }
    await compiled(argsFor(keyWith('subjects:read'), document));
    await compiled(argsFor(keyWith('subjects:read'), open));
  }

  const reader = await compiled(argsFor(keyWith('subjects:read'), open));
  expect(reader?.data?.subjects).toMatchObject({ edges: [{ node: { id: family.subject.id } }] });
  for (const execute of [run, compiled]) {
    expect(await execute(argsFor(keyWith('people:read'), open))).toEqual({
      data: { subjects: { edges: [] } },
    });
    const { subjects } = (await execute(argsFor(keyWith(...everyScope), document)))?.data ?? {};
    expect(subjects).toEqual({ edges: [{ node: expect.objectContaining({ phone: null, isSelf: null }) }] });
  }
});

test('A subscription checks its scope before it begins', async () => {
  const document = parse('subscription ($id: ID!) { conversationChanged(subjectId: $id) { id } }');
  const begin = (viewer: Viewer) => {
    const fresh = () => createContext(viewer, origin);
    const variableValues = { id: family.subject.id };
    return subscribe({ schema, document, variableValues, contextValue: fresh() }, fresh);
  };
  const refused = await begin(keyWith('subjects:read'));
  expect('run' in refused ? [] : refusedFields(refused)).toEqual(['Subscription.conversationChanged']);

  const follows = await begin(keyWith('conversations:read'));
  if (!('run' in follows)) throw new Error(JSON.stringify(follows.errors));
  follows.stop();
});

/** A document that asks a type for one of its fields, with something for whatever it takes. */
function asking(type: GraphQLObjectType, name: string): DocumentNode {
  const { args = [], type: answer } = type.getFields()[name] ?? { type };
  const given = args.filter((arg) => isNonNullType(arg.type)).map((arg) => `${arg.name}: ${some(arg.type)}`);
  const selection = isLeafType(getNamedType(answer)) ? '' : '{ __typename }';
  return parse(`mutation { ${name}${given.length ? `(${given.join()})` : ''} ${selection} }`);
}

function some(type: GraphQLInputType): string {
  if (isNonNullType(type)) return some(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${fields.map((field) => `${field.name}: ${some(field.type)}`).join()} }`;
  }
  const scalars: Record<string, string> = {
    Int: '1',
    Float: '1',
    Boolean: 'true',
    DateTime: '"2026-01-01T00:00:00Z"',
  };
  return scalars[type.name] ?? '"x"';
}
