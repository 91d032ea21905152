import type { GiftStatus } from '#web/app/generated/schema-types.ts';

type Closed = Exclude<GiftStatus, 'SCHEDULED' | 'DELIVERED'>;

/** The words that the recipient of a gift reads, in one language. */
export interface RecipientWords {
  language: string;
  /** The locale of dates. */
  locale: string;
  forWhom: string;
  from(giver: string): string;
  yourGift: string;
  isGiving(giver: string): string;
  whatItIs: string;
  createAccount: string;
  haveAccount: string;
  signedInAs(name: string): string;
  whose: string;
  mine: { title: string; body(name: string): string };
  theirs: { title(name: string): string; body(name: string): string };
  open: string;
  until(day: string): string;
  wasFor(name: string): string;
  cantBeOpened: string;
  closed: Record<Closed, { title: string; body: string }>;
  toBooks: string;
  toHome: string;
  noAnswer: string;
  /** By the refusal's type; the server's own message is in English. */
  refusals: Readonly<Record<string, string>>;
  card: { title: string; steps(host: string): readonly string[]; square: string; note: string };
}

const english: RecipientWords = {
  language: 'en',
  locale: 'en-GB',
  forWhom: 'For',
  from: (giver) => `From ${giver}`,
  yourGift: 'Your gift',
  isGiving: (giver) => `${giver} is giving you Evertold`,
  whatItIs:
    'It asks about your life, listens, and writes your stories down in your own words. You need an account first. Afterwards you come back here.',
  createAccount: 'Create an account',
  haveAccount: 'I have an account',
  signedInAs: (name) => `You are signed in as ${name}.`,
  whose: 'Whose stories is it for?',
  mine: { title: 'Mine', body: (name) => `I am ${name}.` },
  theirs: { title: (name) => `${name}’s`, body: (name) => `I help ${name} with it.` },
  open: 'Open the gift',
  until: (day) => `You can open it until ${day}. We won’t ask, write or share anything until you agree.`,
  wasFor: (name) => `It was for ${name}.`,
  cantBeOpened: 'It can’t be opened',
  closed: {
    DRAFT: { title: 'There is no such gift', body: 'Look at the code again.' },
    REDEEMED: {
      title: 'This gift was opened already',
      body: 'A gift can be opened once. If you opened it, the book is among your books.',
    },
    CANCELLED: { title: 'This gift was cancelled', body: 'The person who gave it can tell you why.' },
    EXPIRED: { title: 'This gift is too old', body: 'A gift can be opened for a year.' },
  },
  toBooks: 'Go to your books',
  toHome: 'Go to the home page',
  noAnswer: 'The connection broke before Evertold answered. The gift is still here: try again.',
  refusals: {},
  card: {
    title: 'How to begin',
    steps: (host) => [
      `Point the camera of a phone at this square, or go to ${host}/onboarding/`,
      'Choose “I was given this”, and enter the code below.',
      'Evertold asks, and you tell, whenever you like.',
    ],
    square: 'A square code that opens the gift',
    note: 'We won’t ask, write or share anything until you agree.',
  },
};

const spanish: RecipientWords = {
  language: 'es',
  locale: 'es',
  forWhom: 'Para',
  from: (giver) => `De ${giver}`,
  yourGift: 'Su regalo',
  isGiving: (giver) => `${giver} le regala Evertold`,
  whatItIs:
    'Le pregunta por su vida, escucha y escribe sus historias con sus propias palabras. Primero necesita una cuenta. Después vuelve aquí.',
  createAccount: 'Crear una cuenta',
  haveAccount: 'Ya tengo una cuenta',
  signedInAs: (name) => `Inició sesión como ${name}.`,
  whose: '¿De quién son las historias?',
  mine: { title: 'Mías', body: (name) => `Soy ${name}.` },
  theirs: { title: (name) => `De ${name}`, body: (name) => `Ayudo a ${name}.` },
  open: 'Abrir el regalo',
  until: (day) =>
    `Puede abrirlo hasta el ${day}. No preguntamos, escribimos ni compartimos nada hasta que usted acepte.`,
  wasFor: (name) => `Era para ${name}.`,
  cantBeOpened: 'No se puede abrir',
  closed: {
    DRAFT: { title: 'No existe este regalo', body: 'Revise el código.' },
    REDEEMED: {
      title: 'Este regalo ya se abrió',
      body: 'Un regalo se abre una sola vez. Si lo abrió usted, el libro está entre sus libros.',
    },
    CANCELLED: { title: 'Este regalo se canceló', body: 'Quien lo dio puede decirle por qué.' },
    EXPIRED: { title: 'Este regalo ya venció', body: 'Un regalo se puede abrir durante un año.' },
  },
  toBooks: 'Ir a sus libros',
  toHome: 'Ir a la página de inicio',
  noAnswer:
    'La conexión se cortó antes de que Evertold respondiera. El regalo sigue aquí: vuelva a intentarlo.',
  refusals: {
    WrongState: 'Ya tiene un libro sobre usted. Puede abrir el regalo si es para otra persona.',
    LimitReached: 'Ya tiene todos los libros que puede tener una persona.',
    TooManyGiftCodes: 'Se probaron demasiados códigos. Espere una hora y vuelva a intentarlo.',
    NotFound: 'No existe este regalo. Revise el código.',
  },
  card: {
    title: 'Cómo empezar',
    steps: (host) => [
      `Apunte con la cámara de un teléfono a este cuadrado, o vaya a ${host}/onboarding/`,
      'Elija «I was given this» y escriba el código de abajo.',
      'Evertold pregunta y usted cuenta, cuando quiera.',
    ],
    square: 'Un código cuadrado que abre el regalo',
    note: 'No preguntamos, escribimos ni compartimos nada hasta que usted acepte.',
  },
};

/** The words for the recipient of a gift, in the language that its giver chose. */
export function recipientWords(language: string): RecipientWords {
  return language === 'es' ? spanish : english;
}
