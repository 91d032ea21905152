import { describe, expect, test } from 'vitest';
import { type Given, type GroundMessage, ground } from '#api/biography/writing/grounding.ts';

const given: Given = {
  preferredName: 'Alma',
  fullName: 'Alma Rourke',
  birthDate: '1941-03-02',
  birthPlace: 'New Bedford',
  people: [
    { name: 'Desmond Rourke', relation: 'husband', aliases: ['Des'] },
    { name: 'Lourdes', relation: 'sister' },
  ],
  toldAt: new Date('2026-11-05'),
};

function check(said: string | string[], sentence: string) {
  const parts = Array.isArray(said) ? said : [said];
  const messages = new Map<string, GroundMessage>(
    parts.map((text, at) => [`m${at}`, { id: `m${at}`, role: 'user', text, private: false }]),
  );
  const sources = parts.map((text, at) => ({ messageId: `m${at}`, start: 0, end: text.length }));
  const result = ground({ text: sentence, sources }, messages, given);
  return result.ok ? 'ok' : result.findings.map((finding) => finding.kind).join(' ');
}

const EXCHANGE =
  'September of 1958. I was seventeen. I wore my sister’s, no, my mother’s good shoes, and they pinched. I walked the whole way because I didn’t trust the bus.';
const STORM =
  'My father was, um, tying down the boat. My mother and Lourdes and Tony, who was eleven, were in the house. The water came up Rivet Street.';

const HOLDS: [string | string[], string][] = [
  [EXCHANGE, 'In September of 1958, when I was seventeen, I wore my mother’s good shoes.'],
  [EXCHANGE, 'I walked the whole way because I didn’t trust the bus.'],
  [EXCHANGE, "I walked the whole way because I didn't trust the bus."],
  [EXCHANGE, 'I walked the whole way because I did not trust the bus.'],
  [EXCHANGE, 'My mother’s good shoes pinched.'],
  [EXCHANGE, 'It was September 1958.'],
  [EXCHANGE, 'It was 1958.'],
  [EXCHANGE, 'I was 17.'],
  [STORM, 'My father was tying down the boat.'],
  [STORM, 'My dad was tying down the boat.'],
  [STORM, 'Tony was eleven.'],
  [STORM, 'Tony was 11.'],
  [STORM, 'The water came up Rivet Street.'],
  ['there were forty girls at the board', 'There were 40 girls at the board.'],
  ['There were 40 girls at the board.', 'There were forty girls at the board.'],
  ['We had a dozen hens.', 'We had twelve hens.'],
  ['We had twelve hens.', 'We had a dozen hens.'],
  ['It cost twenty-one dollars.', 'It cost 21 dollars.'],
  ['It cost 1,300 dollars.', 'It cost 1300 dollars.'],
  ['They had 22 million records.', 'They had twenty-two million records.'],
  ['We moved in ’61 to Ohio.', 'We moved to Ohio in 1961.'],
  ['We moved in nineteen sixty-one.', 'We moved in 1961.'],
  ['That was in the fifties, the dances.', 'The dances were in the 1950s.'],
  ['We were married on the fifth of November 1961.', 'We were married on 5 November 1961.'],
  ['We were married on November 5th, 1961.', 'We were married in November 1961.'],
  ['I was born in 1941 on Rivet Street.', 'I was born on Rivet Street in 1941.'],
  ['I was born on Rivet Street.', 'I was born in 1941 on Rivet Street.'],
  ['My husband was from Ireland.', 'My husband Desmond Rourke was from Ireland.'],
  ['Des kept calling the exchange.', 'Des kept calling the exchange.'],
  ['She made bread every Friday.', 'Lourdes made bread every Friday.'],
  ['José played the guitar at night.', 'Jose played the guitar at night.'],
  ['we went to paris in the spring', 'We went to Paris in the spring.'],
  ['I said good morning, this is Alma. And he laughed.', 'I said, “Good morning, this is Alma.”'],
  ['I said, “Good morning, this is Alma.”', 'I said, "Good morning, this is Alma."'],
  ['He was, you know, he was a fisherman all his life.', 'He was a fisherman all his life.'],
  ['I never learned to swim.', 'I never learned to swim.'],
  ['I did not, didn’t want to leave.', 'I didn’t want to leave.'],
  ['No, I was happy at the mill.', 'I was happy at the mill.'],
  ['They called me This-is-Alma until I married.', 'They called me This‑is‑Alma until I married.'],
  [['It was July.', 'That would be 1952.'], 'It was July 1952.'],
  [['My mother baked.', 'On Fridays, always on Fridays.'], 'On Fridays my mother baked.'],
  ['We lived in Davis, West Virginia, a coal town.', 'We lived in Davis, West Virginia, a coal town.'],
  ['The Rourkes had the farm next door.', 'The Rourkes’ farm was next door.'],
  ['I worked for the U.S. Army for two years.', 'I worked for the U.S. Army for 2 years.'],
  ['I had a brother.', 'I had one brother.'],
];

