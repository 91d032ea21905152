import { describe, expect, test } from 'vitest';
import { wordTurn } from '#api/conversations/interviewer/builtin.ts';
import { contextOf, listen } from '#api/conversations/interviewer/mind.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import type { ConversationFacts, HistoryTurn } from '#api/conversations/interviewer/request.ts';
import { wordCount } from '#api/conversations/interviewer/words.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import type { Language } from '#api/language/languages.ts';
import { agreed, conditions, declined, declinedInDanger, stopping, worries } from './first-answers.ts';
import { aRequest } from './request.ts';
import { refusals, refusalsBesideStates, states, stories } from './voice-answers.ts';

/** No answer in its first words: we ask again. */
const laterNo = 'Well, my daughter would like it, but I don’t want it.';

const asked: HistoryTurn = {
  role: 'assistant',
  text: 'Hello Alma. May I record our call?',
  private: false,
  kind: 'CONFIRM_RECORDING',
};

const everything = ['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'];

type Answered = { before?: HistoryTurn[]; language?: Language; conversation?: Partial<ConversationFacts> };

function saying(words: string, { before = [asked], language = 'en', conversation = {} }: Answered = {}) {
  const heard = listen(words, contextOf(before, 'PHONE', language));
  const told = toldText(words, heard.reading);
  const history: HistoryTurn[] = [...before, { role: 'user', text: words, told, private: false }];
  const request = aRequest({ history, heard, conversation, subject: { language } });
  const plan = planTurn(request);
  return { heard, plan, told, text: wordTurn(plan, request) };
}

describe('The question whether a call may be recorded', () => {
  test('opens the call after saying who is calling, and nothing else is asked', () => {
    const request = aRequest({ conversation: { asksToRecord: true } });
    const text = wordTurn(planTurn(request), request);
    expect(text).toBe(
      'Hello Alma, I’m Evertold, a computer, calling for your daughter Teresa. May I record our call? Yes or no, both are fine.',
    );
  });

  test('opens every later call in the same way, for the same person', () => {
    for (const number of [2, 3, 7]) {
      const request = aRequest({ conversation: { asksToRecord: true, number } });
      const text = wordTurn(planTurn(request), request);
      expect(text).toMatch(/Evertold.*the computer, for Teresa\. May I record our call\?/);
      expect(wordCount(text)).toBeLessThanOrEqual(25);
    }
  });

  test.each([
    ...['Yes.', 'Yes, that’s fine.', 'Oh, sure, go ahead.', 'I don’t mind.', 'No problem.'],
    ...['Of course you may.', 'Hello, yes, that’s all right.', 'Yes, please do.', 'You can.'],
    ...['Sure, why not.', 'Why not, dear, go ahead.'],
  ])('is answered yes: %s', (words) => {
    const { heard, plan, text } = saying(words);
    expect(heard.confirmed).toEqual({ recording: true });
    expect(plan.kind).toBe('ASK');
    expect(text).toMatch(/^Thank you\. I’m recording now\. .*\?$/);
    expect(wordCount(text)).toBeLessThanOrEqual(25);
  });

  test.each([
    ...['No.', 'No, thank you.', 'I’d rather not.', 'Please don’t.', 'No, don’t record me.'],
    ...['Yes, but don’t record it.', 'I don’t want that.', 'Better not.', 'Go on without it.'],
    'Why not just talk, dear.',
  ])('is answered no, which withdraws no consent: %s', (words) => {
    const { heard, text } = saying(words);
    expect(heard.confirmed).toEqual({ recording: false });
    expect(heard.withdraws).toEqual([]);
    expect(text).toMatch(/^That’s fine: I’m not recording\./);
  });

  test.each([
    'Yes?',
    'Hello?',
    'My father kept a bakery in Galway and we lived above it.',
    'Yes, who is this?',
  ])('is not answered by: %s', (words) => expect(saying(words).heard.confirmed).toBeNull());

  test('withdraws the consent to recording only when the answer says so', () => {
    expect(saying('No, never record me again.').heard.withdraws).toEqual(['RECORDING']);
  });

  test('is repeated once when it was not understood', () => {
    const { plan, text } = saying('Pardon?');
    expect([plan.kind, text]).toEqual([
      'CONFIRM_RECORDING',
      'May I record our call? Yes or no, both are fine.',
    ]);
    const before: HistoryTurn[] = [
      asked,
      { role: 'user', text: 'Pardon?', private: false },
      { ...asked, text },
    ];
    expect(saying('Pardon?', { before }).plan.kind).not.toBe('CONFIRM_RECORDING');
  });
});

