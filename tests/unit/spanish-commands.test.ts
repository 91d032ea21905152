import { describe, expect, test } from 'vitest';
import { soundsUnfinished } from '#api/calls/relay/heard.ts';
import { readCallConsent } from '#api/consent/by-calling.ts';
import { readCommand } from '#api/consent/read-command.ts';
import { wordingInForce, wordings } from '#api/consent/wordings.ts';
import { textKinds } from '#api/notices/kinds.ts';
import { textWords } from '#api/notices/texts.ts';
import { openSettings } from '#api/platform/settings.ts';

openSettings({ publicUrl: 'https://evertold.example' } as Parameters<typeof openSettings>[0]);

describe('A text in Spanish', () => {
  test.each([
    ...['ALTO', 'Alto.', 'parar', 'Basta', '¡Basta!', 'cancelar', 'FIN', 'darme de baja'],
    ...['No me mande más mensajes', 'no me manden mas mensajes por favor', 'Por favor, no me escriba más.'],
    ...[
      'ya no quiero recibir mensajes',
      'Dejen de mandarme mensajes',
      'no me envíes más textos',
      'No quiero más mensajes',
    ],
    ...[
      'Oiga, ya no me escriban',
      'No quiero que me escriban más',
      'Gracias, pero no me manden más mensajes',
    ],
  ])('“%s” stops texts', (said) => {
    expect(readCommand(said)).toMatchObject({ kind: 'STOP', withdraws: ['SMS'], language: 'es' });
  });

  test.each([
    ['No me llame más', ['CALLS']],
    ['no me vuelva a llamar', ['CALLS']],
    ['Por favor no me llamen a este número', ['CALLS']],
    ['Dejen de llamarme', ['CALLS']],
    ['No quiero más llamadas', ['CALLS']],
    ['No me llame más ni me escriba', ['CALLS', 'SMS']],
    ['No me llamen más, y no me manden mensajes', ['CALLS', 'SMS']],
    ['No más', ['CALLS', 'SMS']],
  ])('“%s” stops %j', (said, withdraws) => {
    expect(readCommand(said)).toMatchObject({ kind: 'STOP', withdraws });
  });

  test.each([
    ...[
      'Mi hermano me dijo basta y se fue',
      'No me llame hoy, estoy en el médico',
      'No me llame tan temprano',
    ],
    ...[
      'Al fin llegó mi padre',
      'En ese alto del cerro vivíamos',
      'No me mandaba mensajes, me escribía cartas',
    ],
    ...[
      'Ella no me llamó más después de la boda',
      'La película decía FIN y llorábamos',
      'no más azúcar, decía mi abuela',
    ],
    ...['sin parar, trabajábamos sin parar'],
  ])('“%s” tells, and stops nothing', (said) => {
    expect(readCommand(said, 'es')).toBeNull();
  });

  test.each([
    ['AYUDA', { kind: 'HELP', language: 'es' }],
    ['info', { kind: 'HELP', language: null }],
    ['Información', { kind: 'HELP', language: 'es' }],
    ['EMPEZAR', { kind: 'AGREE', word: 'start', language: 'es' }],
    ['Comenzar', { kind: 'AGREE', word: 'start', language: 'es' }],
    ['SÍ', { kind: 'AGREE', word: 'yes', language: 'es' }],
    ['si', { kind: 'AGREE', word: 'yes', language: 'es' }],
    ['Sí, de acuerdo', { kind: 'AGREE', word: 'yes', language: 'es' }],
    ['Sí, claro.', { kind: 'AGREE', word: 'yes', language: 'es' }],
    ['YES', { kind: 'AGREE', word: 'yes', language: null }],
  ])('“%s” is a keyword', (said, command) => {
    expect(readCommand(said)).toEqual(command);
  });

  test.each(['No', 'No, gracias', 'Si quiere le cuento', 'Sí, nací en Puebla'])(
    '“%s” agrees to nothing',
    (said) => {
      expect(readCommand(said)).toBeNull();
    },
  );
});

test('A carrier’s English keyword from a phone whose book is in Spanish stops texts', () => {
  const words = ['STOP', 'stop.', 'UNSUBSCRIBE', 'Cancel', 'END'];
  expect(words.map((said) => readCommand(said, 'es')?.kind)).toEqual(words.map(() => 'STOP'));
});

test('A story in Spanish from a phone whose language is unknown stops nothing; English names are no Spanish', () => {
  const stories = [
    'Sí, pero llame a mi hija',
    'Mi hermano vivía con la abuela cuando nací',
    'La casa de mi padre era de adobe y tenía un patio',
  ];
  expect(stories.map((said) => readCommand(said))).toEqual([null, null, null]);
  const stops = ['Stop texting me, says Maria de la Cruz', 'Please don’t text me any more'];
  expect(stops.map((said) => readCommand(said)?.kind)).toEqual(['STOP', 'STOP']);
});