const FAILS: [string | string[], string, string][] = [
  [EXCHANGE, 'In September of 1959 I wore my mother’s good shoes.', 'MISSING_DATE'],
  [EXCHANGE, 'In October of 1958 I wore my mother’s good shoes.', 'MISSING_DATE'],
  [EXCHANGE, 'On 5 September 1958 I wore my mother’s good shoes.', 'MISSING_DATE'],
  [EXCHANGE, 'I was eighteen.', 'MISSING_NUMBER'],
  [EXCHANGE, 'I was 18.', 'MISSING_NUMBER'],
  [EXCHANGE, 'I trust the bus.', 'CHANGED_MEANING'],
  [EXCHANGE, 'I never walked the whole way.', 'CHANGED_MEANING'],
  [EXCHANGE, 'I wore my aunt’s good shoes.', 'MISSING_CONTENT'],
  [EXCHANGE, 'I wore my mother’s red shoes.', 'MISSING_CONTENT'],
  [EXCHANGE, 'Margaret wore my mother’s good shoes.', 'MISSING_NAME'],
  [EXCHANGE, 'I walked the whole way to Boston.', 'MISSING_NAME'],
  [EXCHANGE, 'Boston was the whole way.', 'MISSING_'],
  [EXCHANGE, 'We were very happy by the sea in the little house.', 'MISSING_CONTENT'],
  [EXCHANGE, 'It was a Tuesday in September of 1958.', 'MISSING_DATE'],
  [STORM, 'Tony was twelve.', 'MISSING_NUMBER'],
  [STORM, 'The boat was tying down my father.', 'CHANGED_MEANING'],
  [STORM, 'Tony Lourdes was in the house.', 'MISSING_NAME'],
  [STORM, 'The water came up Purchase Street.', 'MISSING_NAME'],
  [STORM, 'My uncle was tying down the boat.', 'MISSING_CONTENT'],
  [STORM, 'My father sold the boat.', 'MISSING_CONTENT'],
  ['Rosemary came to the house.', 'Rose came to the house.', 'MISSING_'],
  ['I rose at five to light the stove.', 'At five Rose lit the stove.', 'MISSING_NAME'],
  ['I rose at five and saw the stove.', 'I saw Rose at five.', 'MISSING_NAME'],
  ['William came with the truck.', 'Williams came with the truck.', 'MISSING_'],
  ['Mary went home and John Smith stayed.', 'Mary Smith went home.', 'MISSING_NAME'],
  ['Mary, Smith and Jones stayed.', 'Mary Smith stayed.', 'MISSING_NAME'],
  ['There were forty girls.', 'There were fourteen girls.', 'MISSING_NUMBER'],
  ['There were twenty-one girls.', 'There were twenty girls.', 'MISSING_NUMBER'],
  ['There were twenty-one girls.', 'There was 1 girl, or 20.', 'MISSING_NUMBER'],
  ['There were 22 million records.', 'There were 22 records.', 'MISSING_NUMBER'],
  ['There were 1958 records.', 'The records were of 1958.', 'MISSING_DATE'],
  ['There were hundreds of men.', 'There were a hundred men.', 'MISSING_NUMBER'],
  ['I had three children.', 'She was my third child.', 'MISSING_NUMBER'],
  ['I had three children and forty hens.', 'I had forty children and three hens.', 'CHANGED_MEANING'],
  ['I had three children.', 'I had one child.', 'MISSING_NUMBER'],
  ['He ate half the pie.', 'He ate the pie twice.', 'MISSING_NUMBER'],
  ['It was in the fifties.', 'It was in 1955.', 'MISSING_DATE'],
  ['It was in the fifties.', 'It was in the sixties.', 'MISSING_DATE'],
  ['It was about 1950 we moved.', 'We moved in 1950.', 'MISSING_DATE'],
  ['It was 1952.', 'It was the summer of 1952.', 'MISSING_'],
  ['In July 1951 we left; in 1952 we came back.', 'In July 1952 we came back.', 'MISSING_DATE'],
  ['We moved in ’61.', 'We moved in 1971.', 'MISSING_DATE'],
  ['We left in nineteen fifty-two.', 'We left in 1953.', 'MISSING_DATE'],
  ['He said he would like the fish market.', 'He said, “I’d love the fish market.”', 'MISSING_QUOTE'],
  ['He said good morning. Then he asked for Alma.', 'He said, “Good morning, Alma.”', 'MISSING_QUOTE'],
  ['He said good morning to me.', 'He said, «Good evening» to me.', 'MISSING_QUOTE'],
  ['He said good morning to me.', 'He said ‘good night’ to me.', 'MISSING_QUOTE'],
  [
    'My father hit my mother in the kitchen on Sunday.',
    'My mother hit my father in the kitchen on Sunday.',
    'CHANGED_MEANING',
  ],
  ['He hit me at school.', 'I hit him at school.', 'CHANGED_MEANING'],
  ['I hit him at school.', 'He hit me at school.', 'CHANGED_MEANING'],
  ['He was a thief.', 'I was a thief.', 'CHANGED_MEANING'],
  ['She stole the bread.', 'He stole the bread.', 'CHANGED_MEANING'],
  ['I never went to jail.', 'I went to jail.', 'CHANGED_MEANING'],
  ['Nobody liked the teacher.', 'Everybody liked the teacher.', 'MISSING_CONTENT'],
  ['I don’t think he drank.', 'He drank.', 'CHANGED_MEANING'],
  ['I almost drowned in the river.', 'I drowned in the river.', 'CHANGED_MEANING'],
  ['If he had come, we would have danced.', 'He came.', 'CHANGED_MEANING'],
  ['He left without money.', 'He left with money.', 'CHANGED_MEANING'],
  ['Did he steal the bread?', 'He stole the bread.', 'CHANGED_MEANING'],
  ['Some of the girls cried.', 'All of the girls cried.', 'MISSING_CONTENT'],
  ['My brother was older than Tony.', 'My brother was younger than Tony.', 'MISSING_CONTENT'],
  ['It was my first child.', 'It was my last child.', 'MISSING_'],
  ['We left before the war.', 'We left after the war.', 'MISSING_CONTENT'],
  ['He was born in a barn.', 'He died in a barn.', 'MISSING_CONTENT'],
  ['She was rich once.', 'She was poor once.', 'MISSING_CONTENT'],
  ['I loved the mill.', 'I hated the mill.', 'MISSING_CONTENT'],
  ['He was happy.', 'He was unhappy.', 'MISSING_CONTENT'],
  ['we went to the shore', 'we went to paris', 'MISSING_CONTENT'],
  ['We went to the shore.', 'We went to PARIS.', 'MISSING_NAME'],
  ['We went to the shore.', 'We went to P\u200baris.', 'MISSING_NAME'],
  ['We went to the shore.', 'Yes.', 'MISSING_CONTENT'],
  ['We went to the shore.', '', 'MISSING_CONTENT'],
  ['The dog was called Prince.', 'The Prince-of-Wales was the dog.', 'MISSING_NAME'],
  ['Number seven lived there.', 'Number 0007 lived there.', 'MISSING_NUMBER'],
  ['It was raining hard.', 'It was raining hard on Christmas.', 'MISSING_'],
];