const askedFirst: Record<Language, HistoryTurn> = {
  en: asked,
  es: { ...asked, text: 'Hola, Alma. ¿Puedo grabar nuestra llamada?' },
};

describe.each(['en', 'es'] as const)('The first question to be recorded (%s)', (language) => {
  const before = [askedFirst[language]];
  const again = {
    en: 'Thank you for telling me. May I record our call? Yes or no, both are fine.',
    es: 'Gracias por decírmelo. ¿Puedo grabar nuestra llamada? Diga sí o no, como prefiera.',
  }[language];

  test.each(conditions[language])('is asked once more, and nothing is recorded, after: %s', (words) => {
    const { heard, plan, text } = saying(words, { language, before });
    expect([heard.confirmed, heard.withdraws]).toEqual([null, []]);
    expect([plan.kind, text]).toEqual(['CONFIRM_RECORDING', again]);
  });

  test.each(worries[language])('gives way to a worry, and nothing is recorded, after: %s', (words, kind) => {
    const { heard, plan } = saying(words, { language, before });
    expect([heard.confirmed, heard.withdraws, plan.kind]).toEqual([null, [], kind]);
  });

  test.each(conditions[language].slice(0, 5))('is asked no third time: %s', (words) => {
    const answered: HistoryTurn[] = [
      ...before,
      { role: 'user', text: words, private: false },
      { ...asked, text: again },
    ];
    const { heard, plan, text } = saying(words, { language, before: answered });
    expect(heard.confirmed).toBeNull();
    expect(plan.kind).toBe('ASK');
    expect(text).toMatch(/^(?:That’s fine: I’m not recording\.|Está bien, no grabo\.)/);
  });

  test('gives way to a rest that a tired person asks for', () => {
    const { heard, plan } = saying({ en: 'I’m too tired.', es: 'Ya no puedo más.' }[language], {
      language,
      before,
    });
    expect(heard.confirmed).toBeNull();
    expect(plan.kind).toBe('CLOSE');
  });

  test.each(agreed[language])('is answered yes beside how the person is: %s', (words) => {
    const { heard, text } = saying(words, { language, before });
    expect([heard.confirmed, heard.withdraws]).toEqual([{ recording: true }, []]);
    expect(text).not.toMatch(/not recording|no grabo/);
    const byVoiceAsked: HistoryTurn[] = [
      ...before,
      { role: 'user', text: language === 'en' ? 'Yes.' : 'Sí.', private: false },
      { role: 'assistant', text: byVoice[language], private: false, kind: 'CONFIRM_BY_VOICE' },
    ];
    const second = saying(words, { language, before: byVoiceAsked, conversation: running });
    expect([second.heard.confirmed, second.heard.withdraws]).toEqual([{ voice: true }, []]);
  });

  test.each(
    [...declined[language], ...refusalsBesideStates[language], ...refusals[language]].filter(
      (words) => words !== laterNo,
    ),
  )('is refused, which withdraws no consent: %s', (words) => {
    const { heard } = saying(words, { language, before });
    expect([heard.confirmed, heard.withdraws]).toEqual([{ recording: false }, []]);
  });

  test.each(declined[language])('is not recorded, and the call goes on: %s', (words) => {
    const { text } = saying(words, { language, before });
    expect(text).toMatch(/^(?:That’s fine: I’m not recording\.|Está bien, no grabo\.)/);
  });

  test.each(declinedInDanger[language])('stays refused in an emergency: %s', (words) => {
    const { heard, plan } = saying(words, { language, before });
    expect([heard.confirmed, plan.kind]).toEqual([{ recording: false }, 'CRISIS']);
  });

  test.each(stopping[language])('leaves words that end the call: %s', (words, isRefused, intent) => {
    const { heard } = saying(words, { language, before });
    expect(heard.confirmed).toEqual(isRefused === null ? null : { recording: isRefused });
    expect(heard.intents).toContain(intent);
  });
});

test.each([
  'Yes, dear, I can hear you all right and I’m not happy with this.',
  laterNo,
  'You would have to ask my daughter first, though she wouldn’t mind.',
  'You can call again. I’m not well.',
  'Yes, another time, I’m not well.',
  'Yes, I hear you, but I’m not up to it.',
  'Yes, dear. I’m not well. You know, at my age and in my state I’d rather not.',
  'Yes. I’m not well. Tomorrow.',
])('Recording does not begin after: %s', (words) => {
  expect(saying(words).heard.confirmed?.recording).not.toBe(true);
});

