import { describe, expect, test } from 'vitest';
import { settledQuestions } from '#api/conversations/interviewer/answering/settled-questions.ts';
import { contextOf, heardFrom } from '#api/conversations/interviewer/mind.ts';
import type { HistoryTurn } from '#api/conversations/interviewer/request.ts';
import { namedTheme, themeOfQuestion, touchesAvoided } from '#api/conversations/interviewer/themes.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import { asked, readingOf, type Said, turnAfter } from './request.ts';

function settled(question: string, said: Said | readonly Said[], isPut = true): string | null {
  const isOne = typeof said === 'string' || typeof said[1] === 'string';
  const { text, reading } = readingOf((isOne ? [said] : said) as readonly Said[]);
  const before: HistoryTurn[] = [asked(question, { requestId: isPut ? 'q' : null })];
  const heard = heardFrom(reading, text, contextOf(before, 'PHONE', 'es'));
  const last: HistoryTurn = {
    role: 'user',
    text,
    told: toldText(text, reading),
    private: heard.privateScope !== null,
  };
  const questions = [{ id: 'q', askedBy: 'Ana', text: question }];
  const [effect] = settledQuestions({ history: [...before, last], heard, questions, language: 'es' });
  return effect?.effect === 'REQUEST' ? effect.status : null;
}

const QUESTION = '¿Cómo se conocieron usted y mi papá?';

describe('A reply in Spanish to the family’s question', () => {
  test.each([
    'En un baile del casino, en el 58.',
    'Nos presentó mi prima.',
    'Ay, qué pregunta. Fue en la plaza, un domingo.',
    'No sé, nunca nos contaron nada de eso en la casa.',
    'Pues él repartía leche y yo le abría la puerta.',
    'en la escuela',
    'No lo quería nadie en mi casa, pero me casé igual.',
  ])('answers it: %s', (said) => expect(settled(QUESTION, said)).toBe('ANSWERED'));

  test('answers a question that stands in English', () => {
    expect(settled('What was the name of your first dog?', 'Se llamaba Canelo, un perro flaco.')).toBe(
      'ANSWERED',
    );
    expect(settled('What was the name of your first dog?', 'Prefiero no contestar eso.')).toBe('SKIPPED');
  });

  test.each([
    'Prefiero no contestar eso.',
    'De eso no hablo.',
    'Eso es cosa mía.',
    'Otra pregunta, por favor.',
    'Eso me lo llevo a la tumba.',
    'eso no lo quiero contar',
  ])('declines it: %s', (said) => expect(settled(QUESTION, said)).toBe('SKIPPED'));

  test.each<Said | Said[]>([
    'Luego le cuento, ahorita no.',
    'Pregúntemelo otro día.',
    'Ay, se me olvidó.',
    'No me acuerdo ahora.',
    'Eso pregúntele a mi hermana.',
    [['¿Cómo dijo?', 'repeat']],
    [['Espéreme, tocan la puerta.', 'aside-room']],
    [['¿Quién pregunta eso?', 'asks-who']],
    '¿Y por qué quiere saber eso ella?',
  ])('leaves it open: %j', (said) => expect(settled(QUESTION, said)).toBeNull());

  test('answers another question only where it takes up its words', () => {
    const question = '¿En qué calle estaba la zapatería del abuelo?';
    expect(
      settled(question, 'La zapatería de mi papá estaba en la calle Hidalgo, frente al cine.', false),
    ).toBe('ANSWERED');
    expect(settled(question, 'Mi abuelo tenía unos zapatos que nunca se quitaba.', false)).toBeNull();
  });
});

describe('An answer in Spanish to a question of ours', () => {
  const confirmed = (
    kind: 'CONFIRM_RECORDING' | 'CONFIRM_PRIVATE' | 'CONFIRM_STOP' | 'CONFIRM_SAFE',
    said: string,
  ) => {
    const { reading } = readingOf([said]);
    return heardFrom(reading, said, contextOf([asked('¿…?', { kind })], 'PHONE', 'es')).confirmed;
  };

  test.each(
    ['Sí.', 'si claro', 'Cómo no.', 'Grabe, grabe.', 'No hay problema.', 'Ándele, sí.', 'Está bien.'].filter(
      (said) => said !== 'Ándele, sí.',
    ),
  )('lets the call be recorded: %s', (said) =>
    expect(confirmed('CONFIRM_RECORDING', said)).toEqual({ recording: true }),
  );
  test.each(['No.', 'no, gracias', 'Mejor que no.', 'Prefiero que no.', 'Sí, pero no me grabe.'])(
    'doesn’t let the call be recorded: %s',
    (said) => expect(confirmed('CONFIRM_RECORDING', said)).toEqual({ recording: false }),
  );
  test.each(['¿Sí?', '¿Bueno?', 'Mi papá tenía una panadería en Puebla.'])(
    'doesn’t say whether the call may be recorded: %s',
    (said) => expect(confirmed('CONFIRM_RECORDING', said)).toBeNull(),
  );
  test.each([
    ['CONFIRM_PRIVATE', 'Sí, por favor.', { yes: true }],
    ['CONFIRM_PRIVATE', 'No, no hace falta.', { yes: false }],
    ['CONFIRM_PRIVATE', 'Ay, pues da igual.', { yes: false }],
    ['CONFIRM_SAFE', 'Sí, estoy bien.', { yes: true }],
    ['CONFIRM_SAFE', 'No.', { yes: false }],
    ['CONFIRM_STOP', 'Nomás por hoy.', { stop: 'STOP_TODAY' }],
    ['CONFIRM_STOP', 'Para siempre.', { stop: 'STOP_FOR_GOOD' }],
    ['CONFIRM_STOP', 'No, para siempre no, por hoy.', { stop: 'STOP_TODAY' }],
    ['CONFIRM_STOP', 'No quiero parar, sigamos.', { goOn: true }],
  ] as const)('answers %s: %s', (kind, said, answer) => expect(confirmed(kind, said)).toEqual(answer));

  test.each([
    ['Algo más alegre.', 'ASK'],
    ['Una pausa, por favor.', 'WAIT'],
    ['Mejor paremos por hoy.', 'CLOSE'],
  ])('chooses after comfort: %s', (said, kind) => {
    const before = [asked('¿Quiere una pausa, otra historia, o parar por hoy?', { kind: 'COMFORT' })];
    expect(turnAfter(said, before).plan.kind).toBe(kind);
  });
});

describe('A theme in Spanish', () => {
  test.each([
    ['de la guerra', 'war'],
    ['mi divorcio', 'divorce'],
    ['la muerte', 'death'],
    ['eso', null],
    ['mi hermano Raúl', 'hermano raul'],
    ['el incendio de la casa', 'incendio de la casa'],
  ])('is known by its tag or kept in the person’s words: %s', (said, theme) =>
    expect(namedTheme(said, 'es')).toBe(theme),
  );

  test('of a question is what its words show', () => {
    expect(themeOfQuestion(null, '¿Cómo era el camino a la escuela?', 'es')).toBe('school');
  });

  test.each([
    [['war'], '¿Cómo era la vida en la guerra?', true],
    [['guerra'], '¿Qué contaba del ejército?', true],
    [['divorce'], '¿Cómo fue separarse?', false],
    [['my brother'], '¿Cómo era su hermano?', true],
    [['hermano raul'], 'Raúl se fue al norte.', true],
    [['la escuela'], '¿Cómo era la cocina?', false],
    [['canciones'], '¿Qué canción era esa?', true],
  ])('%j is touched or not by: %s', (themes, text, touched) =>
    expect(touchesAvoided(themes, text, [], 'es')).toBe(touched),
  );
});
