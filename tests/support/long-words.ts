/** Parts whose repetition makes a careless pattern or comparison slow. */
export const REPEATED: readonly string[] = [
  ' ',
  '\n',
  'a',
  'A',
  '1',
  '"',
  '(',
  '[',
  '“',
  "'",
  '.',
  ',',
  '…',
  '—',
  '😀',
  'e\u0301',
  'ß',
  'a(',
  '(a) ',
  '"a" ',
  '“a” ',
  '...',
  '- ',
  'a-',
  "'s",
  'a, ',
  'A. ',
  'Mr. A. ',
  'St. Anna of the ',
  'U.S.A. ',
  'what? ',
  'Anna ',
  'Anna was ',
  'ANNA WAS ',
  'Anna and ',
  'of the ',
  'the the ',
  'and ',
  'I ',
  '1952 ',
  'in 1952, ',
  'between 1950 and ',
  'when I was ',
  "'52 ",
  'hundred and ',
  'twenty-one ',
  'one ',
  'never not ',
  "don't tell anybody but ",
  "don't ask me about that ",
  'stop calling me ',
  'because he said that she ',
  'she said, ',
  'uh, ',
  'you know, ',
  'no, no, ',
  'well ',
  'my mother ',
  'my mother’s mother ',
  'my mother and ',
  'I went home. ',
  'I told you that. ',
  'I went to Boston in 1952. ',
  'My mother was born in 1921.\n',
  'keep that between us ',
  'I want to tell you ',
  'a lot of ',
  'like a ',
];

/** A text of this length that repeats a part. */
export function repeatedText(part: string, length: number): string {
  return `Well ${part.repeat(Math.ceil(length / part.length))}`.slice(0, length - 1).concat('!');
}

/**
 * Texts of this length in which no sentence, name or word occurs twice: comparing everything with everything else takes
 * quadratic time.
 */
export function variedTexts(length: number): Record<string, string> {
  return {
    'names that come once': fill(length, (at) => `and we saw ${name(at)} there, `),
    'people of one word': fill(length, (at) => `My friend ${name(at)} came. `),
    'sentences of two words': fill(length, (at) => `${name(at)} sang. `),
    'words that come once': fill(length, (at) => `${word(at)} `),
    'names without an end': fill(length, (at) => `${name(at)} `),
    'years that come once': fill(length, (at) => `In ${1600 + (at % 420)} I met ${name(at)}. `),
    'a story without a stop': fill(length, (at) => `and then ${word(at)} went to the ${word(at + 7)} `),
    'a story of sentences': fill(
      length,
      (at) => `My father carried the ${word(at)} to ${name(at)} and the ${word(at + 3)} was cold that year. `,
    ),
    'lines of one word': fill(length, (at) => `${word(at)}\n`),
    'quotes that come once': fill(length, (at) => `She said, “Give me the ${word(at)}, ${name(at)}.” `),
  };
}

/** All texts of this length, each with a description. */
export function longTexts(length: number): [string, string][] {
  return [
    ...REPEATED.map((part): [string, string] => [JSON.stringify(part), repeatedText(part, length)]),
    ...Object.entries(variedTexts(length)),
  ];
}

function fill(length: number, part: (at: number) => string): string {
  let text = '';
  for (let at = 0; text.length < length; at += 1) text += part(at);
  return text
    .slice(0, length - 1)
    .trimEnd()
    .concat('.');
}

const SYLLABLES = ['ba', 'do', 'ki', 'lu', 'me', 'na', 'po', 'ri', 'sa', 'tu', 've', 'wo'];

function word(at: number): string {
  let [text, left] = ['', at + 200];
  while (left > 0) {
    text += SYLLABLES[left % SYLLABLES.length];
    left = Math.floor(left / SYLLABLES.length);
  }
  return text;
}

function name(at: number): string {
  const text = word(at);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
