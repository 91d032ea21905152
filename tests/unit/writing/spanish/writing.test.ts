import { describe, expect, test } from 'vitest';
import { findAnswersIn } from '#api/biography/asking/find-answers.ts';
import { compose } from '#api/biography/writing/compose.ts';
import { chapterOf, UNSORTED } from '#api/biography/writing/composing/chapters.ts';
import { evidenceIn } from '#api/biography/writing/composing/conversation.ts';
import { type Given, ground } from '#api/biography/writing/grounding.ts';
import { checkAnswer, printConversation } from '#api/biography/writing/model/answer.ts';
import { writtenSentences } from '#api/biography/writing/spanish/cleaning.ts';
import { findDates, findRelativeDates } from '#api/biography/writing/spanish/dates.ts';
import { findNames } from '#api/biography/writing/spanish/names.ts';
import { findNumbers } from '#api/biography/writing/spanish/numbers.ts';
import type { SourceSpan } from '#api/biography/writing/writer.ts';
import { CHAPTERS } from '#api/questions/bank/question.ts';
import { bodyOf, storedCard } from '#tests/unit/writing/alma.ts';
import { spanishRequest } from './requests.ts';

const life = { birthDate: '1938-05-14', toldAt: new Date('2026-11-05') };

describe('Spanish dates', () => {
  test.each([
    ['Nos casamos en el cincuenta y dos.', '1952'],
    ['Eso fue por ahí del 61.', '1961~'],
    ['Nació el 3 de mayo de 1952.', '1952-05-03'],
    ['Nació el primero de enero del sesenta.', '1960-01-01'],
    ['fue en mil novecientos cuarenta y nueve', '1949'],
    ['En los años sesenta todos se fueron.', '196X'],
    ['En la década de los cincuenta llegó la luz.', '195X'],
    ['Fue en el verano de 1957.', '1957-22'],
    ['La Navidad del 58 nevó.', '1958-12'],
    ['Creo que fue en el setenta y tres.', '1973?'],
    ['Viví allí entre 1950 y 1953.', '1950/1953'],
    ['A los doce años me mandaron a servir.', '1950~'],
    ['Cuando yo tenía nueve años se quemó la casa.', '1947~'],
    ['Cuando cumplí veinte me fui.', '1958~'],
  ])('reads %s', (text, edtf) => {
    expect(findDates(text, life).map((date) => date.edtf)).toEqual([edtf]);
  });

  test.each([
    'Tenía cincuenta y dos vacas.',
    'El cincuenta por ciento era del patrón.',
    'Mi hermano tenía diez años.',
    'Me pagaban 1950 pesos.',
    'Vivíamos en el 45 de la calle Real.',
    'Se murió a los ochenta años.',
    'Ayer hizo sol.',
  ])('reads no date in %s', (text) => {
    expect(findDates(text, life)).toEqual([]);
  });

  test.each([
    ['La inundación fue en 1955. Al año siguiente pusimos la tienda.', ['1956']],
    ['La guerra acabó en 1939. El año después de la guerra no había pan.', ['1940']],
    ['El año después de la guerra no había pan.', []],
    ['Nos casamos en 1960. Dos años después nació Rita.', ['1962~']],
    ['El año que nací se quemó el registro.', ['1938']],
  ])('counts from what is told: %s', (text, edtfs) => {
    expect(findRelativeDates(text, life).map((date) => date.edtf)).toEqual(edtfs);
  });

  test('reads numbers in words', () => {
    const values = (text: string) => findNumbers(text).map(({ value }) => value);
    expect(values('treinta y un años y cuarenta pesos')).toEqual([31, 40]);
    expect(values('mil novecientos treinta y ocho')).toEqual([1938]);
    expect(values('doscientas arrobas, 1.500 pesos, una casa')).toEqual([200, 1500]);
  });
});

