import { describe, expect, test } from 'vitest';
import { classifier } from '#api/dialogue-acts/classifier.ts';
import { announcedIn, objectOf, objectWords, toldIn } from '#api/dialogue-acts/objects.ts';
import { readUtterance } from '#api/dialogue-acts/read-utterance.ts';
import { answeredAudience, limitsReaders, saidAudience } from '#api/dialogue-acts/rules/audience.ts';
import { tellsOfGrief } from '#api/dialogue-acts/rules/distress.ts';
import { wantsItGone } from '#api/dialogue-acts/rules/privacy.ts';
import { consentsNamedIn, isStopKeyword } from '#api/dialogue-acts/rules/withdrawal.ts';
import { toldText } from '#api/dialogue-acts/story-text.ts';
import { hashOfTemplates } from '#api/dialogue-acts/train.ts';
import type { AsideCase, CrisisCase, PrivacyCase, WithdrawCase } from '#tests/figures/acts.ts';
import { type Figure, type Half, loadCases, shareOf } from '#tests/figures/cases.ts';
import { readingMeasures } from '#tests/figures/readings.ts';

const actsIn = (said: string) => readUtterance(said, 'es').spans.map(({ act }) => act);
const sureLabels = (said: string) =>
  readUtterance(said, 'es').spans.flatMap(({ labels, doubtful }) => (doubtful ? [] : labels));
const told = (said: string) => toldText(said, undefined, 'es');

test('The Spanish model is trained on the current templates: run "npm run train" after a change', () => {
  expect(classifier('es').dataHash).toBe(hashOfTemplates('es'));
});

describe('Wishes in Spanish', () => {
  test.each([
    'Esto que no salga de aquí, por favor.',
    'eso no lo ponga en el libro',
    'Que quede entre usted y yo.',
    'No se lo cuentes a nadie.',
    'ay eso no lo escribas porfa',
    'Olvide lo que le acabo de decir.',
    'No quiero que se enteren mis hijos.',
  ])('stay private: %s', (wish) => {
    const story = 'Mi hermano se fue con otra mujer.';
    const acts = actsIn(`${story} ${wish}`);
    expect(acts.some((act) => act === 'PRIVACY' || act === 'AUDIENCE')).toBe(true);
    expect(told(`${story} ${wish}`)).toBe(story);
  });

  test.each([
    'Mi madre me dijo que no se lo contara a nadie.',
    'Me dijo: no se lo digas a nadie, y yo me lo callé cuarenta años.',
    'Mi abuela guardaba las cartas en un cajón y nadie las podía leer.',
    'En mi casa de eso no se hablaba.',
    'El maestro nos leía un libro los viernes.',
    'Borré su nombre de la puerta cuando se fue.',
  ])('are none in a story: %s', (story) => {
    expect(actsIn(story)).toEqual(['TELLS']);
  });

  test.each([
    'No quiero que me pregunten nunca más por mi primer marido.',
    'De la guerra no quiero que se escriba nada en el libro, ni me pregunte de eso.',
    'Ni una palabra sobre mi suegra en ese libro.',
  ])('that refuse a theme take no consent back: %s', (said) => {
    expect(actsIn(said)).not.toContain('WITHDRAWS');
    expect(sureLabels(said).some((label) => /theme/.test(label))).toBe(true);
  });

  test.each([
    ['Ya no quiero que me llamen para hablar de mi vida.', 'withdraw-calls'],
    ['No quiero nada sobre mí en un libro, dejen de escribirlo.', 'withdraw-writing'],
  ])('are none where a consent is taken back: %s', (said, label) => {
    expect(sureLabels(said)).toContain(label);
  });

  test('ask for words to be gone', () => {
    for (const said of ['Bórrelo, por favor.', 'borra eso', 'Elimine lo último.', 'Táchelo.'])
      expect([sureLabels(said).includes('delete-this'), wantsItGone(said, 'es')], said).toEqual([true, true]);
    expect(wantsItGone('Eso no lo ponga.', 'es')).toBe(false);
  });

  test.each([
    ['Lo que le conté de mi hermano Ramón no lo ponga.', 'hermano ramón'],
    ['De lo del divorcio no quiero hablar.', 'divorcio'],
    ['Todo lo de la guerra que sea privado.', 'guerra'],
    ['Pregúnteme un día por la finca de mi abuelo.', 'finca de mi abuelo'],
    ['Mi primer matrimonio, eso no va en el libro.', 'primer matrimonio'],
    ['Eso que quede entre nosotros.', null],
    ['No lo escriba, por favor.', null],
  ])('are about what they name: %s', (wish, object) => {
    expect(objectOf(wish, 'es')).toBe(object);
  });

  test('refer to what was told or is still to come', () => {
    expect(toldIn('¿Se acuerda de lo que le dije de mi hijo?', 'es')).toBe('hijo');
    expect(announcedIn('Le voy a contar cosas de la cárcel.', 'es')).toBe('cárcel');
    expect(objectWords('Quite eso de la herencia.', 'es')).toBe('herencia');
  });
});

