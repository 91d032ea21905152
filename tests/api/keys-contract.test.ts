import {
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '#api/graphql/context.ts';
import { checkKey, isOpenTo, keyRuleOf, type MissingScope } from '#api/graphql/limits/key-scopes.ts';
import { isPrepared, prepareOperation } from '#api/graphql/operations/prepare.ts';
import { run } from '#api/graphql/operations/run.ts';
import { scopes } from '#api/partners/policy.ts';
import type { Viewer } from '#api/platform/viewer.ts';
import { schema } from '#api/schema.ts';
import { aBook, type Book, twoPeople } from '#tests/support/book.ts';
import { operation, operations } from '#tests/support/operations.ts';
import { aPartner } from '#tests/support/partner.ts';
import type { Answer } from '#tests/support/person.ts';
import type { Watcher } from '#tests/support/watch.ts';
import { aFamily, type Family, useServer } from '#tests/support/world.ts';

useServer();

let family: Family;
let book: Book;

beforeAll(async () => {
  family = await aFamily();
  book = await aBook(family);
});

/** All 512 sets of scopes. */
const everySet = Array.from({ length: 2 ** scopes.length }, (_, bits) =>
  scopes.filter((_scope, at) => bits & (1 << at)),
);

const viewerWith = (set: string[] | null): Viewer => ({
  ...{ userId: family.editor.id, sessionId: crypto.randomUUID(), name: family.editor.name, email: '' },
  ...{ admin: false, provenAt: null, impersonatorId: null },
  key: set && {
    ...{ id: crypto.randomUUID(), scopes: set, subjectIds: null },
    expiresAt: new Date(Date.now() + 60_000),
  },
});

/** The sets of scopes under which a document is answered, one for each selection of fields that a key can see of it. */
function differentSets(name: string): string[][] {
  const document = parse(operation(name));
  const different = new Map<string, string[]>();
  for (const set of everySet) {
    const { errors, missing } = checkKey(schema, document, name, viewerWith(set));
    const seen = JSON.stringify(missing);
    if (errors.length === 0 && !different.has(seen)) different.set(seen, set);
  }
  return [...different.values()];
}

/** Runs a document as over HTTP, with a key of these scopes, or as its maker. */
async function ask(name: string, set: string[] | null, variables: object) {
  const viewer = viewerWith(set);
  const asked = { query: operation(name), variables: { ...variables } };
  const prepared = prepareOperation(schema, asked, viewer);
  if (!isPrepared(prepared)) throw new Error(`${name} [${set}]: ${prepared.map(({ message }) => message)}`);
  const origin = { requestId: name, ipAddress: null, userAgent: null };
  const { errors, data } = await run({
    ...{ schema, document: prepared.document, variableValues: asked.variables },
    contextValue: createContext(viewer, origin),
  });
  return { errors, data: JSON.parse(JSON.stringify(data ?? null)) as Answer, missing: prepared.missing };
}

/** The part of an answer that a key with these scopes sees: null, an empty list or an empty page for all else. */
function seenOf(value: Answer, type: GraphQLOutputType, viewer: Viewer): Answer {
  if (Array.isArray(value))
    return value.map((each) => seenOf(each, getNamedType(type) as GraphQLOutputType, viewer));
  const named = getNamedType(type);
  if (value === null || typeof value !== 'object') return value;
  const [success] = isUnionType(named)
    ? named.getTypes().filter((each) => each.getInterfaces().length === 0)
    : [];
  const fielded = success ?? named;
  if (!isObjectType(fielded) && !isInterfaceType(fielded)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, below]) => {
      const field = fielded.getFields()[name];
      if (!field) return [name, below];
      const isOpen = isOpenTo(viewer, keyRuleOf(fielded, name));
      return [name, isOpen ? seenOf(below, field.type, viewer) : emptied(below, field.type)];
    }),
  );
}

const noPage = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };

function emptied(value: Answer, type: GraphQLOutputType): Answer {
  if (!isNonNullType(type)) return null;
  if (isListType(type.ofType)) return [];
  if (!type.ofType.name.endsWith('Connection')) return null;
  const { pageInfo, ...rest } = value;
  const page = Object.keys(pageInfo ?? {}).map((name) => [name, noPage[name as keyof typeof noPage]]);
  return { ...rest, edges: [], ...(pageInfo && { pageInfo: Object.fromEntries(page) }) };
}

/** The variables with which the editor's key asks each document that keys can ask. */
const queries: Record<string, () => object> = {
  Me: () => ({}),
  MySubjects: () => ({ first: 5 }),
  SubjectHome: () => ({ id: book.subjectId }),
  ConsentWordings: () => ({}),
  CallLog: () => ({ subjectId: book.subjectId, first: 5 }),
  Transcript: () => ({ id: book.pastId, first: 5 }),
  Biography: () => ({ subjectId: book.subjectId, chapter: book.chapterKey }),
  SentenceSounds: () => ({ subjectId: book.subjectId, chapter: book.chapterKey }),
  FamilyFriends: () => ({ subjectId: book.subjectId }),
  FamilyQuestions: () => ({ subjectId: book.subjectId }),
  AskBook: () => ({ subjectId: book.subjectId, question: 'What smelled of bread?' }),
  FindStories: () => ({ subjectId: book.subjectId, search: 'bread' }),
  Keepsakes: () => ({ subjectId: book.subjectId, first: 5 }),
  WriterMessages: () => ({ filter: { subjectId: book.subjectId }, first: 5 }),
};

