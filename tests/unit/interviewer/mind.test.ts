import { describe, expect, test } from 'vitest';
import { contextOf, type Intent, type ListenContext, listen } from '#api/conversations/interviewer/mind.ts';

const story: ListenContext = {
  channel: 'PHONE',
  lastAssistant: { text: 'What did your grandfather do with his hands?', kind: 'ASK' },
  lastTheme: 'grandparents',
  privacyAnnounced: false,
  earlier: [],
};
const hear = (text: string, context: Partial<ListenContext> = {}) => listen(text, { ...story, ...context });

const PRIVATE = {
  THIS_AND_BEFORE: [
    'Keep that between us.',
    'Please keep that between us, will you?',
    'That was off the record.',
    'Don’t write that down.',
    "Oh, don't put that in the book.",
    'Could you keep this to yourself, please?',
    'That stays between you and me.',
    'I don’t want anyone to know that.',
    'Well, that is private.',
    'What I just told you, keep it quiet.',
    'Forget I said that.',
    'Nobody must know that.',
    'You didn’t hear that from me.',
    'This is just for you.',
    'Between you and me.',
    'Off the record.',
    'Strike that.',
    "I'd like you to keep that private.",
    'Let’s keep that between ourselves.',
    'Don’t tell anyone.',
    "That's not for the book.",
    'I shouldn’t have told you that.',
  ],
  THIS: [
    'My brother drank all his life, and one winter he sold the cow for it. Keep that between us.',
    'Between you and me, the mayor was the father of that child and the whole town knew it by spring.',
    'We were never really married, you know, we only told people we were, and this part is private.',
    'He took the money out of the church box on a Sunday morning. Don’t write that down, please.',
  ],
  THIS_AND_NEXT: [
    'Can I tell you something off the record?',
    'I’ll tell you something, but keep it between us.',
    'Can you keep a secret?',
    'Let me tell you something in confidence.',
  ],
} as const;

const MEANT: [Intent, string[]][] = [
  [
    'STOP_UNCLEAR',
    [
      'Stop.',
      'Goodbye.',
      'Please stop now.',
      'Bye bye, dear.',
      'I want to stop.',
      'That’s enough.',
      'Thank you, goodbye.',
      'Hang up.',
      'I don’t want to talk any more.',
      'End the call.',
    ],
  ],
  [
    'STOP_TODAY',
    [
      'That’s all for today.',
      'Let’s stop for today.',
      'I’m tired now, let’s stop.',
      'I have to go now.',
      'Call me back tomorrow.',
      'Not now, please.',
      'Talk to you next week.',
      'I’m getting tired.',
      'Enough for today, dear.',
      'We moved to the coast then. Well, I should go now.',
    ],
  ],
  [
    'STOP_FOR_GOOD',
    [
      'Don’t call me again.',
      'Please stop calling me.',
      'Stop texting me.',
      'Take me off your list.',
      'No más.',
      'Leave me alone.',
      'I don’t want any more calls.',
      'Never call here again.',
      'I don’t want to do this any more.',
      'Please don’t text me any more.',
    ],
  ],
  [
    'WITHDRAW',
    [
      'I don’t want to be recorded.',
      'Stop recording this.',
      'Delete everything.',
      'Don’t share my stories with anyone.',
      'I withdraw my consent.',
      'I don’t want a computer writing about me.',
      'Erase all my recordings, please.',
    ],
  ],
  [
    'SKIP',
    [
      'Skip that one.',
      'Next question, please.',
      'Ask me something else.',
      'I don’t know.',
      'I’d rather not say.',
      'I can’t remember.',
      'Pass.',
      'Let’s move on.',
    ],
  ],
  [
    'AVOID',
    [
      'Don’t ask me that.',
      'I don’t want to talk about the war.',
      'Please don’t ask about my brother.',
      'Stop asking me about him.',
      'That’s none of your business.',
      'I’d rather not talk about it.',
      'Let’s not talk about the divorce.',
    ],
  ],
  [
    'GRIEF',
    [
      'My wife died in March.',
      'I still miss her every day.',
      'It’s hard for me to talk about.',
      'I’m sorry, I’m crying.',
      'I lost my son.',
      'We buried him on a Friday and it broke my heart.',
      'I can’t talk about it.',
      'My little brother drowned.',
    ],
  ],
  [
    'CRISIS',
    [
      'I want to kill myself.',
      'I don’t want to live any more.',
      'Everyone would be better off without me.',
      'I wish I was dead.',
      'There’s no point in living.',
      'I’ve been thinking about suicide.',
      'I took all my pills.',
      'I can’t breathe.',
      'I have chest pain.',
      'I fell and I can’t get up.',
      'My son hits me.',
      'I’m going to hurt myself.',
      'Somebody is breaking in.',
      'I just want to die.',
      'Call an ambulance!',
    ],
  ],
  [
    'CONFUSION',
    [
      'What?',
      'Pardon?',
      'I don’t understand.',
      'Can you repeat that, please?',
      'What was the question?',
      'I’m confused.',
      'Sorry, what did you say?',
      'Present?',
    ],
  ],
  [
    'PAUSE',
    [
      'Hold on.',
      'Wait a minute.',
      'Let me get the door.',
      'One moment please.',
      'I need a break.',
      'The phone is ringing.',
      'Let me think.',
    ],
  ],
  [
    'ASKS_US',
    [
      'Are you a computer?',
      'Who is this?',
      'Am I talking to a real person?',
      'Who hears this?',
      'Are you recording this?',
      'Why are you calling me?',
      'Is this a scam?',
      'Well, what is your name?',
    ],
  ],
  [
    'AUDIENCE',
    [
      'That’s not for the grandchildren.',
      'Don’t tell my daughter that.',
      'Not until I’m gone.',
      'This part is not for the children.',
      'Don’t show it to the grandchildren.',
    ],
  ],
];

