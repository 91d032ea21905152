import { beforeAll, expect, test } from 'vitest';
import { longTexts } from '#tests/support/long-words.ts';
import { longestTurn } from '#tests/support/longest-turn.ts';
import { aTalk } from '#tests/support/talk.ts';
import { workDone } from '#tests/support/told.ts';
import { aPerson, aSubject, giveConsents, useOwnServer } from '#tests/support/world.ts';

useOwnServer();

/** As long as a message may be; a story that is typed may be twice as long. */
const longest = 20_000;

/** Those that were slowest, of all that `longTexts` makes: repeats, and texts in which nothing comes twice. */
const slowest = [
  '"…"',
  '"A. "',
  'years that come once',
  'a story without a stop',
  'a story of sentences',
  'lines of one word',
];
const texts = longTexts(longest).filter(([made]) => slowest.includes(made));

/** What is compiled at first, and the start of a worker, count for nobody's words. */
beforeAll(() => longWords(longTexts(longest)[0]?.[1] ?? ''));

const answered = '__typename ... on UserError { message }';

/** All that can be done with words of that length; how long each held up everybody else, in milliseconds. */
async function longWords(text: string): Promise<Record<string, number>> {
  const self = await aPerson();
  const { id: subjectId } = await aSubject(self, { isSelf: true });
  await giveConsents(self, subjectId, ['SHARING', 'AI_WRITING']);
  const held: Record<string, number> = {};
  const hold = async (what: string, work: () => Promise<unknown>) => {
    held[what] = await longestTurn(async () => {
      await work();
      await workDone();
    });
  };
  const change = (mutation: string, args: string, variables: object) => async () => {
    const answer = await self.gql(`mutation (${args}) { ${mutation} { ${answered} } }`, variables);
    expect(JSON.stringify(answer)).toMatch(/"(Message|Card)"|at most 3000 sentences/);
  };

  const confided = await aTalk(self, subjectId);
  await hold('said', () => confided.say(text));
  await hold('said after it', () => confided.say(text.slice(7)));
  await hold('taken back', () =>
    confided.say('Please keep that between us, and what I said before that too.'),
  );
  await hold('a theme taken back', () => confided.say('Please don’t put anything about Anna in the book.'));

  const talk = await aTalk(self, subjectId);
  const { id } = await talk.say(text);
  await hold('written', () => talk.end());
  const corrected = `${text.slice(0, longest - 100)} And so on.`;
  const correct = 'correctMessage(id: $id, text: $text)';
  await hold('corrected', change(correct, '$id: ID!, $text: String!', { id, text: corrected }));
  const setPrivate = 'setMessagePrivate(id: $id, private: $private)';
  const args = '$id: ID!, $private: Boolean!';
  await hold('made private', change(setPrivate, args, { id, private: true }));
  await hold('made readable', change(setPrivate, args, { id, private: false }));
  const input = { subjectId, title: 'A story', body: `${text} ${text}`.slice(0, 2 * longest - 1) };
  await hold('typed', change('saveCard(input: $input)', '$input: SaveCardInput!', { input }));
  await hold('read', () =>
    self.gql(
      `query ($id: ID!) { subject(id: $id) {
        cards(first: 5) { edges { node { body sentences { text sources { quote } } } } }
        conversations(first: 10, search: "harbour") { edges { node { id } } } } }`,
      { id: subjectId },
    ),
  );
  return held;
}

test.each(texts)('The longest allowed texts do not block other requests: %s', async (_, text) => {
  const held = await longWords(text);

  expect(Object.entries(held).filter(([, ms]) => ms > 50)).toEqual([]);
});
