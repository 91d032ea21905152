import { describe, expect, test } from 'vitest';
import { introducedIn } from '#api/texts/service/introduced.ts';

const people = [
  { id: 'alma', preferredName: 'Alma', fullName: 'Alma Rourke' },
  { id: 'joe', preferredName: 'Joe', fullName: 'Joseph Rourke' },
  { id: 'jose', preferredName: 'don José', fullName: 'José Ibáñez' },
];

const read = (said: string, mayBeAbout = false) => introducedIn(said, people, { mayBeAbout });

describe('A text in which somebody says who is writing', () => {
  test.each([
    ...['This is Joe', 'This is Joe.', 'this is joe', 'Joe here', 'Joe here!', 'it’s Joe now', 'It is Joe.'],
    ...['Hi, this is Joe. My brother drove the van in Cork.', 'Hello Evertold, Joe here: the van was green.'],
    ...['Joe speaking. We had a van.', 'It’s Joe again, about the van.', 'Now it’s Joe.', 'I’m Joe.'],
    ...['I am Joe and I drove the van.', 'My name is Joe.', 'my name’s joseph, I’m 84', 'No, it’s Joe.'],
    ...[
      'Not Alma, this is Joe.',
      'This is not Alma, it’s Joe.',
      'You’re talking to Joe now.',
      'It’s me, Joe.',
    ],
    ...['Alma is asleep. Joe here.', 'This is Joseph Rourke.', 'Joe writing now.', 'Joe’s turn.'],
    ...['It’s Joe texting', 'This is Joe speaking, from the kitchen', 'This is Joe, Alma’s husband.'],
    ...['Good morning. I’m Joe, Alma’s brother.', 'Ok this is just Joe today', 'Joe has the phone now.'],
    ...['Joe again.', 'Now it’s Joe today.', 'Joe again, about the van.'],
  ])('in English: %s', (said) => expect(read(said)).toEqual({ subjectIds: ['joe'], isCertain: true }));

  test.each([
    ...[
      'Soy José',
      'soy jose',
      'Hola, soy José.',
      'Soy don José, el hermano de Alma.',
      'Me llamo José Ibáñez',
    ],
    ...[
      'Habla José.',
      'Le habla José.',
      'Aquí habla don José',
      'Le escribe José: era verde.',
      'Ahora soy José',
    ],
    ...['José al habla.', 'Buenas tardes. Soy José y manejaba la camioneta.', 'Es José.', 'Ahora es José.'],
    ...['José aquí.', 'Ahora le toca a José.', 'No es Alma, es José.', 'Mi nombre es José.', 'Yo soy José.'],
    ...[
      'José otra vez.',
      'José escribiendo ahora.',
      'Alma está dormida. Soy José.',
      'Este es José.',
      'De parte de José.',
    ],
  ])('in Spanish: %s', (said) => expect(read(said)).toEqual({ subjectIds: ['jose'], isCertain: true }));

  test.each([
    ...['This is Joe, my brother.', 'I’m Joe his brother from Cork', 'Joe: the van was green.'],
    ...['We had three boys. This is Joe.', 'It’s Joe I miss most.', 'this is joe my brother drove the van'],
    ...['My brother drove the van. – Joe', 'My brother drove the van.\nLove, Joe', 'This is Joe her husband'],
    ...['Soy José el hermano', 'Este es José, mi hermano.', 'Mi hermano manejaba. — José'],
  ])('without certainty: %s', (said) => expect(read(said)).toMatchObject({ isCertain: false }));

  test.each([
    ...['Joe came home in 1952', 'Joe here and Joe there, that was all one heard.', 'Joe now lives in Cork.'],
    ...[
      'This is Joe in 1952',
      'It’s Joe who taught me to swim.',
      'It was Joe.',
      'I’m Joe’s wife.',
      'Joe',
      'Joe.',
    ],
    ...[
      'My brother Joe drove the van.',
      'I told Joe that this is Joe’s van.',
      '“I’m Joe,” he said.',
      'Is this Joe?',
    ],
    ...[
      'He came in and said, I’m Joe.',
      'I’m Joe, he said, and sat down.',
      'Joe again and again went to sea.',
    ],
    ...[
      'This is Joe’s van.',
      'Joel here',
      'From Joe I learned to swim.',
      'I am joined by Joe.',
      'Here is Joe with the van.',
    ],
    ...[
      'I asked who it was. She said it’s Joe.',
      'Joe and I, we drove the van.',
      'Then Joe here, my boy, fell in.',
    ],
    ...[
      'José vino a casa en 1952',
      'Soy la esposa de José.',
      'Es José quien manejaba.',
      'Fue José.',
      'José ahora vive en Cork',
    ],
    ...[
      'Aquí José tenía su taller.',
      'Habla José de su abuelo y no acaba.',
      'Mi hermano José escribía cartas.',
    ],
    ...[
      'Este es José en 1952',
      'Le toca a José lavar, decía mi madre.',
      'Dijo: soy José.',
      'José hablando solo, así era.',
    ],
  ])('is no ordinary mention: %s', (said) => expect(read(said)).toBeNull());

  test('may be about a picture or answer a question, unless it says who writes', () => {
    for (const said of [
      ...['This is Joe.', 'It’s Joe.', 'Es José.', 'Aquí está José.', 'From Joe', 'Joe again.', 'Joe too.'],
      ...['Joe today', 'Joe instead', 'It’s now Joe.', 'Ahora es José.', 'José otra vez'],
    ])
      expect(read(said, true)).toMatchObject({ isCertain: false });
    for (const said of [
      ...[
        'Joe here.',
        'Joe here again.',
        'Joe again here.',
        'I’m Joe.',
        'This is Joe speaking.',
        'Joe writing now',
      ],
      ...['Soy José.', 'José aquí', 'José al habla'],
    ])
      expect(read(said, true)).toMatchObject({ isCertain: true });
  });

  test('names all who share a name', () => {
    const both = [...people, { id: 'young', preferredName: 'Joe', fullName: 'Joe Rourke Junior' }];
    expect(introducedIn('This is Joe', both, { mayBeAbout: false })?.subjectIds).toEqual(['joe', 'young']);
    expect(introducedIn('Joe Rourke Junior here', both, { mayBeAbout: false })?.subjectIds).toEqual([
      'young',
    ]);
  });
});
