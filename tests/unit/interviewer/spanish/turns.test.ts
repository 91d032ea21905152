import { describe, expect, test } from 'vitest';
import { wordTurn } from '#api/conversations/interviewer/builtin.ts';
import { planTurn } from '#api/conversations/interviewer/plan.ts';
import type { HistoryTurn, TurnKind } from '#api/conversations/interviewer/request.ts';
import { annoys } from '#api/conversations/interviewer/turn.ts';
import { sentencesOf, wordCount } from '#api/conversations/interviewer/words.ts';
import type { Changes } from '../request.ts';
import { DISCLOSURES, MORE_DISCLOSURES } from './disclosures.ts';
import { asked, enEspanol, readingOf, type Said, turnAfter } from './request.ts';

/** What holds for every turn: 25 words, one question with both its marks, nothing that ranks or tests. */
function isWellMade(text: string): void {
  expect(wordCount(text), text).toBeLessThanOrEqual(25);
  const [opened, closed] = [text.match(/¿/g)?.length ?? 0, text.match(/\?/g)?.length ?? 0];
  expect(opened, text).toBe(closed);
  expect(closed, text).toBeLessThanOrEqual(1);
  expect(annoys(text, 'es'), text).toBe(false);
  expect(text).not.toMatch(/[{}]|undefined|(?<!\p{L})(?:de|a) el (?=\p{Ll})/u);
  expect(text).not.toMatch(
    /\b(?:me alegra|me encanta|me gusta|lo siento|extraño|espero con|qué lindo|qué bonito)\b/i,
  );
}

function opening(changes: Changes = {}): string {
  const request = enEspanol(changes);
  return wordTurn(planTurn(request), request);
}

describe('A short disclosure', () => {
  test.each(DISCLOSURES.map(([said]) => said))('is taken up in a well-made turn: %s', (said) => {
    isWellMade(turnAfter(said).text);
  });

  test.each([
    ['of those that the rules were written for', DISCLOSURES],
    ['of others', MORE_DISCLOSURES],
  ])('is mostly taken up aptly, %s', (_which, all) => {
    const inapt = all.flatMap(([said, apt]) => {
      const { plan, text } = turnAfter(said);
      return plan.kind === 'FOLLOW_UP' && apt.test(text) ? [] : [`${said} → ${text}`];
    });
    expect(inapt.length, inapt.join('\n')).toBeLessThanOrEqual(all.length * 0.15);
  });
});

const STORY =
  'Cuando llegué a la fábrica no conocía a nadie. Había una señora, Ofelia, que me enseñó a usar la máquina. Ofelia me guardaba un taco todos los días. Fuimos amigas cuarenta años.';