describe('Spanish cleaning', () => {
  const clean = (text: string) =>
    writtenSentences(text)
      .map((sentence) => sentence.text)
      .join(' ');

  test.each([
    ['Pues mire, este, yo nací en el campo.', 'Yo nací en el campo.'],
    ['y, eh, nos fuimos, o sea, todos nos fuimos', 'Y nos fuimos, todos nos fuimos.'],
    ['Se hizo ceniza, ¿verdad?, y ya.', 'Se hizo ceniza, y ya.'],
    ['En, en la casa no había, mmm, agua.', 'En la casa no había agua.'],
    ['La, el arroyo se llevó la mesa.', 'El arroyo se llevó la mesa.'],
    ['Mi her— mi hermana no quiso.', 'Mi hermana no quiso.'],
    ['yo no tenia zapatos', 'Yo no tenía zapatos.'],
  ])('prints %s', (said, printed) => {
    expect(clean(said)).toBe(printed);
  });

  test.each([
    'Este año no llovió.',
    'La verdad no la sabe nadie.',
    'Nunca, nunca volvió.',
    'Era muy, muy chiquita.',
    'Docenas y docenas de huevos.',
    'Lloró, pero de veras lloró.',
    'Mire usted la calle y no la reconoce.',
    'No vino la partera, no vino.',
    'Vos sabés que yo no quería.',
    'No es que fuera malo.',
  ])('leaves %s as it is', (said) => {
    expect(clean(said)).toBe(said);
  });
});

describe('Spanish names', () => {
  const subject = { preferredName: 'Tomasa', fullName: 'Tomasa Arrieta', people: [] };
  const found = (text: string) => {
    const { people, places } = findNames([{ id: 'm', text }], subject);
    return {
      people: Object.fromEntries(people.map(({ name, relation }) => [name, relation])),
      places: places.filter(({ kind }) => kind === 'PLACE').map(({ name }) => name),
    };
  };

  test('finds relatives, friends and titles, each with the person’s own word', () => {
    expect(found('Mi hermana Lourdes y mi comadre Chela se fueron a Puebla con don Justo.')).toEqual({
      people: { Lourdes: 'hermana', Chela: 'comadre', 'Don Justo': null },
      places: ['Puebla'],
    });
    expect(found('Ramón era mi tío. La vecina, doña Chayo, lo quería.').people).toEqual({
      Ramón: 'tío',
      'Doña Chayo': 'vecina',
    });
    expect(found('mi tia eulalia me crio en lima').people).toEqual({ Eulalia: 'tía' });
    expect(found('Me casé con Ramón en el 61.').people).toEqual({ Ramón: 'esposo' });
  });

  test('lists people without a name by their relation', () => {
    expect(found('Mi mamá cosía y mi papá no hablaba. Mi mamá cantaba.').people).toEqual({
      Mamá: 'mamá',
      Papá: 'papá',
    });
  });

  test('gives the relatives of others no relation', () => {
    expect(found('Vino Osvaldo con su hermana Marta.').people).toEqual({ Osvaldo: null, Marta: null });
  });

  test('takes no ordinary word, saint, animal or public figure for a person', () => {
    expect(
      found('Nadie vino. Luz no había en el pueblo. Dios dirá. Un día llegó Perón en tren.').people,
    ).toEqual({});
    expect(found('Vivíamos en San José de Gracia y rezábamos a la Virgen de Suyapa.')).toEqual({
      people: {},
      places: ['San José de Gracia'],
    });
    expect(found('El perro se llamaba Capitán y la mula, Paloma.').people).toEqual({});
  });

  test('keeps two bearers of one name apart where their relations contradict', () => {
    const { people } = findNames([{ id: 'm', text: 'Mi hermana Rosa cantaba. Mi abuela Rosa no.' }], subject);
    expect(people.map(({ name, relation }) => `${name}, ${relation}`)).toEqual([
      'Rosa, hermana',
      'Rosa, abuela',
    ]);
  });
});