describe('Who may read words, said in Spanish', () => {
  test.each([
    ['Que no lo lean mis nietos.', { kind: 'EXCEPT', people: ['grandchildren'] }],
    ['No se lo enseñe a mi hija.', { kind: 'EXCEPT', people: ['daughter'] }],
    ['no quiero que mi marido lo sepa', { kind: 'EXCEPT', people: ['husband'] }],
    ['Esto es solo para mi hija Rosa.', { kind: 'ONLY', people: ['rosa'] }],
    ['Nadie más que mis hijos lo puede leer.', { kind: 'ONLY', people: ['children'] }],
    ['Que no lo lea nadie hasta que yo me muera.', { kind: 'AFTER_DEATH' }],
    ['cuando yo ya no esté lo pueden leer', { kind: 'AFTER_DEATH' }],
    ['Mientras yo viva, que no se sepa.', { kind: 'AFTER_DEATH' }],
    ['Guárdelo hasta el 2030.', { kind: 'UNTIL', year: 2030, month: 1, day: 1 }],
    ['Que nadie lo lea hasta el dos mil treinta y cinco.', { kind: 'UNTIL', year: 2035, month: 1, day: 1 }],
    ['Que nadie lo lea hasta el 3 de mayo de 2031.', { kind: 'UNTIL', year: 2031, month: 5, day: 3 }],
    ['No lo enseñen hasta que cumpla noventa años.', { kind: 'UNTIL_AGE', age: 90 }],
    ['En diez años lo pueden leer.', { kind: 'IN_YEARS', years: 10 }],
  ])('is understood: %s', (said, audience) => {
    expect(saidAudience(said, 'es')).toEqual(audience);
  });

  test.each([
    'Que no lo lean mis nietos hasta que yo me muera.',
    'Esto que quede entre nosotros.',
    '¿Lo puede leer mi hija?',
    'Que lo lean cinco años después de que me muera.',
    'Nunca, ni cuando me muera, que lo lean.',
  ])('is left open where it is not certain: %s', (said) => {
    expect(saidAudience(said, 'es')).toBeNull();
  });

  test('is answered by a name', () => {
    expect(answeredAudience('Pues solo Carmen.', 'es')).toEqual({ kind: 'ONLY', people: ['carmen'] });
    expect(answeredAudience('Mi hija y mi nieta.', 'es')).toEqual({
      kind: 'ONLY',
      people: ['daughter', 'granddaughter'],
    });
    expect(limitsReaders('Eso no es para todo el mundo.', 'es')).toBe(true);
  });

  test('speaks of one’s own death without danger', () => {
    expect(actsIn('Que lo lean todos cuando yo me muera.')).toEqual(['AUDIENCE']);
  });
});

