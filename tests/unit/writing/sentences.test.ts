import { describe, expect, test } from 'vitest';
import { polish } from '#api/biography/writing/language/polish.ts';
import { worthKeeping } from '#api/biography/writing/language/worth.ts';
import { splitSentences } from '#api/language/sentences.ts';

describe('The sentences of a text', () => {
  test.each([
    ['I met J. F. Kennedy in St. Louis. He waved.', 2],
    ['Mr. and Mrs. Sousa came. Dr. Pires too.', 2],
    ['He said, “Good morning.” And I left.', 2],
    ['"Really?" she said. "Yes!"', 2],
    ['I left... then came back. It was late.', 2],
    ['It cost 3.50 dollars. We paid.', 2],
    ['I came at 5 p.m. on Friday. It was dark.', 2],
    ['I worked for the U.S. Army. Two years.', 2],
    ['I said no. He left.', 2],
    ['Was it? Yes! No. So.', 4],
    ['He waited… She never came.', 2],
    ['It was No. 7 on Rivet Street. Yes.', 2],
    ['One line\nanother line', 2],
    ['One line\\n\\nanother line', 2],
    ['', 0],
  ])('are counted: %j has %d', (text, count) => {
    const sentences = splitSentences(text);

    expect(sentences).toHaveLength(count);
    for (const sentence of sentences) expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
  });

  test('have positions in UTF-16 units, also after emoji and accents', () => {
    const text = '👩‍👧 José came. Então partimos.';
    const [, second] = splitSentences(text);

    expect(text.slice(second?.start, second?.end)).toBe('Então partimos.');
  });
});

describe('A polished sentence', () => {
  test.each([
    ['Um, I grew up in, uh, Davis.', 'I grew up in Davis.'],
    ['My, uh, father was first generation.', 'My father was first generation.'],
    ['It was a coal town, um, mostly Italian.', 'It was a coal town, mostly Italian.'],
    ['I was the, the first to go.', 'I was the first to go.'],
    ['We were going to, we went by train to Lisbon.', 'We went by train to Lisbon.'],
    ['The doctor came with a, on a donkey.', 'The doctor came on a donkey.'],
    ['He paid him in, paid him with a cheese.', 'He paid him with a cheese.'],
    ['I carried him up up the stairs.', 'I carried him up the stairs.'],
    ['He said he would, he came on Sunday.', 'He said he would, he came on Sunday.'],
    ['He was, he was very sad.', 'He was very sad.'],
    ['So I, and that was the first time.', 'And that was the first time.'],
    ['I had, uh, there were six of us.', 'There were six of us.'],
    ['We lived in, uh, there were two groups.', 'There were two groups.'],
    ['Yeah, well, I liked it.', 'I liked it.'],
    ['It was hard, you know, for her.', 'It was hard for her.'],
    ['But, you know, we stayed.', 'But we stayed.'],
    ['I mean, she was kind, you know.', 'She was kind.'],
    ['It was very, very cold.', 'It was very, very cold.'],
    ['I know that that was wrong.', 'I know that that was wrong.'],
    ['He had had enough.', 'He had had enough.'],
    ['So tired that I could cry.', 'So tired that I could cry.'],
    ['You know what they needed.', 'You know what they needed.'],
    ['I think it was 1952.', 'I think it was 1952.'],
    ['I never, never went back.', 'I never, never went back.'],
    ['[laughs] She sang.', 'She sang.'],
    ['and then we left', 'And then we left.'],
    ['Um.', ''],
    ['Uh, you know.', ''],
    ['', ''],
  ])('is made from speech: %j becomes %j', (said, written) => {
    expect(polish(said)).toBe(written);
  });

  test.each([
    'Yeah.',
    'I don’t know.',
    'I’m not sure.',
    'I thought it was the.',
    'Mostly language.',
    'I did.',
    'Sorry about that.',
    'Charlottesville.',
  ])('is left out when it tells nothing: %s', (sentence) => {
    expect(worthKeeping(sentence)).toBe(false);
  });

  test.each(['They pinched.', 'My mother baked bread on Fridays.', 'I was adamant.', 'He drank.'])(
    'stays when it tells: %s',
    (sentence) => {
      expect(worthKeeping(`${sentence.replace(/\.$/, '')} that year.`)).toBe(true);
    },
  );
});