describe('A sentence in a Spanish book', () => {
  const holds = (claim: string, said: string, given: Partial<Given> = {}) => {
    const sources: SourceSpan[] = [{ messageId: 'm', start: 0, end: said.length }];
    const messages = new Map([['m', { id: 'm', role: 'user' as const, text: said, private: false }]]);
    const all = {
      preferredName: 'Tomasa',
      fullName: null,
      birthDate: '1938-05-14',
      birthPlace: null,
      people: [],
    };
    return ground({ text: claim, sources }, messages, { ...all, language: 'es', ...given }).ok;
  };

  test.each([
    ['Mi mamá nunca lo dijo.', 'pues mi mama nunca lo dijo'],
    ['Nos casamos en el cincuenta y dos.', 'Este, nos casamos en el 52, ¿verdad?'],
    ['Teníamos treinta y una vacas.', 'teniamos 31 vacas'],
    ['Mi hermana Lourdes hacía el mole.', 'mi hermana lourdes hacia el mole'],
    ['Los niños corrían detrás.', 'Los niños, eh, corrían detrás.'],
  ])('rests: %s', (claim, said) => {
    expect(holds(claim, said)).toBe(true);
  });

  test.each([
    ['a negation that is gone', 'Mi mamá lo dijo.', 'Mi mamá nunca lo dijo.'],
    ['a negation that came', 'Mi mamá no lo dijo.', 'Mi mamá lo dijo.'],
    ['nobody', 'Todos vinieron al entierro.', 'Nadie vino al entierro.'],
    ['without', 'Salimos con zapatos de noche.', 'Salimos sin zapatos de noche.'],
    ['neither', 'Mi hermana vino.', 'Mi hermana tampoco vino.'],
    ['another name', 'Mi hermana Rita hacía el mole.', 'Mi hermana Lourdes hacía el mole.'],
    ['another number', 'Tuvimos ocho hijos.', 'Tuvimos nueve hijos.'],
    ['another year', 'Nos casamos en 1953.', 'Nos casamos en 1952.'],
    ['another month', 'Nació en mayo de 1952.', 'Nació en marzo de 1952.'],
    ['a new thing', 'Mi papá corrió con cubetas y mangueras.', 'Mi papá corrió con cubetas.'],
    ['another who did it', 'Yo le pegué a mi hermano.', 'Mi hermano me pegó.'],
    ['certainty', 'Se ahogó el burro.', 'Casi se ahogó el burro.'],
    ['words in the mouth', 'Mi papá dijo “ya no hay pan”.', 'Mi papá dijo que no había pan.'],
  ])('is refused for %s', (_what, claim, said) => {
    expect(holds(claim, said)).toBe(false);
  });
});