describe('Danger in Spanish', () => {
  test.each([
    ['Me quiero morir.', 'crisis-self'],
    ['ya no quiero vivir', 'crisis-self'],
    ['Estarían todos mejor sin mí.', 'crisis-self'],
    ['Anoche saqué la pistola y casi lo hago.', 'crisis-self'],
    ['Me cuesta respirar y me aprieta el pecho.', 'crisis-medical'],
    ['mi marido se cayo y no contesta', 'crisis-medical'],
    ['Mi hijo me pega cuando toma.', 'crisis-harm'],
    ['Me tienen encerrada y sin mis medicinas.', 'crisis-harm'],
    ['Mi nuera me quitó la tarjeta y la pensión.', 'crisis-harm'],
  ])('is recognised and not printed: %s', (said, label) => {
    expect(sureLabels(said)).toContain(label);
    expect(told(said)).toBe('');
  });

  test.each([
    'Mi padre se quería morir después de la guerra.',
    'Me moría de risa con mi hermana.',
    'Estaba muerta de cansancio y me dormí en la silla.',
    'Un vecino se ahorcó en el 52 y nunca supimos por qué.',
    'El maestro nos pegaba con la regla.',
    'Tomo siete pastillas al día, una para la presión.',
    'De chica me subía al puente y me tiraba al río con mis primos.',
    'No le tengo miedo a la muerte.',
  ])('is not found in a story: %s', (story) => {
    expect(actsIn(story)).not.toContain('DISTRESS');
    expect(told(story)).toBe(story);
  });

  test('is not grief, which stays in the book', () => {
    expect(tellsOfGrief('Se me murió mi hijo, y todavía lo lloro.', 'es')).toBe(true);
    expect(tellsOfGrief('Mi tío vendía leche en el mercado.', 'es')).toBe(false);
  });
});

describe('Consents taken back in Spanish', () => {
  test.each([
    ['Ya no me llamen.', ['withdraw-calls']],
    ['no me manden mas mensajes', ['withdraw-texts']],
    ['No me grabe más.', ['withdraw-recording']],
    ['Ya no quiero el libro.', ['withdraw-writing']],
    ['Ya no quiero que mi familia lea lo que digo.', ['withdraw-sharing']],
    ['Ni me llamen ni me manden mensajes.', ['withdraw-calls', 'withdraw-texts']],
    ['Ya no me llamen, pero los mensajes sí.', ['withdraw-calls']],
    ['No quiero que me grabe, pero puede seguir escribiendo el libro.', ['withdraw-recording']],
    ['Cuando me llame, no me grabe.', ['withdraw-recording']],
  ])('are those that are named: %s', (said, labels) => {
    expect(sureLabels(said).filter((label) => label !== 'permit')).toEqual(labels);
  });

  test('are all of them for everything, or all but one', () => {
    expect(consentsNamedIn('Retiro todos mis permisos.', 'es')).toHaveLength(5);
    expect(consentsNamedIn('Cancele todo menos las llamadas.', 'es')).toHaveLength(4);
    expect(consentsNamedIn('Cancele todo menos las llamadas.', 'es')).not.toContain('withdraw-calls');
  });

  test.each([
    'Dejaron de llamarme cuando cerró la fábrica.',
    'No me llame tan temprano, por favor.',
    '¿Y si un día ya no quiero que me llamen?',
    'Yo le dije no me llame más, y a los dos días volvió.',
    'Mi hermana nunca me escribía cartas.',
    'Mis nietos ya no hablan gallego.',
  ])('are none where nothing is taken back: %s', (said) => {
    expect(sureLabels(said).filter((label) => label.startsWith('withdraw'))).toEqual([]);
  });

  test('are withdrawn by the keywords of texts', () => {
    for (const text of ['PARAR', 'Alto', 'BASTA', 'Cancelar', 'STOP', 'baja', 'Pare, por favor'])
      expect(isStopKeyword(text, 'es'), text).toBe(true);
    for (const text of ['Para mi madre', 'Basta decir que nos casamos', 'Sí'])
      expect(isStopKeyword(text, 'es'), text).toBe(false);
  });
});

describe('Beside the story, in Spanish', () => {
  test.each([
    ['Mi papá sembraba maíz. Bájale a la tele, Toño. Éramos siete.', 'Mi papá sembraba maíz. Éramos siete.'],
    ['Nací en Jalisco. Espéreme tantito, tocan la puerta.', 'Nací en Jalisco.'],
    ['Vendíamos pan. ¿Me oye bien?', 'Vendíamos pan.'],
    ['Mi madre cosía. ¿Bueno? No, no está, llame después. No.', 'Mi madre cosía.'],
  ])('nothing is printed: %s', (said, story) => {
    expect(told(said)).toBe(story);
  });

  test('what somebody said in the story is', () => {
    const story = 'Y va y me dice: espérate tantito, que ahorita vengo.';
    expect(told(story)).toBe(story);
  });

  test('an aside is cut out of speech without punctuation', () => {
    const said =
      'mi padre sembraba maiz en la ladera espereme un momento por favor y mi madre vendia tortillas en el mercado';
    expect(told(said)).toMatch(/^mi padre sembraba maiz en la ladera/);
    expect(told(said)).toContain('mi madre vendia tortillas');
    expect(told(said)).not.toContain('momento');
  });

  test('a yes or no is an answer', () => {
    for (const answer of ['Sí.', 'no', 'Claro que sí.', 'Pues no.', 'Así es.'])
      expect(actsIn(answer), answer).toEqual(['ANSWERS']);
  });
});

