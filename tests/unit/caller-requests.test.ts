import { describe, expect, test } from 'vitest';
import {
  asksAgain,
  type Choice,
  readChoice,
  readProof,
  readRequest,
  readYesOrNo,
  saysWord,
} from '#api/calls/caller-requests/requests.ts';
import { findStories } from '#api/calls/caller-requests/stories.ts';
import { sixDigitsIn } from '#api/calls/inbound/code-word.ts';
import { isCodeWord } from '#api/platform/domain-values/code-word.ts';

describe('What somebody asks of us on the phone', () => {
  test.each([
    ['What do you have?', { kind: 'LIST' }],
    ['So, what have you written?', { kind: 'LIST' }],
    ['Which stories do you have of me?', { kind: 'LIST' }],
    ['Read me the titles, please.', { kind: 'LIST' }],
    ['More, please.', { kind: 'MORE' }],
    ['Read me the one about the boat.', { kind: 'READ', about: { topic: 'boat' } }],
    ['Could you please read me the story about my wedding?', { kind: 'READ', about: { topic: 'wedding' } }],
    ['Read me number 2.', { kind: 'READ', about: { number: 2 } }],
    ['Read the third one.', { kind: 'READ', about: { number: 3 } }],
    ['Please delete the story about Frank.', { kind: 'DELETE', about: { topic: 'Frank' } }],
    ['Delete it.', { kind: 'DELETE', about: 'LAST_READ' }],
    ['Make the one about the war private.', { kind: 'MAKE_PRIVATE', about: { topic: 'war' } }],
    ['What have I agreed to?', { kind: 'CONSENTS' }],
    ['Wait, what’s the word?', { kind: 'CODE_WORD' }],
    ['Do you know our code word?', { kind: 'CODE_WORD' }],
    ['I’d like to hear the one about the boat.', { kind: 'HEAR', about: { topic: 'boat' } }],
    ['Tell me the one about my wedding, please.', { kind: 'HEAR', about: { topic: 'wedding' } }],
    ['Read me the last one.', { kind: 'READ', about: { number: -1 } }],
  ])('is heard in “%s”', (said, request) => {
    expect(readRequest(said)).toEqual(request);
  });

  test.each([
    'My mother would read me the story about the fox every night.',
    'What stories my father told us on the porch!',
    'What’s the word I’m looking for, a churn?',
    'Read me the riot act, he did, every Sunday after church.',
    'They wanted to delete the street from the map.',
    'We kept the money private.',
    'What do you know, it rained on the wedding day after all.',
    'I agreed to it because my brother had gone.',
    'I’d like to hear from my brother again.',
    'Tell me about the boat.',
    'Tell me that again.',
    'Give me one reason.',
  ])('is not in the story “%s”', (said) => {
    const request = readRequest(said);
    // “What’s the word” alone asks; with more behind it, it tells.
    expect(request).toBeNull();
  });

  test('is a proof, a word or an answer only where it is one', () => {
    expect(readProof('Code word.')).toBe('WITH_WORD');
    expect(readProof('I have the code word')).toBe('WITH_WORD');
    expect(readProof('Text me a code, please.')).toBe('WITH_TEXT');
    expect(readProof('They sent me a letter with a code in the war.')).toBeNull();
    expect(saysWord('The code word is marigold.')).toBe(true);
    expect(saysWord('The word is out that he drank, and everybody in the street knew it.')).toBe(false);
    expect([
      readYesOrNo('Yes, please.'),
      readYesOrNo('No, leave it.'),
      readYesOrNo('Well, my father…'),
    ]).toEqual(['YES', 'NO', null]);
  });
});