describe('A conversation in Spanish', () => {
  const cardAbout = (written: ReturnType<typeof compose>, word: string) => {
    const card = written.cards.find((one) => bodyOf(one).includes(word));
    if (!card) throw new Error(`no card tells of ${word}`);
    return card;
  };
  const turns = [
    [
      '¿Cómo era la casa donde creció?',
      'Vivíamos en una casa de adobe con un pozo en medio. Mi papá lo cavó en 1941 y nunca se secó.',
    ],
    [
      '¿Y quién sacaba el agua?',
      'Yo sacaba el agua con una cubeta rota. Había que correr porque se salía toda antes de llegar a la cocina.',
    ],
    [
      'Hábleme de su esposo, ¿cómo lo conoció?',
      'A Ramón lo conocí en el tren de Tampico, en 1957. Él vendía peines y yo llevaba trenzas, así que me regaló uno.',
    ],
    ['¿Puede oírme bien?', 'Sí, señora.'],
  ] as const;

  test('joins an answer to the story that it follows and keeps other stories apart', () => {
    const written = compose(spanishRequest(turns));
    expect(written.cards).toHaveLength(2);
    expect(bodyOf(cardAbout(written, 'pozo'))).toContain('una cubeta rota');
    expect(cardAbout(written, 'pozo').chapterKey).toBe('childhood-home');
    expect(cardAbout(written, 'peines')).toMatchObject({
      chapterKey: 'love',
      happened: '1957',
      people: ['Ramón'],
    });
    expect(JSON.stringify(written)).not.toContain('señora');
  });

  test('puts right in a later turn what was told, and prints no remark', () => {
    const written = compose(
      spanishRequest([
        [
          '¿Quién le enseñó a coser?',
          'Mi madrina Rosa me enseñó a coser en una máquina de pedal, a la luz de un quinqué.',
        ],
        [
          '¿Y qué cosían?',
          'Cosíamos costales para el molino, cientos de costales. Dije Rosa, quise decir Rita.',
        ],
      ]),
    );
    const printed = written.cards.map(bodyOf).join(' ');
    expect(printed).toContain('Mi madrina Rita me enseñó a coser');
    expect(printed).not.toMatch(/Rosa|quise decir/);
    expect(written.people.map(({ name }) => name)).toEqual(['Rita']);
    expect(written.refusals).toEqual([]);
  });

  test('proposes to mend a sentence of the book that is put right by name', () => {
    const first = spanishRequest([
      ['¿Y la panadería?', 'Mi papá puso una panadería en Tlaxcala y hacía conchas con un vaso de vidrio.'],
    ]);
    const [card] = compose(first).cards;
    if (!card) throw new Error('no card');
    const later = spanishRequest([['¿Algo más?', 'No era Tlaxcala, era Puebla.']], {}, [
      storedCard(card, 'c', true),
    ]);
    const request = {
      ...later,
      messages: later.messages.map((message) => ({ ...message, id: `later-${message.id}` })),
    };
    expect(compose(request).amendments).toMatchObject([
      { cardId: 'c', wrong: 'Tlaxcala', right: 'Puebla', proposal: true },
    ]);
  });

  test('adds nothing when it is written a second time', () => {
    const request = spanishRequest(turns);
    const cards = compose(request).cards.map((card, at) => storedCard(card, `card${at}`));
    expect(compose({ ...request, cards }).cards).toEqual([]);
  });

  test('asks in Spanish about two dates of one event', () => {
    const written = compose(
      spanishRequest([
        [
          '¿Y la boda?',
          'Nos casamos en 1962 en la iglesia del pueblo, con un vestido prestado y dos gallinas de regalo.',
        ],
        [
          '¿Y después qué hizo?',
          'Nos casamos en 1964, y la banda tocó hasta que se acabó el mezcal y salió el sol.',
        ],
      ]),
    );
    expect(written.findings).toMatchObject([
      {
        kind: 'CONTRADICTION',
        about: 'wedding',
        question: 'Tengo dos fechas para su boda: 1962 y 1964. ¿Cuál es la correcta?',
      },
    ]);
  });

  test('says in Spanish that nothing was told', () => {
    const written = compose(spanishRequest([['¿Cómo está?', 'Bien, gracias.']]));
    expect(written.cards).toEqual([]);
    expect(written.summary).toMatch(/^Tomasa y Evertold hablaron un rato/);
  });

  test('asks a model for Spanish, and drops what it adds', () => {
    const request = spanishRequest([
      ['¿Y su hermana?', 'Mi hermana Lourdes nunca vendió el burro. Lo enterró en el patio.'],
    ]);
    expect(printConversation(request)).toContain('in Spanish');
    const sentence = (text: string) => ({
      text,
      sources: [{ message: 'M2', quote: 'Mi hermana Lourdes nunca vendió el burro.' }],
    });
    const checked = checkAnswer({
      request,
      output: {
        title: 'El burro de Lourdes',
        summary: 'Lourdes y su burro.',
        cards: [
          {
            title: 'El burro en Puebla',
            chapter: 'childhood-home',
            addTo: null,
            paragraphs: [
              {
                sentences: [
                  sentence('Mi hermana Lourdes nunca vendió el burro.'),
                  sentence('Mi hermana Lourdes vendió el burro.'),
                ],
              },
            ],
          },
        ],
      },
    });
    expect(checked.held).toBe(1);
    expect(checked.title).toBe('El burro de Lourdes');
    expect(checked.units[0]?.proposed?.title).toBeNull();
    expect(checked.refusals.map(({ text }) => text)).toEqual([
      'Mi hermana Lourdes vendió el burro.',
      'El burro en Puebla',
    ]);
  });

  test('leaves a story that says little of any chapter unsorted', () => {
    const chapters = CHAPTERS.map(({ key, title }) => ({ key, title }));
    expect(chapterOf('Y así fue todo, ni más ni menos.', null, chapters, {}, 'es')).toBe(UNSORTED);
    expect(chapterOf('Y así fue todo, ni más ni menos.', 'school', chapters, {}, 'es')).toBe('school');
  });

  test('keeps a correction as evidence of its sentence', () => {
    const request = spanishRequest([
      ['¿Cuándo?', 'El terremoto fue en el cincuenta y nueve, no, perdón, en el sesenta.'],
    ]);
    expect(
      [...evidenceIn(request.messages, 'es').values()].some(({ putRight }) => putRight?.length === 1),
    ).toBe(true);
  });
});

describe('A question to a Spanish book', () => {
  const passages = [
    ['m1', '¿Cómo conoció a su esposo?', 'A Ramón lo conocí en el tren de Tampico. Vendía peines.'],
    ['m2', '¿Qué hacía su mamá?', 'Mi mamá cosía costales en la noche. Nunca la vi dormir.'],
    ['m3', '¿Y la escuela?', 'La maestra nos daba un carbón para escribir en hojas de plátano.'],
  ].map(([messageId = '', asked = '', text = '']) => ({ messageId, asked, text }));
  const ask = async (question: string) =>
    (
      await findAnswersIn({ question, names: ['Tomasa Arrieta'], passages, vector: null, language: 'es' })
    ).map(({ messageId }) => messageId);

  test.each([
    ['¿Dónde conoció Tomasa a su marido?', 'm1'],
    ['¿Qué cosía su madre?', 'm2'],
    ['maestra carbón', 'm3'],
  ])('%s is answered', async (question, id) => {
    expect((await ask(question))[0]).toBe(id);
  });

  test('finds nothing where nothing was said', async () => {
    expect(await ask('¿Cuándo se operó de la rodilla?')).toEqual([]);
  });
});