describe('The answer in Spanish of a caller who is asked for consent', () => {
  test.each([
    ...[
      'Sí.',
      'si',
      'Sí, claro',
      'Sí, por favor',
      'Claro que sí',
      'Sí, de acuerdo',
      'De acuerdo',
      'Cómo no',
      'Acepto',
    ],
    ...[
      'Sí, puede llamarme',
      'Pueden llamarme a este número',
      'Sí, me puede llamar',
      'Por supuesto',
      'Sí, señorita',
      'Yes',
    ],
  ])('“%s” is a yes', (said) => {
    expect(readCallConsent(said, 'es')).toBe('YES');
  });

  test.each([
    ['No.', 'NO'],
    ['No, gracias', 'NO'],
    ['Pues no, mejor no', 'NO'],
    ['De ninguna manera', 'NO'],
    ['No me llame más', 'STOP'],
    ['Alto', 'STOP'],
    ['¿Sí?', 'UNCLEAR'],
    ['Sí, ¿quién habla?', 'UNCLEAR'],
    ['Sí, pero llame a mi hija', 'UNCLEAR'],
    ['Bueno', 'UNCLEAR'],
    ['¿Quién le dio mi número?', 'UNCLEAR'],
    ['', 'UNCLEAR'],
  ])('“%s” is %s', (said, answer) => {
    expect(readCallConsent(said, 'es')).toBe(answer);
  });
});

describe('Somebody who speaks Spanish on a call', () => {
  test('has not finished after a word that goes on', () => {
    const unfinished = ['Vivíamos en la calle de', 'y entonces mi padre, pues', 'Éramos mi hermano y'];
    const finished = ['Vivíamos en la calle Juárez', 'Y se casaron.', 'Trabajaba en el mercado'];
    expect(unfinished.map((said) => soundsUnfinished(said, 'es'))).toEqual([true, true, true]);
    expect(finished.map((said) => soundsUnfinished(said, 'es'))).toEqual([false, false, false]);
  });
});

describe('The consent wordings in Spanish', () => {
  test('are there for each kind, with versions that no English wording has', () => {
    for (const kind of ['CALLS', 'SMS', 'RECORDING', 'AI_WRITING', 'SHARING'] as const) {
      const [english, spanish] = [wordingInForce(kind), wordingInForce(kind, 'es')];
      expect([english.language, spanish.language]).toEqual(['en', 'es']);
      expect(spanish.text).toMatch(/^Acepto que /);
    }
    expect(new Set(wordings.map(({ kind, version }) => `${kind} ${version}`)).size).toBe(wordings.length);
  });
});

describe('A text to a subject who speaks Spanish', () => {
  test('is in Spanish, says how to stop, and is short where the carrier divides it', async () => {
    const kinds = [
      'texts-agreed',
      'texts-taken-back',
      'texts-help',
      'texts-what-we-are',
      'texts-stopped',
    ] as const;
    for (const kind of kinds) {
      const [spanish, english] = [
        await textKinds[kind].text({ language: 'es' }),
        await textKinds[kind].text({}),
      ];
      expect(spanish, kind).toMatch(/ALTO|AYUDA|EMPEZAR/);
      expect(spanish, kind).not.toMatch(/STOP|HELP|START/);
      expect(english, kind).toMatch(/STOP|HELP|START/);
      expect(spanish?.length, kind).toBeLessThan(320);
    }
  });

  test('announces a call by the clock as one says it in Spanish', () => {
    const call = { subjectName: 'Rosa', callerName: 'Ana', number: '+12025550100' };
    const at = (time: string) => textWords.es.callTomorrow({ ...call, time });
    expect(at('1:30 p.m.')).toContain(
      'Le llamaré mañana a la 1:30 p.m. de parte de Ana, desde el +12025550100.',
    );
    expect(at('11 a.m.')).toContain('mañana a las 11 a.m. de parte');
  });

  test('asks for consent with the exact Spanish wording', async () => {
    const { text: wording } = wordingInForce('SMS', 'es');
    const data = { subjectName: 'Rosa', askedBy: 'Ana', wording, language: 'es' };
    const asked = await textKinds['ask-for-texts'].text(data);
    expect(asked).toContain('Hola Rosa, le escribe Evertold, una computadora');
    expect(asked).toContain(wording);
    expect(asked?.length).toBeLessThan(1_600);
  });
});
