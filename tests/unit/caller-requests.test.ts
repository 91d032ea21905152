import { describe, expect, test } from 'vitest';
import { readProof, readRequest, readYesOrNo, saysWord } from '#api/calls/caller-requests/requests.ts';
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