test.each([
  'Sí, luego, no me siento bien.',
  'Puede que sí. No estoy bien.',
  'Sí me molesta. No me siento bien.',
  'Sí, señorita. No estoy bien. Mejor otro día.',
  'Cuando yo era chica vivíamos en el campo y sin problema.',
])('Recording does not begin after: %s', (words) => {
  const { heard } = saying(words, { language: 'es', before: [askedFirst.es] });
  expect(heard.confirmed?.recording).not.toBe(true);
});

test.each(['Ya no me importa.', 'A mí ya no me importa.'])('A yes to being recorded is: %s', (words) => {
  const { heard } = saying(words, { language: 'es', before: [askedFirst.es] });
  expect(heard.confirmed).toEqual({ recording: true });
});

const running = { asksToRecord: true, lacksVoiceYes: true };

const byVoice: Record<Language, string> = {
  en: 'Thank you. I’m recording now. Would you say yes once more, so your yes is kept in your own voice?',
  es: 'Gracias. Ya estoy grabando. ¿Me dice que sí otra vez, para guardarlo con su propia voz?',
};

const anyQuestion: Record<Language, string> = {
  en: 'What was your street like?',
  es: '¿Cómo era su calle?',
};

describe('A no to being recorded', () => {
  test.each<[Language, string, string[]]>([
    ['en', "I don't want the call recorded.", []],
    ['en', "No. I don't want this call taped.", []],
    ['en', "I don't want to.", []],
    ['en', 'No, never record any of my calls.', ['RECORDING']],
    ['en', "No. And don't call me again.", ['CALLS']],
    ['en', 'No recording and no more calls, please.', ['CALLS']],
    ['en', 'No, and stop writing things down about me.', ['AI_WRITING']],
    ['en', 'No, I take it all back, everything I agreed to.', everything],
    ['es', 'No quiero que se grabe la llamada.', []],
    ['es', 'Yo no quiero.', []],
    ['es', 'No, y no me llame más.', ['CALLS']],
  ])('takes back no more than is named (%s): %s', (language, words, withdraws) => {
    const before = [{ ...asked, text: language === 'en' ? asked.text : '¿Puedo grabar nuestra llamada?' }];
    const { heard } = saying(words, { language, before });
    expect(heard.confirmed).toEqual({ recording: false });
    expect(heard.withdraws).toEqual(withdraws);
    expect(heard.intents.includes('STOP_FOR_GOOD')).toBe(withdraws.includes('CALLS'));
  });
});