const JUST_WORDS = [
  'I waited at the bus stop every morning in the rain.',
  'We had to stop the tractor because of the mud.',
  'My mother would keep that between us girls.',
  'I could have died laughing.',
  'He told me to keep it between us, and I did.',
  'She said, “Don’t write that down,” and the clerk put the pen away.',
  'They spoke off the record in those days.',
  'He had an off the record player that skipped.',
  'There were six years between us.',
  'Between us we had four dollars.',
  'In the end we sold the farm.',
  'That was the end of the war and everybody danced.',
  'He didn’t stop until the barn was full.',
  'I said goodbye to her at the station.',
  'We said our goodbyes and got on the boat.',
  'My father never talked about the war.',
  'My sister stopped calling me after that.',
  'They called me Bobby and I hated it.',
  'Don’t ask me how we managed, but we did.',
  'I nearly killed myself laughing at that.',
  'I could have killed myself for being so stupid.',
  'My husband had a heart attack in 1998 at the mill.',
  'Dying to know what was in the box, we opened it.',
  'I hurt myself falling off a ladder as a boy.',
  'The dog died laughing, as we used to say.',
  'He beats me at cards every single time.',
  'The pool was not for the children, only for guests.',
  'He asked who is calling, and nobody answered.',
  'We were lost in the woods for a whole day.',
  'The teacher said stop and we all stopped.',
  'I was tired of the city, so we moved to the country.',
  'It’s hard to say what year that was.',
  'I missed the bus and walked home.',
  'My mother kept a secret drawer in the kitchen.',
  'We wouldn’t tell anyone where the den was.',
  'Nobody knew that he could sing.',
  'My grandfather died in 1921, long before I was born, so all I know of him is his fiddle and the stories that my aunts told when they had been at the cherry wine at Christmas, and they told them differently every year until nobody could say any longer which one of them was the true one, which is how I like it.',
  'We never wrote that down, it was all in her head.',
  'The radio said to take cover, and we did.',
  'The doctor told him to quit smoking.',
  'I didn’t want anybody to know I was hungry then.',
  'I didn’t want to talk about it in those days.',
  'The call came at night and it was my brother.',
  'The stop after ours was the cannery.',
  'Yes, we cancelled the wedding and married in June.',
  'Well, the recording studio was on Third Street.',
  'You could not stop him from singing.',
  'We used to keep that quiet from the neighbors.',
  'The sign said END OF ROAD and we believed it.',
  'They don’t call me any more since they moved.',
  'She was a private person, my aunt.',
  'He was a private in the army.',
  'The privacy of that garden was a gift.',
  'I want to tell you about my grandfather, he was a baker.',
  'I had to leave school and go to work.',
  'What a life that was!',
  'We skipped stones across the river.',
  'I passed the exam on the second try.',
  'The computer came to our office in 1983.',
  'It was a stroke of luck that we met.',
  'She would say “leave me alone” and shut the door.',
  'He took his own sweet time.',
  'I loved him to death, that dog.',
  'The doctor saved my life in 1961.',
  'My heart was beating when the music began.',
];

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

describe('The mind', () => {
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

  test.each(JUST_WORDS)('hears nothing but a story in: %s', (text) => {
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

  test('knows which theme is meant, named or just asked about', () => {
    expect(hear('I don’t want to talk about the war.').theme).toBe('war');
    expect(hear('Don’t ask me that.').theme).toBe('grandparents');
    expect(hear('Please don’t ask about the summer house again.').theme).toBe('summer house');
  });

  test('keeps the story private that an announcement opened', () => {
    const context = contextOf(
      [
        { role: 'user', text: 'Can I tell you something off the record?', private: true },
        { role: 'assistant', text: 'It stays between us.', private: true, kind: 'FOLLOW_UP' },
      ],
      'PHONE',
    );
    expect(listen('My father had another family.', context).privateScope).toBe('THIS');
  });

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

  test('takes a bare keyword on SMS as the end of texts, and amid an answer as a word', () => {
    expect(hear('STOP', { channel: 'SMS' })).toMatchObject({
      withdraws: ['SMS'],
      intents: expect.arrayContaining(['STOP_FOR_GOOD']),
    });
    expect(hear('END', { channel: 'SMS' }).withdraws).toEqual(['SMS']);
    expect(hear('We lived at the end of the road, by the stop sign', { channel: 'SMS' }).intents).toEqual([
      'ANSWER',
    ]);
  });

  test('notices a story told again, and holds nothing against it', () => {
    const told =
      'My father put the mattresses on the kitchen table and the water came up Rivet Street like a train.';
    expect(hear(told, { earlier: [told] }).intents).toEqual(expect.arrayContaining(['REPETITION']));
    expect(hear(told).intents).toEqual(['ANSWER']);
  });
});