/** What is said, what kind of turn answers it, and what the turn must say. */
const TURNS: [said: Said | Said[], kind: TurnKind, words: RegExp][] = [
  // About what was named, in its gender and number.
  ['Teníamos un perro que se llamaba Bruno.', 'FOLLOW_UP', /¿(?:Cómo era|Qué hacía|Cómo llegó) Bruno/],
  ['Trabajaba en una panadería.', 'FOLLOW_UP', /aquella panadería/],
  ['tenia unas canicas de vidrio', 'FOLLOW_UP', /esas canicas de vidrio/],
  ['Teníamos un radio Philips.', 'FOLLOW_UP', /ese radio/],
  ['mi tia rosa vivia con nosotros', 'FOLLOW_UP', /su tía Rosa/],
  ['Mi abuelo Chano era arriero.', 'FOLLOW_UP', /su abuelo/],
  ['El maestro Ruperto me cuidaba mucho.', 'FOLLOW_UP', /(?:el|del) maestro Ruperto/],
  ['Mi hija Elena vive en Houston.', 'FOLLOW_UP', /^(?!.*era).*su hija Elena/],
  ['Los cerros se veían desde la ventana.', 'FOLLOW_UP', /los cerros|aquellos cerros/],
  ['No teníamos agua.', 'FOLLOW_UP', /sin agua/],
  ['Nos fuimos a Monterrey en el 58.', 'FOLLOW_UP', /Monterrey|viaje|llevaban/],
  // Longer stories.
  [STORY, 'FOLLOW_UP', /Ofelia/],
  [
    'El día de la boda llovió a cántaros y se nos mojó el pastel. Nos fuimos a la cocina, y mi mamá me dijo: hija, así es la vida.',
    'FOLLOW_UP',
    /¿Qué le contestó usted\?|¿Y usted qué hizo entonces\?/,
  ],
  [
    'Nos levantábamos antes del amanecer y caminábamos hasta la milpa con mi papá. Un día se le apareció una víbora enorme y él ni se movió.',
    'FOLLOW_UP',
    /¿Qué pasó después\?|¿Y usted qué hizo\?|¿Cómo terminó aquello\?/,
  ],
  [
    'Yo creo que la gente de antes se ayudaba más, porque no había de otra. Hoy cada quien vive en su mundo y nadie se saluda. Lo importante es no perder eso.',
    'FOLLOW_UP',
    /pensar así|una vez en que lo vio|enseñó eso/,
  ],
  // Something hard.
  ['Se me murió un bebé.', 'FOLLOW_UP', /a su lado|que se supiera/],
  [
    ['Mi esposo murió en marzo.', ['Ya no quiero hablar de eso.', 'avoid-theme']],
    'COMFORT',
    /(?:pausa|ligero|parar)/,
  ],
  // Closed: nothing more is asked about it.
  ['De mi suegra mejor no hablo. Dejémoslo ahí.', 'ASK', /\?$/],
  ['Y eso es todo lo que voy a decir de ese señor.', 'ASK', /\?$/],
  ['Mi hermano se fue y ya no quiero hablar de eso.', 'ASK', /\?$/],
  ['Sí.', 'ASK', /\?$/],
  ['pues no', 'ASK', /\?$/],
  // Wishes.
  [[['No me pregunte eso.', 'skip']], 'ASK', /^(?:No hay problema|Claro|Está bien así|Esa la dejamos)\./],
  [[['Pregúnteme otra cosa, por favor.', 'skip']], 'ASK', /\?$/],
  [
    ['Mi cuñado tomaba mucho.', ['Que eso quede entre nosotros.', 'private-this']],
    'ASK',
    /^(?:Claro, eso queda entre nosotros|Eso queda en privado|Claro, lo dejo en privado)\./,
  ],
  [['Le pegaba al caballo.', ['Eso bórrelo.', 'delete-this']], 'ASK', /^Claro\. Ya lo quité\./],
  [[['No me pregunte de la muerte de mi hijo.', 'avoid-theme']], 'COMFORT', /^Claro\. Eso lo dejamos\./],
  [
    [['No me pregunte de la escuela.', 'avoid-theme']],
    'ASK',
    /^(?:Claro, no vuelvo a preguntar por eso|Entiendo)/,
  ],
  [
    [['Ya le conté de eso.', 'already-told']],
    'ASK',
    /^Sí, (?:ya me contó de eso|eso ya lo tengo guardado)\./,
  ],
  [[['Eso ya me lo preguntó.', 'already-told']], 'ASK', /^Sí, tiene razón, disculpe\./],
  // Doubts.
  [
    ['Mi primo se casó dos veces.', ['Eso no sé si contarlo.', 'private-this', 'doubtful']],
    'CONFIRM_PRIVATE',
    /^¿Quiere que eso quede entre nosotros\?$/,
  ],
  [[['A veces ya no le veo caso a nada.', 'crisis-self', 'doubtful']], 'CONFIRM_SAFE', /¿Está a salvo/],
  [
    [['No sé si quiero que me sigan llamando.', 'withdraw-calls', 'doubtful']],
    'CONFIRM_WITHDRAWAL',
    /llamarla para siempre\?$/,
  ],
  // Danger.
  [[['Ya no quiero vivir.', 'crisis-self']], 'CRISIS', /800 911 2000.*911/],
  [[['Me duele mucho el pecho y no puedo respirar.', 'crisis-medical']], 'CRISIS', /911/],
  [[['Mi yerno me pega.', 'crisis-harm']], 'CRISIS', /911/],
  // Stopping.
  [[['Hasta luego, ya me voy.', 'stop-today']], 'CLOSE', /Hasta luego\.$/],
  [[['Ya no quiero esto.', 'stop-unclear']], 'CONFIRM_STOP', /por hoy, o para siempre\?$/],
  [[['No me llame nunca más.', 'withdraw-calls']], 'CLOSE', /^Claro, doña Lourdes\. No vuelvo a llamarla\./],
  [[['No quiero más mensajes.', 'withdraw-texts']], 'REASSURE', /^Claro\. No mando más mensajes\./],
  [[['Que no graben mi voz.', 'withdraw-recording']], 'REASSURE', /^Claro\. No se guarda la voz\./],
  // Lost, and silence.
  [[['¿Cómo dijo?', 'repeat']], 'REPEAT', /Le preguntaba cómo era la vida en aquellos años\./],
  [[['No entendí la pregunta.', 'repeat']], 'REPEAT', /^Claro\. Le preguntaba/],
  ['¿Mande?', 'REPEAT', /Le preguntaba/],
  [[['Espéreme tantito.', 'wait']], 'WAIT', /(?:espero|sigo|estoy)/],
  ['Déjeme pensar un momento.', 'WAIT', /(?:Tómese|prisa|Claro)/],
  ['A ver…', 'WAIT', /(?:Tómese|prisa|Claro)/],
  // Questions to us.
  [
    [['¿Es usted un robot?', 'asks-computer']],
    'REASSURE',
    /^Sí, soy una computadora.*de parte de su hija Ana\./,
  ],
  [
    [['¿Quién habla?', 'asks-who']],
    'REASSURE',
    /^Soy el entrevistador automático de Evertold, una computadora\./,
  ],
  [[['¿Y esto cuánto cuesta?', 'asks-money']], 'REASSURE', /^Nunca pido dinero/],
  [[['¿Quién va a leer esto?', 'asks-privacy']], 'REASSURE', /la gente que usted quiera/],
  [[['¿Para qué es esto?', 'asks-purpose']], 'REASSURE', /un libro, de parte de su hija Ana\./],
  [[['¿Cuánto va a durar?', 'asks-practical']], 'REASSURE', /30 minutos/],
  [[['¿Qué hora es?', 'asks-practical']], 'REASSURE', /^Son las 9:30 de la mañana donde usted está\./],
  [[['¿Sigue ahí?', 'asks-us']], 'REASSURE', /^Aquí estoy/],
  [[['¿Y usted qué opina?', 'asks-us']], 'REASSURE', /lo que usted piensa/],
  [[['¿Cómo se llama usted?', 'asks-us']], 'REASSURE', /^Me llamo Evertold/],
  [[['¿Quién le contó eso?', 'asks-who']], 'REASSURE', /^Solo sé lo que usted y su familia me contaron\./],
  // Instructions.
  [[['Dígame Lulú, por favor.', 'instruct']], 'REASSURE', /^Claro, Lulú\./],
  [[['Hable más despacio.', 'instruct']], 'REASSURE', /su teléfono puede subir el volumen/],
  [[['Aguirre se escribe con doble ere.', 'instruct']], 'REASSURE', /cómo se escribe/],
];