describe('A sentence', () => {
  test.each(HOLDS)('said as %j may be written %j', (said, sentence) => {
    expect(check(said, sentence)).toBe('ok');
  });

  test.each(FAILS)('said as %j may not be written %j: %s', (said, sentence, kind) => {
    expect(check(said, sentence)).toContain(kind);
  });
});

describe('The sources of a sentence', () => {
  const text = 'Rosemary came on Sunday with my unhappy brother.';
  const message = (over: Partial<GroundMessage> = {}) =>
    new Map<string, GroundMessage>([['m', { id: 'm', role: 'user', text, private: false, ...over }]]);
  const rest = (start: number, end: number, messageId = 'm') => [{ messageId, start, end }];
  const kinds = (sentence: string, sources: ReturnType<typeof rest>, messages = message()) => {
    const result = ground({ text: sentence, sources }, messages, given);
    return result.ok ? [] : result.findings.map((finding) => finding.kind);
  };

  test('are required', () => {
    expect(kinds('Rosemary came on Sunday.', [])).toEqual(['NO_SOURCE']);
  });

  test('must exist', () => {
    expect(kinds('Rosemary came on Sunday.', rest(0, 10, 'elsewhere'))).toEqual(['NO_SOURCE']);
  });

  test('must be the person’s words, not the interviewer’s', () => {
    expect(kinds('Rosemary came on Sunday.', rest(0, text.length), message({ role: 'assistant' }))).toEqual([
      'NO_SOURCE',
    ]);
  });

  test('must not be private, and the refusal repeats none of the words', () => {
    const result = ground({ text: 'x', sources: rest(0, text.length) }, message({ private: true }), given);
    expect(result).toEqual({ ok: false, findings: [{ kind: 'PRIVATE_SOURCE', token: 'm' }] });
  });

  test.each([
    [-1, 5],
    [5, 5],
    [6, 2],
    [0, 4000],
    [0.5, 8],
    [Number.NaN, 8],
    [0, 4],
    [4, 13],
    [34, text.length],
  ])('must lie within the message and cut no word in two: %d to %d', (start, end) => {
    expect(kinds('Rose came.', rest(start, end))).toContain('BAD_SPAN');
  });

  test('are accepted when they are exactly the words', () => {
    expect(kinds('Rosemary came on Sunday.', rest(0, 23))).toEqual([]);
  });

  test('are refused together when one of them is bad', () => {
    expect(kinds('Rosemary came on Sunday.', [...rest(0, 23), ...rest(0, 3)])).toEqual(['BAD_SPAN']);
  });

  test.each([
    ['He never went to jail for it.', ['He', 'went to jail'], 'He went to jail.', 'CHANGED_MEANING'],
    [
      'I think, if I had stayed, I would have drowned there.',
      ['I would have drowned there'],
      'I had stayed.',
      'MISSING_CONTENT',
    ],
    ['There were twenty-one girls.', ['twenty', 'girls'], 'Twenty girls.', 'BAD_SPAN'],
    ['They had 22 million records there.', ['22', 'records there'], 'There were 22 records.', 'BAD_SPAN'],
    ['It was about 1950 that we moved.', ['1950', 'that we moved'], 'We moved in 1950.', 'BAD_SPAN'],
    [
      'Did he steal the bread of the priest?',
      ['he steal the bread'],
      'He stole the bread.',
      'CHANGED_MEANING',
    ],
  ])('are checked with the sentence around them: %s', (said, quotes, sentence, kind) => {
    const sources = quotes.flatMap((quote) => rest(said.indexOf(quote), said.indexOf(quote) + quote.length));

    expect(kinds(sentence, sources, message({ text: said })).join(' ')).toContain(kind);
  });

  test('can’t be single words of many sentences', () => {
    const said = 'My father came home. The dog stole a bone. Flowers were in the church. We had no money.';
    const sources = ['My father', 'stole', 'the church', 'money'].flatMap((quote) =>
      rest(said.indexOf(quote), said.indexOf(quote) + quote.length),
    );

    expect(kinds('My father stole the church money.', sources, message({ text: said }))).toContain(
      'CHANGED_MEANING',
    );
  });
});