describe('Any text is read in Spanish', () => {
  test.each(['', ' \n ', '…', '¿?¡!', '🙂🙂', 'ñ'.repeat(5_000), 'no '.repeat(3_000)])('%#', (text) => {
    expect(readUtterance(text, 'es').spans.every(({ start, end }) => 0 <= start && end <= text.length)).toBe(
      true,
    );
  });
});

describe('On Spanish cases that were written without a look at the code', () => {
  const measures = readingMeasures('es');
  const figures = <Case>(kind: string, measure: (cases: readonly Case[]) => Figure[], half: Half = 'kept') =>
    new Map(measure(loadCases<Case>(kind, half, 'es') ?? []).map((figure) => [figure.what, shareOf(figure)]));

  test('wishes and dangers are read, and near-misses left alone', () => {
    const privacy = figures<PrivacyCase>('privacy', measures.privacy);
    expect(privacy.get('privacy wishes read outright')).toBeGreaterThanOrEqual(0.75);
    expect(privacy.get('privacy near-misses left open')).toBeGreaterThanOrEqual(0.95);
    const crisis = figures<CrisisCase>('crisis', measures.crisis);
    expect(crisis.get('crisis read, or asked about at once')).toBeGreaterThanOrEqual(0.95);
    expect(crisis.get('crisis near-misses left alone')).toBeGreaterThanOrEqual(0.9);
  });

  test('withdrawals are read exactly, asides are not printed, and telling is telling', () => {
    const withdraw = figures<WithdrawCase>('withdraw', measures.withdraw);
    expect(withdraw.get('withdrawals exactly right')).toBeGreaterThanOrEqual(0.8);
    const asides = figures<AsideCase>('asides', measures.asides);
    expect(asides.get('instructions, asides, meta-talk printed')).toBeLessThanOrEqual(0.25);
    expect(asides.get('stories beside them kept whole')).toBeGreaterThanOrEqual(0.86);
    const long = figures<{ id: string; said: string }>('ordinary', measures.ordinary, 'interviews');
    expect(long.get('ordinary telling read as a wish, crisis or withdrawal')).toBeLessThanOrEqual(0.13);
    const ordinary = figures<{ id: string; said: string }>('ordinary', measures.ordinary);
    expect(ordinary.get('ordinary telling read as a wish, crisis or withdrawal')).toBeLessThanOrEqual(0.01);
    expect(ordinary.get('ordinary telling of which nothing is lost')).toBeGreaterThanOrEqual(0.9);
  });

  test('wishes, dangers and asides in whole turns are found, of whose author the tagger learned nothing', () => {
    const privacy = figures<PrivacyCase>('privacy', measures.privacy, 'third');
    expect(privacy.get('privacy wishes read outright')).toBeGreaterThanOrEqual(0.57);
    expect(privacy.get('privacy wishes read amid a long story')).toBeGreaterThanOrEqual(0.57);
    expect(privacy.get('privacy near-misses left open')).toBeGreaterThanOrEqual(0.7);
    const crisis = figures<CrisisCase>('crisis', measures.crisis, 'third');
    expect(crisis.get('crisis read, or asked about at once')).toBeGreaterThanOrEqual(0.66);
    const asides = figures<AsideCase>('asides', measures.asides, 'third');
    expect(asides.get('instructions, asides, meta-talk printed')).toBeLessThanOrEqual(0.38);
    expect(asides.get('stories beside them kept whole')).toBeGreaterThanOrEqual(0.94);
  });
});