const mutations: Record<string, (set: string[]) => object | Promise<object>> = {
  SaveCard: (set) => ({
    input: {
      ...{ subjectId: book.subjectId, chapterKey: book.chapterKey },
      ...{ title: `With ${set}`.slice(0, 160), body: 'So it was.' },
    },
  }),
  SetCardStatus: () => ({ id: book.draftId, status: 'PUBLISHED' }),
  SavePerson: (set) => ({ input: { subjectId: book.subjectId, name: `Rosa of ${set.length}` } }),
  MergePeople: () => twoPeople(book.subjectId),
};

const subscriptions = ['MessageAdded', 'MessageChanged', 'ConversationChanged', 'ReplyProgress'];

describe('The documents of clients, with a key of every set of scopes', () => {
  test('are refused only where no key may call them, or its scopes name none of their root fields', () => {
    const answered = [...operations.keys()].filter((name) => differentSets(name).length > 0);

    expect(answered.toSorted()).toEqual(
      [...Object.keys(queries), ...Object.keys(mutations), ...subscriptions].toSorted(),
    );
    expect(differentSets('SubjectHome').length).toBeGreaterThan(5);
  });

  test.each(Object.keys(queries))('%s answers what the scopes name, without an error', async (name) => {
    const variables = queries[name]?.() ?? {};
    const whole = await ask(name, null, variables);
    expect(whole.errors).toBeUndefined();
    const query = schema.getQueryType();
    if (!query) throw new Error('There are no queries');
    for (const set of differentSets(name)) {
      const { data, errors } = await ask(name, set, variables);
      expect(errors, `${name} [${set}]`).toBeUndefined();
      expect(data, `${name} [${set}]`).toEqual(seenOf(whole.data, query, viewerWith(set)));
    }
  });

  test.each(Object.keys(mutations))('%s is done, and answers what the scopes name', async (name) => {
    const mutation = schema.getMutationType();
    if (!mutation) throw new Error('There are no mutations');
    for (const set of differentSets(name)) {
      const { data, errors } = await ask(name, set, (await mutations[name]?.(set)) ?? {});
      expect(errors, `${name} [${set}]`).toBeUndefined();
      const [done] = Object.values<Answer>(data);
      expect(done, `${name} [${set}]`).toMatchObject({ id: expect.any(String) });
      expect(data, `${name} [${set}]`).toEqual(seenOf(data, mutation, viewerWith(set)));
    }
  });

  test('subscriptions tell each event as far as the scopes name it', async () => {
    const { subjectId } = book;
    const variables: Record<string, object> = {
      MessageAdded: { filter: { subjectId, role: 'user' } },
      MessageChanged: { filter: { subjectId } },
      ConversationChanged: { subjectId },
      ReplyProgress: { conversationId: book.liveId },
    };
    const following: { name: string; set: string[]; stream: Watcher }[] = [];
    for (const name of subscriptions) {
      for (const set of differentSets(name)) {
        const partner = await aPartner(family.editor, { scopes: set });
        const stream = await partner.watch(operation(name), variables[name]);
        following.push({ name, set, stream });
      }
    }
    const text = 'The oven was lit at four.';
    const { say } = await family.owner.gql('Say', {
      input: { conversationId: book.liveId, text, clientMessageId: 'first' },
    });
    const root = schema.getSubscriptionType();
    if (!root) throw new Error('There are no subscriptions');
    const check = async ({ name, set, stream }: (typeof following)[number]) => {
      const { data, errors, extensions } = await stream.nextResult();
      expect(errors, `${name} [${set}]`).toBeUndefined();
      expect(data, `${name} [${set}]`).toEqual(seenOf(data, root, viewerWith(set)));
      const { missing } = checkKey(schema, parse(operation(name)), name, viewerWith(set));
      const told = (extensions?.missingScopes ?? []) as MissingScope[];
      expect(told, `${name} [${set}]`).toEqual(missing);
      if (name === 'MessageAdded') {
        const seesName = set.includes('subjects:read');
        expect(data?.messageAdded.node, `[${set}]`).toMatchObject({
          ...{ id: say.id, text, phone: null },
          conversation: { id: set.includes('conversations:read') ? book.liveId : null },
          subject: { id: subjectId, preferredName: seesName ? expect.any(String) : null },
        });
      }
      await stream.end();
    };
    const checkAll = async (...names: string[]) => {
      for (const each of following.filter(({ name }) => names.includes(name))) await check(each);
    };
    await checkAll('MessageAdded', 'ReplyProgress');
    await family.self.gql('SetMessagePrivate', { id: book.messageId, private: true });
    await family.owner.gql('EndConversation', { id: book.liveId });
    await checkAll('MessageChanged', 'ConversationChanged');
    expect(following.length).toBeGreaterThan(subscriptions.length);
  });
});