describe('The yes to a deletion', () => {
  test.each([
    ...(['Yes.', 'Yes, please.', 'Yes, delete it.', 'Okay, yes.', 'Go ahead.'] as const).map(
      (said) => [said, 'en', 'YES'] as const,
    ),
    ...(['Sí.', 'Sí, por favor.', 'Sí, bórrela.', 'Claro que sí.'] as const).map(
      (said) => [said, 'es', 'YES'] as const,
    ),
    ...(
      [
        ...['Yes? Hello?', 'Yes, hello, are you there?', 'Yes I’m here, what happened?'],
        ...['Sure, who is this?', 'Of course it cut off.', 'Yes?', 'Hello, yes.'],
      ] as const
    ).map((said) => [said, 'en', 'MAYBE'] as const),
    ...(['¿Sí? ¿Bueno?', 'Sí, ¿me oye?', 'Sí, aquí estoy.', 'Bueno, sí.'] as const).map(
      (said) => [said, 'es', 'MAYBE'] as const,
    ),
  ])('in “%s” (%s) is read as %s', (said, language, answer) => {
    expect(readYesOrNo(said, language)).toBe(answer);
  });
});

describe('The code word', () => {
  test.each([
    ...[
      'Can you tell me the code word?',
      'What’s my code word?',
      'What’s the word, Evertold?',
      'Remind me of the word.',
    ],
    ...['What word did we agree on?', 'What’s the word?', 'What is the code word, please?'],
    ...[
      'Could you please remind me what the code word is?',
      'Tell me the secret word.',
      'What was the word we agreed on?',
    ],
    ...[
      'I forgot the code word.',
      'I can’t remember our code word.',
      'Do I have a code word?',
      'What code word did my daughter choose?',
    ],
    ...[
      'Evertold, what is the family word?',
      'Say the word again, please.',
      'What’s the password?',
      'May I hear the code word?',
    ],
    ...['So what was our word?', 'I’d like to know the code word.', 'Which word did we choose?'],
  ])('is asked for with “%s”', (said) => {
    expect(readRequest(said)).toEqual({ kind: 'CODE_WORD' });
  });

  test.each([
    ...[
      'What’s the word I’m looking for?',
      'What’s the word for it?',
      'He kept his word.',
      'Remind me of the war.',
    ],
    ...[
      'I gave her my word.',
      'What’s the word, um, a churn.',
      'The word was out.',
      'Tell me the word for butter in Irish.',
    ],
    ...[
      'What was that word my mother used?',
      'I forgot the word for it.',
      'Mum’s the word.',
      'What’s that word again?',
      'What’s the magic word?',
      'Is there a code word?',
      'What a word!',
      'In a word, no.',
    ],
  ])('is not asked for with “%s”', (said) => {
    expect(readRequest(said)).toBeNull();
  });

  test.each([
    ...[
      '¿Me puede decir la palabra clave?',
      'Dígame cuál es la palabra',
      '¿Cuál es la palabra?',
      '¿Cuál era mi palabra clave?',
    ],
    ...[
      '¿Qué palabra acordamos?',
      'Recuérdeme la palabra, por favor',
      '¿Cuál es la palabra, Evertold?',
      'Se me olvidó la palabra clave',
    ],
    ...[
      'No me acuerdo de la palabra clave',
      '¿En qué palabra quedamos?',
      '¿Me recuerda cuál es la palabra clave?',
    ],
    ...['Oiga, ¿cuál era la contraseña?', 'Repítame la palabra clave', 'Quiero saber la palabra clave'],
    ...['¿Qué palabra eligió mi hija?', '¿Tengo una palabra clave?'],
  ])('is asked for in Spanish with “%s”', (said) => {
    expect(readRequest(said, 'es')).toEqual({ kind: 'CODE_WORD' });
  });

  test.each([
    ...[
      '¿Cuál es la palabra que busco?',
      '¿Cuál es la palabra para eso?',
      'Cumplió su palabra.',
      '¿Cuál es esa palabra?',
      '¿Hay una clave?',
      'Me dio su palabra.',
    ],
    ...[
      'Se me olvidó la palabra.',
      'Dígame una palabra.',
      '¿Qué palabra usaba mi madre?',
      'Recuerdo cada palabra.',
    ],
  ])('is not asked for in Spanish with “%s”', (said) => {
    expect(readRequest(said, 'es')).toBeNull();
  });
});