describe('The request for a yes in the person’s own voice', () => {
  const voiceAsked = (language: Language): HistoryTurn[] => [
    asked,
    { role: 'user', text: language === 'en' ? 'Yes.' : 'Sí.', private: false },
    { role: 'assistant', text: byVoice[language], private: false, kind: 'CONFIRM_BY_VOICE' },
  ];
  const replying = (words: string, language: Language = 'en') =>
    saying(words, { before: voiceAsked(language), language, conversation: running });

  test.each([
    ['en', 'Yes.'],
    ['es', 'Sí.'],
  ] as const)('follows the yes when the recording runs: %s', (language, words) => {
    const { plan, text } = saying(words, { language, conversation: running });
    expect([plan.kind, plan.ask, text]).toEqual(['CONFIRM_BY_VOICE', null, byVoice[language]]);
    expect(wordCount(text)).toBeLessThanOrEqual(25);
  });

  test.each([
    ['No.', running],
    ['Yes?', running],
    ['Yes. My father kept a bakery in Galway and we lived above it.', running],
    ['Yes.', { asksToRecord: true, lacksVoiceYes: false }],
    ['Yes.', { asksToRecord: true }],
  ])('does not follow “%s” with %o', (words, conversation) => {
    expect(saying(words, { conversation }).plan.kind).not.toBe('CONFIRM_BY_VOICE');
  });

  test.each([
    ...['Yes.', 'Yes, I say yes.', 'Oh yes, you may record me.', 'I don’t mind.', 'Yes, I already said yes.'],
    ...['Sure thing. Yes.', 'Of course.', 'I say yes once more, you can keep my voice.', 'Yes yes yes.'],
    'Sure, why not.',
  ])('is answered yes, and tells no story: %s', (words) => {
    const { heard, plan, told, text } = replying(words);
    expect(heard.confirmed).toEqual({ voice: true });
    expect(told).toBe('');
    expect([heard.withdraws, heard.crisis, heard.doubt]).toEqual([[], null, null]);
    expect(plan.kind).toBe('ASK');
    expect(text).toMatch(/^Thank you\. .*\?$/);
    expect(wordCount(text)).toBeLessThanOrEqual(25);
  });

  test.each([
    ...[
      'Sí.',
      'Sí, otra vez le digo que sí.',
      'Le digo que sí una vez más.',
      'Sí, puede grabarme.',
      'Cómo no.',
    ],
    ...['No hay problema.', 'Claro que sí, estoy de acuerdo con que me grabe.', 'Pues sí, señorita.'],
  ])('is answered yes in Spanish: %s', (words) => {
    const { heard, plan, told, text } = replying(words, 'es');
    expect(heard.confirmed).toEqual({ voice: true });
    expect(told).toBe('');
    expect([heard.withdraws, heard.crisis, heard.doubt]).toEqual([[], null, null]);
    expect(plan.kind).toBe('ASK');
    expect(text).toMatch(/^Gracias\. /);
    expect(wordCount(text)).toBeLessThanOrEqual(25);
  });

  test.each([
    ...(['No.', 'No, I’d rather not.', 'I don’t want that.', 'No, don’t record me.'] as const),
    ...(['Yes, but don’t record it.', 'Please don’t keep my voice.', 'Not now.', 'I won’t say it.'] as const),
  ])('is answered no, which ends the recording and withdraws no consent: %s', (words) => {
    const { heard, text } = replying(words);
    expect(heard.confirmed).toEqual({ voice: false });
    expect(heard.withdraws).toEqual([]);
    expect(text).toMatch(/^That’s fine: I’m not recording\..*\?$/);
  });

  test.each(['No.', 'No, mejor no.', 'No quiero.', 'Sí, pero no me grabe.', 'No, no guarde mi voz.'])(
    'is answered no in Spanish: %s',
    (words) => {
      const { heard, text } = replying(words, 'es');
      expect(heard.confirmed).toEqual({ voice: false });
      expect(heard.withdraws).toEqual([]);
      expect(text).toMatch(/^Está bien, no grabo\./);
    },
  );

  describe.each(['en', 'es'] as const)('in %s', (language) => {
    test.each(stories[language])('is passed over, or given before: %s', (story) => {
      const alone = replying(story, language).heard;
      expect([alone.confirmed, alone.withdraws]).toEqual([null, []]);
      const { heard, told } = replying(`${language === 'en' ? 'Yes.' : 'Sí.'} ${story}`, language);
      expect([heard.confirmed, heard.withdraws]).toEqual([{ voice: true }, []]);
      expect(told).not.toMatch(/^(?:Yes|Sí)\b/);
    });

    test.each(states[language])('is passed over by words of how the person is: %s', (words) => {
      const { heard, plan, told, text } = replying(words, language);
      const before: HistoryTurn[] = [
        { role: 'assistant', text: anyQuestion[language], private: false, kind: 'ASK' },
      ];
      const elsewhere = saying(words, { before, language });
      expect(heard).toEqual(elsewhere.heard);
      expect([heard.confirmed, heard.withdraws]).toEqual([null, []]);
      expect(told).toBe(elsewhere.told);
      const usual = ['ASK', 'FOLLOW_UP'];
      if (!usual.includes(elsewhere.plan.kind)) expect(plan.kind).toBe(elsewhere.plan.kind);
      expect(text).not.toMatch(/record|grab/);
    });

    test.each(states[language])('is given before words of how the person is: %s', (words) => {
      const { heard } = replying(`${language === 'en' ? 'Yes.' : 'Sí.'} ${words}`, language);
      expect([heard.confirmed, heard.withdraws]).toEqual([{ voice: true }, []]);
    });

    test.each(refusalsBesideStates[language])('is refused beside such words: %s', (words) => {
      expect(replying(words, language).heard.confirmed).toEqual({ voice: false });
    });

    test.each(refusals[language])('is refused: %s', (words) => {
      const { heard, text } = replying(words, language);
      expect(heard.confirmed).toEqual({ voice: false });
      expect(text).toMatch(/^(?:That’s fine: I’m not recording\.|Está bien, no grabo\.)/);
    });
  });

  test.each([
    ['en', 'Stop recording this.'],
    ['en', 'No, never record me again.'],
    ['es', 'Deje de grabar.'],
    ['es', 'No, nunca más me grabe.'],
  ] as const)('is answered by a withdrawal: %s, %s', (language, words) => {
    const { heard, plan } = replying(words, language);
    expect(heard.withdraws).toEqual(['RECORDING']);
    expect(plan.kind).toBe('REASSURE');
  });

  test.each([
    ['en', 'What was that?'],
    ['en', 'I don’t understand.'],
    ['en', 'Yes?'],
    ['en', 'Hm.'],
    ['es', '¿Cómo dice?'],
    ['es', 'No entiendo.'],
    ['es', 'Mmm.'],
  ] as const)(
    'is left where it was not answered, and the first question follows: %s, %s',
    (language, words) => {
      const { heard, plan, text } = replying(words, language);
      expect(heard.confirmed).toBeNull();
      expect(plan).toMatchObject({ kind: 'ASK', ask: { questionKey: expect.any(String) } });
      expect(text).not.toMatch(/record|grab/);
    },
  );

  test.each([
    ['en', 'We never had much bread in the winter of that year.'],
    ['en', 'My father kept a bakery in Galway.'],
    ['en', 'Yes we baked the bread at four in the morning.'],
    ['es', 'No teníamos pan en el invierno de aquel año.'],
    ['es', 'Mi papá tenía una panadería en Puebla.'],
  ] as const)('is passed over by a story, which is heard as one: %s, %s', (language, words) => {
    const { heard, plan, told } = replying(words, language);
    expect(heard.confirmed).toBeNull();
    expect(told).toBe(words);
    expect(plan.kind).not.toBe('CONFIRM_BY_VOICE');
    expect(heard.intents).toContain('ANSWER');
  });

  test('is answered yes before a story, which begins after it', () => {
    const story = 'We baked the bread at four in the morning. My father carried it to the harbour.';
    for (const words of [`Yes. ${story}`, `Yes, ${story}`]) {
      const { heard, told, text } = replying(words);
      expect(heard.confirmed).toEqual({ voice: true });
      expect(told).toBe(story);
      expect(text).toMatch(/^Thank you\. /);
    }
  });

  test('is not repeated in the same call', () => {
    const before: HistoryTurn[] = [...voiceAsked('en'), { role: 'user', text: 'Hm.', private: false }, asked];
    expect(saying('Yes.', { before, conversation: running }).plan.kind).not.toBe('CONFIRM_BY_VOICE');
  });
});

