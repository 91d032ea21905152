import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { schema } from '#api/schema.ts';
import type { Answer, Person } from './person.ts';

export type Operation = 'query' | 'mutation' | 'subscription';

/** Every root field of the schema, for example "mutation say". */
export function rootFields(): string[] {
  return (['query', 'mutation', 'subscription'] as const).flatMap((operation) =>
    Object.keys(rootType(operation).getFields()).map((field) => `${operation} ${field}`),
  );
}

/**
 * The outcome of a root field in a word: OK, NULL, EMPTY (an empty list or page), or the code of the refusal, whether
 * it is a top-level error or a member of the result.
 */
export async function outcomeOf(person: Person, root: string, variables: object): Promise<string> {
  const [operation, name] = root.split(' ') as [Operation, string];
  const field = rootType(operation).getFields()[name];
  if (!field) throw new Error(`There is no ${root}`);
  const document = documentFor(operation, field);
  if (operation === 'subscription') return watched(person, document, variables);
  const { data, errors } = await person.ask(document, variables);
  if (errors?.length) return errors[0]?.extensions?.code ?? errors[0]?.message ?? 'ERROR';
  return outcome(data?.[name]);
}

function outcome(answer: Answer): string {
  if (answer === null) return 'NULL';
  if (answer.code) return answer.code;
  const list = Array.isArray(answer) ? answer : answer.edges;
  return list?.length === 0 ? 'EMPTY' : 'OK';
}

async function watched(person: Person, document: string, variables: object): Promise<string> {
  const watcher = await person.watch(document, variables);
  try {
    if (!watcher.waiting()) return 'OK';
    const { errors } = await watcher.nextResult();
    return errors?.length ? String(errors[0]?.extensions?.code ?? errors[0]?.message) : 'OK';
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message;
  } finally {
    await watcher.end();
  }
}

function rootType(operation: Operation): GraphQLObjectType {
  const type = {
    query: schema.getQueryType,
    mutation: schema.getMutationType,
    subscription: schema.getSubscriptionType,
  }[operation].call(schema);
  if (!type) throw new Error(`The schema has no ${operation}`);
  return type;
}

function documentFor(operation: Operation, { name, args, type }: GraphQLField<unknown, unknown>): string {
  const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const given = args.length ? `(${passed})` : '';
  return `${operation} ${args.length ? `(${declared})` : ''} { ${name}${given} ${selectionOf(type)} }`;
}

function selectionOf(type: GraphQLField<unknown, unknown>['type']): string {
  const named = getNamedType(type);
  if (isScalarType(named) || isEnumType(named)) return '';
  if (isUnionType(named)) return '{ __typename ... on UserError { code } }';
  return isObjectType(named) && named.getFields().edges ? '{ edges { cursor } }' : '{ __typename }';
}
