import type { Kind } from './nouns.ts';

/**
 * Follow-ups by kind of topic. {x} is the topic; {era}, {fue}, {es} and {n} agree with its number. The past is used
 * because it is mostly unknown whether somebody still lives.
 */
export const FORMS: Readonly<Record<Kind, readonly string[]>> = {
  ELDER: ['¿Cómo {era} {x}?', '¿Cómo era un día cualquiera de {x}?', 'Cuénteme un poco más de {x}.'],
  PEER: ['¿Cómo {era} {x}?', '¿Qué cosas hacían usted y {x}?', 'Cuénteme un poco más de {x}.'],
  SPOUSE: ['¿Cómo {era} {x}?', '¿Cómo se conocieron usted y {x}?', 'Cuénteme un poco más de {x}.'],
  YOUNG: ['Cuénteme un poco más de {x}.', '¿Cómo describiría a {x}?'],
  PERSON: ['¿Cómo {era} {x}?', '¿Cómo conoció a {x}?', 'Cuénteme un poco más de {x}.'],
  ANIMAL: ['¿Cómo {era} {x}?', '¿Quién cuidaba a {x}?', 'Cuénteme un poco más de {x}.'],
  WORKPLACE: [
    '¿Cómo {era} {x}?',
    '¿Cómo era un día en {x}?',
    '¿Qué se oía y a qué olía en {x}?',
    '¿Quiénes más trabajaban en {x}?',
  ],
  SCHOOL: ['¿Cómo {era} {x}?', '¿Cómo era un día en {x}?', '¿Quiénes estaban con usted en {x}?'],
  HOME: ['¿Cómo {era} {x}?', '¿Qué se veía al entrar en {x}?', '¿Quiénes vivían ahí con usted?'],
  PLACE: ['¿Cómo {era} {x} en aquellos años?', 'Cuénteme más de {x}.'],
  TOWN: ['¿Cómo era {x} en aquellos años?', '¿Cómo era la vida en {x}?', 'Cuénteme más de {x}.'],
  THING: ['¿Cómo {era} {x}?', '¿De dónde venía{n} {x}?', '¿Qué fue de {x}?'],
  VEHICLE: ['¿Cómo {era} {x}?', 'Cuénteme más de {x}.'],
  FOOD: ['¿Cómo se preparaba{n} {x}?', '¿A qué sabía{n} {x}?', '¿Quién preparaba {x}?'],
  EVENT: ['¿Cómo {fue} {x}?', '¿Quiénes estaban con usted en {x}?', 'Cuénteme más de {x}.'],
  JOURNEY: ['¿Cómo {fue} {x}?', '¿Qué veían por el camino?', 'Cuénteme más de {x}.'],
  MATTER: ['Cuénteme más de {x}.', '¿Cómo {era} {x}?'],
};

/** In the present, for somebody or something that the words tell of today. */
export const AS_THEY_ARE: readonly string[] = ['¿Cómo {es} {x}?', 'Cuénteme un poco más de {x}.'];

/** An animal with a name. */
export const ANIMAL_BY_NAME: readonly string[] = [
  '¿Cómo era {x}?',
  '¿Qué hacía {x} todo el día?',
  '¿Cómo llegó {x} a su casa?',
];
export const ANIMALS: readonly string[] = [
  '¿Quién cuidaba {x}?',
  '¿Cómo se cuidaba{n} {x}?',
  'Cuénteme más de {x}.',
];

/** What was given to the person, or what they bought, won or lost. */
export const GIVEN: readonly string[] = ['¿Cómo {era} {x}?', '¿Qué hacía usted con {x}?', '¿Qué fue de {x}?'];

/** A vehicle that people went in. */
export const RIDDEN: readonly string[] = ['¿Adónde iban en {x}?', '¿Cómo era ir en {x}?'];
/** What is worn. */
export const WORN: readonly string[] = ['¿Cómo {era} {x}?', '¿Qué fue de {x}?'];
/** Somebody of whom nothing good was said, or whom the person only mentions. */
export const SOMEBODY: readonly string[] = ['¿Cómo {era} {x}?', 'Cuénteme un poco más de {x}.'];

/** Somebody who comes back in a longer story. */
export const SOMEBODY_IN_STORY: readonly string[] = ['¿Cómo {era} {x}?', 'Cuénteme un poco más de {x}.'];
export const LIVING_IN_STORY: readonly string[] = [
  'Cuénteme un poco más de {x}.',
  '¿Cómo describiría a {x}?',
];

/** Questions that name nothing, by the manner of telling. */
export const AFTER_EVENT: readonly string[] = [
  '¿Qué pasó después?',
  '¿Y usted qué hizo?',
  '¿Cómo terminó aquello?',
];
export const AFTER_HABIT: readonly string[] = [
  '¿Cómo era uno de esos días, de la mañana a la noche?',
  'Cuénteme de una de esas veces.',
  '¿Quiénes estaban con usted en esos días?',
];
export const AFTER_VIEW: readonly string[] = [
  '¿Cómo llegó usted a pensar así?',
  'Cuénteme de una vez en que lo vio.',
  '¿Quién le enseñó eso?',
];
export const AFTER_SCENE: readonly string[] = [
  '¿Qué más había ahí?',
  '¿Qué se oía a esa hora?',
  'Cuénteme más de eso.',
];
export const AFTER_SPEECH: readonly string[] = ['¿Qué le contestó usted?', '¿Y usted qué hizo entonces?'];
export const GOING_ON: readonly string[] = [
  'Cuénteme un poco más.',
  '¿Cómo era eso para usted?',
  'Cuénteme más de aquellos años.',
];
export const GOING_ON_TODAY: readonly string[] = ['Cuénteme un poco más.', '¿Cómo es eso para usted?'];
export const BEFORE_THEIR_TIME: readonly string[] = [
  '¿Quién le contó esa historia?',
  '¿Qué más se contaba en la familia?',
];

/** After something hard, about the person who died. */
export const TENDER_ABOUT: readonly string[] = ['¿Cómo era {x}?', '¿Qué le gustaría que se supiera de {x}?'];
export const TENDER: readonly string[] = [
  '¿Quién estuvo a su lado entonces?',
  '¿Qué le gustaría que se supiera de aquel tiempo?',
];

/** Return to something told long ago. */
export const RETURN_FORMS: readonly string[] = [
  '¿Qué más quisiera contar de {x}?',
  '¿Qué nos falta contar de {x}?',
  'Cuénteme un poco más de {x}.',
  '¿Quién más podría contarme de {x}?',
];
