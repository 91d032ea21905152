import {
  type GraphQLField,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  print,
} from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#api/platform/database/database.ts';
import { schema } from '#api/schema.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { aFamily, type Family, type Person, useOwnServer } from '#tests/support/world.ts';
import { WriterMessagesDocument } from '#web/writer/messages/messages.graphql.ts';

useOwnServer();

const rows = 50;

let admin: Person;
let owner: Person;

beforeAll(async () => {
  const first: Family = await aFamily();
  ({ admin, owner } = first);
  // Each message is in a book and a conversation of its own, so that nothing that one row needs serves the next.
  for (let at = 0; at < rows; at++) {
    const subject = await db.subject.create({
      data: {
        fullName: `Person ${at}`,
        preferredName: `P${at}`,
        timeZone: 'UTC',
        sharing: at % 2 === 0,
      } as never,
    });
    await db.membership.create({ data: { subjectId: subject.id, userId: owner.id, role: 'OWNER' } });
    const conversation = await db.conversation.create({
      data: { subjectId: subject.id, channel: 'WEB', status: 'COMPLETED', heldById: owner.id, lastSeq: 0 },
    });
    await db.message.create({
      data: {
        subjectId: subject.id,
        conversationId: conversation.id,
        seq: 0,
        role: 'user',
        text: `Words ${at}`,
        correctedText: `Word ${at}`,
      } as never,
    });
  }
});

/**
 * Lists below a row that still take a statement a row: no page asks for them in a list of messages. A field that is
 * mended comes off this list, else its test fails.
 */
const oneByOne: Record<string, readonly string[]> = {
  Conversation: ['messages'],
  Subject: [
    ...['openingWords', 'consents', 'consentHistory', 'nextQuestions', 'makings', 'exports', 'members'],
    ...['queuedWork', 'setAsideWork', 'callMonths', 'recentWellbeingNotes'],
    ...[
      'people',
      'places',
      'placesInStories',
      'chapters',
      'activity',
      'conversations',
      'cards',
      'questions',
      'keepsakes',
      'liveConversation',
    ],
  ],
};

/** A selection of this field, and of the ids below it; null for a field that can't be asked without arguments. */
function selectionOf({ name, type, args }: GraphQLField<unknown, unknown>): string | null {
  if (args.some((arg) => isRequiredArgument(arg))) return null;
  const named = getNamedType(type);
  if (isLeafType(named)) return name;
  const below = isObjectType(named) ? named.getFields() : {};
  if (below.edges) return `${name}(first: 1) { edges { node { id } } }`;
  return `${name} { ${below.id ? 'id' : '__typename'} }`;
}

function fieldsOf(name: string): [name: string, selection: string][] {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`There is no type ${name}`);
  return Object.values(type.getFields()).flatMap((field) => {
    const selection = selectionOf(field);
    return selection ? [[field.name, selection] as [string, string]] : [];
  });
}

/** The statements of such a page, as few as it takes: the server's own work may send some meanwhile. */
async function statementsFor(selection: string, first: number): Promise<string[]> {
  const query = `query { messages(first: ${first}) { edges { node { ${selection} } } } }`;
  const runs: string[][] = [];
  for (let run = 0; run < 3; run++) {
    runs.push(
      await statementsOf(async () => {
        const { messages } = await admin.gql(query, {});
        expect(messages.edges).toHaveLength(first);
      }),
    );
  }
  return runs.reduce((least, each) => (each.length < least.length ? each : least));
}

describe.each([
  ['Message', (field: string) => field],
  ['Conversation', (field: string) => `conversation { ${field} }`],
  ['Subject', (field: string) => `subject { ${field} }`],
])('A field of %s', (type, within) => {
  test.each(fieldsOf(type))('takes as many statements for 50 rows as for 2: %s', async (name, selection) => {
    const [many, few] = [
      await statementsFor(within(selection), rows),
      await statementsFor(within(selection), 2),
    ];
    if (oneByOne[type]?.includes(name)) expect(many.length).toBeGreaterThan(few.length);
    else expect(many.length, many.join('\n')).toBeLessThanOrEqual(few.length);
  });
});

describe('A page of messages', () => {
  test('is one statement by the web app’s own document', async () => {
    const variables = { first: 50 };
    await admin.gql(print(WriterMessagesDocument), variables);
    const sent = await statementsOf(() => admin.gql(print(WriterMessagesDocument), variables));

    expect(sent.filter((statement) => statement.startsWith('messages '))).toHaveLength(1);
    expect(sent.filter((statement) => /"public"\."(conversation|subject|message)"/.test(statement))).toEqual(
      [],
    );
  });

  test('is one statement with whole conversations and subjects, for an admin and for a member', async () => {
    const { subjectId } = await db.message.findFirstOrThrow({
      where: { subject: { members: { some: { userId: owner.id } } }, text: 'Words 2' },
    });
    const query = `query ($filter: MessageFilter) { messages(filter: $filter, first: 50) { edges { node {
      id text
      conversation { id channel status title summary startedAt endedAt messageCount interviewer together }
      subject { id fullName timeZone status createdAt myRole phone abilities }
    } } } }`;
    for (const [person, filter] of [[admin, {}] as const, [owner, { subjectId }] as const]) {
      await person.gql(query, { filter });
      const sent = await statementsOf(() => person.gql(query, { filter }));

      expect(sent.filter((statement) => statement.startsWith('messages '))).toHaveLength(1);
      expect(sent.filter((statement) => /"public"\."(conversation|message)"/.test(statement))).toEqual([]);
    }
  });
});
