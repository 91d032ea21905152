import { describe, expect, test } from 'vitest';
import { contextOf, type Intent, type ListenContext, listen } from '#api/conversations/interviewer/mind.ts';
import { PRIVATE } from './private-wishes.ts';
import { JUST_WORDS, MEANT } from './utterances.ts';

const story: ListenContext = {
  channel: 'PHONE',
  language: 'en',
  lastAssistant: { text: 'What did your grandfather do with his hands?', kind: 'ASK' },
  lastTheme: () => 'grandparents',
  privacyAnnounced: false,
  doubtedConsents: () => [],
  earlier: ['My grandfather kept bees behind the church until he was ninety.'],
};
const hear = (text: string, context: Partial<ListenContext> = {}) => listen(text, { ...story, ...context });

const COMMANDS = new Set<Intent>([
  'PRIVATE',
  'STOP_TODAY',
  'STOP_FOR_GOOD',
  'STOP_UNCLEAR',
  'WITHDRAW',
  'CRISIS',
  'GRIEF',
  'AVOID',
  'SKIP',
  'AUDIENCE',
  'ASKS_US',
  'PAUSE',
  'CONFUSION',
]);

describe('Listening to an utterance', () => {
  for (const [scope, texts] of Object.entries(PRIVATE)) {
    test.each([...texts])(`keeps private (${scope}): %s`, (text) => {
      expect(hear(text)).toMatchObject({ intents: expect.arrayContaining(['PRIVATE']), privateScope: scope });
    });
  }

  for (const [intent, texts] of MEANT) {
    test.each(texts)(`hears ${intent} in: %s`, (text) => {
      expect(hear(text).intents).toContain(intent);
    });
  }

  test.each(JUST_WORDS)('hears only a story in: %s', (text) => {
    const heard = hear(text);
    expect(heard.intents.filter((intent) => COMMANDS.has(intent))).toEqual([]);
    expect(heard.intents).toContain('ANSWER');
  });

  test('hears several things at once', () => {
    expect(hear('Keep this between us, but I want to kill myself.').intents).toEqual(
      expect.arrayContaining(['CRISIS', 'PRIVATE']),
    );
    expect(hear('Keep this between us, but I want to kill myself.').intents).not.toContain('STOP_TODAY');
    expect(hear('Stop calling me and stop texting me.').withdraws).toEqual(['CALLS', 'SMS']);
  });

  test('finds the theme that is meant, whether it is named or was just asked about', () => {
    expect(hear('I don’t want to talk about the war.').theme).toBe('war');
    expect(hear('Don’t ask me that.').theme).toBe('grandparents');
    expect(hear('Please don’t ask about the summer house again.').theme).toBe('summer house');
    // Neither the ears nor the theme of the question.
    expect(hear('I will say no more about the ears.').theme).toBe('this');
  });

  test.each([
    ['I won’t talk about my first husband, and I don’t want him in the book.', 'husband'],
    ['We leave Danny alone, please. Not one word about him goes in that book.', 'danny'],
    ['That strike is something I never discuss. Please don’t put it on paper.', 'strike'],
    ['Korea stays out of the book, and we don’t speak of it.', 'korea'],
    ['I don’t discuss that, and please don’t write anything about her.', 'ruth'],
    ['Let’s leave my sister-in-law out of the book. I won’t talk about her.', 'sister-in-law'],
  ])('keeps a theme to leave also out of the book where the words say so: %s', (text, theme) => {
    const heard = hear(text, { lastAssistant: { text: 'What was your sister Ruth like?', kind: 'ASK' } });
    expect(heard.intents).toEqual(expect.arrayContaining(['AVOID', 'PRIVATE']));
    expect(heard.privateTheme).toContain(theme);
  });

  test.each([
    'I don’t want to talk about the war.',
    'I’d rather not talk about the farm. My brother wrote a book about it.',
    'Don’t ask me about the divorce again.',
  ])('keeps nothing private that is only not to be asked about: %s', (text) => {
    expect(hear(text)).toMatchObject({ privateScope: null, privateTheme: null });
    expect(hear(text).intents).toContain('AVOID');
  });

  test.each([
    'That’s not right. We bought the boat in Wexford.',
    'No, that isn’t true. She was born in May.',
  ])('keeps nothing private that is only called false: %s', (text) => {
    expect(hear(text).privateScope).toBeNull();
  });

  test.each([
    ['I never want to be asked about that man again, and I don’t want him in there.', true],
    ['There’s nothing about Korea that I want in any book.', true],
    ['No more questions about the asylum, not this week and not ever.', false],
    ['I won’t be spoken to about Harold, and there’s not a word about him going in the book.', true],
  ])('takes a refused theme for no withdrawal: %s', (text, isPrivate) => {
    const heard = hear(text);
    expect(heard.withdraws).toEqual([]);
    expect(heard.intents).not.toContain('STOP_FOR_GOOD');
    expect(heard.intents).toContain('AVOID');
    expect(heard.privateTheme !== null).toBe(isPrivate);
  });

  test.each([
    ['I don’t want anything about me in a book. Please stop writing it.', 'AI_WRITING'],
    ['I don’t want you to call me about my life any more.', 'CALLS'],
    ['Stop texting me about the past.', 'SMS'],
  ])('takes a consent back although something is named: %s', (text, consent) => {
    expect(hear(text).withdraws).toContain(consent);
  });

  test.each([
    [
      'Yes, I did. That about the baby, please leave that out. Her children don’t know of it to this day.',
      'THIS_AND_BEFORE',
    ],
    ['Oh yes. I’d rather that part stayed between us. My daughter might read it one day.', 'THIS_AND_BEFORE'],
    [
      'We moved to Leeds. My brother took the money from the chapel. I’d rather that bit wasn’t printed.',
      'THIS',
    ],
  ])('knows what “that part” is: %s', (text, privateScope) => {
    const earlier = ['My sister had a baby at sixteen, and it was given away.'];
    expect(hear(text, { earlier })).toMatchObject({ privateScope });
  });

  test('makes the story after an announcement private', () => {
    const context = contextOf(
      [
        { role: 'user', text: 'Can I tell you something off the record?', private: true },
        { role: 'assistant', text: 'It stays between us.', private: true, kind: 'FOLLOW_UP' },
      ],
      'PHONE',
    );
    expect(listen('My father had another family.', context).privateScope).toBe('THIS');
  });

  test.each(['Off the record: I never liked the priest.', 'This is private. My brother stole the car.'])(
    'takes what comes after a wish that brought its own story along for open words again: %s',
    (text) => {
      const before = [{ role: 'user', text, private: true } as const];
      expect(listen('We moved to the coast then.', contextOf(before, 'PHONE')).privateScope).toBeNull();
    },
  );

  test.each([
    ['For good, please.', 'STOP_FOR_GOOD'],
    ['Just for today.', 'STOP_TODAY'],
    ['Not for good, only today.', 'STOP_TODAY'],
    ['Never call again.', 'STOP_FOR_GOOD'],
    ['Stop.', 'STOP_TODAY'],
  ] as const)('understands the answer to “for today, or for good”: %s', (text, intent) => {
    expect(hear(text, { lastAssistant: { text: null, kind: 'CONFIRM_STOP' } }).intents).toContain(intent);
  });

  test('goes on when the person did not mean to stop', () => {
    const heard = hear('Oh no, I didn’t mean that, go on.', {
      lastAssistant: { text: null, kind: 'CONFIRM_STOP' },
    });
    expect(heard.intents.filter((intent) => intent.startsWith('STOP'))).toEqual([]);
  });

  test('reads a bare keyword in an SMS as the end of texts, and inside an answer as a word', () => {
    expect(hear('STOP', { channel: 'SMS' })).toMatchObject({
      withdraws: ['SMS'],
      intents: expect.arrayContaining(['STOP_FOR_GOOD']),
    });
    expect(hear('END', { channel: 'SMS' }).withdraws).toEqual(['SMS']);
    expect(hear('We lived at the end of the road, by the stop sign', { channel: 'SMS' }).intents).toEqual([
      'ANSWER',
    ]);
  });

  test('notices a repeated story and still hears it as a story', () => {
    const told =
      'My father put the mattresses on the kitchen table and the water came up Rivet Street like a train.';
    expect(hear(told, { earlier: [told] }).intents).toEqual(expect.arrayContaining(['REPETITION']));
    expect(hear(told).intents).toEqual(['ANSWER']);
  });
});