describe('A turn in Spanish', () => {
  test('is tried with many things that people say', () => expect(TURNS.length).toBeGreaterThanOrEqual(60));

  test.each(TURNS.map(([said, ...rest]) => [textOf(said), said, ...rest] as const))(
    'answers: %s',
    (_text, said, kind, words) => {
      const { plan, text } = turnAfter(said, undefined, { subject: { pronouns: 'she/her' } });
      expect(`${plan.kind}: ${text}`).toMatch(new RegExp(`^${kind}: `));
      expect(text).toMatch(words);
      isWellMade(text);
    },
  );

  test.each([
    ['Mi papá murió cuando yo tenía nueve años.', /(?:era|de) su papá\?$/],
    ['Perdimos a mi hermano Raúl en la guerra.', /(?:era|de) su hermano Raúl\?$/],
  ])('asks gently about somebody who died, once comfort was offered: %s', (said, words) => {
    const before: HistoryTurn[] = [
      asked('¿Quiere una pausa, otra historia, o parar por hoy?', { kind: 'COMFORT' }),
      { role: 'user', text: 'Sigamos.', private: false },
      asked('¿Cómo era la vida en aquellos años?'),
    ];
    const { plan, text } = turnAfter(said, before);
    expect(plan.kind).toBe('FOLLOW_UP');
    expect(text).toMatch(/^(?:Gracias por confiarme eso|No debe haber sido fácil|Eso fue muy duro)\. /);
    expect(text).toMatch(words);
  });

  test.each([
    ['she/her', 'No vuelvo a llamarla.'],
    ['he/him', 'No vuelvo a llamarlo.'],
    [null, 'No vuelvo a llamarle.'],
  ])('agrees with the person, of pronouns %s', (pronouns, words) => {
    const { text } = turnAfter([['Ya no me llame.', 'withdraw-calls']], undefined, { subject: { pronouns } });
    expect(text).toContain(words);
  });

  test('reminds a person who has lost the thread of what they told', () => {
    const before = [
      asked('¿De dónde venían sus abuelos?'),
      { role: 'user', text: 'Mi hermano Amado criaba palomas en la azotea.', private: false } as const,
      asked('¿Quién las cuidaba?', { kind: 'FOLLOW_UP' }),
    ];
    const { plan, text } = turnAfter([['¿Qué le estaba diciendo? Perdí el hilo.', 'lost']], [...before]);
    expect(plan.kind).toBe('REPEAT');
    expect(text).toMatch(/^Me estaba contando de (?:su hermano Amado|las palomas)\. /);
  });

  test('repeats a question that is put a second time more plainly, and a third time asks for anything', () => {
    const again = (count: number): HistoryTurn[] =>
      Array.from({ length: count }, () => [
        asked('Claro. Le preguntaba por su casa.', { kind: 'REPEAT' }),
        { role: 'user', text: 'Ya.', private: false } as const,
      ]).flat();
    const ask = asked('¿Cómo era su casa?');
    const second = turnAfter(
      [['¿Qué?', 'repeat']],
      [ask, { role: 'user', text: 'Ya.', private: false }, ...again(1).slice(0, 1)],
    );
    expect(second.text).toContain('Se la digo de nuevo.');
    const third = turnAfter(
      [['¿Qué?', 'repeat']],
      [ask, ...again(1), ask, { role: 'user', text: 'Ya.', private: false }, ...again(1), ask],
    );
    expect(third.text).toContain('No hay respuesta equivocada.');
  });

  test('never uses a form twice in one conversation, and never asks the same twice', () => {
    let history: HistoryTurn[] = [
      asked('¿De dónde venían sus abuelos?', { kind: 'OPEN', questionKey: 'es-1' }),
    ];
    const texts: string[] = [];
    for (const said of [...DISCLOSURES, ...MORE_DISCLOSURES].map(([words]) => words).slice(0, 30)) {
      const { request, plan, text } = turnAfter(said, history, {
        conversation: { limits: { minutes: 60, questions: 60 } },
      });
      isWellMade(text);
      texts.push(text);
      history = [...request.history, asked(text, { kind: plan.kind, questionKey: plan.ask?.questionKey })];
    }
    const questions = texts.flatMap(sentencesOf).filter((text) => text.includes('?'));
    expect(new Set(questions).size).toBe(questions.length);
  });

  test('thanks and says when it calls again, in the zone of the person', () => {
    const nextCallAt = new Date('2026-11-17T16:30:00Z');
    const before = [
      asked('¿Cómo era su casa?'),
      { role: 'user', text: 'Tenía un patio con geranios.', private: false } as const,
    ];
    const { text } = turnAfter([['Bueno, adiós.', 'stop-today']], before, {
      conversation: { nextCallAt },
      subject: { pronouns: 'he/him' },
    });
    expect(text).toContain('Lo llamo el martes a las 10:30 de la mañana.');
    expect(text).toMatch(/(?:contarme|contó) del patio/);
    isWellMade(text);
  });

  test('promises who may read the last words, and no more', () => {
    const told: Said[] = ['Mi papá tuvo otra familia.', ['Que solo lo lea Ana.', 'audience']];
    const promise = (keptFor: Changes['keptFor']) => turnAfter(told, undefined, { keptFor }).text;
    expect(promise({ kind: 'MEMBERS', names: ['Ana'] })).toMatch(
      /^Solo Ana puede leer eso\. No va en el libro\./,
    );
    expect(promise({ kind: 'MEMBERS', names: ['Ana', 'Inés'] })).toMatch(
      /^Solo Ana e Inés pueden leer eso\./,
    );
    expect(promise({ kind: 'AFTER_DEATH' })).toMatch(/^Nadie más puede leer eso mientras usted viva\./);
    expect(promise({ kind: 'UNTIL', until: '12 de enero de 2040' })).toMatch(
      /antes del 12 de enero de 2040\./,
    );
    expect(promise('UNSURE')).toBe('Por ahora eso queda en privado. ¿Quién puede leerlo?');
  });

  test('asks about nothing that the person or the family wants to leave, in either language', () => {
    for (const theme of ['war', 'guerra', 'la guerra', 'military']) {
      const { text } = turnAfter('Mi tío fue a la guerra en España.', undefined, {
        subject: { avoidedThemes: [theme] },
      });
      expect(text).not.toMatch(/guerra/);
    }
    const { text } = turnAfter('Teníamos una vaca.', undefined, { subject: { avoidedThemes: ['animales'] } });
    expect(text).not.toMatch(/vaca/);
  });
});