describe('Somebody else who goes to get the person', () => {
  const waited = (said: string): HistoryTurn[] => [
    asked,
    { role: 'user', text: said, private: false },
    { role: 'assistant', text: 'Take your time.', private: false, kind: 'WAIT' },
  ];

  test.each([
    'Hold on, I’ll get her.',
    'I’ll get her.',
    'Yes, I’ll fetch her.',
    'Sure, one second, I’ll put her on.',
    'She’s in the garden, I’ll fetch her.',
    'Yes, hang on, I’ll pass you over.',
    'OK, let me see if she’s awake.',
    'I’ll just go and find Mum.',
  ])('is waited for, and has agreed to nothing: “%s”', (words) => {
    const { heard, plan } = saying(words);
    expect(heard.confirmed?.recording).toBeUndefined();
    expect(plan.kind).toBe('WAIT');
    for (const came of ['Hello?', 'Hello, this is Alma.', 'Who is it?', 'Yes?', 'Yes, hello dear.']) {
      const { plan: next, text } = saying(came, { before: waited(words) });
      expect(next.kind, came).toBe('CONFIRM_RECORDING');
      expect(text).toMatch(/Evertold.*record/);
      expect(wordCount(text)).toBeLessThanOrEqual(25);
    }
  });

  test.each(['Sí, ahora se la paso.', 'Un momento, la llamo.', 'Voy a buscarla.', 'Sí, déjeme llamarla.'])(
    'is waited for in Spanish: “%s”',
    (words) => {
      const { heard, plan } = saying(words, { language: 'es' });
      expect(heard.confirmed?.recording).toBeUndefined();
      expect(plan.kind).toBe('WAIT');
      const { plan: next, text } = saying('¿Bueno?', { language: 'es', before: waited(words) });
      expect(next.kind).toBe('CONFIRM_RECORDING');
      expect(text).toMatch(/Evertold.*grab/);
    },
  );

  test.each([
    'Yes, that’s fine. My husband always said I’ll call her Rose when she comes, and so she was called, our first, in May.',
    'Yes, go ahead, I’ve told them all.',
    'Sure, I’ll tell you all I can.',
  ])('is not read from the person’s own yes: “%s”', (words) => {
    expect(saying(words).heard.confirmed?.recording).toBe(true);
  });

  test('is not asked again for words of danger, or to stop', () => {
    const before = waited('I’ll get her.');
    expect(saying('I can’t breathe, my chest hurts.', { before }).plan.kind).toBe('CRISIS');
    expect(saying('Please never call me again.', { before }).plan.kind).toBe('CLOSE');
  });

  test('leaves the recording question open also where the person asked for a moment', () => {
    const { plan, text } = saying('All right, I’m back.', { before: waited('Wait, the kettle’s boiling.') });
    expect(plan.kind).toBe('CONFIRM_RECORDING');
    expect(text).not.toContain('Evertold');
  });
});