describe('A choice among the titles that were read out', () => {
  const number = (at: number, ...said: string[]) =>
    said.map((each): [string, Choice] => [each, { number: at }]);
  const english: [string, Choice][] = [
    ...number(2, 'Number two.', 'Two.', '2', 'The second one.', 'The second, please.', 'Second.'),
    ...number(2, 'Read me the second one.', 'I’d like number two.', 'Let’s hear the second one.'),
    ...number(2, 'Yes, number two please.', 'Maybe the second one, I think.'),
    ...number(1, 'The first.', 'The first one, please.'),
    ...number(-1, 'The last one.', 'Read me the last one.'),
    ['The one about the boat.', { topic: 'boat', isNamed: true }],
    ['I’d like to hear the one about the boat.', { topic: 'boat', isNamed: true }],
    ['Tell me the one about my wedding.', { topic: 'wedding', isNamed: true }],
    ['The boat one.', { topic: 'boat', isNamed: true }],
    ['About the boat, please.', { topic: 'boat', isNamed: true }],
    ['The boat.', { topic: 'The boat.', isNamed: false }],
    ['Go on.', 'MORE'],
    ['The next ones, please.', 'MORE'],
    ['More titles.', 'MORE'],
    ['What else?', 'MORE'],
    ['Sorry, can you repeat that?', 'AGAIN'],
  ];
  const spanish: [string, Choice][] = [
    ...number(2, 'Número dos', 'Dos', 'La segunda', 'La dos, por favor', 'Quiero oír la segunda'),
    ...number(2, 'Léame la número dos', 'Segunda'),
    ...number(1, 'La primera'),
    ...number(-1, 'La última', 'Léame la última'),
    ['La del barco', { topic: 'barco', isNamed: true }],
    ['Quiero escuchar la de mi boda', { topic: 'boda', isNamed: true }],
    ['Cuénteme la historia de la panadería', { topic: 'panaderia', isNamed: true }],
    ['La panadería', { topic: 'la panaderia', isNamed: false }],
    ['Siga', 'MORE'],
    ['Las siguientes, por favor', 'MORE'],
    ['¿Qué más?', 'MORE'],
    ['¿Cómo dijo?', 'AGAIN'],
  ];

  test.each(english)('is heard in “%s”', (said, choice) => {
    expect(readChoice(said)).toEqual(choice);
  });

  test.each(spanish)('is heard in Spanish in “%s”', (said, choice) => {
    expect(readChoice(said, 'es')).toEqual(choice);
  });

  test('is not in a story', () => {
    const stories = [
      'Number two on our street was the baker, and the whole street smelled of it.',
      'We had two of them, a black one and a white one, and they ran in the garden.',
    ];
    expect(stories.map((said) => readChoice(said))).toEqual([null, null]);
    expect(['No one.', 'Two brothers.', 'The first of May.'].map((said) => readChoice(said))).toEqual(
      ['No one.', 'Two brothers.', 'The first of May.'].map((topic) => ({ topic, isNamed: false })),
    );
  });

  test('may be asked for again', () => {
    const again = ['What?', 'Pardon?', 'Say that again.', 'I didn’t hear you.'];
    expect(again.map((said) => asksAgain(said))).toEqual(again.map(() => true));
    expect(['What a day that was.', 'Yes.', 'Again she came.'].map((said) => asksAgain(said))).toEqual([
      false,
      false,
      false,
    ]);
    expect(
      ['¿Cómo?', 'No le oí', 'Repita, por favor', 'Otra vez'].every((said) => asksAgain(said, 'es')),
    ).toBe(true);
    expect(asksAgain('Como pan todos los días', 'es')).toBe(false);
  });
});

