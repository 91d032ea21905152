import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { schema } from '#api/schema.ts';

/** Input that no keyboard produces, or that nobody means to send. */
export const hostileWords: readonly string[] = [
  '',
  'a\0b',
  '\ud800',
  '\u202egnp.exe\ufeff\u200b',
  'e\u0301'.repeat(300),
  '👩‍👩‍👧‍👦'.repeat(2000),
  'x'.repeat(50_000),
  "'; drop table message; --",
  '%_\\%\\',
  '<script>alert(1)</script>{{1}}',
  'Anna\r\nBcc: everyone@evil.example\r\n\r\nHello',
  '../../../../etc/passwd%2e%2e%2f%00',
  '__proto__',
  '9'.repeat(400),
  '1e309',
  'null',
  '00000000-0000-0000-0000-000000000000',
  '+1 (202) 555-0100 ext. 99999999999999',
  'anna@evertold.test, ben@evertold.test',
  '"anna smith"@evertold.test',
  'America/../../etc/passwd',
  'R1BDOlM6MQ==',
  Buffer.from('[9e99,"x",1,"1","1"]').toString('base64url'),
];

const hostileNumbers = [0, -1, 2_147_483_647, -2_147_483_648];
const hostileTimes = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000000001+23:59',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+99:99',
];

/** Each argument is given all of these, because they harm in ways of their own: no text, no Unicode, too much. */
const sentAlways = new Set(['', 'a\0b', '\ud800', 'x'.repeat(50_000), '__proto__']);
const shares = 3;

/** All hostile words for every argument. */
export const allWords = () => hostileWords;

/** Returns a function that gives each argument the worst words and a third of the others, the next one the next third. */
export function wordsInTurn(): () => readonly string[] {
  let turn = 0;
  return () => {
    const own = turn++ % shares;
    return hostileWords.filter((word, at) => sentAlways.has(word) || at % shares === own);
  };
}

/** One hostile call of a root field: a description and the arguments. */
export type Attempt = { what: string; args: Record<string, unknown> };

/** For every argument of a root field, at any depth, one attempt per hostile value. */
export function attemptsAt(
  args: readonly GraphQLArgument[],
  known: Record<string, unknown>,
  words: () => readonly string[],
): Attempt[] {
  const usual = Object.fromEntries(args.flatMap((arg) => entryOf(arg, known)));
  return args.flatMap((arg) =>
    variants(arg.type, known, words).map(({ what, value }) => ({
      what: `${arg.name}${what}`,
      args: { ...usual, [arg.name]: value },
    })),
  );
}

type Variant = { what: string; value: unknown };

function variants(
  type: GraphQLInputType,
  known: Record<string, unknown>,
  words: () => readonly string[],
): Variant[] {
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const each = variants(inner.ofType, known, words).map(({ what, value }) => ({
      what: `[]${what}`,
      value: [value],
    }));
    return [
      ...each,
      { what: ': long', value: Array(500).fill(usualOf(inner.ofType, known)) },
      { what: ': empty', value: [] },
    ];
  }
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields());
    const usual = Object.fromEntries(fields.flatMap((field) => entryOf(field, known)));
    return fields.flatMap((field) =>
      variants(field.type, known, words).map(({ what, value }) => ({
        what: `.${field.name}${what}`,
        value: { ...usual, [field.name]: value },
      })),
    );
  }
  return hostileOf(inner, words).map((value) => ({ what: `: ${JSON.stringify(value).slice(0, 40)}`, value }));
}

function hostileOf(type: GraphQLInputType, words: () => readonly string[]): readonly unknown[] {
  const { name } = getNamedType(type);
  if (isEnumType(type)) return [];
  if (name === 'Int' || name === 'Float') return hostileNumbers;
  if (name === 'DateTime') return hostileTimes;
  return name === 'Boolean' ? [] : words();
}

function entryOf(
  field: GraphQLArgument | GraphQLInputField,
  known: Record<string, unknown>,
): [string, unknown][] {
  if (field.name in known) return [[field.name, known[field.name]]];
  return getNullableType(field.type) === field.type ? [] : [[field.name, usualOf(field.type, known)]];
}

function usualOf(type: GraphQLInputType, known: Record<string, unknown>): unknown {
  const inner = getNullableType(type);
  if (isListType(inner)) return [usualOf(inner.ofType, known)];
  if (isInputObjectType(inner)) {
    return Object.fromEntries(Object.values(inner.getFields()).flatMap((field) => entryOf(field, known)));
  }
  if (isEnumType(inner)) return inner.getValues()[0]?.name;
  const { name } = getNamedType(inner);
  if (name === 'Int' || name === 'Float') return 1;
  if (name === 'Boolean') return true;
  if (name === 'DateTime') return '2026-01-01T00:00:00Z';
  return name === 'ID' ? '00000000-0000-7000-8000-000000000000' : 'words';
}

type RootField = {
  kind: 'query' | 'mutation' | 'subscription';
  name: string;
  args: readonly GraphQLArgument[];
};

/** Every root field that has arguments. */
export function rootFieldsWithArguments(): RootField[] {
  return (['query', 'mutation', 'subscription'] as const).flatMap((kind) => {
    const type = {
      query: schema.getQueryType(),
      mutation: schema.getMutationType(),
      subscription: schema.getSubscriptionType(),
    }[kind];
    return Object.values(type?.getFields() ?? {})
      .filter(({ args }) => args.length > 0)
      .map(({ name, args }) => ({ kind, name, args }));
  });
}

/** A document with several calls of one root field, each with its own arguments. */
export function askingOften({ kind, name, args }: RootField, attempts: readonly Attempt[]) {
  const type = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[kind];
  const field = type?.getFields()[name];
  const declared: string[] = [];
  const variables: Record<string, unknown> = {};
  const asked = attempts.map((attempt, at) => {
    const given = args.filter((arg) => arg.name in attempt.args);
    for (const arg of given) {
      declared.push(`$${arg.name}${at}: ${arg.type}`);
      variables[`${arg.name}${at}`] = attempt.args[arg.name];
    }
    return `a${at}: ${name}(${given.map((arg) => `${arg.name}: $${arg.name}${at}`).join(', ')}) ${selection()}`;
  });
  return { query: `${kind} (${declared.join(', ')}) { ${asked.join(' ')} }`, variables };

  function selection(): string {
    const named = field && getNamedType(field.type);
    if (!named || isScalarType(named) || isEnumType(named)) return '';
    if (isUnionType(named)) return '{ __typename ... on UserError { code message } }';
    return isObjectType(named) && named.getFields().edges ? '{ edges { cursor } }' : '{ __typename }';
  }
}
