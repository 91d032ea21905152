import { describe, expect, test } from 'vitest';
import { countRepeatedQuestions } from '#api/conversations/interviewer/repetitions.ts';
import { allowTurn, annoys, fitTurn, withinLimits } from '#api/conversations/interviewer/turn.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import { aRequest } from './request.ts';

async function* piecemeal(text: string, size = 5) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function shown(text: string) {
  const drafts: string[] = [];
  for await (const draft of withinLimits(piecemeal(text))) drafts.push(draft);
  return drafts;
}

test('A question with an abbreviation is one question, and an open one may be asked about each story', () => {
  const texts = ['What was Mr. Tangen like?', 'What became of Mr. Tangen?', 'What happened then?'];
  expect(countRepeatedQuestions([...texts, 'What happened then?'])).toBe(0);
  expect(countRepeatedQuestions([...texts, 'Thank you. What was Mr. Tangen like?'])).toBe(1);
});

describe('A turn', () => {
  test('is not changed when it is within the limits', () => {
    const text = 'Not the dress. Who was in the house with you?';
    expect(fitTurn(text)).toBe(text);
  });

  test('ends with its first question', () => {
    expect(fitTurn('That is lovely. Who was there? What did they say? Tell me.')).toBe(
      'That is lovely. Who was there?',
    );
  });

  test('is cut at the end of a sentence', () => {
    const cut = fitTurn(
      `It sounds like a hard winter for all of you there. ${'And then the long road went on and on '.repeat(4)}?`,
    );
    expect(cut).toBe('It sounds like a hard winter for all of you there.');
  });

  test('is cut at a clause when its one sentence is too long', () => {
    const cut = fitTurn(
      'What did your mother say when the boat came back, with all the men of the street standing about in the rain and nobody wanting to be the first to speak to her?',
    );
    expect(cut).toBe('What did your mother say when the boat came back?');
  });

  test('does not end at the dot of an abbreviation', () => {
    expect(fitTurn('You mentioned Mr. Doyle of St. Louis. What was he like?')).toBe(
      'You mentioned Mr. Doyle of St. Louis. What was he like?',
    );
  });

  test('loses mark-up, stage directions and a speaker’s name', () => {
    expect(fitTurn('Evertold: **Thank you.** [pauses] Who taught you that?')).toBe(
      'Thank you. Who taught you that?',
    );
  });

  test.each([
    'Do you remember the house?',
    'What is your favourite song?',
    'What was the happiest day of your life?',
    'Can you recall her name?',
  ])('is refused when it ranks or tests memories: %s', (text) => {
    expect(annoys(text)).toBe(true);
    expect(allowTurn(text, aRequest(), false)).toBeNull();
  });

  test('is refused when it repeats an earlier question, whatever stands around it', () => {
    const request = aRequest({ told: { askedTexts: ['Hello Alma. Who sat where at the supper table?'] } });
    expect(allowTurn('Thank you for that. Who sat where, at the supper table?', request, true)).toBeNull();
    expect(allowTurn('Who cooked for that table?', request, true)).toBe('Who cooked for that table?');
  });

  test('is refused when it should ask a question and does not', () => {
    expect(allowTurn('How lovely.', aRequest(), true)).toBeNull();
  });

  test('grows by whole sentences, with the whole text so far in each draft', async () => {
    expect(await shown('Not the dress. Who was in the house with you?')).toEqual([
      'Not the dress.',
      'Not the dress. Who was in the house with you?',
    ]);
  });

  /** What is passed on of a text before its source says that it is over. */
  async function shownAtOnce(...chunks: string[]) {
    async function* endless() {
      yield* chunks;
      throw new Error('No end came');
    }
    const drafts: string[] = [];
    try {
      for await (const draft of withinLimits(endless())) drafts.push(draft);
    } catch {}
    return drafts;
  }

  test.each([
    ['That sounds', ' hard.'],
    ['Who was', ' there?'],
    ['She said “come in.', '”'],
    ['Who lived in Galway', '?'],
  ])('is passed on as soon as its sentence has its mark: %s%s', async (...chunks) => {
    expect(await shownAtOnce(...chunks)).toEqual([chunks.join('')]);
  });

  test.each([
    'What was Mr.',
    'You came by the No.',
    'It was the J.',
    'The loaf cost 3.',
    'And then..',
    'And then…',
    'She said “come in.',
    'He asked "who is it?',
    'The bread (was it rye?',
  ])('waits for more where the mark may not end the sentence: %s', async (text) => {
    expect(await shownAtOnce(text)).toEqual([]);
  });

  test('reads its source to the end after a question that nothing follows', async () => {
    let isRead = false;
    async function* source() {
      yield 'Who was there?';
      yield ' ';
      isRead = true;
    }
    const drafts: string[] = [];
    for await (const draft of withinLimits(source())) drafts.push(draft);
    expect(drafts).toEqual(['Who was there?']);
    expect(isRead).toBe(true);
  });

  test('never exceeds the limits in a draft', async () => {
    const drafts = await shown(
      `Thank you. Where was that? And who came? ${'More and more words. '.repeat(60)}`,
    );
    expect(drafts.at(-1)).toBe('Thank you. Where was that?');
    expect(drafts.every((draft) => wordCount(draft) <= 25)).toBe(true);
  });
});