const textOf = (said: Said | readonly Said[]) =>
  readingOf(
    (typeof said === 'string' || typeof said[1] !== 'object' ? [said] : said) as readonly Said[],
  ).text.slice(0, 60) || 'nothing';

describe('The first words in Spanish', () => {
  test('say that it is a computer, whose, and for whom, before the first question', () => {
    expect(opening()).toMatch(
      /^Hola, doña Lourdes\. Le habla Evertold, una computadora, de parte de su hija Ana\. .*¿.+\?$/,
    );
    expect(opening({ conversation: { channel: 'SMS' } })).toMatch(
      /^Hola, doña Lourdes\. Le escribe Evertold/,
    );
    expect(opening({ conversation: { channel: 'WEB' } })).toMatch(/^Hola, doña Lourdes\. Soy Evertold/);
  });

  test('ask whether the call may be recorded, after saying for whom it is, on every call', () => {
    const text = opening({ conversation: { asksToRecord: true } });
    expect(text).toMatch(
      /Le habla Evertold, una computadora, de parte de su hija Ana\. ¿Puedo grabar nuestra llamada\?/,
    );
    isWellMade(text);
    for (const number of [2, 3, 7]) {
      const later = opening({ conversation: { asksToRecord: true, number } });
      expect(later).toMatch(/Evertold, la computadora, de parte de Ana\. ¿Puedo grabar nuestra llamada\?/);
      isWellMade(later);
    }
  });

  test('say for whom it is on every later call, whatever is asked or announced', () => {
    const long = `¿${'Cómo eran las noches de verano en el patio de la casa de los abuelos, '.repeat(2)}papá?`;
    for (const number of [2, 3, 7])
      for (const requests of [[], [{ id: 'q', askedBy: 'Ana', text: long }]]) {
        const last = { title: 'La panadería de mi tío', summary: null };
        expect(opening({ requests, conversation: { number, last } })).toContain(
          'Evertold, la computadora, de parte de Ana.',
        );
      }
  });

  test('remind of what was told last time, in the second person and in the past', () => {
    for (const seed of [1, 2, 3, 4]) {
      const text = opening({
        seed,
        conversation: { number: 2, last: { title: 'La panadería de mi tío', summary: null } },
      });
      expect(text).toMatch(/de parte de Ana\. (?:Hablábamos|Platicábamos) de la panadería de su tío\. ¿/);
      isWellMade(text);
    }
  });

  test('announce or ask the family’s question in the words in which it was written', () => {
    const requests = [{ id: 'q', askedBy: 'Ana', text: '¿Cómo se conocieron tú y mi papá?' }];
    expect(opening({ requests })).toMatch(
      /Su hija Ana pregunta: ¿Cómo se conocieron tú y mi papá\?$|Ana tiene una pregunta para usted\.|¿Cómo se conocieron tú y mi papá\?$/,
    );
    const english = [
      { id: 'q', askedBy: 'Teresa', text: 'What was the name of the street where you lived?' },
    ];
    const turn = turnAfter('Sí.', undefined, { requests: english });
    expect(turn.text).toBe('Teresa pregunta: What was the name of the street where you lived?');
  });

  test('are well made for everybody, on every channel, at every hour', () => {
    for (const pronouns of ['she/her', 'he/him', null])
      for (const channel of ['PHONE', 'SMS', 'WEB'] as const)
        for (const number of [1, 2, 3])
          for (const seed of [1, 2, 3, 4])
            for (const onBehalfOf of [
              null,
              { name: 'Ana', relationship: 'granddaughter' },
              { name: 'Luis', relationship: 'cousin' },
            ])
              for (const asksToRecord of [false, true]) {
                const text = opening({
                  subject: { pronouns, onBehalfOf },
                  conversation: { channel, number, asksToRecord },
                  told: { earlierWords: ['Mi abuela hacía pan en un horno de barro.'] },
                  seed,
                });
                isWellMade(text);
                expect(text).toMatch(/computadora/);
              }
  });
});

describe('Every kind of turn in Spanish', () => {
  test('is well made for women, men and people whose gender isn’t known', () => {
    const countries = ['MX', 'ES', 'AR', 'CL', 'CO', 'PE', 'US', null];
    const channels = ['PHONE', 'SMS', 'WEB'] as const;
    for (const pronouns of ['she/her', 'he/him', 'they/them', null])
      for (const [seed, country] of countries.entries())
        for (const [said] of TURNS.filter(([, kind]) => kind !== 'FOLLOW_UP')) {
          const { text } = turnAfter(said, undefined, {
            seed,
            subject: { pronouns, country, timeZone: country ? 'UTC' : null },
            conversation: { channel: channels[seed % 3] ?? 'WEB' },
          });
          isWellMade(text);
          if (pronouns !== 'she/her') expect(text).not.toMatch(/\bLa llamo|llamarla/);
          if (pronouns !== 'he/him') expect(text).not.toMatch(/\bLo llamo|llamarlo/);
        }
  });
});