describe('What somebody asks of us on the phone in Spanish', () => {
  test.each([
    ['¿Qué tiene guardado?', { kind: 'LIST' }],
    ['Bueno, ¿qué han escrito de mí?', { kind: 'LIST' }],
    ['¿Qué historias mías tiene?', { kind: 'LIST' }],
    ['Léame los títulos, por favor', { kind: 'LIST' }],
    ['¿Qué hay en mi libro?', { kind: 'LIST' }],
    ['Más, por favor.', { kind: 'MORE' }],
    ['Las siguientes', { kind: 'MORE' }],
    ['Léame la historia de la panadería', { kind: 'READ', about: { topic: 'panaderia' } }],
    ['¿Me puede leer la de mi boda?', { kind: 'READ', about: { topic: 'boda' } }],
    ['leame la numero dos', { kind: 'READ', about: { number: 2 } }],
    ['Léame la tercera', { kind: 'READ', about: { number: 3 } }],
    ['Léamela otra vez', { kind: 'READ', about: 'LAST_READ' }],
    ['Por favor, borre la historia de Francisco', { kind: 'DELETE', about: { topic: 'francisco' } }],
    ['Bórrela', { kind: 'DELETE', about: 'LAST_READ' }],
    ['Quiero que borre esa historia', { kind: 'DELETE', about: 'LAST_READ' }],
    ['Guarde lo de la guerra en privado', { kind: 'MAKE_PRIVATE', about: { topic: 'guerra' } }],
    ['¿Qué acepté?', { kind: 'CONSENTS' }],
    ['¿A qué he dicho que sí?', { kind: 'CONSENTS' }],
    ['Espere, ¿cuál es la palabra clave?', { kind: 'CODE_WORD' }],
  ])('is heard in “%s”', (said, request) => {
    expect(readRequest(said, 'es')).toEqual(request);
  });

  test.each([
    'Mi madre me leía la historia del zorro todas las noches.',
    '¡Qué historias contaba mi padre en el corredor!',
    'Mi papá quería borrar la calle del mapa.',
    'Guardábamos el dinero en privado.',
    '¿Qué hay de malo en eso?, decía mi abuelo.',
    'Acepté porque mi hermano ya se había ido.',
    'Más de cien personas vinieron.',
    'Me lea o no me lea, yo le escribía cartas de amor.',
  ])('is not in the story “%s”', (said) => {
    expect(readRequest(said, 'es')).toBeNull();
  });

  test('is a proof, a word or an answer only where it is one', () => {
    expect(readProof('Palabra clave.', 'es')).toBe('WITH_WORD');
    expect(readProof('Tengo la palabra clave', 'es')).toBe('WITH_WORD');
    expect(readProof('Mándeme un código, por favor', 'es')).toBe('WITH_TEXT');
    expect(readProof('En la guerra nos mandaban cartas con un código', 'es')).toBeNull();
    expect(saysWord('La palabra clave es girasol', 'es')).toBe(true);
    expect(isCodeWord('Creo que la palabra es girasol, por favor.', 'Girasol')).toBe(true);
    expect(sixDigitsIn('uno dos tres, cuatro cinco seis')).toBe('123456');
    const answers = ['Sí, por favor', 'No, déjela', 'Bórrela', 'Pues mi padre…'];
    expect(answers.map((said) => readYesOrNo(said, 'es'))).toEqual(['YES', 'NO', 'YES', null]);
  });
});

describe('A code word', () => {
  test.each([
    ['It’s marigold.', true],
    ['The code word is MARIGOLD, please', true],
    ['marigold rose', false],
    ['marigolds', false],
    ['', false],
  ])('is in “%s”: %s', (said, expected) => {
    expect(isCodeWord(said, 'Marigold')).toBe(expected);
  });

  test('may be several words, and accents don’t count', () => {
    expect(isCodeWord('The word is creme brulee.', 'Crème brûlée')).toBe(true);
  });

  test('by text is six digits, said as digits or as words', () => {
    expect(sixDigitsIn('one two three, 4 5 6')).toBe('123456');
    expect(sixDigitsIn('It is 123456.')).toBe('123456');
    expect(sixDigitsIn('12345')).toBeNull();
  });
});

test('A story is found by its title before its words', () => {
  const stories = [
    { id: '1', title: 'The boat', body: 'We painted it.' },
    { id: '2', title: 'The bakery', body: 'From the boats we had flour.' },
  ];
  expect(findStories(stories, 'boats').map(({ id }) => id)).toEqual(['1']);
  expect(findStories(stories, 'flour').map(({ id }) => id)).toEqual(['2']);
  expect(findStories(stories, 'the')).toEqual([]);
});
